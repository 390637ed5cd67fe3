| SPDX-License-Identifier: MIT
| What C cannot say: vectors, reset, the trap between user and kernel mode, interrupts, bus errors, the change of stacks.

        .section .note.GNU-stack,"",@progbits

| An exception whose vector is 0 ends the run.
        .section .vectors,"a"
        .long   0, 0, bus_error
        .fill   22, 4, 0
        .rept   7                       | autovectors, levels 1 to 7
        .long   interrupt
        .endr
        .long   mode_trap               | TRAP #0

        .text
        .globl  start
start:  jsr     main
stop:   move.l  %d0,0x1e0004            | ends the run
        bra.s   stop

| TRAP #0: to user mode if D0 is not 0, to kernel mode if it is. Code goes on with the same stack, so A7 and USP change
| places: the frame moves from one to the other. In user mode interrupts have the stack whose end is in A1.
mode_trap:
        tst.l   %d0
        beq.s   to_kernel
        lea     8(%sp),%a0
        move.l  %a0,%usp
        move.l  4(%sp),-(%a1)
        move.l  (%sp),-(%a1)
        move.l  %a1,%sp
        andi.w  #0xdfff,(%sp)
        rte
to_kernel:
        move.l  %usp,%a0
        move.l  4(%sp),-(%a0)
        move.l  (%sp),-(%a0)
        move.l  %a0,%sp
        ori.w   #0x2000,(%sp)
        rte

interrupt:
        movem.l %d0-%d1/%a0-%a1,-(%sp)
        move.w  22(%sp),%d0             | format and vector offset
        andi.l  #0xfff,%d0
        lsr.l   #2,%d0
        subi.l  #24,%d0
        move.l  %d0,-(%sp)
        jsr     machine_interrupt
        addq.l  #4,%sp
        movem.l (%sp)+,%d0-%d1/%a0-%a1
        rte

| An instruction of the section .guard gives D0 = -1 and is skipped. Any other bus error comes once more, without its
| vector, and ends the run.
bus_error:
        movem.l %a0-%a1,-(%sp)
        move.l  10(%sp),%a1             | its PC
        lea     guard_begin,%a0
1:      cmpa.l  #guard_end,%a0
        beq.s   3f
        cmpa.l  (%a0),%a1
        beq.s   2f
        addq.l  #8,%a0
        bra.s   1b
2:      move.l  4(%a0),10(%sp)
        moveq   #-1,%d0
        bra.s   4f
3:      clr.l   8
4:      movem.l (%sp)+,%a0-%a1
        rte

| void machine_swap(void **from, void *to): stores the stack pointer, registers and USP below it; goes on with another.
        .globl  machine_swap
machine_swap:
        move.l  4(%sp),%a0
        move.l  8(%sp),%a1
        movem.l %d2-%d7/%a2-%a6,-(%sp)
        move.l  %usp,%a2
        move.l  %a2,-(%sp)
        move.l  %sp,(%a0)
        move.l  %a1,%sp
        move.l  (%sp)+,%a2
        move.l  %a2,%usp
        movem.l (%sp)+,%d2-%d7/%a2-%a6
        rts
