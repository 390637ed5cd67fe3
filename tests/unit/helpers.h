/* SPDX-License-Identifier: MIT
 * What the suites of sim/board and the suite sequences share: a board with its parts, and its violations. The helpers
 * assert that their calls of the board succeed. */
#ifndef TMR0_HELPERS_H
#define TMR0_HELPERS_H

#include "sim/board/board.h"
#include "tests/suite.h"

#define NS INT64_C(1000)
#define US (1000 * NS)

/* Variants of machines that differ in their bus. */
enum { FIXTURE_MACHINES = 5 };
extern const char *const fixture_machine[FIXTURE_MACHINES];

struct fixture {
    struct rig rig;
    struct board_config config; /* may be changed between fixture_load and fixture_open */
    struct tmr0_board *board;
    struct error error;
    struct violation seen[64]; /* violations and notes, oldest first; the rest is only counted */
    size_t violations;
};

/* Parts read from the tree; 4 MHz, corner typ, seed 1, flip-flop translator. machine is NULL for the chip. */
void fixture_load(struct fixture *b, const char *machine);
void fixture_open(struct fixture *b);
void fixture_close(struct fixture *b);

struct tmr0_access fixture_w(struct fixture *b, int offset, unsigned value);
struct tmr0_access fixture_r(struct fixture *b, int offset);
struct tmr0_access fixture_cmd(struct fixture *b, unsigned value);
struct tmr0_access fixture_data(struct fixture *b, unsigned value);
struct tmr0_access fixture_status(struct fixture *b);
struct tmr0_access fixture_read(struct fixture *b);
void fixture_wait(struct fixture *b, int64_t ps);
void fixture_pin(struct fixture *b, enum pin pin, bool high);
uint64_t fixture_now(const struct fixture *b);
/* Since fixture_open, of one figure: its margin, whether anything was compared with it, how often it was violated. */
struct margin fixture_margin(const struct fixture *b, int figure);
bool fixture_observed(const struct fixture *b, int figure);
uint64_t fixture_broken(const struct fixture *b, int figure);
/* Since fixture_open, of all: bit n is set if figure n was violated. */
uint64_t fixture_violations(const struct fixture *b);
/* Mode and Load of one counter, through the chip's bus. */
void fixture_counter(struct fixture *b, unsigned counter, unsigned mode, unsigned load);
/* A counter's count, by SAVE and Hold. */
unsigned fixture_count(struct fixture *b, unsigned counter);

#endif
