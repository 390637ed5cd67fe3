| Each exception counts up d7 in its handler; the exit code is their number, or 100 + the test that failed.
        .section .note.GNU-stack,"",@progbits
        .text
        .globl start
        .org 0
        .long 0x1c0000, start, bus, odd, bad, bad, bad, bad, user, bad, bad, bad
start = 0x1000
        .org 0x38
        .long bad               | 14: format error
        .org 0x74
        .long tick              | 29: autovector 5
        .org 0x1000
        moveq   #0,%d7
        clr.l   %d4
        move.b  0x80000000,%d1  | 1: bus error, skipped
        move.b  %d1,0x90000000| 2
        cmp.l   #0x01450105,%d5 | a read, then a write, of data of the supervisor
        bne     fail3
        cmp.l   #0x10000000,%d4
        bne     fail4
        lea     after(%pc),%a0
        move.l  %a0,%d6
        lea     0x2001,%a0
        jmp     (%a0)           | 3: address error
after:  lea     0x3000,%a1
        move.w  #0x7005,(%a1)+  | code that is written: moveq #5,d0; rts
        move.w  #0x4e75,(%a1)
        jsr     0x3000
        move.w  #0x7009,0x3000  | and changed: moveq #9,d0
        jsr     0x3000
        cmp.l   #9,%d0
        bne     fail1
        move.l  1f+1(%pc),%d0   | unaligned
        cmp.l   #0x02030405,%d0
        bne     fail2
        move.b  #1,0x1e0008     | clock interrupts
        stop    #0x2000         | 4
        move.w  #0x2700,%sr
        pea     user0(%pc)
        clr.w   -(%sp)          | SR: user mode
        addq.l  #2,%sp
        move.l  (%sp)+,%a0
        clr.w   -(%sp)          | format 0
        move.l  %a0,-(%sp)
        clr.w   -(%sp)
        rte
user0:  lea     0x8000,%sp
        move.w  #0x2700,%sr     | 5: privilege violation, which ends the test
fail1:  moveq   #101,%d7
        bra     quit
fail2:  moveq   #102,%d7
        bra     quit
fail3:  moveq   #103,%d7
        bra     quit
fail4:  moveq   #104,%d7
        bra     quit
1:      .byte   1,2,3,4,5,6,7,8
tick:   addq.l  #1,%d7
        rte
bus:    addq.l  #1,%d7
        swap    %d5
        move.w  10(%sp),%d5     | special status
        add.l   16(%sp),%d4     | address
        addq.l  #6,2(%sp)
        rte
odd:    addq.l  #1,%d7
        move.l  %d6,2(%sp)
        rte
user:   addq.l  #1,%d7
        btst    #5,(%sp)        | the frame's SR: it was user mode
        bne     fail1
        cmp.l   #0x1bfff8,%sp   | and this is the supervisor's stack, with no frame but this one
        bne     fail2
quit:   move.l  %d7,0x1e0004
bad:    move.l  #199,0x1e0004
        bra     .
