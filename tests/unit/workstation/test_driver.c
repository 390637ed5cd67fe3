/* SPDX-License-Identifier: MIT
 * /dev/tmr0 on the virtual CPU: each entry point, each error, each mode over carries and rollovers, interrupt masks,
 * waits. On RTL and model. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver-sim/kernel.h"
#include "sim/workstation/harness.h"

#define BUFFER VCPU_RAM
#define OUTSIDE (VCPU_RAM + VCPU_RAM_SIZE)

static struct fixture fixture;
static struct vcpu *cpu;
static struct tmr_driver tmr;
static struct tmr_file file, other;
static uint64_t accesses, loaded_ps; /* loaded_ps: end of the last LOAD command */
static int level_least;

static void note_access(void *context, int offset, bool write, uint8_t value, const struct tmr0_access *access)
{
    (void)context;
    if (write && offset == 2 && value == 0x5f)
        loaded_ps = access->end_ps;
    accesses++;
    CU_ASSERT_EQUAL(access->number, accesses);
    level_least = cpu && cpu->level < level_least ? cpu->level : level_least;
}

static int expected_check = FIG_COUNT; /* the one check that a program breaks */
static unsigned expected_seen;

/* Runs a program of the virtual CPU on a board; only notes and the expected violation may result. */
static void run(const char *machine, enum engine_kind engine, enum pal_kind pal, void (*program)(struct vcpu *, void *),
                void *arg)
{
    fixture_load(&fixture, machine);
    fixture.config.engine = engine;
    fixture.config.pal_kind = pal;
    fixture_open(&fixture);
    memset(&tmr, 0, sizeof tmr);
    memset(&file, 0, sizeof file);
    memset(&other, 0, sizeof other);
    accesses = 0;
    cpu = NULL;
    const struct harness_setup setup = {.board = fixture.board, .machine = &fixture.rig.machine, .watch = note_access};
    CU_ASSERT_EQUAL(harness_run(&setup, program, arg, &fixture.error), STATUS_OK);
    /* The direct translator cannot keep C/D's set-up and hold */
    for (size_t n = 0; n < fixture.violations && n < COUNT(fixture.seen) && pal == PAL_FLIPFLOP; n++)
        if (fixture.seen[n].check == expected_check)
            expected_seen++;
        else
            CU_ASSERT_EQUAL(figure_info[fixture.seen[n].check].kind, KIND_NOTE);
    fixture_close(&fixture);
}

static void run_plain(enum engine_kind engine, void (*program)(struct vcpu *, void *))
{
    run("sun3-160:window", engine, PAL_FLIPFLOP, program, NULL);
}

static void attach(struct vcpu *c)
{
    cpu = c;
    CU_ASSERT_EQUAL(tmr_attach(&tmr, cpu, false, TMR_WAIT_LONG), 0);
}

static void probe(struct vcpu *c, void *arg)
{
    const bool direct = *(const enum pal_kind *)arg == PAL_DIRECT;
    cpu = c;
    CU_ASSERT_EQUAL(tmr_probe(&tmr, cpu, direct, TMR_WAIT_LONG), 0);
    CU_ASSERT_FALSE(tmr.attached);
    CU_ASSERT_EQUAL(tmr_attach(&tmr, cpu, direct, TMR_WAIT_SHORT), 0);
    CU_ASSERT_TRUE(tmr.attached);
    CU_ASSERT_EQUAL(tmr_probe(&tmr, cpu, direct, TMR_WAIT_LONG), -TMR_EBUSY);
    CU_ASSERT_EQUAL(tmr_attach(&tmr, cpu, direct, TMR_WAIT_LONG), -TMR_EBUSY);
    CU_ASSERT_EQUAL(cpu->level, VCPU_LEVEL_NONE);
}

TEST(probe)
{
    for (int engine = 0; engine < ENGINES; engine++)
        for (int pal = 0; pal < PAL_KINDS; pal++) {
            enum pal_kind kind = (enum pal_kind)pal;
            run("sun3-60", (enum engine_kind)engine, kind, probe, &kind);
        }
}

/* Accesses go where the other translator would want them: what comes back is not what was written. */
static void probe_wrong(struct vcpu *c, void *arg)
{
    (void)arg;
    cpu = c;
    CU_ASSERT_EQUAL(tmr_probe(&tmr, c, true, TMR_WAIT_LONG), -TMR_ENXIO);
    CU_ASSERT_EQUAL(tmr_attach(&tmr, c, true, TMR_WAIT_LONG), -TMR_ENXIO);
    CU_ASSERT_FALSE(tmr.attached);
}

// NOLINTBEGIN(readability-non-const-parameter): as struct vcpu_host wants them
static bool find_ones(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    (void)host;
    (void)now_ps;
    (void)offset;
    *value = write ? *value : 0xff;
    return true;
}

static bool find_nothing(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    (void)host;
    (void)now_ps;
    (void)offset;
    (void)write;
    (void)value;
    return false; /* bus error */
}
// NOLINTEND(readability-non-const-parameter)

TEST(no_board)
{
    static const struct vcpu_host empty = {.access = find_ones}, gone = {.access = find_nothing};
    static struct vcpu alone;
    expected_check = FIG_FF_UNKNOWN; /* the first accesses reach a flip-flop that selects nothing yet */
    expected_seen = 0;
    run_plain(ENGINE_MODEL, probe_wrong);
    CU_ASSERT_TRUE(expected_seen > 0);
    expected_check = FIG_COUNT;
    for (int direct = 0; direct < 2; direct++) {
        struct tmr_driver d = {.attached = false};
        vcpu_open(&alone, &empty, NULL, NULL);
        CU_ASSERT_EQUAL(tmr_attach(&d, &alone, direct, TMR_WAIT_LONG), -TMR_ENXIO);
        vcpu_open(&alone, &gone, NULL, NULL);
        CU_ASSERT_EQUAL(tmr_attach(&d, &alone, direct, TMR_WAIT_LONG), -TMR_ENXIO);
        CU_ASSERT_EQUAL(alone.level, VCPU_LEVEL_NONE);
        CU_ASSERT_EQUAL(tmr_open(&d, &file, 0), -TMR_ENXIO);
        CU_ASSERT_FALSE(file.open);
    }
}

static void open_close(struct vcpu *c, void *arg)
{
    (void)arg;
    attach(c);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &file), -TMR_EBADF);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), 0);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), -TMR_EBUSY); /* itself */
    CU_ASSERT_EQUAL(tmr.opens, 1);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, TMR_EXCLUSIVE), -TMR_EBUSY);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, 2), -TMR_EINVAL);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, -2), -TMR_EINVAL);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, 0), 0);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &file), 0);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &file), -TMR_EBADF);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, TMR_EXCLUSIVE), -TMR_EBUSY);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &other), 0);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, TMR_EXCLUSIVE), 0);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, 0), -TMR_EBUSY);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, TMR_EXCLUSIVE), -TMR_EBUSY);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &file), 0);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, 0), 0);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &other), 0);
}

TEST(open_close)
{
    run_plain(ENGINE_MODEL, open_close);
}

static uint32_t user32(uint32_t address)
{
    uint32_t value = 0;
    CU_ASSERT_EQUAL(vcpu_copy_in(cpu, &value, address, sizeof value), 0);
    return value;
}

static int set_mode(uint32_t mode)
{
    CU_ASSERT_EQUAL(vcpu_copy_out(cpu, BUFFER, &mode, sizeof mode), 0);
    return tmr_ioctl(&tmr, &file, TMR_SET_MODE, BUFFER);
}

static void use_ioctl(struct vcpu *c, void *arg)
{
    const struct tmr_timeval good = {600000000, 999999}, bad = {1, 1000000};
    struct tmr_timeval got;
    (void)arg;
    attach(c);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_GET_MODE, BUFFER), -TMR_EBADF);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), 0);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_REQUESTS, BUFFER), -TMR_EINVAL);
    for (int request = 0; request < TMR_REQUESTS; request++) {
        CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, request, OUTSIDE), -TMR_EFAULT);
        CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, request, 0), -TMR_EFAULT);
        CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, request, OUTSIDE - 3), -TMR_EFAULT);
    }
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_GET_MODE, OUTSIDE - 4), 0);
    CU_ASSERT_EQUAL(user32(OUTSIDE - 4), TMR_COUNT32);
    CU_ASSERT_EQUAL(set_mode(TMR_MODES), -TMR_EINVAL);
    CU_ASSERT_EQUAL(set_mode(UINT32_MAX), -TMR_EINVAL);
    CU_ASSERT_EQUAL(set_mode(TMR_TIMEVAL), 0);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_GET_MODE, BUFFER), 0);
    CU_ASSERT_EQUAL(user32(BUFFER), TMR_TIMEVAL);

    (void)vcpu_copy_out(cpu, BUFFER, &bad, sizeof bad);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_SET_EPOCH, BUFFER), -TMR_EINVAL);
    (void)vcpu_copy_out(cpu, BUFFER, &good, sizeof good);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, 0), 0);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_SET_EPOCH, BUFFER), -TMR_EBUSY);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &other), 0);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_SET_EPOCH, BUFFER), 0);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_GET_EPOCH, BUFFER + 8), 0);
    (void)vcpu_copy_in(cpu, &got, BUFFER + 8, sizeof got);
    CU_ASSERT_EQUAL(got.sec, good.sec);
    CU_ASSERT_EQUAL(got.usec, good.usec);
    got = tmr_now(&tmr);
    CU_ASSERT_EQUAL(got.sec, good.sec + 1); /* some microseconds have passed */
    CU_ASSERT_TRUE(got.usec < 1000);
}

TEST(ioctl)
{
    run_plain(ENGINE_MODEL, use_ioctl);
}

static void use_read(struct vcpu *c, void *arg)
{
    static const int size[TMR_MODES] = {4, 8, 8};
    (void)arg;
    attach(c);
    CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, 8), -TMR_EBADF);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), 0);
    for (uint32_t mode = 0; mode < TMR_MODES; mode++) {
        CU_ASSERT_EQUAL(set_mode(mode), 0);
        const uint64_t before = accesses;
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, (uint32_t)size[mode] - 1), -TMR_EINVAL);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, 0), -TMR_EINVAL);
        CU_ASSERT_EQUAL(accesses, before);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, (uint32_t)size[mode]), size[mode]);
        CU_ASSERT_EQUAL(accesses - before, mode == TMR_COUNT32 ? 8 : 12);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, 100), size[mode]);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, OUTSIDE - (uint32_t)size[mode], 8), size[mode]);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, OUTSIDE - (uint32_t)size[mode] + 1, 8), -TMR_EFAULT);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER - 1, 8), -TMR_EFAULT);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, UINT32_MAX, 8), -TMR_EFAULT);
    }
    CU_ASSERT_EQUAL(tmr_close(&tmr, &file), 0);
    CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, 8), -TMR_EBADF);
}

TEST(read)
{
    run_plain(ENGINE_MODEL, use_read);
}

static void use_mmap(struct vcpu *c, void *arg)
{
    struct tmr_chip mapped;
    (void)arg;
    attach(c);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, 0, VCPU_PAGE), -TMR_EBADF);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), 0);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, 0, VCPU_PAGE + 1), -TMR_EINVAL);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, 0, 0), -TMR_EINVAL);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, VCPU_PAGE, VCPU_PAGE), -TMR_EINVAL);
    const int64_t place = tmr_mmap(&tmr, &file, 0, VCPU_PAGE);
    CU_ASSERT_TRUE(place > 0);
    const uint32_t address = (uint32_t)place;

    const uint32_t kernel = tmr_count32(&tmr);
    CU_ASSERT_EQUAL(vcpu_mode(cpu, VCPU_USER), VCPU_KERNEL);
    tmr_chip_open(&mapped, cpu, address, false, TMR_WAIT_LONG);
    const uint32_t count = (uint32_t)tmr_chip_read(&mapped, 2);
    CU_ASSERT_FALSE(mapped.failed);
    CU_ASSERT_TRUE(count > kernel && count - kernel < 60);
    const uint64_t before = accesses;
    CU_ASSERT_EQUAL(vcpu_get(cpu, address + VCPU_PAGE), VCPU_FAULT); /* beyond the mapping */
    CU_ASSERT_EQUAL(vcpu_get(cpu, address - 1), VCPU_FAULT);
    CU_ASSERT_EQUAL(vcpu_put(cpu, VCPU_SOCKET, 0), VCPU_FAULT);   /* the kernel's address */
    CU_ASSERT_EQUAL(vcpu_level(cpu, VCPU_LEVEL_ALL), VCPU_FAULT); /* what only the kernel may */
    CU_ASSERT_EQUAL(vcpu_map(cpu, VCPU_SOCKET), VCPU_FAULT);
    CU_ASSERT_EQUAL(vcpu_unmap(cpu, address), VCPU_FAULT);
    CU_ASSERT_EQUAL(vcpu_on_interrupt(cpu, VCPU_LEVEL_CLOCK, NULL, NULL), VCPU_FAULT);
    CU_ASSERT_PTR_NULL(vcpu_context_new(cpu, NULL, NULL));
    CU_ASSERT_EQUAL(accesses, before);
    CU_ASSERT_NOT_EQUAL(vcpu_get(cpu, address + VCPU_PAGE - 4), VCPU_FAULT); /* the two bytes repeat */
    CU_ASSERT_EQUAL(accesses, before + 1);
    (void)vcpu_mode(cpu, VCPU_KERNEL);

    const int64_t second = tmr_mmap(&tmr, &file, 0, 1);
    CU_ASSERT_TRUE(second > 0 && second != place);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, 0, 1), -TMR_EINVAL); /* no room for a third */
    CU_ASSERT_EQUAL(tmr_close(&tmr, &file), 0);
    (void)vcpu_mode(cpu, VCPU_USER);
    CU_ASSERT_NOT_EQUAL(vcpu_get(cpu, address), VCPU_FAULT); /* mappings outlive the file, as in Unix */
    (void)vcpu_mode(cpu, VCPU_KERNEL);
    CU_ASSERT_EQUAL(tmr_munmap(&tmr, address), 0);
    CU_ASSERT_EQUAL(tmr_munmap(&tmr, address), -TMR_EINVAL);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, TMR_EXCLUSIVE), -TMR_EBUSY); /* the second is still there */
    CU_ASSERT_EQUAL(tmr_munmap(&tmr, (uint32_t)second), 0);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, TMR_EXCLUSIVE), 0);
}

TEST(mmap)
{
    run_plain(ENGINE_RTL, use_mmap);
}

TEST(levels)
{
    static const struct vcpu_host empty = {.access = find_ones};
    static struct vcpu alone;
    vcpu_open(&alone, &empty, NULL, NULL);
    for (int level = -1; level <= VCPU_LEVEL_ALL + 1; level++) {
        const bool good = level >= 0 && level <= VCPU_LEVEL_ALL;
        CU_ASSERT_EQUAL(vcpu_on_interrupt(&alone, level, NULL, NULL), good && level ? 0 : VCPU_FAULT);
        CU_ASSERT_EQUAL(vcpu_level(&alone, level) != VCPU_FAULT, good);
    }
    CU_ASSERT_EQUAL(alone.level, VCPU_LEVEL_ALL);
}

TEST(costs)
{
    static const struct {
        enum vcpu_cost cost;
        int figure;
    } cases[] = {{VCPU_COST_ACCESS, FIG_WORK_ACCESS},   {VCPU_COST_READ, FIG_WORK_READ},
                 {VCPU_COST_TIMEVAL, FIG_WORK_TIMEVAL}, {VCPU_COST_KERNEL, FIG_WORK_KERNEL},
                 {VCPU_COST_SYSCALL, FIG_WORK_SYSCALL}, {VCPU_COST_FILE, FIG_WORK_FILE},
                 {VCPU_COST_CLOCK, FIG_WORK_CLOCK},     {VCPU_COST_CLOCK_DROPPED, FIG_WORK_CLOCK_DROPPED},
                 {VCPU_COST_SWITCH, FIG_WORK_SWITCH}};
    static const struct vcpu_host empty = {.access = find_ones};
    struct figure costs[FIG_COUNT] = {0};
    static struct vcpu alone;
    for (int n = 0; n < FIG_COUNT; n++)
        costs[n].value[CORNER_TYP] = 1000 + n;
    vcpu_open(&alone, &empty, NULL, costs);
    for (size_t n = 0; n < COUNT(cases); n++)
        CU_ASSERT_EQUAL(vcpu_cost(&alone, cases[n].cost), 1000 + (uint32_t)cases[n].figure);
}

static uint64_t never(void *host, uint64_t now_ps)
{
    (void)host;
    return now_ps + UINT64_MAX / 2;
}

/* Against a count in single picoseconds: in a period of 7 the first ones are the display's. */
TEST(time)
{
    static const struct vcpu_host timed = {.access = find_ones, .horizon = never};
    static struct vcpu alone;
    for (uint64_t n = 0; n < 1200; n++) {
        const uint64_t steal = n % 3, now = n / 3 % 20, work = n / 60;
        uint64_t at = now;
        for (uint64_t left = work; left; at++)
            left -= at % 7 >= steal;
        CU_ASSERT_EQUAL(vcpu_stolen(now, work, 7, steal), at - now);
    }
    vcpu_open(&alone, &timed, NULL, NULL);
    vcpu_delay(&alone, 5000000);
    CU_ASSERT_EQUAL(alone.now_ps, UINT64_C(5000000000));
    alone.cycle_ps = 63700;
    CU_ASSERT_TRUE(vcpu_least_ns(&alone, 1) == 63 && vcpu_least_ns(&alone, 10) == 637);
}

static bool take_context(void *host, unsigned number, void (*entry)(void *arg), void *arg)
{
    (void)host;
    (void)entry;
    (void)arg;
    return number > 0;
}

static void stay(void *host, unsigned from, unsigned to) /* returns in the new context */
{
    (void)host;
    CU_ASSERT_EQUAL(from + to, 1);
}

static void count_call(void *arg, enum vcpu_mode was)
{
    ++*(int *)arg;
    CU_ASSERT_EQUAL(was, VCPU_KERNEL);
}

/* What a context has for itself; an interrupt comes as soon as it is let in; a machine that has failed stays so. */
TEST(contexts)
{
    static const struct vcpu_host two = {.access = find_ones, .context_new = take_context, .context_switch = stay};
    static const struct vcpu_host gone = {.access = find_nothing};
    static struct vcpu alone;
    int calls = 0;
    char seen = 0;
    vcpu_open(&alone, &two, NULL, NULL);
    struct vcpu_context *first = vcpu_context_now(&alone), *second = vcpu_context_new(&alone, NULL, NULL);
    CU_ASSERT_EQUAL(vcpu_on_interrupt(&alone, VCPU_LEVEL_CLOCK, count_call, &calls), 0);
    CU_ASSERT_EQUAL(vcpu_map(&alone, VCPU_SOCKET + 2) % VCPU_PAGE, 2);
    CU_ASSERT_EQUAL(vcpu_level(&alone, VCPU_LEVEL_ALL), 0);
    CU_ASSERT_EQUAL(vcpu_copy_out(&alone, VCPU_RAM, "a", 1), 0);
    vcpu_context_switch(&alone, second);
    CU_ASSERT_TRUE(alone.level == 0 && alone.mode == VCPU_KERNEL);
    CU_ASSERT_EQUAL(vcpu_copy_out(&alone, VCPU_RAM, "b", 1), 0);
    (void)vcpu_mode(&alone, VCPU_USER);
    vcpu_context_switch(&alone, first);
    CU_ASSERT_TRUE(alone.level == VCPU_LEVEL_ALL && alone.mode == VCPU_KERNEL);
    CU_ASSERT_TRUE(vcpu_copy_in(&alone, &seen, VCPU_RAM, 1) == 0 && seen == 'a');
    vcpu_raise(&alone, VCPU_LEVEL_CLOCK);
    CU_ASSERT_TRUE(vcpu_level(&alone, 0) == VCPU_LEVEL_ALL && calls == 1 && alone.level == 0);
    (void)vcpu_level(&alone, VCPU_LEVEL_CLOCK);
    vcpu_raise(&alone, VCPU_LEVEL_CLOCK);
    vcpu_raise(&alone, VCPU_LEVEL_CLOCK + 1); /* has no handler, and lets in no other */
    CU_ASSERT_TRUE(vcpu_level(&alone, VCPU_LEVEL_CLOCK) == VCPU_LEVEL_CLOCK && calls == 1);
    CU_ASSERT_TRUE(vcpu_level(&alone, 0) == VCPU_LEVEL_CLOCK && calls == 2);
    vcpu_context_switch(&alone, second);
    CU_ASSERT_TRUE(alone.level == 0 && alone.mode == VCPU_USER);
    CU_ASSERT_TRUE(vcpu_copy_in(&alone, &seen, VCPU_RAM, 1) == 0 && seen == 'b');
    (void)vcpu_mode(&alone, VCPU_KERNEL);
    alone.call = &gone;
    CU_ASSERT_EQUAL(vcpu_get(&alone, VCPU_SOCKET), VCPU_FAULT);
    alone.call = &two;
    CU_ASSERT_EQUAL(vcpu_get(&alone, VCPU_SOCKET), VCPU_FAULT);
}

/* The board goes away while it is read: no value, and none is taken for a count. */
TEST(bus_error)
{
    static const struct vcpu_host gone = {.access = find_nothing};
    static struct vcpu alone;
    struct tmr_driver d;
    vcpu_open(&alone, &gone, NULL, NULL);
    tmr_adopt(&d, &alone, false, TMR_WAIT_LONG);
    memset(&file, 0, sizeof file);
    CU_ASSERT_EQUAL(tmr_open(&d, &file, 0), 0);
    for (int mode = 0; mode < TMR_MODES; mode++) {
        file.mode = (enum tmr_mode)mode;
        CU_ASSERT_EQUAL(tmr_read(&d, &file, BUFFER, 8), -TMR_EIO);
    }
    CU_ASSERT_EQUAL(d.last, 0);
    CU_ASSERT_EQUAL(alone.level, VCPU_LEVEL_NONE);
}

/* ---- Modes over carries and rollovers */

/* Reads held against simulated time: from is what the count was put to. */
static void check_modes(struct vcpu *c, void *arg)
{
    const uint64_t from = *(const uint64_t *)arg;
    const struct tmr_timeval epoch = {1000, 999990};
    struct tmr_timeval last = {0, 0};
    bool first = true;
    attach(c);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), 0);
    tmr_chip_preset(&tmr.chip, from, true);
    tmr.last = from;
    (void)vcpu_copy_out(cpu, BUFFER, &epoch, sizeof epoch);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_SET_EPOCH, BUFFER), 0);
    for (int n = 0; n < 60; n++) {
        vcpu_work(cpu, 31);
        const uint64_t before = (cpu->now_ps - loaded_ps) / US;
        const uint32_t low = tmr_count32(&tmr);
        const uint64_t middle = (cpu->now_ps - loaded_ps) / US;
        const uint64_t all = tmr_count64(&tmr);
        const uint64_t late = (cpu->now_ps - loaded_ps) / US;
        const struct tmr_timeval now = tmr_now(&tmr);
        const uint64_t after = (cpu->now_ps - loaded_ps) / US;
        /* 1 us for the clock's grain, 1 for LOAD, which lies in its write */
        CU_ASSERT_TRUE((uint32_t)(low - (uint32_t)from) + 2 >= (uint32_t)before + 1);
        CU_ASSERT_TRUE((uint32_t)(low - (uint32_t)from) <= middle + 1);
        CU_ASSERT_TRUE(all - from + 1 >= middle && all - from <= late + 1);
        /* Seconds modulo 2^32, from + passed as one number of more than 64 bits */
        const uint64_t usec = from % 1000000 + epoch.usec + late, usec_last = from % 1000000 + epoch.usec + after;
        const uint64_t least = from / 1000000 + epoch.sec + (usec ? usec - 1 : 0) / 1000000;
        const uint64_t most = from / 1000000 + epoch.sec + (usec_last + 1) / 1000000;
        CU_ASSERT_TRUE(now.usec < 1000000);
        CU_ASSERT_TRUE(now.sec == (uint32_t)least || now.sec == (uint32_t)most);
        const uint64_t here =
            (uint64_t)(uint32_t)(now.sec - (uint32_t)(from / 1000000) - epoch.sec) * 1000000 + now.usec;
        CU_ASSERT_TRUE(here + 1 >= usec && here <= usec_last + 1);
        if (!first)
            CU_ASSERT_TRUE(now.sec > last.sec || (now.sec == last.sec && now.usec > last.usec));
        first = false;
        last = now;
    }
}

TEST(modes)
{
    static uint64_t from[] = {
        0,
        0xfff0,                       /* counter 1 rolls over */
        0xfffffe80,                   /* 1 and 2 */
        0xfffffffffe00,               /* 1 to 3 */
        UINT64_C(0xfffffffffffffe00), /* 1 to 4: 2^64 */
        999900,                       /* a second, then the epoch's */
        UINT64_C(4294967295999900),   /* 2^32 seconds, without the epoch */
        0x123456789abcdef0,
    };
    for (size_t n = 0; n < COUNT(from); n++) {
        run("sun3-160:window", ENGINE_MODEL, PAL_FLIPFLOP, check_modes, &from[n]);
        run("sun3-160:window", ENGINE_RTL, PAL_FLIPFLOP, check_modes, &from[n]);
    }
}

/* A chip whose SAVEs take these counts, one after the other. */
struct saved {
    uint64_t count[3];
    unsigned saves, bytes;
};

// NOLINTNEXTLINE(readability-non-const-parameter): as struct vcpu_host wants it
static bool give_saved(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    struct saved *s = host;
    (void)now_ps;
    if (write && offset == 2 && (*value & 0xe0) == 0xa0) {
        s->saves++;
        s->bytes = 0;
    }
    if (!write && offset == 2 && s->saves)
        *value = (uint8_t)(s->count[s->saves - 1] >> 8 * s->bytes++);
    return true;
}

/* A SAVE during a carry; and a count that goes back a little has not gone over 2^64. */
TEST(torn)
{
    static const struct vcpu_host host = {.access = give_saved};
    static struct vcpu alone;
    static const struct {
        uint64_t last;
        struct saved chip;
        uint64_t count;
        unsigned saves;
        uint32_t sec; /* of the epoch */
    } cases[] = {
        {0x1fff0, {.count = {0x10000, 0x2000c}}, 0x2000c, 2, 0},
        {0x1fff0, {.count = {0x20000, 0x2000c}}, 0x2000c, 2, 0},
        {0x1fff0, {.count = {0x20001}}, 0x20001, 1, 0},
        {0x1fff0, {.count = {0x1ffef}}, 0x1ffef, 1, 0},
        {UINT64_C(0xffffffffffff0000), {.count = {UINT64_C(0xffffffffffff0000), 12}}, 12, 2, 4154504685U},
        {UINT64_C(0x8000000000000001), {.count = {1}}, 1, 1, 4154504685U},
        {UINT64_C(0x8000000000000000), {.count = {1}}, 1, 1, 0},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        struct saved chip = cases[n].chip;
        struct tmr_driver d;
        vcpu_open(&alone, &host, &chip, NULL);
        tmr_adopt(&d, &alone, false, TMR_WAIT_LONG);
        d.last = cases[n].last;
        CU_ASSERT_EQUAL(tmr_count64(&d), cases[n].count);
        CU_ASSERT_EQUAL(chip.saves, cases[n].saves);
        CU_ASSERT_EQUAL(d.epoch.sec, cases[n].sec);
    }
}

TEST(timeval)
{
    static const struct {
        uint64_t count;
        struct tmr_timeval epoch, time;
    } cases[] = {
        {0, {0, 0}, {0, 0}},
        {999999, {0, 0}, {0, 999999}},
        {1000000, {0, 0}, {1, 0}},
        {1, {7, 999998}, {7, 999999}},
        {2, {7, 999998}, {8, 0}},
        {999999, {7, 999999}, {8, 999998}},
        {UINT64_C(4294967295999999), {0, 0}, {UINT32_MAX, 999999}},
        {UINT64_C(4294967296000000), {0, 0}, {0, 0}},
        {0, {UINT32_MAX, 999999}, {UINT32_MAX, 999999}},
        {1, {UINT32_MAX, 999999}, {0, 0}},
        {UINT64_MAX, {0, 0}, {(uint32_t)(UINT64_MAX / 1000000), 551615}},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        const struct tmr_timeval got = tmr_timeval(cases[n].count, cases[n].epoch);
        CU_ASSERT_EQUAL(got.sec, cases[n].time.sec);
        CU_ASSERT_EQUAL(got.usec, cases[n].time.usec);
    }
}

/* ---- Masks */

/* Every access of the driver runs with all masked, and the caller's level comes back. */
static void masked(struct vcpu *c, void *arg)
{
    (void)arg;
    cpu = c;
    level_least = VCPU_LEVEL_ALL;
    attach(c);
    for (int level = 0; level <= VCPU_LEVEL_ALL; level++) {
        const uint64_t before = accesses;
        (void)vcpu_level(cpu, level);
        (void)tmr_count32(&tmr);
        (void)tmr_count64(&tmr);
        (void)tmr_now(&tmr);
        CU_ASSERT_EQUAL(cpu->level, level);
        CU_ASSERT_EQUAL(accesses - before, 8 + 12 + 12);
    }
    CU_ASSERT_EQUAL(level_least, VCPU_LEVEL_ALL);
    (void)vcpu_level(cpu, 0);
    tmr.unmasked = true;
    (void)tmr_count32(&tmr);
    CU_ASSERT_EQUAL(level_least, VCPU_LEVEL_NONE);
}

TEST(masks)
{
    run_plain(ENGINE_MODEL, masked);
}
