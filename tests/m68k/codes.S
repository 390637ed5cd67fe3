| SPDX-License-Identifier: MIT
| Condition codes under clock interrupts, whose handler changes them all: exit code 1 to 5 if a branch goes wrong, 0
| after 300 interrupts.
        .section .note.GNU-stack,"",@progbits
        .text
vectors:
        .fill   29, 4, 0
        .long   interrupt
        .org    0x1000
        move.l  #1,0x1e0008
        move.w  #0x2000,%sr
        moveq   #1,%d6
1:      moveq   #1,%d0
        moveq   #1,%d7
        subq.l  #1,%d0
        bne.s   end             | Z
        moveq   #2,%d7
        moveq   #5,%d0
        cmp.l   #6,%d0
        bcc.s   end             | C
        moveq   #3,%d7
        move.l  #0x7fffffff,%d0
        addq.l  #1,%d0
        bvc.s   end             | V
        moveq   #4,%d7
        moveq   #-1,%d0
        addq.l  #1,%d0          | X
        moveq   #0,%d1
        moveq   #0,%d2
        addx.l  %d1,%d2
        cmp.l   %d6,%d2
        bne.s   end
        moveq   #5,%d7
        tst.l   %d6
        lea     vectors,%a0
        move.l  %a0,%a1
        movem.l %d0-%d1,-(%sp)
        addq.l  #8,%sp
        ble.s   end             | far from what set it
        cmp.l   #300,%d4
        bcs.s   1b
        moveq   #0,%d7
end:    move.l  %d7,0x1e0004
interrupt:
        addq.l  #1,%d4
        move.w  #0x1f,%ccr
        rte
