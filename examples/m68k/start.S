.section .note.GNU-stack,"",@progbits
        .text
| Entry at reset: calls main() with the stack below the socket, and ends the program with its result.
        .globl start
start:  jsr     main
        move.l  %d0,0x1e0004    | ends the run
        bra     .
