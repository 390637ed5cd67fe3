/* SPDX-License-Identifier: MIT
 * What a program on the 68020 did to the chip, as text and JSON: its accesses in words, and each parameter that it
 * violated, with the instructions. */
#ifndef TMR0_PROGRAM_PRINT_H
#define TMR0_PROGRAM_PRINT_H

#include "model/am9513.h"
#include "sim/board/margins.h"
#include "sim/workstation/m68k_host.h"

struct program_violation {
    struct violation violation;
    struct m68k_place place; /* violations are found during the access that causes them, notes need not be */
};

struct program_print {
    const char *file; /* ELF */
    struct m68k_host *host;
    bool live;                            /* each violation is printed when it is found */
    struct violation waiting[FIG_CHECKS]; /* until their access is printed */
    int waits;
    struct program_violation first[FIG_CHECKS], worst[FIG_CHECKS]; /* of checks that were violated */
    /* Of the accesses: data pointer and bytes as if each acted at once */
    struct am9513 chip;
    bool port_known, control; /* the flip-flop's port */
    uint8_t low;              /* the byte that went before */
};

/* "driver.c:20" of a place in the one ELF file of this process, by addr2line; "" if there is none, or no DWARF. Also
 * where the function was called: "driver.c:20 from driver.c:41", all calls that were inlined, or the one that was not.
 * Valid until the next call. */
const char *source_line(const char *file, const struct m68k_place *place);

void program_print_start(struct program_print *p, const char *file, struct m68k_host *host, bool live);
/* As for board_on_violation(). */
void program_print_violation(void *program_print, const struct violation *v);
/* Prints an access; as m68k_host.accessed. */
void program_print_access(void *program_print, const struct m68k_access *access);
void program_print_instruction(const struct program_print *p, const struct m68k_place *place);
/* Count, first and worst of each violated parameter, and all margins. */
void program_print_checks(struct program_print *p, const struct margins *m);
/* The same as members "violations" and "margins". */
void program_print_json(const struct program_print *p, const struct margins *m, cJSON *tree);

#endif
