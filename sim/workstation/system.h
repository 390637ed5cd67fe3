/* SPDX-License-Identifier: MIT
 * The whole machine: the small kernel with processes that all time their own code by the board's clock, and the
 * classification of their samples. */
#ifndef TMR0_SYSTEM_H
#define TMR0_SYSTEM_H

#include "driver-sim/instrument.h"
#include "harness.h"
#include "sim/board/board.h"

#define SYSTEM_OUTLIER_US 10 /* from the median: a user who knows nothing else would set the sample aside */

struct system_setup {
    const struct harness_setup *harness; /* board and machine */
    /* Runs it: harness_run, or platform_run. */
    int (*run)(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg,
               struct error *e);
    enum instrument_path path;
    unsigned processes;   /* 1 .. KERNEL_PROCESSES */
    unsigned slice_ticks; /* 1 or more; of clock interrupts that are not dropped */
    bool keep_all;        /* no clock interrupt is dropped */
    bool direct;
    enum tmr_waits waits;
    uint32_t work, samples; /* cycles; of each process */
    struct sample *sample;  /* room for the samples of all processes, one process after the other; NULL: not kept */
    uint64_t seed;          /* of pauses between samples that are drawn; 0: pauses by a fixed rule, and no dither */
    uint32_t dither;        /* struct instrument */
};

/* Classes of samples, by what came between their two reads. */
enum system_class { SYSTEM_CLEAN, SYSTEM_INTERRUPTED, SYSTEM_DESCHEDULED, SYSTEM_CLASSES };
extern const char *const system_class_text[SYSTEM_CLASSES];

struct system_class_result {
    uint64_t samples;
    uint64_t least_us, most_us; /* by the clock, of the samples that are right; 32-bit counts: modulo 2^32 */
    uint64_t outliers;          /* further than SYSTEM_OUTLIER_US above the median of all, or below by as much */
    uint64_t wrong; /* not the true time between the reads, for 32-bit counts modulo 2^32: a mapped reader was disturbed
                       by another */
    uint64_t wrong_unseen; /* of the wrong ones, no outliers */
    uint64_t given_up;
};

struct system_result {
    struct system_class_result of[SYSTEM_CLASSES];
    uint64_t median_us, ticks, switches, end_ps;
    uint64_t stolen_ps; /* of end_ps, by the display */
    uint64_t digest;    /* of all samples: equal runs have equal digests */
    int error;          /* of the kernel or of a process: a negative enum tmr_error, 0 for none */
};

/* Whether two counts of a clock that ticks each microsecond cannot be us apart, read at instants that are least_ps to
 * most_ps apart; modulo 2^32 if 32 bits of the clock were read. */
bool system_wrong(uint64_t us, bool bits64, uint64_t least_ps, uint64_t most_ps);

int system_run(const struct system_setup *setup, struct system_result *result, struct error *e);
/* Samples that are wrong or without a value: none of the paths may return one. */
uint64_t system_failures(const struct system_result *result);

/* A machine by its name, with a board at power-on. */
struct system_machine {
    struct rig rig;
    struct harness_setup harness; /* with clock interrupts; blank and quantum_ps are the caller's */
};
/* dir holds parts/ and machines/; traced as in struct board_config. After STATUS_OK its board is to be closed. */
int system_open(struct system_machine *machine, const char *dir, const char *part, const char *name,
                enum engine_kind engine, bool traced, struct error *e);

#endif
