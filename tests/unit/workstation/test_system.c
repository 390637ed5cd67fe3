/* SPDX-License-Identifier: MIT
 * The kernel, its processes and the machine around them: with and without SystemC, on RTL and model. Runs from the root
 * of the tree. */
#include "tests/unit/helpers.h"

#include <string.h>

#include "sim/workstation/harness.h"
#include "sim/workstation/system.h"

static struct fixture fixture;
static struct error error;

typedef int runner(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg,
                   struct error *e);

static const struct system_setup usual = {.run = harness_run,
                                          .path = INSTRUMENT_CALL,
                                          .processes = 3,
                                          .slice_ticks = 1,
                                          .waits = TMR_WAIT_SHORT,
                                          .work = 5000,
                                          .samples = 200};

static struct system_result machine(const char *name, enum engine_kind engine, struct system_setup setup, bool blank,
                                    uint64_t quantum_ps)
{
    struct system_result r;
    fixture_load(&fixture, name);
    fixture.config.engine = engine;
    fixture_open(&fixture);
    const struct harness_setup harness = {.board = fixture.board,
                                          .machine = &fixture.rig.machine,
                                          .blank = blank,
                                          .clock = true,
                                          .quantum_ps = quantum_ps};
    setup.harness = &harness;
    CU_ASSERT_EQUAL(system_run(&setup, &r, &error), STATUS_OK);
    CU_ASSERT_EQUAL(r.error, 0);
    for (size_t n = 0; n < fixture.violations && n < COUNT(fixture.seen); n++)
        CU_ASSERT_EQUAL(figure_info[fixture.seen[n].check].kind, KIND_NOTE);
    fixture_close(&fixture);
    return r;
}

static struct system_result by(enum instrument_path path, runner *run, enum engine_kind engine)
{
    struct system_setup setup = usual;
    setup.path = path;
    setup.run = run;
    return machine("sun3-160:window", engine, setup, false, 0);
}

/* Every sample, on whatever it runs. */
TEST(same_answers)
{
    for (int path = 0; path < INSTRUMENT_PATHS; path++) {
        const uint64_t digest = by((enum instrument_path)path, harness_run, ENGINE_MODEL).digest;
        CU_ASSERT_EQUAL(by((enum instrument_path)path, platform_run, ENGINE_MODEL).digest, digest);
        CU_ASSERT_EQUAL(by((enum instrument_path)path, harness_run, ENGINE_RTL).digest, digest);
        CU_ASSERT_EQUAL(by((enum instrument_path)path, platform_run, ENGINE_RTL).digest, digest);
    }
}

static void halt_at_once(struct vcpu *cpu, void *arg)
{
    ++*(int *)arg;
    vcpu_halt(cpu);
    ++*(int *)arg;
}

TEST(halt)
{
    static runner *const runners[] = {harness_run, platform_run};
    for (size_t n = 0; n < COUNT(runners); n++) {
        int steps = 0;
        fixture_load(&fixture, "sun3-160:window");
        fixture_open(&fixture);
        const struct harness_setup harness = {.board = fixture.board, .machine = &fixture.rig.machine};
        CU_ASSERT_EQUAL(runners[n](&harness, halt_at_once, &steps, &error), STATUS_OK);
        CU_ASSERT_EQUAL(steps, 1);
        fixture_close(&fixture);
    }
}

/* The quantum is for speed; the display's share of the memory is the same wherever it is worked out. */
TEST(quantum_and_display)
{
    static const uint64_t quantum[] = {1000, 333000, 1000000, UINT64_C(20000000000)};
    for (int blank = 0; blank < 2; blank++) {
        struct system_setup setup = usual;
        const struct system_result plain = machine("sun3-50:w4", ENGINE_MODEL, setup, blank, 0);
        setup.run = platform_run;
        CU_ASSERT_EQUAL(plain.stolen_ps == 0, blank);
        for (size_t n = 0; n < COUNT(quantum); n++) {
            const struct system_result r = machine("sun3-50:w4", ENGINE_MODEL, setup, blank, quantum[n]);
            CU_ASSERT_EQUAL(r.digest, plain.digest);
            CU_ASSERT_EQUAL(r.stolen_ps, plain.stolen_ps);
        }
    }
    const struct system_result active = machine("sun3-50:w4", ENGINE_MODEL, usual, false, 0);
    const uint64_t blanked = machine("sun3-50:w4", ENGINE_MODEL, usual, true, 0).median_us;
    const double slowed = (double)active.median_us / (double)blanked;
    CU_ASSERT_TRUE(slowed > 1.2); /* the paper: more than twenty percent */
    CU_ASSERT_DOUBLE_EQUAL((double)active.end_ps / (double)(active.end_ps - active.stolen_ps), slowed, 0.005);
}

/* Descheduled samples are outliers, undisturbed ones are not, and a value from the kernel is never wrong. */
TEST(outliers)
{
    for (int path = 0; path < INSTRUMENT_PATHS; path++) {
        const struct system_result r = by((enum instrument_path)path, harness_run, ENGINE_MODEL);
        const struct system_class_result *clean = &r.of[SYSTEM_CLEAN], *away = &r.of[SYSTEM_DESCHEDULED];
        CU_ASSERT_EQUAL(clean->samples + r.of[SYSTEM_INTERRUPTED].samples + away->samples, 600);
        CU_ASSERT_TRUE(r.of[SYSTEM_INTERRUPTED].samples > 5);
        CU_ASSERT_TRUE(away->samples > 5);
        CU_ASSERT_EQUAL(clean->outliers, 0);
        CU_ASSERT_EQUAL(clean->wrong, 0);
        CU_ASSERT_EQUAL(clean->given_up + away->given_up, 0);
        CU_ASSERT_TRUE(clean->most_us - clean->least_us <= 2);
        /* A process interrupted in the second call, a third of a sample, leaves the processor after its read */
        CU_ASSERT_TRUE(away->outliers * 3 >= away->samples * 2);
        CU_ASSERT_EQUAL(away->wrong_unseen, 0);
        CU_ASSERT_TRUE(away->most_us > 20000);
        if (path != INSTRUMENT_USER)
            CU_ASSERT_EQUAL(away->wrong + r.of[SYSTEM_INTERRUPTED].wrong, 0);
    }
}

/* Short slices, and work that leaves most of the time to the readers: two mapped readers meet. */
TEST(wrong_values)
{
    struct system_setup setup = usual;
    setup.work = 0;
    setup.samples = 6000;
    setup.keep_all = true;
    setup.path = INSTRUMENT_USER;
    const struct system_result r = machine("sun3-160:window", ENGINE_MODEL, setup, false, 0);
    CU_ASSERT_TRUE(r.of[SYSTEM_DESCHEDULED].wrong > 0);
    CU_ASSERT_EQUAL(r.of[SYSTEM_CLEAN].wrong, 0);
    setup.path = INSTRUMENT_LOCKED;
    const struct system_result locked = machine("sun3-160:window", ENGINE_MODEL, setup, false, 0);
    CU_ASSERT_EQUAL(locked.of[SYSTEM_DESCHEDULED].wrong, 0);
    CU_ASSERT_TRUE(locked.of[SYSTEM_DESCHEDULED].samples > 0);
}

/* By default every other clock interrupt is dropped: a slice lasts twice as long. */
TEST(dropped)
{
    struct system_setup setup = usual;
    const struct system_result half = machine("sun3-160:window", ENGINE_MODEL, setup, false, 0);
    setup.keep_all = true;
    const struct system_result all = machine("sun3-160:window", ENGINE_MODEL, setup, false, 0);
    CU_ASSERT_EQUAL(half.ticks, half.end_ps / UINT64_C(10000000000));
    CU_ASSERT_TRUE(half.switches <= half.ticks / 2 + 3);
    CU_ASSERT_TRUE(all.switches > all.ticks - 5);
    setup.slice_ticks = 2;
    CU_ASSERT_TRUE(machine("sun3-160:window", ENGINE_MODEL, setup, false, 0).switches <= all.ticks / 2 + 5);
}

TEST(refused)
{
    struct system_result r;
    struct system_setup setup = usual;
    setup.processes = 0;
    CU_ASSERT_EQUAL(system_run(&setup, &r, &error), STATUS_INPUT);
    setup.processes = KERNEL_PROCESSES + 1;
    CU_ASSERT_EQUAL(system_run(&setup, &r, &error), STATUS_INPUT);
    setup = usual;
    setup.slice_ticks = 0;
    CU_ASSERT_EQUAL(system_run(&setup, &r, &error), STATUS_INPUT);
    setup = usual;
    setup.samples = 0;
    CU_ASSERT_EQUAL(system_run(&setup, &r, &error), STATUS_INPUT);
}

/* ---- System calls */

static void call(struct process *p, void *arg)
{
    bool *done = arg;
    uint32_t mode = TMR_MODES, value;
    int fd[KERNEL_FILES];
    CU_ASSERT_EQUAL(sys_open(p, "/dev/null", 0), -TMR_ENXIO);
    CU_ASSERT_EQUAL(sys_open(p, NULL, 0), -TMR_EFAULT);
    for (int n = 0; n < KERNEL_FILES; n++) {
        fd[n] = sys_open(p, KERNEL_DEVICE, 0);
        CU_ASSERT_EQUAL(fd[n], n);
    }
    CU_ASSERT_EQUAL(sys_open(p, KERNEL_DEVICE, 0), -TMR_EMFILE);
    for (int bad = -1; bad <= KERNEL_FILES; bad += KERNEL_FILES + 1) {
        CU_ASSERT_EQUAL(sys_close(p, bad), -TMR_EBADF);
        CU_ASSERT_EQUAL(sys_read(p, bad, VCPU_RAM, 8), -TMR_EBADF);
        CU_ASSERT_EQUAL(sys_ioctl(p, bad, TMR_GET_MODE, VCPU_RAM), -TMR_EBADF);
        CU_ASSERT_EQUAL(sys_mmap(p, bad, 0, VCPU_PAGE), -TMR_EBADF);
    }
    CU_ASSERT_EQUAL(sys_close(p, fd[1]), 0);
    CU_ASSERT_EQUAL(sys_close(p, fd[1]), -TMR_EBADF);
    CU_ASSERT_EQUAL(sys_open(p, KERNEL_DEVICE, TMR_EXCLUSIVE), -TMR_EBUSY);
    CU_ASSERT_EQUAL(sys_open(p, KERNEL_DEVICE, 64), -TMR_EINVAL);
    CU_ASSERT_EQUAL(sys_read(p, fd[0], VCPU_RAM, 3), -TMR_EINVAL);
    CU_ASSERT_EQUAL(sys_read(p, fd[0], 0, 4), -TMR_EFAULT);
    CU_ASSERT_EQUAL(sys_read(p, fd[0], VCPU_RAM, 4), 4);
    (void)vcpu_copy_out(p->kernel->cpu, VCPU_RAM, &mode, sizeof mode);
    CU_ASSERT_EQUAL(sys_ioctl(p, fd[0], TMR_SET_MODE, VCPU_RAM), -TMR_EINVAL);
    CU_ASSERT_EQUAL(sys_gettime(p, TMR_MODES, VCPU_RAM), -TMR_EINVAL);
    CU_ASSERT_EQUAL(sys_gettime(p, TMR_TIMEVAL, VCPU_RAM + VCPU_RAM_SIZE - 7), -TMR_EFAULT);
    CU_ASSERT_EQUAL(sys_gettime(p, TMR_COUNT32, VCPU_RAM), 4);
    CU_ASSERT_EQUAL(vcpu_copy_in(p->kernel->cpu, &value, VCPU_RAM, sizeof value), 0);
    CU_ASSERT_TRUE(value > 0);
    const int64_t address = sys_mmap(p, fd[0], 0, VCPU_PAGE);
    CU_ASSERT_TRUE(address > 0);
    CU_ASSERT_EQUAL(sys_munmap(p, (uint32_t)address + VCPU_PAGE), -TMR_EINVAL);
    CU_ASSERT_EQUAL(sys_munmap(p, (uint32_t)address), 0);
    CU_ASSERT_EQUAL(vcpu_get(p->kernel->cpu, (uint32_t)address), VCPU_FAULT);
    for (int n = 0; n < KERNEL_MAPS; n++)
        CU_ASSERT_TRUE(sys_mmap(p, fd[0], 0, VCPU_PAGE) > 0);
    CU_ASSERT_EQUAL(sys_mmap(p, fd[0], 0, VCPU_PAGE), -TMR_EINVAL);
    CU_ASSERT_EQUAL(vcpu_mode(p->kernel->cpu, VCPU_USER), VCPU_USER);
    *done = true;
}

/* A mapping outlives its file: who has one is not shut out by an exclusive open, so there is none. */
static void hold_mapping(struct process *p, void *arg)
{
    const int fd = sys_open(p, KERNEL_DEVICE, 0);
    const int64_t address = sys_mmap(p, fd, 0, VCPU_PAGE);
    (void)arg;
    CU_ASSERT_TRUE(address > 0);
    CU_ASSERT_EQUAL(sys_close(p, fd), 0);
    sys_yield(p);
    CU_ASSERT_NOT_EQUAL(vcpu_get(p->kernel->cpu, (uint32_t)address), VCPU_FAULT);
}

static void want_alone(struct process *p, void *arg)
{
    bool *done = arg;
    CU_ASSERT_EQUAL(sys_open(p, KERNEL_DEVICE, TMR_EXCLUSIVE), -TMR_EBUSY);
    sys_yield(p);
    CU_ASSERT_EQUAL(sys_open(p, KERNEL_DEVICE, TMR_EXCLUSIVE), 0); /* its process has ended */
    *done = true;
}

static struct kernel kernel;

static void run_again(struct vcpu *cpu, void *arg)
{
    bool *done = arg;
    CU_ASSERT_EQUAL(kernel_boot(&kernel, cpu, false, TMR_WAIT_LONG, 1), 0);
    kernel_run(&kernel, 0); /* no process */
    CU_ASSERT_EQUAL(kernel_spawn(&kernel, hold_mapping, NULL), 0);
    CU_ASSERT_EQUAL(kernel_spawn(&kernel, want_alone, done), 0);
    kernel_run(&kernel, 0);
    CU_ASSERT_TRUE(*done);
    CU_ASSERT_EQUAL(kernel.driver.maps, 0);
    kernel_run(&kernel, 0); /* none left */
    *done = false;
    CU_ASSERT_EQUAL(kernel_spawn(&kernel, call, done), 0);
    kernel_run(&kernel, 0);
}

static void run_calls(struct vcpu *cpu, void *arg)
{
    CU_ASSERT_EQUAL(kernel_boot(&kernel, cpu, false, TMR_WAIT_LONG, 0), -TMR_EINVAL);
    CU_ASSERT_EQUAL(kernel_boot(&kernel, cpu, false, TMR_WAIT_LONG, 1), 0);
    CU_ASSERT_EQUAL(kernel_spawn(&kernel, call, arg), 0);
    kernel_run(&kernel, 0);
    CU_ASSERT_EQUAL(kernel.driver.opens, 0); /* what a process leaves open is closed, and unmapped */
    CU_ASSERT_EQUAL(kernel.driver.maps, 0);
}

static void run_both(void (*program)(struct vcpu *cpu, void *arg))
{
    runner *const runners[] = {harness_run, platform_run};
    for (size_t n = 0; n < COUNT(runners); n++) {
        bool done = false;
        fixture_load(&fixture, "sun3-60");
        fixture.config.engine = ENGINE_MODEL;
        fixture_open(&fixture);
        const struct harness_setup setup = {.board = fixture.board, .machine = &fixture.rig.machine, .clock = true};
        CU_ASSERT_EQUAL(runners[n](&setup, program, &done, &error), STATUS_OK);
        CU_ASSERT_TRUE(done);
        fixture_close(&fixture);
    }
}

TEST(calls)
{
    run_both(run_calls);
}

TEST(again)
{
    run_both(run_again);
}

/* Both sides of both bounds: counts are as far apart as the time between them, to less than a microsecond. */
TEST(bounds)
{
    static const struct {
        uint64_t us, least_ps, most_ps;
        bool wrong;
    } row[] = {
        {5, 5000000, 5000000, false}, {4, 5000000, 5000000, true},  {6, 5000000, 5000000, true},
        {6, 5000000, 5000001, false}, /* a tick at either end */
        {7, 5000000, 5000001, true},  {4, 4999999, 5000000, false}, {3, 4999999, 5000000, true},
        {4, 4000000, 7000000, false}, {7, 4000000, 7000000, false}, {8, 4000000, 7000000, true},
        {0, 999999, 999999, false},   {UINT64_MAX, 0, 1, true},
    };
    const uint64_t round = UINT64_C(1) << 32; /* counts of 32 bits */
    for (size_t n = 0; n < COUNT(row); n++) {
        const uint64_t least = row[n].least_ps, most = row[n].most_ps;
        CU_ASSERT_EQUAL(system_wrong(row[n].us, true, least, most), row[n].wrong);
        CU_ASSERT_EQUAL(system_wrong((uint32_t)row[n].us, false, least, most), row[n].wrong);
        CU_ASSERT_EQUAL(system_wrong((uint32_t)row[n].us, false, least + round * 1000000, most + round * 1000000),
                        row[n].wrong);
        CU_ASSERT_TRUE(system_wrong(row[n].us + round, true, least, most));
    }
}

static int run_nothing(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg,
                       struct error *e)
{
    (void)setup;
    (void)program;
    (void)arg;
    (void)e;
    return STATUS_OK;
}

/* Samples by hand; 6 without a value follow, undisturbed. The median is 100, of 64 bits 101. */
TEST(classes)
{
    static const uint64_t round = UINT64_C(1) << 32; /* what counts of 32 bits do not see */
    struct sample sample[15] = {
        {1000, 1100, true, 0, 0, 100 * US, 100 * US},
        {0, 90, true, 0, 0, 90 * US, 90 * US},
        {0, 89, true, 0, 0, 89 * US, 89 * US},
        {0, 110, true, 0, 0, 110 * US, 110 * US},
        {0, 111, true, 0, 0, 111 * US, 111 * US},
        {0, 101, true, 1, 0, 105 * US, 105 * US}, /* wrong */
        {0, 200, true, 1, 0, 200 * US, 200 * US},
        {0, 100, true, 1, 0, 100 * US, 100 * US},
        {0, round + 100, true, 1, 1, (round + 100) * US, (round + 100) * US},
    };
    for (int path = 0; path < INSTRUMENT_PATHS; path++) {
        const bool wide = path == INSTRUMENT_TIME || path == INSTRUMENT_FILE;
        const struct system_setup setup = {.run = run_nothing,
                                           .path = (enum instrument_path)path,
                                           .processes = 1,
                                           .slice_ticks = 1,
                                           .samples = COUNT(sample),
                                           .sample = sample};
        struct system_result r;
        const uint64_t away = wide ? round + 100 : 100;
        const struct system_class_result want[] = {
            {11, 89, 111, 2, 0, 0, 6}, {3, 100, 200, 1, 1, 1, 0}, {1, away, away, wide, 0, 0, 0}};
        CU_ASSERT_EQUAL(system_run(&setup, &r, &error), STATUS_OK);
        CU_ASSERT_EQUAL(memcmp(r.of, want, sizeof want), 0);
        CU_ASSERT_TRUE(r.median_us == (wide ? 101 : 100) && system_failures(&r) == 7);
    }
}
