| SPDX-License-Identifier: MIT
| What each exception pushes, against MC68020UM section 6: format and vector, PC, SR (in format 2 its upper byte), in
| format 2 the instruction. The exit code is the number of trials, or 100 + that of the one that is wrong.
        .section .note.GNU-stack,"",@progbits
        .text
        .org 0
        .long   0
        .rept   47
        .long   frame
        .endr
        .macro  trial vector, format, pc, instruction
        addq.l  #1,%d7
        move.l  #\format*4096+\vector*4,%d2
        lea     8f(%pc),%a4
        lea     \pc(%pc),%a2
        lea     9f(%pc),%a3
        move.w  %d5,%ccr
8:      \instruction
9:      cmp.l   %d6,%d7         | as many frames as trials
        bne     wrong
        .endm
        .org    0x1000
        moveq   #0,%d7
        moveq   #0,%d6
        move.l  #0x2715,%d3     | SR of the trials
        moveq   #0x15,%d5
        moveq   #5,%d0
        trial   6, 2, 9f, "chk.w #4,%d0"
        trial   6, 2, 9f, "chk.l #4,%d0"
        trial   5, 2, 9f, "divu.w #0,%d0"
        trial   5, 2, 9f, "divs.l #0,%d0"
        trial   32, 0, 9f, "trap #0"
        trial   47, 0, 9f, "trap #15"
        trial   4, 0, 8f, "illegal"
        trial   4, 0, 8f, ".short 0x4848"         | BKPT #0
        trial   4, 0, 8f, ".short 0x484f"
        trial   4, 0, 8f, ".short 0x4ac8, 0"      | words of later CPUs
        trial   4, 0, 8f, ".short 0x4acc, 0"
        trial   4, 0, 8f, ".short 0x4e7a, 3"      | MOVEC from no register of a 68020
        trial   4, 0, 8f, ".short 0x4e7b, 0x3805"
        trial   10, 0, 8f, ".short 0xa123"
        trial   11, 0, 8f, ".short 0xf200, 0"
        trial   11, 0, 8f, ".short 0xffff, 0"
        trapv                   | no overflow, no frame
        moveq   #2,%d5
        trial   7, 2, 9f, "trapv"
        moveq   #0x15,%d5
        moveq   #-1,%d1
        movec   %cacr,%d1
        tst.l   %d1
        bne     wrong
        moveq   #-1,%d1
        movec   %usp,%d1
        lea     -1,%a1
        movec   %vbr,%a1
        add.l   %a1,%d1
        movec   %d1,%isp
        tst.l   %d1
        bne     wrong
        .irp    format, 0x008, 0x20c, 0xa20, 0xb5c  | frames go as a whole: format and size
        move.l  %sp,%a1
        lea     -(\format%256)(%sp),%sp
        move.w  #0x2700,(%sp)
        lea     1f(%pc),%a2
        move.l  %a2,2(%sp)
        move.w  #\format/256*4096,6(%sp)
        rte
1:      cmp.l   %sp,%a1
        bne     wrong
        .endr
        subq.l  #8,%sp
        move.w  #0x1000,6(%sp)  | a frame of format 1
        trial   14, 0, 8f, "rte"
        move.w  #0x15,%d3       | user mode
        move.w  #0,%sr
        trial   8, 0, 8f, "move.w %sr,%d1"
        trial   8, 0, 8f, "move.w %d1,%sr"
        trial   8, 0, 8f, "or.w #0x700,%sr"
        trial   8, 0, 8f, "stop #0x2000"
        trial   8, 0, 8f, "movec %vbr,%d1"
        trial   8, 0, 8f, "rte"
        trial   33, 0, 9f, "trap #1"
        move.l  %d7,0x1e0004
wrong:  add.l   #100,%d7
        move.l  %d7,0x1e0004
frame:  addq.l  #1,%d6
        move.w  %sr,%d4         | the handler's: supervisor, the mask as it was
        move.w  %d3,%d1
        or.w    #0x2000,%d1
        eor.w   %d4,%d1
        and.w   #0xff00,%d1
        bne     wrong
        move.w  (%sp),%d4
        eor.w   %d3,%d4
        cmp.w   6(%sp),%d2
        bne     wrong
        cmp.l   2(%sp),%a2
        bne     wrong
        btst    #13,%d2
        beq     1f
        and.w   #0xff00,%d4
        cmp.l   8(%sp),%a4
        bne     wrong
1:      tst.w   %d4
        bne     wrong
        move.l  %a3,2(%sp)
        rte
