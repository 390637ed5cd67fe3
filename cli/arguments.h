/* SPDX-License-Identifier: MIT
 * Values of options: numbers, choices, times, rates, confidences, CPUs. A bad value gives a line on standard error and
 * STATUS_INPUT. */
#ifndef TMR0_ARGUMENTS_H
#define TMR0_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

struct argument {
    const char *command, *option, *text; /* "tmr0-measure plan", "tick", "20ms" */
};

/* "COMMAND: --OPTION TEXT, expected EXPECTED" and STATUS_INPUT. */
int argument_bad(struct argument a, const char *expected);

/* A number, decimal, 0x or 0b as in scenarios, within least..most. */
int argument_number(struct argument a, uint64_t least, uint64_t most, uint64_t *number);
/* Index of the text among the names. */
int argument_choice(struct argument a, const char *const *names, int count, int *index);
/* A time above 0 with a unit (time_text.h). */
int argument_time(struct argument a, double *seconds);
/* A whole number of Hz, 1 Hz..1 THz, with a unit. */
int argument_rate(struct argument a, uint64_t *hz);
/* A number above 0 and below that: 1 for a share such as 0.95, or infinity. */
int argument_positive(struct argument a, double below, double *value);
/* CPUs such as 0,2-5 , each once. count in: room, out: how many. */
int argument_cpus(struct argument a, uint32_t most, uint32_t *cpus, size_t *count);

#endif
