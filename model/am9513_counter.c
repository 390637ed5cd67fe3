/* SPDX-License-Identifier: MIT
 * One counter of the Am9513A: arithmetic, TC, modes A to X. Nothing here knows the time. */
#include "am9513_internal.h"

/* ---- Arithmetic: a count is four digits, each with its radix; or one of 65536 */

static bool tod(const struct am9513 *chip, int n)
{
    return n < 2 && (chip->master_mode & MM_TOD);
}

static unsigned digit(unsigned count, int place)
{
    return count >> 4 * place & 15U;
}

/* The radix of a digit of counter 1 or 2 with the time of day. Of hours it is that below the last one, and of their
 * tens any above 2. */
static unsigned tod_radix(const struct am9513 *chip, int n, int place)
{
    static const unsigned first[4] = {10, 5, 6, 10};
    if (n == 0 && place == 0)
        return first[chip->master_mode & MM_TOD];
    return place == 3 || (n == 1 && place == 1) ? 6 : 10;
}

/* Each digit by itself: the units' top is 3 while the tens are 2, else 9. */
static bool hours_carry(unsigned hours)
{
    return (hours & 15U) >= (hours >> 4 == 2 ? 3U : 9U);
}

static bool hours_last(unsigned hours)
{
    return hours >> 4 >= 2 && hours_carry(hours);
}

/* Not after the last. */
static unsigned hours_next(unsigned hours)
{
    return hours_carry(hours) ? (hours & 0xf0U) + 0x10U : hours + 1;
}

static unsigned radix(const struct am9513 *chip, int n, int place)
{
    return tod(chip, n) ? tod_radix(chip, n, place) : 10;
}

/* Upwards a digit too large counts as its radix's largest; downwards it counts with its weight. */
static uint64_t digits_left_up(const struct am9513 *chip, int n, unsigned count)
{
    bool hours = n == 1 && tod(chip, n);
    uint64_t left = 1, weight = 1;
    for (int place = 0; place < (hours ? 2 : 4); place++) {
        unsigned r = radix(chip, n, place), d = digit(count, place);
        left += d < r ? (r - 1 - d) * weight : 0;
        weight *= r;
    }
    if (hours)
        for (unsigned h = count >> 8; !hours_last(h); h = hours_next(h))
            left += weight;
    return left;
}

static uint16_t digits_up(const struct am9513 *chip, int n, unsigned count, uint64_t edges)
{
    uint64_t carry = edges;
    for (int place = 0; place < 4 && carry; place++) {
        unsigned r = radix(chip, n, place), d = digit(count, place);
        uint64_t sum = (d < r ? d : r - 1) + carry;
        count = (count & ~(15U << 4 * place)) | (unsigned)(sum % r) << 4 * place;
        carry = sum / r;
    }
    return (uint16_t)count;
}

static uint16_t digits_down(unsigned count, uint64_t edges)
{
    uint64_t borrow = edges;
    for (int place = 0; place < 4 && borrow; place++) {
        unsigned d = digit(count, place);
        uint64_t next = (later(borrow, d) - d + 9) / 10;
        count = (count & ~(15U << 4 * place)) | (unsigned)(d + 10 * next - borrow) << 4 * place;
        borrow = next;
    }
    return (uint16_t)count;
}

uint64_t am9513i_left(const struct am9513 *chip, int n, unsigned count)
{
    unsigned mode = chip->counter[n].mode;
    if (tod(chip, n))
        return digits_left_up(chip, n, count);
    if (!(mode & CM_BCD))
        return mode & CM_UP ? 0x10000U - count : count ? count : 0x10000U;
    if (mode & CM_UP)
        return digits_left_up(chip, n, count);
    unsigned value = digit(count, 0) + 10 * digit(count, 1) + 100 * digit(count, 2) + 1000 * digit(count, 3);
    return value ? value : 10000;
}

uint16_t am9513i_add(const struct am9513 *chip, int n, unsigned count, uint64_t edges)
{
    unsigned mode = chip->counter[n].mode;
    if (!tod(chip, n) && !(mode & CM_BCD))
        return (uint16_t)(mode & CM_UP ? count + edges : count - edges);
    if (tod(chip, n) || mode & CM_UP)
        return digits_up(chip, n, count, edges);
    return digits_down(count, edges);
}

/* ---- The mode register's bits */

static bool edge_gated(const struct am9513_counter *c)
{
    return gate_code(c) >= GATE_RISE;
}

static bool level_gated(const struct am9513_counter *c)
{
    return gate_code(c) != GATE_NONE && !edge_gated(c);
}

/* G to L: Hold and Load in turn. */
static bool alternates(const struct am9513_counter *c)
{
    return (c->mode & (CM_SPECIAL | CM_RELOAD)) == CM_RELOAD;
}

/* S, V and the undefined T, W: the level of GATE N chooses. */
static bool gate_chooses(const struct am9513_counter *c)
{
    return (c->mode & (CM_SPECIAL | CM_RELOAD)) == (CM_SPECIAL | CM_RELOAD) && !edge_gated(c);
}

/* N, O, Q, R, and M, P without a gate: a gate edge during the count saves, and the next source edge reloads. */
static bool retriggers(const struct am9513_counter *c)
{
    return (c->mode & (CM_SPECIAL | CM_RELOAD)) == CM_SPECIAL;
}

/* X and the undefined U: each gate edge saves. */
static bool saves(const struct am9513_counter *c)
{
    return (c->mode & (CM_SPECIAL | CM_RELOAD)) == (CM_SPECIAL | CM_RELOAD) && edge_gated(c);
}

/* No level gate holds it. */
static bool gate_open(const struct am9513_counter *c)
{
    return !level_gated(c) || c->gate;
}

/* Counts, even outside TC. */
static bool enabled(const struct am9513_counter *c)
{
    return c->armed && gate_open(c) && (!edge_gated(c) || c->started);
}

bool am9513i_counting(const struct am9513_counter *c)
{
    return (c->tc && !c->stays) || enabled(c);
}

/* ---- TC. One that LOAD or STEP reached while disarmed stays until the next LOAD, STEP or counted edge. */

static uint16_t reload(const struct am9513 *chip, int n)
{
    const struct am9513_counter *c = &chip->counter[n];
    bool hold = gate_chooses(c) ? chip->gates >> n & 1U : alternates(c) && !c->second;
    return hold ? c->hold : c->load;
}

static bool chosen(const struct am9513 *chip, uint32_t choice)
{
    return chip->config.choices & choice;
}

/* The end of TC moves the flip-flop. */
static bool toggles(const struct am9513 *chip, const struct am9513_counter *c)
{
    return am9513i_out_code(chip, c) == OUT_TOGGLE || chosen(chip, AM9513_TOGGLE_ALWAYS);
}

static void tc_set(const struct am9513 *chip, struct am9513_counter *c, bool tc)
{
    if (c->tc && !tc && toggles(chip, c))
        c->toggle = !c->toggle;
    c->tc = tc;
    c->stays = tc && !c->armed && !chosen(chip, AM9513_TC_ENDS);
}

/* One count up or down, into or out of TC. True at TC. */
static bool count_once(struct am9513 *chip, int n)
{
    struct am9513_counter *c = &chip->counter[n];
    bool tc = am9513i_left(chip, n, c->count) == 1;
    if (tc) {
        if (c->tc && toggles(chip, c) && !chosen(chip, AM9513_RELOAD_ONE_STAYS))
            c->toggle = !c->toggle; /* one TC ends and the next begins */
        c->count = reload(chip, n);
        c->second = (alternates(c) || gate_chooses(c)) && !c->second;
    } else
        c->count = am9513i_add(chip, n, c->count, 1);
    tc_set(chip, c, tc);
    return tc;
}

/* At TC the sequence may be over: without repeat the counter disarms; edge gated, it waits for the next gate edge. */
static void count_and_end(struct am9513 *chip, int n)
{
    struct am9513_counter *c = &chip->counter[n];
    if (!count_once(chip, n) || c->second)
        return;
    if (edge_gated(c))
        c->started = c->retrigger = false;
    if (!(c->mode & CM_REPEAT))
        c->armed = false;
}

static bool reload_due(const struct am9513_counter *c)
{
    return c->retrigger && c->armed && gate_open(c);
}

void am9513i_edge(struct am9513 *chip, int n)
{
    struct am9513_counter *c = &chip->counter[n];
    if (reload_due(c)) {
        c->retrigger = false;
        c->count = c->load;
        tc_set(chip, c, false);
    } else if (enabled(c) || (c->tc && !c->stays && am9513i_left(chip, n, c->count) != 1))
        count_and_end(chip, n);
    else if (!c->stays)
        tc_set(chip, c, false); /* reloaded with 1 and no longer counting: no 0 is seen, no second TC follows */
}

void am9513i_step(struct am9513 *chip, int n)
{
    count_and_end(chip, n);
}

/* ---- Many edges at once */

uint64_t am9513i_least_period(const struct am9513 *chip, int n)
{
    const struct am9513_counter *c = &chip->counter[n];
    uint64_t load = am9513i_left(chip, n, c->load), hold = am9513i_left(chip, n, c->hold);
    return (alternates(c) || gate_chooses(c)) && hold < load ? hold : load;
}

/* In TC, before the next count: skips whole periods of a repeating counter. Returns the edges left. */
static uint64_t skip_periods(struct am9513 *chip, int n, uint64_t edges, uint64_t *rises, uint64_t *falls)
{
    struct am9513_counter *c = &chip->counter[n];
    if (!(c->mode & CM_REPEAT) || !enabled(c) || edge_gated(c) || c->retrigger)
        return edges;
    uint64_t period = am9513i_left(chip, n, c->count);
    uint64_t tcs = period > 1, counts = 1, times = edges / period;
    if (!times)
        return edges;
    if (alternates(c)) {
        uint64_t other = am9513i_left(chip, n, reload(chip, n));
        if (c->count != (c->second ? c->hold : c->load))
            return edges; /* the register has changed since */
        tcs += other > 1;
        counts = 2;
        times = edges / (period += other);
    } else if (c->count != reload(chip, n))
        return edges; /* and so has this one, or the gate of S and V */
    else
        c->second = gate_chooses(c) && c->second != times % 2;
    c->stays = false; /* the TC at the end is reached by counting */
    *rises += times * tcs;
    *falls += times * tcs;
    const uint64_t moves = times * (chosen(chip, AM9513_RELOAD_ONE_STAYS) ? tcs : counts);
    if (moves % 2 && toggles(chip, c))
        c->toggle = !c->toggle;
    return edges - times * period;
}

void am9513i_edges(struct am9513 *chip, int n, uint64_t edges, uint64_t *rises, uint64_t *falls)
{
    struct am9513_counter *c = &chip->counter[n];
    *rises = *falls = 0;
    while (am9513i_counting(c)) {
        if (c->tc)
            edges = skip_periods(chip, n, edges, rises, falls);
        if (!edges)
            break;
        bool was = c->tc;
        uint64_t left = am9513i_left(chip, n, c->count);
        if (enabled(c) && !c->retrigger && edges < left) { /* none of them reaches TC */
            c->count = am9513i_add(chip, n, c->count, edges);
            tc_set(chip, c, false);
            *falls += was;
            break;
        }
        if (!was && !c->retrigger) {
            c->count = am9513i_add(chip, n, c->count, left - 1);
            edges -= left - 1;
        }
        am9513i_edge(chip, n);
        edges--;
        *rises += !was && c->tc;
        *falls += was && !c->tc;
    }
}

/* ---- Commands */

void am9513i_load(struct am9513 *chip, int n)
{
    struct am9513_counter *c = &chip->counter[n];
    bool enters = !c->tc && am9513i_left(chip, n, c->count) == 1 && !chosen(chip, AM9513_LOAD_RELOADS);
    c->count = gate_chooses(c) || c->armed ? reload(chip, n) : c->load;
    bool last = !(alternates(c) || gate_chooses(c)) || c->second;
    c->second ^= enters && alternates(c);
    tc_set(chip, c, enters);
    if (enters && last && !(c->mode & CM_REPEAT) && chosen(chip, AM9513_LOAD_DISARMS))
        c->armed = false;
}

void am9513i_arm(struct am9513 *chip, int n)
{
    struct am9513_counter *c = &chip->counter[n];
    bool runs_on = c->armed && c->started && chosen(chip, AM9513_ARM_RUNS_ON);
    c->armed = true;
    c->second = false;
    c->retrigger &= runs_on;
    c->started = runs_on || gate_code(c) == GATE_NONE || c->gate;
}

void am9513i_disarm(struct am9513_counter *c)
{
    c->armed = false;
}

/* ---- Gates */

/* Active level of a level gate. */
static bool gate_level(const struct am9513 *chip, int n, unsigned tcs)
{
    switch (gate_code(&chip->counter[n])) {
    case 1:
        return tcs >> lower(n) & 1U;
    case 2:
        return chip->gates >> upper(n) & 1U;
    case 3:
        return chip->gates >> lower(n) & 1U;
    case 4:
        return chip->gates >> n & 1U;
    case 5:
        return !(chip->gates >> n & 1U);
    default:
        return false;
    }
}

static bool gate_edge(const struct am9513 *chip, int n, unsigned old, unsigned tcs)
{
    const struct am9513_counter *c = &chip->counter[n];
    bool now = chip->gates >> n & 1U, was = old >> n & 1U;
    switch (gate_code(c)) {
    case GATE_RISE:
        return now && !was;
    case GATE_FALL:
        return was && !now;
    default:
        return gate_level(chip, n, tcs) && !c->gate;
    }
}

void am9513i_gates(struct am9513 *chip, unsigned gates, unsigned tcs)
{
    unsigned old = chip->gates;
    chip->gates = (uint8_t)gates;
    for (int n = 0; n < 5; n++) {
        struct am9513_counter *c = &chip->counter[n];
        if (c->armed && gate_edge(chip, n, old, tcs)) {
            bool again = retriggers(c) && (c->started || chosen(chip, AM9513_FIRST_EDGE_RETRIGGERS));
            if (again || saves(c)) {
                c->hold = c->count;
                c->retrigger = again;
            }
            c->started = true;
        }
        c->gate = gate_level(chip, n, tcs);
    }
}

void am9513i_look_at_gates(struct am9513 *chip)
{
    unsigned tcs = am9513i_tcs(chip);
    for (int n = 0; n < 5; n++)
        chip->counter[n].gate = gate_level(chip, n, tcs);
}

/* ---- Outputs */

bool am9513i_compared(const struct am9513 *chip, int n)
{
    return (n == 0 && chip->master_mode & MM_COMPARE1) || (n == 1 && chip->master_mode & MM_COMPARE2);
}

bool am9513i_compares_both(const struct am9513 *chip)
{
    return (chip->master_mode & MM_TOD) && am9513i_compared(chip, 0);
}

static bool equal(const struct am9513 *chip, int n)
{
    bool both = n == 1 && am9513i_compares_both(chip);
    return chip->counter[n].count == chip->alarm[n] && (!both || equal(chip, 0));
}

/* TC, or the comparison that replaces it. */
static bool signal(const struct am9513 *chip, int n)
{
    return am9513i_compared(chip, n) ? equal(chip, n) : chip->counter[n].tc;
}

static unsigned level(const struct am9513 *chip, int n)
{
    const struct am9513_counter *c = &chip->counter[n];
    switch (am9513i_out_code(chip, c)) {
    case OUT_PULSE:
        return signal(chip, n);
    case OUT_TOGGLE:
        return am9513i_compared(chip, n) ? equal(chip, n) : c->toggle;
    case OUT_PULSE_LOW:
        return !signal(chip, n);
    default:
        return 0;
    }
}

unsigned am9513i_out(const struct am9513 *chip)
{
    unsigned out = 0;
    for (int n = 0; n < 5; n++)
        out |= level(chip, n) << n | ((chip->counter[n].mode & CM_OUT) == OUT_FLOATS ? 0x20U << n : 0);
    return out;
}

unsigned am9513i_status(const struct am9513 *chip)
{
    unsigned status = 0;
    for (int n = 0; n < 5; n++) {
        unsigned code = chip->counter[n].mode & CM_OUT;
        unsigned bit = code == 0 ? signal(chip, n) : code == OUT_FLOATS ? !signal(chip, n) : level(chip, n);
        status |= bit << (n + 1);
    }
    return status;
}
