/* SPDX-License-Identifier: MIT
 * The Am9513A in time: source edges in an interval by arithmetic, counters computed when they are read, delayed pins.
 */
#include "am9513_internal.h"

#define BCD_POSITIONS 10000U
#define BINARY_POSITIONS 65536U

/* ---- Edges of X2 and of the scaler's taps since power-up */

/* Period n of X2 ends with a fall at the nearest ps to n times the exact period, and its rise is the exact high time
 * before that. Both are earlier by the exact phase that X2 had at time 0. A time in whole ps and parts of one, less
 * than 1 ps, stays below 2^63 ps. */
struct exact {
    uint64_t ps, part;
};

static uint64_t parts_of(const struct am9513_config *c)
{
    return c->x2_parts ? c->x2_parts : 1;
}

static struct exact plus(struct exact a, struct exact b, uint64_t parts)
{
    const uint64_t part = a.part + b.part, carry = part >= parts;
    return (struct exact){a.ps + b.ps + carry, carry ? part - parts : part};
}

/* b is not after a. */
static struct exact minus(struct exact a, struct exact b, uint64_t parts)
{
    const uint64_t borrow = a.part < b.part;
    return (struct exact){a.ps - b.ps - borrow, a.part - b.part + (borrow ? parts : 0)};
}

static bool reaches(struct exact a, struct exact b)
{
    return a.ps > b.ps || (a.ps == b.ps && a.part >= b.part);
}

/* Of an even number of parts. */
static struct exact half(struct exact a, uint64_t parts)
{
    return (struct exact){a.ps / 2, (a.part + (a.ps & 1U) * parts) / 2};
}

static struct exact high_time(const struct am9513_config *c)
{
    return (struct exact){c->x2_high_ps, c->x2_high_part};
}

static struct exact x2_period(const struct am9513_config *c)
{
    return plus(high_time(c), (struct exact){c->x2_low_ps, c->x2_low_part}, parts_of(c));
}

static struct exact phase(const struct am9513 *chip)
{
    return (struct exact){chip->x2_phase_ps, chip->x2_phase_part};
}

/* How often t is in a, bit by bit. */
static uint64_t long_quotient(struct exact a, struct exact t, uint64_t parts)
{
    uint64_t times = 0, bit = 1;
    for (; reaches(a, plus(t, t, parts)); t = plus(t, t, parts))
        bit <<= 1;
    for (; bit; bit >>= 1, t = half(t, parts))
        if (reaches(a, t)) {
            a = minus(a, t, parts);
            times += bit;
        }
    return times;
}

/* False if the parts in a are 2^64 or more. */
static bool all_parts(struct exact a, uint64_t parts, uint64_t *all)
{
    return !__builtin_mul_overflow(a.ps, parts, all) && !__builtin_add_overflow(*all, a.part, all);
}

/* As many periods as a ps has parts last whole ps, as many as one period has parts. */
static uint64_t quotient(struct exact a, struct exact t, uint64_t parts)
{
    uint64_t whole, rest, times = 0;
    if (!all_parts(t, parts, &whole))
        return long_quotient(a, t, parts);
    if (!all_parts(a, parts, &rest)) {
        times = a.ps / whole * parts;
        a.ps %= whole;
        if (!all_parts(a, parts, &rest))
            return times + long_quotient(a, t, parts);
    }
    return times + rest / whole;
}

static struct exact multiple(struct exact t, uint64_t times, uint64_t parts)
{
    uint64_t whole, product;
    const bool short_period = all_parts(t, parts, &whole);
    if (short_period && !__builtin_mul_overflow(times, whole, &product))
        return (struct exact){product / parts, product % parts};
    if (short_period && parts <= UINT32_MAX) {
        const uint64_t more = times % parts;
        return (struct exact){times / parts * whole + more * t.ps + more * t.part / parts, more * t.part % parts};
    }
    struct exact sum = {0, 0};
    for (uint64_t bit = UINT64_C(1) << 63; bit; bit >>= 1) {
        sum = plus(sum, sum, parts);
        if (times & bit)
            sum = plus(sum, t, parts);
    }
    return sum;
}

/* Up to and including at_ps, where the nearest ps is at_ps: inline it would slow down the X2 of whole ps. */
__attribute__((noinline)) static uint64_t x2_edges_exact(const struct am9513 *chip, bool falling, uint64_t at_ps)
{
    const struct am9513_config *c = &chip->config;
    const uint64_t parts = c->x2_parts;
    struct exact at = plus((struct exact){at_ps, parts - 1 - parts / 2}, phase(chip), parts);
    return quotient(falling ? at : plus(at, high_time(c), parts), x2_period(c), parts);
}

/* Up to and including at_ps. */
static uint64_t x2_edges(const struct am9513 *chip, bool falling, uint64_t at_ps)
{
    const struct am9513_config *c = &chip->config;
    if (c->x2_parts)
        return x2_edges_exact(chip, falling, at_ps);
    return (at_ps + chip->x2_phase_ps + (falling ? 0 : c->x2_high_ps)) / (c->x2_high_ps + c->x2_low_ps);
}

__attribute__((noinline)) static uint64_t x2_edge_exact_ps(const struct am9513 *chip, bool falling, uint64_t number)
{
    const struct am9513_config *c = &chip->config;
    const uint64_t parts = c->x2_parts;
    struct exact at = plus(multiple(x2_period(c), number, parts), (struct exact){0, parts / 2}, parts);
    at = minus(at, phase(chip), parts);
    return falling ? at.ps : minus(at, high_time(c), parts).ps;
}

/* Of the edge of that number, from 1, after time 0. */
static uint64_t x2_edge_ps(const struct am9513 *chip, bool falling, uint64_t number)
{
    const struct am9513_config *c = &chip->config;
    const uint64_t period_ps = c->x2_high_ps + c->x2_low_ps;
    if (number > AM9513_NEVER / (period_ps + 2)) /* the parts of both widths are less than 2 ps */
        return AM9513_NEVER;
    if (c->x2_parts)
        return x2_edge_exact_ps(chip, falling, number);
    return number * period_ps - chip->x2_phase_ps - (falling ? 0 : c->x2_high_ps);
}

/* Edges of a tap per rise of X2. */
static uint64_t tap_divider(const struct am9513 *chip, unsigned source)
{
    static const uint64_t binary[5] = {1, 16, 256, 4096, 65536}, bcd[5] = {1, 10, 100, 1000, 10000};
    return (chip->master_mode & MM_BCD ? bcd : binary)[source - SOURCE_F1];
}

/* Edges of one kind of F1-F5 up to and including at_ps. A tap is high in the upper half of its stage. */
uint64_t am9513i_tap_edges(const struct am9513 *chip, unsigned source, bool falling, uint64_t at_ps)
{
    if (source == SOURCE_F1)
        return x2_edges(chip, falling, at_ps);
    uint64_t divider = tap_divider(chip, source);
    return (x2_edges(chip, false, at_ps) + chip->scaler_start + (falling ? 0 : divider / 2)) / divider;
}

/* Time of the edge of that number, from 1; only for edges after the scaler's last change. */
uint64_t am9513i_tap_edge_ps(const struct am9513 *chip, unsigned source, bool falling, uint64_t number)
{
    if (source == SOURCE_F1)
        return x2_edge_ps(chip, falling, number);
    uint64_t divider = tap_divider(chip, source);
    return x2_edge_ps(chip, false, number * divider - (falling ? 0 : divider / 2) - chip->scaler_start);
}

/* A digit above 9 counts as 9 in BCD. It returns unchanged when the scaler becomes binary again before a carry into it.
 */
static unsigned scaler_digit(const struct am9513 *chip, int place, uint64_t position, uint64_t rises)
{
    static const unsigned weight[4] = {1, 10, 100, 1000};
    unsigned kept = chip->scaler_digits >> 4 * place & 15U, low = 0;
    for (int n = 0; n < place; n++) {
        unsigned d = chip->scaler_digits >> 4 * n & 15U;
        low += (unsigned)earlier(d, 9) * weight[n];
    }
    bool carried = low + (rises - chip->scaler_rises) >= weight[place];
    return carried ? (unsigned)(position / weight[place] % 10) : kept;
}

void am9513i_scaler(struct am9513 *chip, bool bcd, uint64_t at_ps)
{
    static const unsigned weight[4] = {1, 10, 100, 1000};
    bool was = chip->master_mode & MM_BCD;
    if (bcd == was)
        return;
    uint64_t rises = x2_edges(chip, false, at_ps);
    uint64_t position = (rises + chip->scaler_start) % am9513i_scaler_positions(was);
    uint64_t wanted = 0, positions = am9513i_scaler_positions(bcd);
    for (int place = 0; place < 4; place++) {
        unsigned digit = bcd ? (unsigned)(position >> 4 * place) & 15U : scaler_digit(chip, place, position, rises);
        wanted += bcd ? earlier(digit, 9) * weight[place] : digit << 4 * place;
    }
    if (bcd) {
        chip->scaler_digits = (uint16_t)position;
        chip->scaler_rises = rises;
    }
    chip->scaler_start = (uint32_t)((wanted + positions - rises % positions) % positions);
}

uint32_t am9513i_scaler_positions(bool bcd)
{
    return bcd ? BCD_POSITIONS : BINARY_POSITIONS;
}

/* ---- Another X2, another time 0 */

void am9513i_x2_changed(struct am9513 *chip, uint64_t rises, uint64_t at_ps)
{
    const uint64_t now = x2_edges(chip, false, at_ps), positions = am9513i_scaler_positions(chip->master_mode & MM_BCD);
    chip->scaler_rises += now - rises;
    chip->scaler_start = (uint32_t)((chip->scaler_start + rises % positions + positions - now % positions) % positions);
    am9513i_sources(chip, at_ps);
}

/* What is left of a after whole periods becomes the phase. */
static void set_phase(struct am9513 *chip, struct exact a)
{
    const uint64_t parts = parts_of(&chip->config);
    const struct exact t = x2_period(&chip->config);
    a = minus(a, multiple(t, quotient(a, t, parts), parts), parts);
    chip->x2_phase_ps = a.ps;
    chip->x2_phase_part = a.part;
}

void am9513i_x2_rebase(struct am9513 *chip, uint64_t ps)
{
    set_phase(chip, plus((struct exact){ps, 0}, phase(chip), parts_of(&chip->config)));
}

void am9513i_x2_start(struct am9513 *chip, bool high, uint64_t at_ps)
{
    const struct am9513_config *c = &chip->config;
    const uint64_t parts = parts_of(c);
    const struct exact t = x2_period(c), low = {c->x2_low_ps, c->x2_low_part};
    set_phase(chip, (struct exact){at_ps, 0}); /* the part of a period by which at_ps is too late to be its beginning */
    const struct exact begun = plus(t, high ? low : (struct exact){0, 0}, parts);
    set_phase(chip, minus(begun, phase(chip), parts));
}

bool am9513i_x2_phase_good(const struct am9513 *chip)
{
    return chip->x2_phase_part < parts_of(&chip->config) && !reaches(phase(chip), x2_period(&chip->config));
}

/* ---- Delayed pins */

unsigned am9513i_line(struct am9513_line *line, uint64_t at_ps)
{
    for (; line->used && line->due_ps[line->first] <= at_ps; line->used--) {
        line->pin = line->value[line->first];
        line->first = (uint8_t)((line->first + 1) % AM9513_LINE);
    }
    return line->pin;
}

void am9513i_line_change(struct am9513_line *line, unsigned value, uint64_t at_ps, uint64_t delay_ps)
{
    if (value == line->target)
        return;
    (void)am9513i_line(line, at_ps);
    line->target = (uint8_t)value;
    bool apart = at_ps + delay_ps > line->last_ps;
    if (apart)
        line->last_ps = at_ps + delay_ps;
    if (line->used < AM9513_LINE && (apart || !line->used)) {
        line->due_ps[(line->first + line->used) % AM9513_LINE] = line->last_ps;
        line->used++;
    } /* otherwise the last change is replaced: the line is full, or a pulse would have no width */
    line->value[(line->first + line->used - 1) % AM9513_LINE] = (uint8_t)value;
}

/* The line has had this value for longer than its delay. */
void am9513i_line_settle(struct am9513_line *line, unsigned value)
{
    line->target = line->pin = (uint8_t)value;
    line->used = 0;
}

uint64_t am9513i_line_next_ps(struct am9513_line *line, uint64_t at_ps)
{
    (void)am9513i_line(line, at_ps);
    return line->used ? line->due_ps[line->first] : AM9513_NEVER;
}

static uint64_t command_delay_ps(const struct am9513 *chip)
{
    return later(chip->config.twhyv_ps, chip->config.tcmd_ps) - chip->config.tcmd_ps;
}

/* ---- Within one instant */

unsigned am9513i_tcs(const struct am9513 *chip)
{
    unsigned tcs = 0;
    for (int n = 0; n < 5; n++)
        tcs |= (unsigned)chip->counter[n].tc << n;
    return tcs;
}

/* Counters that count the TC of their lower neighbour, when it begins or when it ends. */
static unsigned chained(const struct am9513 *chip, unsigned old, unsigned tcs)
{
    unsigned counters = 0;
    for (int n = 0; n < 5; n++) {
        unsigned before = old >> lower(n) & 1U, now = tcs >> lower(n) & 1U;
        const struct am9513_counter *c = &chip->counter[n];
        if (before != now && now == !falling(c) && source_code(c) == SOURCE_TC)
            counters |= 1U << n;
    }
    return counters;
}

static void watch_chained(struct am9513 *chip, unsigned counters, uint64_t at_ps)
{
    struct am9513_watch *w = &chip->watch;
    for (int n = 0; n < 5; n++)
        if (counters >> n & 1U)
            w->edge_ps[n] = at_ps;
    w->had |= (uint8_t)counters;
    if (counters & w->counters && at_ps >= w->from_ps)
        w->hit_ps = earlier(w->hit_ps, at_ps);
    if (counters & w->gated) {
        w->hit[w->hits++] = (struct am9513_hit){at_ps, (uint8_t)(counters & w->gated)};
        w->gated &= (uint8_t)~counters;
    }
}

/* Of the OUTs with a comparator, after a source edge. */
static uint64_t compare_delay_ps(const struct am9513 *chip)
{
    const struct am9513_config *c = &chip->config;
    return (c->choices & AM9513_COMPARE_AS_TC) ? c->tehyv_ps : c->tehyv_compare_ps;
}

/* The level inside and the high impedance of one of am9513i_out(). */
static unsigned of_counter(unsigned out, int n)
{
    return out >> n & 0x21U;
}

/* Source edges may have changed the levels inside. */
static void outs_by_edge(struct am9513 *chip, uint64_t at_ps)
{
    struct am9513_watch *w = &chip->watch;
    const unsigned out = am9513i_out(chip);
    for (int n = 0; n < 5; n++) {
        struct am9513_line *line = &chip->out[n];
        const unsigned value = of_counter(out, n);
        if (value == line->target)
            continue;
        if ((value ^ line->target) & 1U) {
            w->out_last_ps = at_ps;
            w->out_first_ps = earlier(w->out_first_ps, at_ps);
        }
        am9513i_line_change(line, value, at_ps,
                            am9513i_compared(chip, n) ? compare_delay_ps(chip) : chip->config.tehyv_ps);
    }
}

/* The longest. */
static uint64_t outs_delay_ps(const struct am9513 *chip)
{
    return later(later(chip->config.tehyv_ps, compare_delay_ps(chip)), command_delay_ps(chip));
}

static void outs_settle(struct am9513 *chip)
{
    const unsigned out = am9513i_out(chip);
    for (int n = 0; n < 5; n++)
        am9513i_line_settle(&chip->out[n], of_counter(out, n));
}

/* These counters take a source edge; then GATE pins take new levels. TCs that have changed since `old` reach the next
 * counters and the gates, round by round. The edges of a round see the gates as they were before it. */
static void ripple(struct am9513 *chip, unsigned counters, unsigned gates, unsigned old, unsigned deaf, uint64_t at_ps)
{
    for (;;) {
        unsigned tcs = am9513i_tcs(chip), through = chained(chip, old, tcs) & ~deaf;
        if (through)
            watch_chained(chip, through, at_ps);
        counters |= through;
        for (int n = 0; n < 5; n++)
            if (counters >> n & 1U)
                am9513i_edge(chip, n);
        am9513i_gates(chip, gates, tcs);
        if (chip->shown)
            outs_by_edge(chip, at_ps);
        if (am9513i_tcs(chip) == tcs)
            return;
        old = tcs;
        counters = deaf = 0;
    }
}

unsigned am9513i_pin_edges(const struct am9513 *chip, unsigned old, unsigned now)
{
    unsigned counters = 0;
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *c = &chip->counter[n];
        unsigned bit = 1U << source_code(c) >> 1; /* of TCN-1 and F1-F5 no pin's */
        if ((old ^ now) & bit && !(now & bit) == falling(c))
            counters |= 1U << n;
    }
    return counters;
}

void am9513i_pins(struct am9513 *chip, unsigned sources, unsigned gates, uint64_t at_ps)
{
    unsigned old = chip->sources | (unsigned)chip->gates << 5, pins = sources | gates << 5;
    if (old == pins)
        return;
    am9513i_status_now(chip);
    am9513i_sync(chip, at_ps);
    am9513i_fout_sync(chip, at_ps);
    unsigned counters = am9513i_pin_edges(chip, old, pins);
    chip->were_armed = (uint8_t)armed_counters(chip);
    chip->sources = (uint8_t)sources;
    ripple(chip, counters, gates, am9513i_tcs(chip), 0, at_ps);
    am9513i_fout_pins(chip, old, at_ps);
}

void am9513i_after_command(struct am9513 *chip, unsigned tcs, unsigned loaded, uint64_t at_ps)
{
    const unsigned out = am9513i_out(chip);
    for (int n = 0; n < 5; n++)
        am9513i_line_change(&chip->out[n], of_counter(out, n), at_ps, command_delay_ps(chip));
    ripple(chip, 0, chip->gates, tcs, (chip->config.choices & AM9513_CHAINED_LOAD) ? loaded : 0, at_ps);
}

/* ---- Counters up to a time */

static bool timed(const struct am9513_counter *c)
{
    return source_code(c) >= SOURCE_F1;
}

static void look_at_modes(struct am9513 *chip)
{
    chip->shown = 0;
    chip->tc_gates = chip->gated_chain = false;
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *c = &chip->counter[n];
        unsigned out = am9513i_out_code(chip, c);
        chip->shown |= (uint8_t)((out == OUT_PULSE || out == OUT_TOGGLE || out == OUT_PULSE_LOW) << n);
        chip->tc_gates |= gate_code(c) == GATE_TC;
        chip->gated_chain |= source_code(c) == SOURCE_TC && gate_code(c) > GATE_TC;
    }
}

void am9513i_sources(struct am9513 *chip, uint64_t at_ps)
{
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *c = &chip->counter[n];
        chip->edges[n] = timed(c) ? am9513i_tap_edges(chip, source_code(c), falling(c), at_ps) : 0;
    }
    look_at_modes(chip);
}

/* Each chain from its counter on F1-F5 upwards, at once. OUT changes between are not kept. */
static void batch(struct am9513 *chip, uint64_t to_ps)
{
    for (int n = 0; n < 5; n++) {
        struct am9513_counter *c = &chip->counter[n];
        if (!timed(c))
            continue;
        uint64_t done = am9513i_tap_edges(chip, source_code(c), falling(c), to_ps);
        uint64_t edges = done - chip->edges[n], rises, falls;
        chip->edges[n] = done;
        int m = n;
        for (; edges; edges = falling(c) ? falls : rises) {
            am9513i_edges(chip, m, edges, &rises, &falls);
            m = upper(m);
            c = &chip->counter[m];
            if (source_code(c) != SOURCE_TC)
                break;
        }
    }
    chip->done_ps = to_ps;
}

/* Edges of that instant; the counters are computed up to just before it. */
static void edges_at(struct am9513 *chip, uint64_t at_ps)
{
    unsigned counters = 0;
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *c = &chip->counter[n];
        if (!timed(c))
            continue;
        uint64_t done = am9513i_tap_edges(chip, source_code(c), falling(c), at_ps);
        counters |= (unsigned)(done != chip->edges[n]) << n;
        chip->edges[n] = done;
    }
    chip->done_ps = at_ps;
    ripple(chip, counters, chip->gates, am9513i_tcs(chip), 0, at_ps);
}

/* Source edges until this counter's TC or its comparator may change, with `out` its output, which toggles when TC ends;
 * 0: never by itself. */
static uint64_t edges_to_event(const struct am9513 *chip, int n, bool out)
{
    const struct am9513_counter *c = &chip->counter[n];
    if (!am9513i_counting(c))
        return 0;
    bool compared = n < 2 && chip->master_mode & (MM_COMPARE1 | MM_COMPARE2);
    if (c->tc || c->retrigger || compared)
        return 1;
    return am9513i_left(chip, n, c->count) + (out && am9513i_out_code(chip, c) == OUT_TOGGLE);
}

/* Earliest time of the next such event of a counter on F1-F5: all others change with one of these. */
static uint64_t next_event_ps(const struct am9513 *chip)
{
    uint64_t first = AM9513_NEVER;
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *c = &chip->counter[n];
        uint64_t edges = timed(c) ? edges_to_event(chip, n, false) : 0;
        if (!edges)
            continue;
        uint64_t at = am9513i_tap_edge_ps(chip, source_code(c), falling(c), chip->edges[n] + edges);
        first = earlier(at, first);
    }
    return first;
}

/* From event to event, up to the last one not after to_ps. */
static void events(struct am9513 *chip, uint64_t to_ps)
{
    for (uint64_t at; (at = next_event_ps(chip)) <= to_ps;) {
        batch(chip, at - 1);
        edges_at(chip, at);
    }
}

/* Keeps the changes of OUT. */
static void by_events(struct am9513 *chip, uint64_t to_ps)
{
    events(chip, to_ps);
    batch(chip, to_ps);
}

bool am9513i_watched(const struct am9513 *chip)
{
    return chip->watch.before_ps || chip->shown || (chip->gated_chain && chip->watch.gate_before_ps);
}

/* An armed counter's gate is the TC of another: the two cannot be computed one after the other. */
static bool gated_by_tc(const struct am9513 *chip)
{
    for (int n = 0; chip->tc_gates && n < 5; n++)
        if (chip->counter[n].armed && gate_code(&chip->counter[n]) == GATE_TC)
            return true;
    return false;
}

/* Single edges up to here may count for the checks. */
static uint64_t watched_until_ps(const struct am9513 *chip)
{
    return chip->shown ? later(chip->watch.until_ps, chip->watch.out_until_ps) : chip->watch.until_ps;
}

void am9513i_sync(struct am9513 *chip, uint64_t at_ps)
{
    if (at_ps <= chip->done_ps)
        return;
    if (at_ps > chip->read_ps)
        am9513i_status_now(chip);
    const struct am9513_watch *w = &chip->watch;
    uint64_t window = w->before_ps, until = watched_until_ps(chip);
    if (chip->gated_chain)
        window = later(window, w->gate_before_ps);
    if (chip->shown)
        window = later(later(window, w->out_before_ps), outs_delay_ps(chip));
    if (until > chip->done_ps)
        by_events(chip, earlier(until, at_ps));
    if (gated_by_tc(chip))
        window = AM9513_NEVER;
    if (at_ps - chip->done_ps > window) {
        batch(chip, at_ps - window);
        if (chip->shown)
            outs_settle(chip);
    }
    if (chip->done_ps < at_ps)
        by_events(chip, at_ps);
    am9513i_look_at_gates(chip);
}

void am9513i_sync_watch(struct am9513 *chip, uint64_t at_ps)
{
    if (at_ps > chip->read_ps)
        am9513i_status_now(chip);
    if (am9513i_watched(chip) || gated_by_tc(chip))
        am9513i_sync(chip, at_ps);
    else if (chip->watch.until_ps > at_ps)
        events(chip, at_ps);
    else if (chip->watch.until_ps > chip->done_ps)
        by_events(chip, chip->watch.until_ps);
}

/* Lower bound of the time of a counter's source edge of that number from now. */
static uint64_t edge_bound_ps(const struct am9513 *chip, int n, uint64_t edges)
{
    for (int depth = 0; depth < 5; depth++) {
        const struct am9513_counter *c = &chip->counter[n];
        if (timed(c))
            return am9513i_tap_edge_ps(chip, source_code(c), falling(c), chip->edges[n] + edges);
        if (source_code(c) != SOURCE_TC)
            return AM9513_NEVER;
        n = lower(n);
        uint64_t first = edges_to_event(chip, n, false);
        if (!first)
            return AM9513_NEVER;
        edges = earlier(first + (edges - 1) * am9513i_least_period(chip, n), EDGES_MAX);
    }
    return AM9513_NEVER;
}

uint64_t am9513i_out_next_ps(struct am9513 *chip, unsigned outs, uint64_t at_ps)
{
    uint64_t event = AM9513_NEVER;
    if (!outs)
        return AM9513_NEVER;
    am9513i_sync(chip, at_ps);
    uint64_t queued = AM9513_NEVER;
    for (int n = 0; n < 5; n++)
        if (outs >> n & 1U)
            queued = earlier(queued, am9513i_line_next_ps(&chip->out[n], at_ps));
    if (!(chip->shown & outs))
        return queued;
    unsigned counters = chip->shown & outs;
    if (counters & 2U && am9513i_compares_both(chip))
        counters |= 1U;
    if (gated_by_tc(chip))
        event = next_event_ps(chip);
    else
        for (int n = 0; n < 5; n++) {
            uint64_t edges = counters >> n & 1U ? edges_to_event(chip, n, true) : 0;
            if (edges)
                event = earlier(event, edge_bound_ps(chip, n, edges));
        }
    const uint64_t delay_ps = earlier(chip->config.tehyv_ps, compare_delay_ps(chip));
    return earlier(delayed(event, delay_ps), queued);
}
