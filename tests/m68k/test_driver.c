/* SPDX-License-Identifier: MIT
 * The driver on both CPUs: for each sequence of driver_sequences.h and both translators the virtual CPU and the 68020
 * make the same accesses in the same order with the same values. Each access begins as soon as the board's gap allows,
 * so its time, and with it what the chip counts, is the same for both. Then time and interrupts on the 68020.
 * Usage: m68k-driver-test CLOCKS PROGRAM */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "sequences.h"
#include "sim/board/rig.h"
#include "sim/m68k/m68k.h"
#include "sim/workstation/harness.h"
#include "tests/unit/workstation/driver_sequences.h"

#define ACCESSES 8192
#define GAP_PS 4000000 /* longer than any wait of the driver */
#define PAGE ((size_t)4096)

struct play {
    unsigned number;
    bool direct;
    enum m68k_case clocks_case;
    struct rig rig;
    struct tmr0_board *board;
    struct error error;
    /* What was seen */
    bool good;
    int code; /* of the 68020 */
    uint64_t value;
    size_t accesses;
    struct {
        int offset;
        bool write;
        uint8_t value;
    } seen[ACCESSES];
};

static void note(void *context, int offset, bool write, uint8_t value, const struct tmr0_access *access)
{
    struct play *p = context;
    (void)access;
    if (p->accesses < ACCESSES) {
        p->seen[p->accesses].offset = offset;
        p->seen[p->accesses].write = write;
        p->seen[p->accesses].value = value;
    }
    p->accesses++;
}

static int open_board(struct play *p)
{
    int status = rig_load(&p->rig, ".", TARGET_BOARD, "am9513a", "sun3-160:window", &p->error);
    if (status)
        return status;
    struct board_config config = rig_config(&p->rig, TARGET_BOARD);
    config.engine = ENGINE_MODEL;
    config.pal_kind = p->direct ? PAL_DIRECT : PAL_FLIPFLOP;
    status = board_result(board_open(&p->board, &config), &p->error);
    status = status ? status : board_result(tmr0_gap(p->board, GAP_PS), &p->error);
    /* the gap holds for the driver's first access too */
    return status ? status : board_result(tmr0_read(p->board, 2), &p->error);
}

/* ---- The virtual CPU */

static void play_c(struct vcpu *cpu, void *arg)
{
    static struct sequence state;
    struct play *p = arg;
    const struct driver_sequence *sequence = &driver_sequence[p->number];
    state = (struct sequence){.cpu = cpu, .direct = p->direct};
    p->good = driver_sequence_prepare(sequence, &state) && sequence->play(&state, &p->value);
}

static int run_c(struct play *p)
{
    const struct harness_setup setup = {
        .board = p->board, .machine = &p->rig.machine, .free = true, .watch = note, .context = p};
    return harness_run(&setup, play_c, p, &p->error);
}

/* ---- The 68020 */

// NOLINTNEXTLINE(readability-non-const-parameter): as struct m68k_setup wants it
static bool access_byte(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    struct play *p = host;
    (void)now_ps; /* the board's time counts */
    const int got = write ? tmr0_write(p->board, (unsigned)offset, *value) : tmr0_read(p->board, (unsigned)offset);
    if (board_result(got, &p->error))
        return false;
    if (!write)
        *value = (uint8_t)got;
    note(p, offset, write, *value, tmr0_last(p->board));
    return true;
}

static uint64_t stretch(void *host, uint64_t now_ps, uint64_t work_ps)
{
    (void)host;
    (void)now_ps;
    return work_ps;
}

static void console(void *host, char c)
{
    (void)host;
    (void)putchar(c);
}

static uint32_t word(const uint8_t *block, size_t n)
{
    const uint8_t *at = block + 4 * n;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static int run_m68k(struct play *p, const char *clocks, const char *program)
{
    static struct m68k_result r;
    static _Alignas(4096) uint8_t block[PAGE];
    struct m68k *cpu = NULL;
    memset(block, 0, sizeof block);
    block[4 * SEQUENCE_NUMBER + 3] = (uint8_t)p->number;
    block[4 * SEQUENCE_DIRECT + 3] = p->direct;
    block[4 * BLOCK_SCALE + 3] = 100;
    block[4 * BLOCK_CLOCK + 3] = p->number == driver_sequences; /* it looks at interrupts */
    const struct m68k_setup setup = {.program = program,
                                     .clocks = clocks,
                                     .clocks_case = p->clocks_case,
                                     .cycle_ps = 60000,
                                     .tick_ps = UINT64_C(10000000000),
                                     .limit_ps = UINT64_C(10000000000000),
                                     .shared = block,
                                     .shared_size = sizeof block,
                                     .host = p,
                                     .access = access_byte,
                                     .stretch = stretch,
                                     .console = console};
    const int status = m68k_calls.open(&cpu, &setup, &p->error);
    if (status)
        return status;
    m68k_calls.run(cpu, NULL, &r);
    m68k_calls.close(cpu);
    p->good = r.end == M68K_EXIT && r.code == 0;
    p->value = (uint64_t)word(block, SEQUENCE_VALUE) << 32 | word(block, SEQUENCE_VALUE + 1);
    p->code = r.code;
    (void)printf("%s", r.end == M68K_FAULT ? r.text : r.end == M68K_LIMIT ? "68020: no end\n" : "");
    return STATUS_OK;
}

/* ---- Both */

static bool same(const struct play *c, const struct play *m68k)
{
    const size_t count = c->accesses < m68k->accesses ? c->accesses : m68k->accesses;
    for (size_t n = 0; n < count && n < ACCESSES; n++) {
        if (c->seen[n].offset == m68k->seen[n].offset && c->seen[n].write == m68k->seen[n].write &&
            c->seen[n].value == m68k->seen[n].value)
            continue;
        (void)printf("access %zu: %c %d 0x%02x on the virtual CPU, %c %d 0x%02x on the 68020\n", n + 1,
                     c->seen[n].write ? 'w' : 'r', c->seen[n].offset, c->seen[n].value, m68k->seen[n].write ? 'w' : 'r',
                     m68k->seen[n].offset, m68k->seen[n].value);
        return false;
    }
    return c->accesses == m68k->accesses && c->value == m68k->value && count <= ACCESSES;
}

static bool compare(unsigned number, bool direct, const char *clocks, const char *program)
{
    static struct play c, m68k;
    memset(&c, 0, sizeof c);
    c.number = number;
    c.direct = direct;
    c.clocks_case = M68K_CACHE;
    m68k = c;
    int status = open_board(&c);
    status = status ? status : open_board(&m68k);
    status = status ? status : run_c(&c);
    status = status ? status : run_m68k(&m68k, clocks, program);
    (void)tmr0_close(c.board);
    (void)tmr0_close(m68k.board);
    const bool good = status == STATUS_OK && c.good && m68k.good && same(&c, &m68k);
    (void)printf("%s, %s: %zu accesses, value %016" PRIx64 ": %s\n", driver_sequence[number].name,
                 direct ? "direct" : "flipflop", c.accesses, c.value, good ? "the same" : "NOT the same");
    if (!good)
        (void)printf("on the 68020 %zu accesses, value %016" PRIx64 "; good: %d on the virtual CPU, %d on the 68020 "
                     "%s%s\n",
                     m68k.accesses, m68k.value, c.good, m68k.good, c.error.text, m68k.error.text);
    return good;
}

/* Time and interrupts of driver-sim/m68k/machine.h, in each case of the clocks. */
static bool check_machine(enum m68k_case kind, const char *clocks, const char *program)
{
    static struct play p;
    memset(&p, 0, sizeof p);
    p.number = driver_sequences;
    p.clocks_case = kind;
    const bool good = run_m68k(&p, clocks, program) == STATUS_OK && p.good;
    if (!good)
        (void)printf("time and interrupts of the 68020, case %d: exit code %d, expected 0 %s\n", kind, p.code,
                     p.error.text);
    return good;
}

int main(int argc, char **argv)
{
    unsigned different = 0;
    if (argc != 3)
        return 2;
    for (unsigned n = 0; n < driver_sequences; n++)
        for (int direct = 0; direct < 2; direct++)
            different += !compare(n, direct != 0, argv[1], argv[2]);
    for (int kind = 0; kind < M68K_CASES; kind++)
        different += !check_machine((enum m68k_case)kind, argv[1], argv[2]);
    return different != 0;
}
