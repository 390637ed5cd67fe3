/* SPDX-License-Identifier: MIT
 * The notes on edges near a command, a status read and a gate; the checks of the clock, the count sources and the gate
 * pulses. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

#include <CUnit/CUnit.h>

void suite_timing_edges(void);

static struct fixture fixture;

/* ---- Notes. A write command on the control port begins with C/D, TAVWH (170 ns) before the write's rise, and ends
 * TWHAX (20 ns) after it. */

/* Counter 1 on SRC1, rising, armed; counter 2 on SRC2. Every edge after the first moves OUT1. */
static void open_counting(void)
{
    fixture_open(&fixture);
    fixture_cmd(&fixture, 0xff);
    fixture_counter(&fixture, 1, 0x0121, 2);
    fixture_counter(&fixture, 2, 0x0228, 0);
    fixture_cmd(&fixture, 0x63);
    fixture_wait(&fixture, 10 * US);
    fixture_pin(&fixture, PIN_SRC1, true);
    fixture_wait(&fixture, 1 * US);
    fixture_pin(&fixture, PIN_SRC1, false);
    fixture_wait(&fixture, 10 * US);
    CU_ASSERT_EQUAL(fixture_notes(&fixture), 0);
}

/* A command, then a rising edge that long after its write; which note that made, and the time observed. */
static void edge_after(unsigned command, enum pin pin, int64_t after, int figure)
{
    open_counting();
    struct tmr0_access a = fixture_cmd(&fixture, command);
    fixture_wait(&fixture, after - 20 * NS);
    fixture_pin(&fixture, pin, true);
    fixture_wait(&fixture, 10 * US);
    CU_ASSERT_EQUAL(fixture_notes(&fixture), figure < 0 ? 0 : 1);
    CU_ASSERT_EQUAL(fixture.violations, figure < 0 ? 0 : 1);
    if (figure >= 0) {
        CU_ASSERT_EQUAL(fixture.seen[0].check, figure);
        CU_ASSERT_EQUAL(fixture.seen[0].record.observed_ps, after);
        CU_ASSERT_EQUAL(fixture.seen[0].record.violated_access, a.number);
    }
    CU_ASSERT_EQUAL(fixture_violations(&fixture), 0);
    fixture_close(&fixture);
}

static void test_note_after(void)
{
    static const unsigned single[] = {0x21, 0x41, 0xa1, 0xc1, 0xf1}, two[] = {0x61, 0x81};
    fixture_load(&fixture, NULL);
    for (size_t n = 0; n < COUNT(single); n++) {
        edge_after(single[n], PIN_SRC1, 100 * NS, -1); /* at -TEHWH: counts as before */
        edge_after(single[n], PIN_SRC1, 100 * NS + 1, FIG_TWHEH);
        edge_after(single[n], PIN_SRC1, 550 * NS - 1, FIG_TWHEH);
        edge_after(single[n], PIN_SRC1, 550 * NS, -1);
    }
    for (size_t n = 0; n < COUNT(two); n++) {
        edge_after(two[n], PIN_SRC1, 700 * NS - 1, FIG_TWHEH);
        edge_after(two[n], PIN_SRC1, 700 * NS, -1);
        CU_ASSERT_EQUAL(fixture.rig.chip.figure[FIG_TWHEH_DOUBLE].value[CORNER_TYP], 700 * NS);
    }
    edge_after(0xa1, PIN_SRC2, 300 * NS, -1); /* another counter's source */
    edge_after(0xa2, PIN_SRC1, 300 * NS, -1); /* a command to another counter */
    edge_after(0xa3, PIN_SRC2, 300 * NS, FIG_TWHEH);
    edge_after(0x11, PIN_SRC1, 300 * NS, -1); /* not a command to counters */
}

/* One note of that figure, or nothing at all. */
static void close_with(bool note, int figure, int64_t observed_ps, uint32_t access)
{
    CU_ASSERT_EQUAL(fixture_notes(&fixture), note ? 1 : 0);
    CU_ASSERT_EQUAL(fixture.violations, note ? 1 : 0);
    if (note) {
        CU_ASSERT_EQUAL(fixture.seen[0].check, figure);
        CU_ASSERT_EQUAL(fixture.seen[0].record.observed_ps, observed_ps);
        CU_ASSERT_EQUAL(fixture.seen[0].record.violated_access, access);
    }
    CU_ASSERT_EQUAL(fixture_violations(&fixture), 0);
    fixture_close(&fixture);
}

/* An edge that long before the write's rise; TEHWH set to +300 ns. */
static void edge_before(int64_t before, bool note)
{
    open_counting();
    fixture_pin(&fixture, PIN_SRC1, true);
    fixture_wait(&fixture, before - 170 * NS);
    struct tmr0_access a = fixture_cmd(&fixture, 0xa1);
    fixture_wait(&fixture, 10 * US);
    struct margin m = fixture_margin(&fixture, FIG_TEHWH);
    CU_ASSERT_EQUAL(m.record.slack_ps, before - 300 * NS);
    if (note)
        CU_ASSERT_EQUAL(fixture.seen[0].record.required_ps, 300 * NS);
    close_with(note, FIG_TEHWH, before, a.number);
}

static void test_note_before(void)
{
    fixture_load(&fixture, NULL);
    CU_ASSERT_EQUAL(figure_set(fixture.rig.chip.figure, HOME_CHIP, "TEHWH", "300ns", &fixture.error), STATUS_OK);
    edge_before(300 * NS, false);
    edge_before(300 * NS - 1, true);
    edge_before(171 * NS, true);
}

/* Edges of a status read: TEHRL 190 ns before it (C/D leads by 25 ns), TRHEH, here 30 ns, after it. */
static void edge_at_status(bool after, int64_t ps, bool control, bool note)
{
    open_counting();
    struct tmr0_access a;
    if (after) {
        a = control ? fixture_status(&fixture) : fixture_read(&fixture);
        fixture_wait(&fixture, ps);
        fixture_pin(&fixture, PIN_SRC1, true);
    } else {
        fixture_pin(&fixture, PIN_SRC1, true);
        fixture_wait(&fixture, ps - 25 * NS);
        a = control ? fixture_status(&fixture) : fixture_read(&fixture);
    }
    fixture_wait(&fixture, 10 * US);
    close_with(note, after ? FIG_TRHEH : FIG_TEHRL, ps, a.number);
}

static void test_note_status(void)
{
    fixture_load(&fixture, NULL);
    CU_ASSERT_EQUAL(figure_set(fixture.rig.chip.figure, HOME_CHIP, "TRHEH", "30ns", &fixture.error), STATUS_OK);
    edge_at_status(false, 190 * NS, true, false);
    edge_at_status(false, 190 * NS - 1, true, true);
    edge_at_status(false, 35 * NS, true, true);
    edge_at_status(true, 30 * NS, true, false);
    edge_at_status(true, 30 * NS - 1, true, true);
    edge_at_status(false, 35 * NS, false, false); /* a read of the data port */
    edge_at_status(true, 0, false, false);
}

/* ---- Clock, count sources, gates: at its bound each is silent, 1 ps closer it is violated, and no other is. */

/* Violations since power-on: none, or this one alone with this amount. */
static void only(int figure, int64_t observed)
{
    CU_ASSERT_EQUAL(fixture.violations, figure < 0 ? 0 : 1);
    if (figure < 0 || fixture.violations == 0)
        return;
    CU_ASSERT_EQUAL(fixture.seen[0].check, figure);
    CU_ASSERT_EQUAL(fixture.seen[0].record.required_ps, fixture.rig.chip.figure[figure].value[CORNER_TYP]);
    CU_ASSERT_EQUAL(fixture.seen[0].record.observed_ps, observed);
    CU_ASSERT_EQUAL(fixture_margin(&fixture, figure).record.slack_ps, observed - fixture.seen[0].record.required_ps);
}

static void test_clock(void)
{
    static const struct {
        int64_t high, low;
        int broken;
        int64_t observed;
    } cases[] = {
        {72500, 72500, -1, 0}, {72500, 72499, FIG_TCHCH, 144999},
        {70000, 75000, -1, 0}, {69999, 75001, FIG_TCHCL, 69999},
        {75000, 70000, -1, 0}, {75001, 69999, FIG_TCLCH, 69999},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        fixture_load(&fixture, NULL);
        fixture.config.osc.high_ps = cases[n].high;
        fixture.config.osc.low_ps = cases[n].low;
        fixture_open(&fixture);
        fixture_wait(&fixture, cases[n].low + cases[n].high + cases[n].low - 1); /* to before the second rise */
        only(-1, 0);
        CU_ASSERT_FALSE(fixture_observed(&fixture, FIG_TCHCH));
        fixture_wait(&fixture, 10 * US); /* one cycle is compared: the clock stays as it is */
        only(cases[n].broken, cases[n].observed);
        CU_ASSERT_EQUAL(fixture_margin(&fixture, FIG_TCHCH).record.slack_ps, cases[n].high + cases[n].low - 145 * NS);
        CU_ASSERT_EQUAL(fixture_margin(&fixture, FIG_TCHCL).record.slack_ps, cases[n].high - 70 * NS);
        CU_ASSERT_EQUAL(fixture_margin(&fixture, FIG_TCLCH).record.slack_ps, cases[n].low - 70 * NS);
        fixture_close(&fixture);
    }
}

/* Counter 3 in that mode, armed; all pins have been stable for long. */
static void open_mode(unsigned mode)
{
    fixture_open(&fixture);
    fixture_cmd(&fixture, 0xff);
    fixture_counter(&fixture, 3, mode, 9);
    fixture_cmd(&fixture, 0x64);
    fixture_wait(&fixture, 10 * US);
    fixture.violations = 0;
}

/* A pulse, the level it comes back to for `apart`, and another pulse of 1 us. */
static void two_pulses(unsigned mode, enum pin pin, bool high, int64_t width, int64_t apart, int figure,
                       int64_t observed)
{
    open_mode(mode);
    fixture_pin(&fixture, pin, !high);
    fixture_wait(&fixture, 10 * US);
    fixture.violations = 0;
    fixture_pin(&fixture, pin, high);
    fixture_wait(&fixture, width);
    fixture_pin(&fixture, pin, !high);
    fixture_wait(&fixture, apart);
    fixture_pin(&fixture, pin, high);
    fixture_wait(&fixture, 1 * US);
    fixture_pin(&fixture, pin, !high);
    fixture_wait(&fixture, 10 * US);
    only(figure, observed);
    fixture_close(&fixture);
}

static void test_sources(void)
{
    static const struct {
        unsigned mode;
        enum pin pin;
        bool high; /* the active level: high where rises are counted */
    } sources[] = {
        {0x0321, PIN_SRC3, true},  {0x1321, PIN_SRC3, false},  {0x0521, PIN_SRC5, true},
        {0x0621, PIN_GATE1, true}, {0x1821, PIN_GATE3, false},
    };
    fixture_load(&fixture, NULL);
    for (size_t n = 0; n < COUNT(sources); n++) {
        unsigned mode = sources[n].mode;
        enum pin pin = sources[n].pin;
        bool high = sources[n].high;
        two_pulses(mode, pin, high, 70000, 75000, -1, 0);
        two_pulses(mode, pin, high, 69999, 75001, FIG_TEHEL, 69999);
        two_pulses(mode, pin, high, 75000, 70000, -1, 0);
        two_pulses(mode, pin, high, 75001, 69999, FIG_TELEH, 69999);
        two_pulses(mode, pin, high, 72500, 72499, FIG_TEHEH, 144999);
        two_pulses(mode, pin == PIN_SRC5 ? PIN_SRC4 : PIN_SRC5, high, 1, 1, -1, 0); /* a pin that no counter counts */
    }
    /* several pins at once: the least is observed, once */
    open_mode(0x0321);
    fixture_counter(&fixture, 2, 0x0421, 9);
    fixture_pin(&fixture, PIN_SRC3, true);
    fixture_wait(&fixture, 30 * NS);
    fixture_pin(&fixture, PIN_SRC4, true);
    fixture_wait(&fixture, 30 * NS);
    fixture_pin(&fixture, PIN_SRC3, false);
    fixture_pin(&fixture, PIN_SRC4, false);
    fixture_wait(&fixture, 10 * US);
    CU_ASSERT_EQUAL(fixture_margin(&fixture, FIG_TEHEL).record.slack_ps, -40 * NS);
    fixture_close(&fixture);
}

static void test_gate_pulse(void)
{
    static const struct {
        unsigned mode;
        enum pin pin;
        bool high, checked;
    } gates[] = {
        {0xc121, PIN_GATE3, true, true},  {0xe121, PIN_GATE3, false, true},  {0xc1a1, PIN_GATE3, true, true},
        {0x81a1, PIN_GATE3, true, true},  {0xa1a1, PIN_GATE3, false, true},  {0x41a1, PIN_GATE4, true, true},
        {0x61a1, PIN_GATE2, true, true},  {0x8121, PIN_GATE3, true, false},  {0xa121, PIN_GATE3, false, false},
        {0xc121, PIN_GATE2, true, false}, {0xc121, PIN_GATE3, false, false}, {0x01e1, PIN_GATE3, true, false},
    };
    fixture_load(&fixture, NULL);
    for (size_t n = 0; n < COUNT(gates); n++) {
        two_pulses(gates[n].mode, gates[n].pin, gates[n].high, 145000, 10 * US, -1, 0);
        two_pulses(gates[n].mode, gates[n].pin, gates[n].high, 144999, 10 * US, gates[n].checked ? FIG_TGVGV : -1,
                   144999);
    }
    /* a counter that is not armed waits for no pulse */
    open_mode(0xc121);
    fixture_cmd(&fixture, 0xc4);
    fixture_wait(&fixture, 10 * US);
    fixture_pin(&fixture, PIN_GATE3, true);
    fixture_wait(&fixture, 1);
    fixture_pin(&fixture, PIN_GATE3, false);
    fixture_wait(&fixture, 10 * US);
    only(-1, 0);
    fixture_close(&fixture);
}

/* SRC1 rises; the gate moves that long after it (negative: before). */
static void gate_beside_source(unsigned mode, enum pin gate, int64_t after, int figure)
{
    open_mode(mode);
    if (after < 0) {
        fixture_pin(&fixture, gate, true);
        fixture_wait(&fixture, -after);
    }
    fixture_pin(&fixture, PIN_SRC1, true);
    fixture_wait(&fixture, after > 0 ? after : 0);
    if (after >= 0)
        fixture_pin(&fixture, gate, true);
    fixture_wait(&fixture, 10 * US);
    only(figure, after < 0 ? -after : after);
    CU_ASSERT_EQUAL(fixture_notes(&fixture), figure < 0 ? 0 : 1);
    fixture_close(&fixture);
}

static void test_note_gate(void)
{
    static const struct {
        unsigned mode;
        enum pin gate;
        bool checked;
    } cases[] = {
        {0x8121, PIN_GATE3, true},  {0xa121, PIN_GATE3, true},  {0x4121, PIN_GATE4, true},
        {0x6121, PIN_GATE2, true},  {0xc121, PIN_GATE3, true},  {0xe121, PIN_GATE3, true},
        {0x0121, PIN_GATE3, false}, {0x8121, PIN_GATE2, false}, {0x81a1, PIN_GATE3, false},
    };
    fixture_load(&fixture, NULL);
    for (size_t n = 0; n < COUNT(cases); n++) {
        gate_beside_source(cases[n].mode, cases[n].gate, -100 * NS, -1);
        gate_beside_source(cases[n].mode, cases[n].gate, -100 * NS + 1, cases[n].checked ? FIG_TGVEH : -1);
        gate_beside_source(cases[n].mode, cases[n].gate, 10 * NS, -1);
        gate_beside_source(cases[n].mode, cases[n].gate, 10 * NS - 1, cases[n].checked ? FIG_TEHGV : -1);
        gate_beside_source(cases[n].mode, cases[n].gate, 0, cases[n].checked ? FIG_TEHGV : -1);
    }
}

/* A command to counter 3, with a movement of a gate that long after the end of its write (20 ns and more). */
static void gate_after_command(unsigned command, enum pin gate, int64_t after, int figure)
{
    open_mode(0x8121);
    fixture_counter(&fixture, 2, 0x0421, 9); /* away from F1 */
    fixture_wait(&fixture, 10 * US);
    struct tmr0_access a = fixture_cmd(&fixture, command);
    fixture_wait(&fixture, after - 20 * NS);
    fixture_pin(&fixture, gate, true);
    fixture_wait(&fixture, 10 * US);
    only(figure, after);
    if (figure >= 0)
        CU_ASSERT_EQUAL(fixture.seen[0].record.violated_access, a.number);
    fixture_close(&fixture);
}

static void test_note_gate_command(void)
{
    fixture_load(&fixture, NULL);
    gate_after_command(0xa4, PIN_GATE3, 100 * NS, -1); /* at -TGVWH: counts as before */
    gate_after_command(0xa4, PIN_GATE3, 100 * NS + 1, FIG_TWHGV);
    gate_after_command(0xa4, PIN_GATE3, 475 * NS - 1, FIG_TWHGV);
    gate_after_command(0xa4, PIN_GATE3, 475 * NS, -1);
    gate_after_command(0xa4, PIN_GATE2, 300 * NS, -1); /* another counter's gate */
    gate_after_command(0xa2, PIN_GATE3, 300 * NS, -1); /* a command to another counter */
    gate_after_command(0x11, PIN_GATE3, 300 * NS, -1); /* no command to counters */
    /* TGVWH, set to +300 ns: the gate moves before the write's end, 170 ns after the access begins */
    CU_ASSERT_EQUAL(figure_set(fixture.rig.chip.figure, HOME_CHIP, "TGVWH", "300ns", &fixture.error), STATUS_OK);
    for (int closer = 0; closer < 2; closer++) {
        open_mode(0x8121);
        fixture_pin(&fixture, PIN_GATE3, true);
        fixture_wait(&fixture, 130 * NS - closer);
        fixture_cmd(&fixture, 0xa4);
        fixture_wait(&fixture, 10 * US);
        only(closer ? FIG_TGVWH : -1, 300 * NS - 1);
        fixture_close(&fixture);
    }
}

void suite_timing_edges(void)
{
    static const struct suite_test tests[] = {
        {"notes after a command", test_note_after},
        {"notes before a command", test_note_before},
        {"notes at a status read", test_note_status},
        {"clock", test_clock},
        {"count sources", test_sources},
        {"gate pulses", test_gate_pulse},
        {"notes at a gate", test_note_gate},
        {"notes of gates after a command", test_note_gate_command},
    };
    suite_register("timing_edges", NULL, NULL, tests, COUNT(tests));
}
