/* SPDX-License-Identifier: MIT
 * Values of command-line options, taken strictly. Each prints one line "tmr0 COMMAND: --OPTION TEXT, expected ..." on
 * standard error and returns STATUS_INPUT if the text will not do. */
#ifndef TMR0_ARGUMENTS_H
#define TMR0_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

struct argument {
    const char *command, *option, *text;
};

/* The line and STATUS_INPUT. */
int argument_bad(struct argument a, const char *expected);

/* A time above 0 with a unit: ps ns us ms s min h d. */
int argument_time(struct argument a, double *seconds);
/* A whole number of Hz, 1 Hz..1 THz: with a unit (Hz kHz MHz GHz), or bare for Hz. */
int argument_rate(struct argument a, uint64_t *hz);
/* A number inside (0,1), such as 0.95. */
int argument_confidence(struct argument a, double *confidence);
/* A number above 0. */
int argument_positive(struct argument a, double *value);
int argument_count(struct argument a, uint64_t least, uint64_t most, uint64_t *count);
/* CPUs such as 0,2-5 , each once. count in: room, out: how many. */
int argument_cpus(struct argument a, uint32_t most, uint32_t *cpus, size_t *count);

#endif
