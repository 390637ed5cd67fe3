/* SPDX-License-Identifier: MIT
 * What several commands print alike: margins, violations by parameter, and doubtful figures. */
#ifndef TMR0_MARGINS_H
#define TMR0_MARGINS_H

#include "board.h"

/* Margins and counts of all checks of one run. */
struct margins {
    struct margin check[FIG_CHECKS];
};
void margins_take(struct margins *m, const struct tmr0_board *board);

/* Checks violated at least once, without notes: bit FIG_x. */
uint64_t margins_broken(const struct margins *m);
/* Notes: commands and status reads with a source edge in their grey window. */
uint64_t margins_notes(const struct margins *m);

/* The check of these with the least slack; -1 if none observed anything. Notes and hazards are left out. */
int margins_worst(const struct margins *m, uint64_t among);

/* One line for each check that has observed anything: least slack, when, in which access, number of violations. */
void margins_print(FILE *f, const struct margins *m);
/* One line of how many notes there are, if any; the name stands before it. */
void margins_print_notes(const char *name, const struct margins *m);
cJSON *margins_json(const struct margins *m);

/* Names of the checks in the set, with " x N" counts if m is given: "TAVRL x 3, TWHAX x 1"; "none" for 0. */
const char *checks_text(char *buffer, size_t size, uint64_t checks, const struct margins *m);

/* "150ns [GK]": with a mark only if the figure is doubtful or set by the user. */
const char *required_text(char *buffer, size_t size, int64_t ps, enum mark mark);
/* "TAVRL: required 25ns, observed 24.999ns"; only the name if there are no amounts. */
const char *violation_text(char *buffer, size_t size, const struct violation *v);
/* Access and time, and amounts if there are some. */
void violation_json(cJSON *one, const struct violation *v);

/* Estimated or unverified figures, one line for each mark: "sun3-60 [E]: ...". costs: those of KIND_COST, else all
 * others. */
void doubts_print(FILE *f, const struct figure *figures, enum figure_home home, bool costs, const char *name);
/* The same without costs, as an array of strings: "strobe_hold [E]". */
cJSON *doubts_json(const struct figure *figures, enum figure_home home);

#endif
