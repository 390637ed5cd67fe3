/* SPDX-License-Identifier: MIT
 * What the suites of sim/board and the suite sequences share: a board with its parts, and its violations. The helpers
 * assert that their calls of the board succeed. */
#ifndef TMR0_HELPERS_H
#define TMR0_HELPERS_H

#include "sim/board/board.h"
#include "sim/board/rig.h"
#include "suite.h"

#define NS INT64_C(1000)
#define US (1000 * NS)

/* Readings of machines that differ in their bus. */
enum { BENCH_MACHINES = 5 };
extern const char *const bench_machine[BENCH_MACHINES];

struct bench {
    struct rig rig;
    struct board_config config; /* may be changed between bench_load and bench_open */
    struct board *board;
    struct error error;
    struct violation seen[64]; /* violations and notes, oldest first; the rest is only counted */
    size_t seens;
};

/* Parts read from the source tree; 4 MHz, corner typ, seed 1, flip-flop translator. machine is NULL for the chip. */
void bench_load(struct bench *b, const char *machine);
void bench_open(struct bench *b);
void bench_close(struct bench *b);

struct access bench_w(struct bench *b, int offset, unsigned value);
struct access bench_r(struct bench *b, int offset);
struct access bench_cmd(struct bench *b, unsigned value);
struct access bench_data(struct bench *b, unsigned value);
struct access bench_status(struct bench *b);
struct access bench_read(struct bench *b);
void bench_wait(struct bench *b, int64_t ps);
void bench_pin(struct bench *b, enum pin pin, bool high);
uint64_t bench_now(const struct bench *b);
/* Since bench_open, of one figure: its margin, whether anything was compared with it, how often it was violated. */
struct margin bench_margin(const struct bench *b, int figure);
bool bench_observed(const struct bench *b, int figure);
uint64_t bench_broken(const struct bench *b, int figure);
/* Since bench_open, of all: bit n is set if figure n was violated; the number of notes. */
uint64_t bench_violations(const struct bench *b);
uint64_t bench_notes(const struct bench *b);
/* Mode and Load of one counter, through the chip's bus. */
void bench_counter(struct bench *b, unsigned counter, unsigned mode, unsigned load);
/* A counter's count, by SAVE and Hold. */
unsigned bench_count(struct bench *b, unsigned counter);

#endif
