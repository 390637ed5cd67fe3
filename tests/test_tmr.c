/* SPDX-License-Identifier: MIT
 * /dev/tmr0 on the virtual CPU: each entry point, each error, each mode over carries and rollovers, interrupt masks,
 * waits. On RTL and model. Runs from the root of the source tree. */
#include "helpers.h"

#include <CUnit/CUnit.h>
#include <string.h>

#include "tmr_driver.h"
#include "vcpu_board.h"

void suite_tmr(void);

#define NOWHERE 0x00200000U /* no device */
#define BUFFER VCPU_RAM
#define OUTSIDE (VCPU_RAM + VCPU_RAM_SIZE)

static struct bench bench;
static struct vcpu_board host;
static struct tmr tmr;
static struct tmr_file file, other;
/* 60 ns a cycle; some work, so that code takes time */
static const struct vcpu_costs costs = {60000,
                                        {[VCPU_COST_ACCESS] = 6, [VCPU_COST_READ] = 20, [VCPU_COST_KERNEL] = 60}};

static void open_machine(const char *machine, enum engine engine, enum pal_kind pal)
{
    bench_load(&bench, machine);
    bench.config.engine = engine;
    bench.config.pal_kind = pal;
    bench_open(&bench);
    vcpu_board_open(&host, bench.board, pal, &costs);
    memset(&tmr, 0, sizeof tmr);
    memset(&file, 0, sizeof file);
    memset(&other, 0, sizeof other);
}

static void attach(enum engine engine)
{
    open_machine("sun3-160:window", engine, PAL_FLIPFLOP);
    CU_ASSERT_EQUAL(tmr_attach(&tmr, &host.cpu, VCPU_SOCKET, false), 0);
}

/* The host must not have failed, and nothing been broken. */
static void done(void)
{
    CU_ASSERT_EQUAL(host.status, STATUS_OK);
    CU_ASSERT_FALSE(tmr.chip.failed);
    CU_ASSERT_EQUAL(host.cpu.level, 0);
    for (size_t n = 0; n < bench.seens && n < COUNT(bench.seen); n++)
        CU_ASSERT_EQUAL(figure_info[bench.seen[n].figure].kind, KIND_NOTE);
    bench_close(&bench);
}

static void test_probe(void)
{
    for (int engine = 0; engine < ENGINES; engine++)
        for (int pal = 0; pal < PAL_KINDS; pal++) {
            open_machine("sun3-60", (enum engine)engine, (enum pal_kind)pal);
            CU_ASSERT_EQUAL(tmr_probe(&tmr, &host.cpu, VCPU_SOCKET, pal == PAL_DIRECT), 0);
            CU_ASSERT_FALSE(tmr.attached);
            CU_ASSERT_EQUAL(tmr_probe(&tmr, &host.cpu, NOWHERE, pal == PAL_DIRECT), -TMR_ENXIO);
            /* The wrong translator: writes and reads go elsewhere */
            CU_ASSERT_EQUAL(tmr_probe(&tmr, &host.cpu, VCPU_SOCKET, pal != PAL_DIRECT), -TMR_ENXIO);
            CU_ASSERT_EQUAL(tmr_attach(&tmr, &host.cpu, NOWHERE, pal == PAL_DIRECT), -TMR_ENXIO);
            CU_ASSERT_FALSE(tmr.attached);
            CU_ASSERT_EQUAL(tmr_attach(&tmr, &host.cpu, VCPU_SOCKET, pal == PAL_DIRECT), 0);
            CU_ASSERT_TRUE(tmr.attached);
            CU_ASSERT_EQUAL(tmr_probe(&tmr, &host.cpu, VCPU_SOCKET, pal == PAL_DIRECT), -TMR_EBUSY);
            CU_ASSERT_EQUAL(tmr_attach(&tmr, &host.cpu, VCPU_SOCKET, pal == PAL_DIRECT), -TMR_EBUSY);
            CU_ASSERT_EQUAL(host.status, STATUS_OK);
            bench_close(&bench);
        }
}

static void test_empty_socket(void)
{
    open_machine("sun3-60", ENGINE_MODEL, PAL_FLIPFLOP);
    vcpu_board_open(&host, NULL, PAL_FLIPFLOP, &costs);
    CU_ASSERT_EQUAL(tmr_probe(&tmr, &host.cpu, VCPU_SOCKET, false), -TMR_ENXIO);
    CU_ASSERT_EQUAL(tmr_attach(&tmr, &host.cpu, VCPU_SOCKET, true), -TMR_ENXIO);
    CU_ASSERT_EQUAL(host.cpu.level, 0);
    bench_close(&bench);
}

static void test_not_attached(void)
{
    uint32_t address;
    open_machine("sun3-60", ENGINE_MODEL, PAL_FLIPFLOP);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), -TMR_ENXIO);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &file), -TMR_ENXIO);
    CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, 8), -TMR_ENXIO);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_GET_MODE, BUFFER), -TMR_ENXIO);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, 0, VCPU_PAGE, &address), -TMR_ENXIO);
    CU_ASSERT_EQUAL(tmr_gettime(&tmr, BUFFER), -TMR_ENXIO);
    CU_ASSERT_EQUAL(host.accesses, 0);
    bench_close(&bench);
}

static void test_open_close(void)
{
    attach(ENGINE_MODEL);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &file), -TMR_EBADF);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), 0);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), -TMR_EINVAL); /* this one is open */
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, TMR_EXCLUSIVE), -TMR_EBUSY);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, 2), -TMR_EINVAL);
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
    done();
}

static uint32_t user32(uint32_t address)
{
    uint32_t value = 0;
    CU_ASSERT_EQUAL(vcpu_copy_in(&host.cpu, &value, address, sizeof value), 0);
    return value;
}

static int set_mode(uint32_t mode)
{
    CU_ASSERT_EQUAL(vcpu_copy_out(&host.cpu, BUFFER, &mode, sizeof mode), 0);
    return tmr_ioctl(&tmr, &file, TMR_SET_MODE, BUFFER);
}

static void test_ioctl(void)
{
    const struct tmr_timeval good = {600000000, 999999}, bad = {1, 1000000};
    struct tmr_timeval got;
    attach(ENGINE_MODEL);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_GET_MODE, BUFFER), -TMR_EBADF);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), 0);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_REQUESTS, BUFFER), -TMR_EINVAL);
    for (unsigned request = 0; request < TMR_REQUESTS; request++) {
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

    (void)vcpu_copy_out(&host.cpu, BUFFER, &bad, sizeof bad);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_SET_EPOCH, BUFFER), -TMR_EINVAL);
    (void)vcpu_copy_out(&host.cpu, BUFFER, &good, sizeof good);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, 0), 0);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_SET_EPOCH, BUFFER), -TMR_EBUSY);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &other), 0);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_SET_EPOCH, BUFFER), 0);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_GET_EPOCH, BUFFER + 8), 0);
    (void)vcpu_copy_in(&host.cpu, &got, BUFFER + 8, sizeof got);
    CU_ASSERT_EQUAL(got.sec, good.sec);
    CU_ASSERT_EQUAL(got.usec, good.usec);
    (void)tmr_gettime(&tmr, BUFFER + 16);
    CU_ASSERT_EQUAL(user32(BUFFER + 16), good.sec + 1); /* some microseconds have passed */
    CU_ASSERT_TRUE(user32(BUFFER + 20) < 1000);
    done();
}

static void test_read(void)
{
    static const int size[TMR_MODES] = {4, 8, 8};
    attach(ENGINE_MODEL);
    CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, 8), -TMR_EBADF);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), 0);
    for (uint32_t mode = 0; mode < TMR_MODES; mode++) {
        CU_ASSERT_EQUAL(set_mode(mode), 0);
        const uint64_t before = host.accesses;
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, (size_t)size[mode] - 1), -TMR_EINVAL);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, 0), -TMR_EINVAL);
        CU_ASSERT_EQUAL(host.accesses, before);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, (size_t)size[mode]), size[mode]);
        CU_ASSERT_EQUAL(host.accesses - before, mode == TMR_COUNT32 ? 8 : 12);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, 100), size[mode]);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, OUTSIDE - (uint32_t)size[mode], 8), size[mode]);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, OUTSIDE - (uint32_t)size[mode] + 1, 8), -TMR_EFAULT);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER - 1, 8), -TMR_EFAULT);
        CU_ASSERT_EQUAL(tmr_read(&tmr, &file, UINT32_MAX, 8), -TMR_EFAULT);
    }
    CU_ASSERT_EQUAL(tmr_gettime(&tmr, OUTSIDE - 7), -TMR_EFAULT);
    CU_ASSERT_EQUAL(tmr_gettime(&tmr, OUTSIDE - 8), 0);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &file), 0);
    CU_ASSERT_EQUAL(tmr_read(&tmr, &file, BUFFER, 8), -TMR_EBADF);
    done();
}

static void test_mmap(void)
{
    uint32_t address = 0;
    struct tmr_chip mapped;
    attach(ENGINE_RTL);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, 0, VCPU_PAGE, &address), -TMR_EBADF);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), 0);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &other, 0), 0);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, 0, VCPU_PAGE + 1, &address), -TMR_EINVAL);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, 0, 0, &address), -TMR_EINVAL);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, VCPU_PAGE, VCPU_PAGE, &address), -TMR_EINVAL);
    CU_ASSERT_EQUAL(address, 0);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, 0, VCPU_PAGE, &address), 0);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &file, 0, VCPU_PAGE, &address), -TMR_EINVAL);

    const uint32_t kernel = tmr_count32(&tmr);
    CU_ASSERT_EQUAL(vcpu_mode(&host.cpu, VCPU_USER), VCPU_KERNEL);
    tmr_chip_open(&mapped, &host.cpu, address, false, TMR_WAIT_LONG);
    const uint32_t count = (uint32_t)tmr_chip_read(&mapped, 2);
    CU_ASSERT_FALSE(mapped.failed);
    CU_ASSERT_TRUE(count > kernel && count - kernel < 40);
    const uint64_t before = host.accesses;
    CU_ASSERT_EQUAL(vcpu_get(&host.cpu, address + VCPU_PAGE), VCPU_FAULT); /* beyond the mapping */
    CU_ASSERT_EQUAL(vcpu_get(&host.cpu, address - 1), VCPU_FAULT);
    CU_ASSERT_EQUAL(vcpu_put(&host.cpu, VCPU_SOCKET, 0), VCPU_FAULT); /* the kernel's address */
    CU_ASSERT_EQUAL(vcpu_level(&host.cpu, VCPU_LEVEL_ALL), VCPU_FAULT);
    CU_ASSERT_EQUAL(host.accesses, before);
    CU_ASSERT_NOT_EQUAL(vcpu_get(&host.cpu, address + VCPU_PAGE - 4), VCPU_FAULT); /* the two bytes repeat */
    CU_ASSERT_EQUAL(host.accesses, before + 1);
    (void)vcpu_mode(&host.cpu, VCPU_KERNEL);

    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &other, 0, VCPU_PAGE, &address), 0);
    struct tmr_file third = {0};
    CU_ASSERT_EQUAL(tmr_open(&tmr, &third, 0), 0);
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &third, 0, VCPU_PAGE, &address), -TMR_ENOMEM);
    CU_ASSERT_EQUAL(tmr_close(&tmr, &other), 0);
    CU_ASSERT_EQUAL(vcpu_unmap(&host.cpu, address), VCPU_FAULT); /* close has */
    CU_ASSERT_EQUAL(tmr_mmap(&tmr, &third, 0, VCPU_PAGE, &address), 0);
    done();
}

/* ---- Modes over carries and rollovers */

/* Reads held against simulated time: from is what the count was put to. */
static void check_modes(enum engine engine, uint64_t from)
{
    const struct tmr_timeval epoch = {1000, 999990};
    struct tmr_timeval last = {0, 0};
    bool first = true;
    attach(engine);
    CU_ASSERT_EQUAL(tmr_open(&tmr, &file, 0), 0);
    tmr_chip_set(&tmr.chip, from);
    tmr.last = from;
    (void)vcpu_copy_out(&host.cpu, BUFFER, &epoch, sizeof epoch);
    CU_ASSERT_EQUAL(tmr_ioctl(&tmr, &file, TMR_SET_EPOCH, BUFFER), 0);
    const uint64_t armed_ps = host.cpu.now_ps;
    for (int n = 0; n < 60; n++) {
        vcpu_work(&host.cpu, 31);
        const uint64_t before = (host.cpu.now_ps - armed_ps) / US;
        const uint32_t low = tmr_count32(&tmr);
        const uint64_t middle = (host.cpu.now_ps - armed_ps) / US;
        const uint64_t all = tmr_count64(&tmr);
        const uint64_t late = (host.cpu.now_ps - armed_ps) / US;
        const struct tmr_timeval now = tmr_time(&tmr);
        const uint64_t after = (host.cpu.now_ps - armed_ps) / US;
        /* 1 us for the clock's grain, 1 for ARM, which lies in its write */
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
    done();
}

static void test_modes(void)
{
    static const uint64_t from[] = {
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
        check_modes(ENGINE_MODEL, from[n]);
        check_modes(ENGINE_RTL, from[n]);
    }
}

static void test_timeval(void)
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

/* ---- Masks and waits */

static int level_seen, level_least;

static void note_level(void *context, int offset, bool write, uint8_t value, const struct access *access)
{
    (void)context;
    (void)offset;
    (void)write;
    (void)value;
    (void)access;
    level_least = host.cpu.level < level_least ? host.cpu.level : level_least;
    level_seen++;
}

/* Every access of the driver runs with all masked, and the caller's level comes back. */
static void test_masks(void)
{
    attach(ENGINE_MODEL);
    host.watch = note_level;
    for (int level = 0; level <= VCPU_LEVEL_ALL; level++) {
        level_seen = 0;
        level_least = VCPU_LEVEL_ALL;
        (void)vcpu_level(&host.cpu, level);
        (void)tmr_count32(&tmr);
        (void)tmr_count64(&tmr);
        CU_ASSERT_EQUAL(tmr_gettime(&tmr, BUFFER), 0);
        CU_ASSERT_EQUAL(host.cpu.level, level);
        CU_ASSERT_EQUAL(level_seen, 8 + 12 + 12);
        CU_ASSERT_EQUAL(level_least, VCPU_LEVEL_ALL);
    }
    (void)vcpu_level(&host.cpu, 0);
    tmr.attached = false;
    level_least = VCPU_LEVEL_ALL;
    CU_ASSERT_EQUAL(tmr_attach(&tmr, &host.cpu, VCPU_SOCKET, false), 0);
    CU_ASSERT_EQUAL(level_least, VCPU_LEVEL_ALL);
    done();
}

static uint64_t broken_with(const char *machine, enum tmr_waits waits)
{
    struct tmr_chip chip;
    uint64_t broken = 0;
    open_machine(machine, ENGINE_RTL, PAL_FLIPFLOP);
    tmr_chip_open(&chip, &host.cpu, VCPU_SOCKET, false, waits);
    tmr_chip_start(&chip);
    for (int n = 0; n < 20; n++) {
        vcpu_work(&host.cpu, 100);
        (void)tmr_chip_read(&chip, 2);
    }
    for (int n = 0; n < FIG_CHECKS; n++)
        if (figure_info[n].kind == KIND_RECOVERY && bench_broken(&bench, n))
            broken |= UINT64_C(1) << n;
    CU_ASSERT_EQUAL(host.status, STATUS_OK);
    bench_close(&bench);
    return broken;
}

#define BIT(figure) (UINT64_C(1) << (figure))

/* The waits are enough, and leaving them out is seen. */
static void test_waits(void)
{
    static const struct {
        const char *machine;
        uint64_t broken;
    } cases[] = {
        {"sun3-160:window", BIT(FIG_TWHWL) | BIT(FIG_TRHRL)}, /* a select access between write and read is long */
        {"sun3-60", BIT(FIG_TWHWL) | BIT(FIG_TWHRL) | BIT(FIG_TRHRL)},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        CU_ASSERT_EQUAL(broken_with(cases[n].machine, TMR_WAIT_LONG), 0);
        CU_ASSERT_EQUAL(broken_with(cases[n].machine, TMR_WAIT_NONE), cases[n].broken);
    }
}

void suite_tmr(void)
{
    static const struct {
        const char *name;
        void (*test)(void);
    } tests[] = {
        {"probe and attach", test_probe},
        {"empty socket", test_empty_socket},
        {"nothing attached", test_not_attached},
        {"open and close", test_open_close},
        {"ioctl", test_ioctl},
        {"read", test_read},
        {"mmap", test_mmap},
        {"modes over carries and rollovers", test_modes},
        {"timeval", test_timeval},
        {"masks", test_masks},
        {"waits", test_waits},
    };
    CU_pSuite suite = CU_add_suite("tmr", NULL, NULL);
    for (size_t i = 0; suite != NULL && i < COUNT(tests); i++)
        CU_add_test(suite, tests[i].name, tests[i].test);
}
