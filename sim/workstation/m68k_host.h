/* SPDX-License-Identifier: MIT
 * A 68020 in front of a board: loads build/tmr0-m68k.so, which lies beside the program that runs, and carries out the
 * CPU's accesses as harness.h does those of the virtual CPU. */
#ifndef TMR0_M68K_HOST_H
#define TMR0_M68K_HOST_H

#include "harness.h"
#include "sim/m68k/m68k.h"

/* ---- A debugger at the 68020: gdb's remote serial protocol over TCP, at this host only. Simulated time stands while
 * the program is stopped: the CPU is stopped within Unicorn, before an instruction, so condition codes stay as they
 * are. But SR and PC cannot be written, instructions that are written are executed after the next jump, and reads at
 * the socket and the control addresses, which would have effects, are refused. `monitor show` prints the time, the port
 * that is selected, the violations so far and the chip's registers. m68k_gdb.c has it. */

#define M68K_BREAKPOINTS 64

struct m68k_gdb {
    const struct m68k_calls *calls;
    struct m68k *const *cpu;
    struct tmr0_board *board;
    const char *port;                               /* selected by the last access at offset 0; NULL: none */
    int connection;                                 /* negative: none, the program runs freely */
    bool steps, begun, killed, silent, interrupted; /* silent: of packets that arrive; interrupted: ^C while stopped */
    unsigned instructions;
    uint64_t now_ps;
    int breakpoints;
    uint32_t breakpoint[M68K_BREAKPOINTS], pc;
};

/* Listens at that port, 0: any; says so on standard error, and waits for gdb. The caller fills calls, cpu and board. */
int m68k_gdb_open(struct m68k_gdb *gdb, unsigned port, const char *program, struct error *e);
/* As begins() of m68k.h. Stops at the first instruction, at breakpoints, after a step and at ^C. False: killed. */
bool m68k_gdb_begins(struct m68k_gdb *gdb, uint64_t now_ps, uint32_t pc);
/* Tells gdb how the program ended; after a fault or at the limit it may look. Closes. */
void m68k_gdb_end(struct m68k_gdb *gdb, const struct m68k_result *result);

/* ---- The host */

struct m68k_access {
    const struct tmr0_access *bus;
    struct m68k_place place;
    bool write;
    int offset;
    uint8_t value;
};

struct m68k_host {
    struct m68k_calls calls;
    struct m68k *cpu;
    struct tmr0_board *board;
    uint64_t period_ps, steal_ps;
    char clocks[4096]; /* path of the table */
    uint32_t access;   /* the last access that is over, 0 for none, and its instruction */
    struct m68k_place access_place;
    bool prints, waves; /* each instruction on standard output; into the board's waves, which are open */
    bool in_line;       /* the program's last line on the console has no end yet */
    void (*accessed)(void *context, const struct m68k_access *access); /* after each access; NULL: not called */
    void *context;
    struct sequence sequence;           /* the places of its notes are instructions */
    struct m68k_gdb *gdb;               /* NULL: none; the caller opens it after the CPU */
    uint32_t registers[M68K_REGISTERS]; /* as they were printed */
    FILE *console;                      /* gets what the program prints, unless NULL; standard output does too */
    int status;                         /* of the board: after M68K_HOST */
    struct error *error;
};

/* Opens the CPU at the board's present time, which call.close(cpu) closes. The caller fills program, clocks_case
 * and limit_ps of the setup; dir holds parts/. */
int m68k_host_open(struct m68k_host *host, struct m68k_setup *setup, const struct harness_setup *harness,
                   const char *dir, struct error *e);

/* Before a line that is not of the program. */
static inline void m68k_host_end_line(struct m68k_host *host)
{
    if (host->in_line)
        (void)putchar('\n');
    host->in_line = false;
}

#endif
