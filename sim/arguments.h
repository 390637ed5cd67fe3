/* SPDX-License-Identifier: MIT
 * Values of options that are measures: times, rates, confidences, CPUs. Like those of options.h they give a line on
 * standard error and STATUS_INPUT if the text will not do. */
#ifndef TMR0_ARGUMENTS_H
#define TMR0_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

struct argument {
    const char *command, *option, *text; /* "tmr0 plan", "tick", "20ms" */
};

/* A time above 0 with a unit: ps ns us ms s min h d. */
int argument_time(struct argument a, double *seconds);
/* A whole number of Hz, 1 Hz..1 THz: with a unit (Hz kHz MHz GHz), or bare for Hz. */
int argument_rate(struct argument a, uint64_t *hz);
/* A number inside (0,1), such as 0.95. */
int argument_confidence(struct argument a, double *confidence);
/* A number above 0. */
int argument_positive(struct argument a, double *value);
/* CPUs such as 0,2-5 , each once. count in: room, out: how many. */
int argument_cpus(struct argument a, uint32_t most, uint32_t *cpus, size_t *count);

#endif
