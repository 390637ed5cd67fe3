/* SPDX-License-Identifier: MIT
 * The driver's accesses: the waits between them, and each sequence as a scenario. Runs from the root of the
 * tree. */
#include "tests/unit/helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver-sim/kernel.h"
#include "sim/workstation/harness.h"

static struct fixture fixture;
static struct tmr_driver tmr;

/* ---- Waits */

static void wait_or_not(struct vcpu *c, void *arg)
{
    struct tmr_chip chip;
    tmr_chip_open(&chip, c, VCPU_SOCKET, false, *(const enum tmr_waits *)arg);
    tmr_chip_start(&chip);
    for (int n = 0; n < 20; n++) {
        vcpu_work(c, 100);
        (void)tmr_chip_read(&chip, 2);
    }
}

static uint64_t broken_with(const char *machine, enum tmr_waits waits)
{
    uint64_t broken = 0;
    fixture_load(&fixture, machine);
    fixture_open(&fixture);
    const struct harness_setup setup = {.board = fixture.board, .machine = &fixture.rig.machine};
    CU_ASSERT_EQUAL(harness_run(&setup, wait_or_not, &waits, &fixture.error), STATUS_OK);
    for (int n = 0; n < FIG_CHECKS; n++)
        if (figure_info[n].kind == KIND_RECOVERY && fixture_broken(&fixture, n))
            broken |= UINT64_C(1) << n;
    fixture_close(&fixture);
    return broken;
}

#define BIT(figure) (UINT64_C(1) << (figure))

/* The waits are enough, and leaving them out is seen. */
TEST(waits)
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

/* ---- Golden traces: every sequence as scenario text, tests/scenarios/driver/driver-*.scn, which `make test` also
 * plays. With TMR0_GOLDEN=write in the environment, which tools/test.py takes away, the files are written again and
 * the tests fail; read the difference before you commit them. */

static char trace[8192];
enum { COUNTER_BYTES = 6 };     /* mode, Load, Hold: a statement writes no more */
static int last_offset, values; /* of the write that the trace ends with */

static void note_trace(void *context, int offset, bool write, uint8_t value, const struct tmr0_access *access)
{
    const size_t used = strlen(trace);
    (void)context;
    (void)access;
    const bool same = write && used > 0 && offset == last_offset && values > 0 && values < COUNTER_BYTES;
    values = !write ? 0 : same ? values + 1 : 1;
    last_offset = offset;
    if (same)
        (void)snprintf(trace + used - 1, sizeof trace - used, " 0x%02x\n", value);
    else if (write)
        (void)snprintf(trace + used, sizeof trace - used, "w %d 0x%02x\n", offset, value);
    else
        (void)snprintf(trace + used, sizeof trace - used, "r %d\n", offset);
}

static void trace_probe(struct vcpu *c, void *arg)
{
    (void)arg;
    CU_ASSERT_EQUAL(tmr_probe(&tmr, c, false, TMR_WAIT_LONG), 0);
}

static void trace_attach(struct vcpu *c)
{
    CU_ASSERT_EQUAL(tmr_attach(&tmr, c, false, TMR_WAIT_LONG), 0);
    trace[0] = '\0'; /* driver-probe and driver-start have these */
}

static void trace_start(struct vcpu *c, void *arg)
{
    struct tmr_chip chip;
    (void)arg;
    tmr_chip_open(&chip, c, VCPU_SOCKET, false, TMR_WAIT_LONG);
    tmr_chip_start(&chip);
}

static void trace_short_writes(struct vcpu *c, void *arg)
{
    struct tmr_chip chip;
    (void)arg;
    tmr_chip_open(&chip, c, VCPU_SOCKET, false, TMR_WAIT_LONG);
    tmr_chip_short_writes(&chip);
}

static void trace_count32(struct vcpu *c, void *arg)
{
    (void)arg;
    trace_attach(c);
    (void)tmr_count32(&tmr);
}

static void trace_count64(struct vcpu *c, void *arg)
{
    (void)arg;
    trace_attach(c);
    (void)tmr_count64(&tmr);
}

static void trace_timeval(struct vcpu *c, void *arg)
{
    (void)arg;
    trace_attach(c);
    (void)tmr_now(&tmr);
}

static void trace_checked(struct vcpu *c, void *arg)
{
    uint64_t count;
    (void)arg;
    trace_attach(c);
    CU_ASSERT_TRUE(tmr_chip_read_checked(&tmr.chip, 2, &count));
}

static void check_trace(const char *name, const char *what)
{
    static char text[sizeof trace + 512], golden[sizeof text];
    char path[128];
    (void)snprintf(path, sizeof path, "tests/scenarios/driver/driver-%s.scn", name);
    (void)snprintf(text, sizeof text,
                   "# SPDX-License-Identifier: MIT\n# The driver's accesses: %s. Compared by suite "
                   "driver_sequences.\nmachine sun3-60\n"
                   "gap 1500ns\n%sexpect clean\n",
                   what, trace);
    const char *asked = getenv("TMR0_GOLDEN");
    const bool write = asked && strcmp(asked, "write") == 0;
    FILE *f = fopen(path, write ? "w" : "r");
    CU_ASSERT_PTR_NOT_NULL(f);
    if (!f)
        return;
    if (write)
        CU_ASSERT_TRUE(fputs(text, f) >= 0);
    const size_t size = write ? 0 : fread(golden, 1, sizeof golden - 1, f);
    golden[size] = '\0';
    CU_ASSERT_EQUAL(fclose(f), 0);
    if (!write && strcmp(golden, text) != 0)
        printf("%s differs: TMR0_GOLDEN=write build/test/tmr0-test driver_sequences writes it\n", path);
    CU_ASSERT_EQUAL(strcmp(golden, text), 0);
}

TEST(traces)
{
    static const struct {
        const char *name, *what;
        void (*program)(struct vcpu *cpu, void *arg);
    } cases[] = {
        {"probe", "is there a board", trace_probe},
        {"start", "start of the count", trace_start},
        {"short-writes", "short data writes, F9", trace_short_writes},
        {"count32", "32-bit count", trace_count32},
        {"count64", "64-bit count", trace_count64},
        {"timeval", "timeval", trace_timeval},
        {"checked", "32-bit count of a mapped reader that checks the byte pointer", trace_checked},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        fixture_load(&fixture, "sun3-60");
        fixture.config.engine = ENGINE_MODEL;
        fixture_open(&fixture);
        memset(&tmr, 0, sizeof tmr);
        trace[0] = '\0';
        const struct harness_setup setup = {
            .board = fixture.board, .machine = &fixture.rig.machine, .watch = note_trace};
        CU_ASSERT_EQUAL(harness_run(&setup, cases[n].program, NULL, &fixture.error), STATUS_OK);
        fixture_close(&fixture);
        check_trace(cases[n].name, cases[n].what);
    }
}
