/* SPDX-License-Identifier: MIT
 * The flip-flop's hazards, the strobes that the PAL loses, and the host's read. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

static struct fixture fixture;

/* ---- The flip-flop, with figures that no machine has */

/* MDS exactly that wide, R/W and data let go that long after it (negative: inside). */
static void open_strobe(int64_t width, int64_t hold, uint64_t seed)
{
    struct figure *m = fixture.rig.machine.figure;
    for (int c = 0; c < CORNERS; c++) {
        m[FIG_CPU_CLOCK].value[c] = 60 * NS;
        m[FIG_RW_SETUP].value[c] = 60 * NS;
        m[FIG_WDATA_SETUP].value[c] = 60 * NS;
        m[FIG_MDS_LOW].value[c] = width;
        m[FIG_DES_CLOCK].value[c] = 1;
        m[FIG_MDS_AFTER].value[c] = 0;
        m[FIG_STROBE_HOLD].value[c] = hold;
    }
    fixture.config.seed = seed;
    fixture_open(&fixture);
}

/* 2 * 17.5 ns and 1 ns of skew: 36 ns for set and reset to pass both gates. */
TEST(flipflop_short)
{
    fixture_load(&fixture, "sun3-160:window");
    for (int write = 0; write < 2; write++) {
        open_strobe(36 * NS, 60 * NS, 1);
        struct tmr0_access a = write ? fixture_w(&fixture, 0, 0) : fixture_r(&fixture, 0);
        CU_ASSERT_EQUAL(a.end_ps - a.start_ps, 156 * NS);
        CU_ASSERT_EQUAL(fixture.violations, 0);
        fixture_wait(&fixture, 10 * US);
        fixture_close(&fixture);
        open_strobe(36 * NS - 1, 60 * NS, 1);
        a = write ? fixture_w(&fixture, 0, 0) : fixture_r(&fixture, 0);
        CU_ASSERT_EQUAL_FATAL(fixture.violations, 1);
        CU_ASSERT_EQUAL(fixture.seen[0].check, FIG_FF_SHORT);
        CU_ASSERT_EQUAL(fixture.seen[0].record.required_ps, 36 * NS);
        CU_ASSERT_EQUAL(fixture.seen[0].record.observed_ps, 36 * NS - 1);
        CU_ASSERT_EQUAL(fixture.seen[0].record.broken_access, a.number);
        fixture_close(&fixture);
    }
}

static bool same_violation(const struct violation *a, const struct violation *b)
{
    return a->check == b->check && a->record.broken_at_ps == b->record.broken_at_ps &&
           a->record.broken_access == b->record.broken_access && a->record.required_ps == b->record.required_ps &&
           a->record.observed_ps == b->record.observed_ps;
}

/* R/W lets go inside the strobe of a write: reset ends and set begins, and must last as long. */
TEST(flipflop_race)
{
    unsigned outcomes = 0;
    fixture_load(&fixture, "sun3-160:window");
    open_strobe(300 * NS, -36 * NS, 1);
    fixture_w(&fixture, 0, 0);
    fixture_wait(&fixture, 2 * US);
    CU_ASSERT_EQUAL(fixture.violations, 0);
    CU_ASSERT_FALSE(fixture_r(&fixture, 2).value ==
                    0); /* set: the data port. Pointer 1F there: its status byte, SR0 1 */
    CU_ASSERT_EQUAL(fixture_broken(&fixture, FIG_FF_UNKNOWN), 0);
    fixture_close(&fixture);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct violation first = {0};
        for (int again = 0; again < 2; again++) {
            open_strobe(300 * NS, -36 * NS + 1, seed);
            fixture_w(&fixture, 0, 0);
            fixture_wait(&fixture, 2 * US);
            CU_ASSERT_EQUAL_FATAL(fixture.violations, 1);
            CU_ASSERT_EQUAL(fixture.seen[0].check, FIG_FF_RACE);
            CU_ASSERT_EQUAL(fixture.seen[0].record.required_ps, 36 * NS);
            CU_ASSERT_EQUAL(fixture.seen[0].record.observed_ps, 36 * NS - 1);
            if (again)
                CU_ASSERT_TRUE(same_violation(&first, &fixture.seen[0]));
            first = fixture.seen[0];
            /* used after a race: not known */
            fixture_r(&fixture, 2);
            CU_ASSERT_EQUAL(fixture_broken(&fixture, FIG_FF_UNKNOWN), 1);
            fixture_close(&fixture);
        }
        outcomes++;
    }
    CU_ASSERT_EQUAL(outcomes, 8);
    /* R/W let go before a good part of the strobe, and with it: no race */
    static const int64_t holds[] = {-200 * NS, 0, 1, 60 * NS};
    for (size_t n = 0; n < COUNT(holds); n++) {
        open_strobe(300 * NS, holds[n], 1);
        fixture_w(&fixture, 0, 0);
        fixture_wait(&fixture, 2 * US);
        CU_ASSERT_EQUAL(fixture.violations, 0);
        fixture_close(&fixture);
    }
}

/* Control strobes that the PAL (17.5 ns) lets through or swallows, of reads and writes, and the pauses between them. */
static void strobe(bool write, enum pal_kind pal, int64_t width, int64_t observed)
{
    int figure = write ? FIG_TWLWH : FIG_TRLRH;
    for (int c = 0; c < CORNERS; c++)
        fixture.rig.machine.figure[write ? FIG_MAS_WRITE : FIG_MAS_READ].value[c] = width;
    fixture.config.pal_kind = pal;
    fixture_open(&fixture);
    fixture_w(&fixture, 0, 0);
    fixture_wait(&fixture, 5 * US);
    fixture.violations = 0; /* with the direct translator the data strobe is an access, and violates TWHAX */
    struct tmr0_access a = write ? fixture_w(&fixture, 2, 0x1f) : fixture_r(&fixture, 2);
    fixture_wait(&fixture, 5 * US);
    CU_ASSERT_TRUE_FATAL(fixture.violations >= 1);
    CU_ASSERT_EQUAL(fixture.seen[0].check, figure);
    CU_ASSERT_EQUAL(fixture.seen[0].record.observed_ps, observed);
    CU_ASSERT_EQUAL(fixture.seen[0].record.broken_access, a.number);
    CU_ASSERT_EQUAL(fixture_broken(&fixture, figure), 1);
    fixture_close(&fixture);
}

TEST(strobe_lost)
{
    fixture_load(&fixture, "sun3-160:window");
    for (int n = 0; n < 4; n++) {
        strobe(n & 1, n & 2 ? PAL_DIRECT : PAL_FLIPFLOP, 17500, 17500);
        strobe(n & 1, n & 2 ? PAL_DIRECT : PAL_FLIPFLOP, 17499, 0);
    }
    /* two writes 17.5 ns apart are two, 1 ps closer they are one long one with a pause of no width */
    for (int closer = 0; closer < 2; closer++) {
        fixture_load(&fixture, "sun3-160:window");
        for (int c = 0; c < CORNERS; c++) {
            struct figure *m = fixture.rig.machine.figure;
            m[FIG_CPU_CLOCK].value[c] = 317500 - closer; /* the next access starts with it */
            m[FIG_RW_SETUP].value[c] = m[FIG_WDATA_SETUP].value[c] = m[FIG_STROBE_HOLD].value[c] = 0;
        }
        fixture.config.pal_kind = PAL_DIRECT;
        fixture_open(&fixture);
        fixture_w(&fixture, 2, 0x1f);
        fixture_w(&fixture, 2, 0x1f);
        fixture_wait(&fixture, 5 * US);
        struct margin m = fixture_margin(&fixture, FIG_TWHWL);
        CU_ASSERT_EQUAL(m.record.broken, 1);
        CU_ASSERT_EQUAL(m.record.slack_ps, (closer ? 0 : 17500) - 1500 * NS);
        fixture_close(&fixture);
    }
}

TEST(flipflop_unknown)
{
    fixture_load(&fixture, "sun3-160:window");
    fixture_open(&fixture);
    struct tmr0_access a = fixture_w(&fixture, 2, 0x1f);
    CU_ASSERT_EQUAL_FATAL(fixture.violations, 1);
    CU_ASSERT_EQUAL(fixture.seen[0].check, FIG_FF_UNKNOWN);
    CU_ASSERT_EQUAL(fixture.seen[0].record.broken_access, a.number);
    fixture_wait(&fixture, 5 * US);
    fixture_w(&fixture, 0, 0);
    fixture_wait(&fixture, 5 * US);
    fixture_w(&fixture, 2, 0x1f);
    CU_ASSERT_EQUAL(fixture_broken(&fixture, FIG_FF_UNKNOWN), 1);
    fixture_close(&fixture);
}

/* ---- The host's read: sun3-60 has no buffer; data is valid 17.5 ns (PAL) + 65 ns (TRLQV) after the strobe falls. */
static void host_read(const char *required, const char *latch, bool broken, int64_t slack)
{
    CU_ASSERT_EQUAL(figure_set(fixture.rig.machine.figure, HOME_MACHINE, "HOST_READ", required, &fixture.error), 0);
    CU_ASSERT_EQUAL(figure_set(fixture.rig.machine.figure, HOME_MACHINE, "read_latch", latch, &fixture.error), 0);
    fixture_open(&fixture);
    fixture_w(&fixture, 0, 0);
    fixture_wait(&fixture, 5 * US);
    CU_ASSERT_FALSE(fixture_observed(&fixture, FIG_HOST_READ));
    fixture_r(&fixture, 2);
    fixture_wait(&fixture, 5 * US);
    struct margin m = fixture_margin(&fixture, FIG_HOST_READ);
    CU_ASSERT_EQUAL(m.record.broken, broken ? 1 : 0);
    CU_ASSERT_EQUAL(m.record.slack_ps, slack);
    CU_ASSERT_EQUAL(m.record.slack_access, 2);
    CU_ASSERT_EQUAL(fixture_violations(&fixture), broken ? UINT64_C(1) << FIG_HOST_READ : 0);
    fixture_close(&fixture);
}

TEST(host_read)
{
    fixture_load(&fixture, "sun3-60");
    host_read("0ns", "0ns", false, 467500);
    host_read("467.5ns", "0ns", false, 0);
    host_read("467.501ns", "0ns", true, -1);
    host_read("0ns", "467.5ns", false, 0);
    host_read("0ns", "500ns", true, -32500); /* latched before data came */
}

/* Latched as the access ends, before the end of the strobe comes out of the PAL: the access returns with the violation.
 */
TEST(host_read_at_end)
{
    fixture_load(&fixture, "sun3-60");
    fixture.config.pal_kind = PAL_DIRECT;
    CU_ASSERT_EQUAL(figure_set(fixture.rig.machine.figure, HOME_MACHINE, "strobe_hold", "0ns", &fixture.error), 0);
    CU_ASSERT_EQUAL(figure_set(fixture.rig.machine.figure, HOME_MACHINE, "HOST_READ", "467.501ns", &fixture.error), 0);
    fixture_open(&fixture);
    fixture_r(&fixture, 2);
    CU_ASSERT_EQUAL_FATAL(fixture.violations, 1);
    CU_ASSERT_EQUAL(fixture.seen[0].check, FIG_HOST_READ);
    fixture_close(&fixture);
}
