/* SPDX-License-Identifier: MIT
 * The AC table as checks around the chip. */
#include "am9513_checks.h"
#include "am9513_internal.h"

#define LIMIT_MAX INT64_C(1000000000) /* 1 ms */

/* What happens on the bus at one instant. */
struct moves {
    bool cd, data, cs_fall, cs_rise, rd_fall, rd_rise, wr_fall, wr_rise, rd_low, wr_low;
    bool read_begin, read_end, write_begin, write_end;
};

/* ---- Observations */

static void observe(struct am9513_checks *k, enum am9513_check check, int64_t time_ps, int64_t least_ps, uint64_t at_ps)
{
    struct am9513_record *r = &k->record[check];
    if (time_ps < least_ps) {
        r->broken++;
        k->broken++;
        r->observed_ps = time_ps;
        r->required_ps = least_ps;
    }
    if (time_ps - least_ps < r->slack_ps) {
        r->slack_ps = time_ps - least_ps;
        r->slack_at_ps = at_ps;
    }
}

static int64_t from_to(uint64_t from_ps, uint64_t to_ps)
{
    return (int64_t)(to_ps - from_ps);
}

/* Data still before the reference edge; open: data may still move for the edge that was. */
static void set_up(struct am9513_checks *k, enum am9513_check check, bool data, bool ref, bool open, uint64_t now_ps)
{
    struct am9513_rule *r = &k->rule[check];
    int64_t least = k->limits.least_ps[check];
    if (data && open)
        observe(k, check, ref ? 0 : from_to(now_ps, r->ref_ps), least, now_ps);
    else if (ref && r->known)
        observe(k, check, from_to(r->data_ps, now_ps), least, now_ps);
    if (data) {
        r->known = true;
        r->data_ps = now_ps;
    }
    if (ref)
        r->ref_ps = now_ps;
}

/* Data still behind the reference edge; open: that edge is still to come. */
static void hold(struct am9513_checks *k, enum am9513_check check, bool data, bool ref, bool open, uint64_t now_ps)
{
    struct am9513_rule *r = &k->rule[check];
    int64_t least = k->limits.least_ps[check];
    if (ref && data)
        observe(k, check, 0, least, now_ps);
    else if (ref && r->early)
        observe(k, check, from_to(now_ps, r->data_ps), least, now_ps);
    else if (data && r->armed)
        observe(k, check, from_to(r->ref_ps, now_ps), least, now_ps);
    if (ref) {
        r->armed = !data && !r->early;
        r->early = false;
        r->ref_ps = now_ps;
    } else if (data) {
        r->armed = false;
        r->early = open;
        r->data_ps = now_ps;
    }
}

/* From begin to the next end. */
static void width(struct am9513_checks *k, enum am9513_check check, bool begin, bool end, int64_t least_ps,
                  uint64_t now_ps)
{
    struct am9513_rule *r = &k->rule[check];
    if (end && r->armed)
        observe(k, check, from_to(r->ref_ps, now_ps), least_ps, now_ps);
    if (end)
        r->armed = false;
    if (begin) {
        r->armed = true;
        r->ref_ps = now_ps;
    }
}

/* C//D still from TAVRL before a read until TRHAX behind it. Movement inside is judged when the read ends: the last one
 * was late if nearer to the beginning, else early. TAVRL's rule remembers the movement and the beginning, TRHAX's the
 * end. */
static void still(struct am9513_checks *k, const struct moves *m, uint64_t now_ps)
{
    struct am9513_rule *before = &k->rule[AM9513_TAVRL], *after = &k->rule[AM9513_TRHAX];
    int64_t tavrl = k->limits.least_ps[AM9513_TAVRL], trhax = k->limits.least_ps[AM9513_TRHAX];
    bool judged = m->read_end && k->moved;
    if (m->read_begin && (before->known || m->cd))
        observe(k, AM9513_TAVRL, m->cd ? 0 : from_to(before->data_ps, now_ps), tavrl, now_ps);
    if (judged && from_to(before->ref_ps, before->data_ps) <= from_to(before->data_ps, now_ps))
        observe(k, AM9513_TAVRL, from_to(before->data_ps, before->ref_ps), tavrl, now_ps);
    else if (judged)
        observe(k, AM9513_TRHAX, from_to(now_ps, before->data_ps), trhax, now_ps);
    else if (m->cd && (after->armed || m->read_end))
        observe(k, AM9513_TRHAX, m->read_end ? 0 : from_to(after->ref_ps, now_ps), trhax, now_ps);
    if (m->cd) {
        before->known = true;
        before->data_ps = now_ps;
        after->armed = false;
    }
    if (m->read_begin) {
        k->in_read = true;
        k->moved = false;
        before->ref_ps = now_ps;
    } else if (m->read_end) {
        after->armed = !m->cd && !k->moved;
        after->ref_ps = now_ps;
        k->in_read = k->moved = false;
    } else if (k->in_read && m->cd)
        k->moved = true;
}

/* ---- The bus */

static bool low(uint64_t pins, uint64_t pin)
{
    return !(pins & pin);
}

static struct moves bus_moves(uint64_t old, uint64_t now)
{
    bool read = low(old, AM9513_CS_N | AM9513_RD_N), write = low(old, AM9513_CS_N | AM9513_WR_N);
    bool reads = low(now, AM9513_CS_N | AM9513_RD_N), writes = low(now, AM9513_CS_N | AM9513_WR_N);
    uint64_t fall = old & ~now, rise = now & ~old;
    return (struct moves){
        .cd = (old ^ now) & AM9513_CD,
        .data = (old ^ now) & (AM9513_DB | AM9513_HOST_DRIVES),
        .cs_fall = fall & AM9513_CS_N,
        .cs_rise = rise & AM9513_CS_N,
        .rd_fall = fall & AM9513_RD_N,
        .rd_rise = rise & AM9513_RD_N,
        .wr_fall = fall & AM9513_WR_N,
        .wr_rise = rise & AM9513_WR_N,
        .rd_low = low(old, AM9513_RD_N) || low(now, AM9513_RD_N),
        .wr_low = low(old, AM9513_WR_N) || low(now, AM9513_WR_N),
        .read_begin = reads && !read,
        .read_end = read && !reads,
        .write_begin = writes && !write,
        .write_end = write && !writes,
    };
}

/* What a rule looks at has moved, or it has nothing to do. */
static void check_bus(struct am9513_checks *k, const struct moves *m, bool short_write, uint64_t now_ps)
{
    const struct am9513_limits *l = &k->limits;
    int64_t twhrl = short_write ? l->twhrl_short_ps : l->least_ps[AM9513_TWHRL];
    int64_t twhwl = short_write ? l->twhwl_short_ps : l->least_ps[AM9513_TWHWL];
    if (m->cd || m->read_begin || m->read_end)
        still(k, m, now_ps);
    if (m->cd || m->write_end) {
        set_up(k, AM9513_TAVWH, m->cd, m->write_end, false, now_ps);
        hold(k, AM9513_TWHAX, m->cd, m->write_end, false, now_ps);
    }
    if (m->data || m->write_end) {
        set_up(k, AM9513_TDVWH, m->data, m->write_end, false, now_ps);
        hold(k, AM9513_TWHDX, m->data, m->write_end, false, now_ps);
    }
    if (m->cs_fall || m->cs_rise || m->rd_fall || m->rd_rise) {
        set_up(k, AM9513_TSLRL, m->cs_fall, m->rd_fall, m->rd_low, now_ps);
        hold(k, AM9513_TRHSH, m->cs_rise, m->rd_rise, m->rd_low, now_ps);
        width(k, AM9513_TRLRH, m->rd_fall, m->rd_rise, l->least_ps[AM9513_TRLRH], now_ps);
    }
    if (m->cs_fall || m->cs_rise || m->wr_fall || m->wr_rise) {
        set_up(k, AM9513_TSLWH, m->cs_fall, m->wr_rise, false, now_ps);
        hold(k, AM9513_TWHSH, m->cs_rise, m->wr_rise, m->wr_low, now_ps);
        width(k, AM9513_TWLWH, m->wr_fall, m->wr_rise, l->least_ps[AM9513_TWLWH], now_ps);
    }
    if (m->read_begin || m->read_end || m->write_begin || m->write_end) {
        width(k, AM9513_TRHRL, m->read_end, m->read_begin, l->least_ps[AM9513_TRHRL], now_ps);
        width(k, AM9513_TRHWL, m->read_end, m->write_begin, l->least_ps[AM9513_TRHWL], now_ps);
        width(k, AM9513_TWHRL, m->write_end, m->read_begin, twhrl, now_ps);
        width(k, AM9513_TWHWL, m->write_end, m->write_begin, twhwl, now_ps);
    }
}

/* ---- Commands and the edges beside them */

/* An edge behind the command that counts before it all the same. */
static uint64_t counted_until_ps(const struct am9513_beside *b, int64_t before_ps)
{
    return before_ps < 0 ? b->command_ps + (uint64_t)-before_ps : b->command_ps;
}

static void pin_edges(struct am9513_beside *b, unsigned counters, int64_t before_ps, uint64_t at_ps)
{
    for (int n = 0; n < 5; n++)
        if (counters >> n & 1U)
            b->edge_ps[n] = at_ps;
    b->had |= (uint8_t)counters;
    bool behind = before_ps > 0 || at_ps > counted_until_ps(b, before_ps);
    if (counters & b->counters && behind && at_ps < b->hit_ps)
        b->hit_ps = at_ps;
}

/* The first edge of F1-F5 at one of the counters behind that time. */
static uint64_t tap_edge_behind_ps(const struct am9513 *chip, unsigned counters, uint64_t ps)
{
    uint64_t first = AM9513_NEVER;
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *c = &chip->counter[n];
        unsigned source = source_code(c);
        bool falling = c->mode & CM_FALLING;
        if (!(counters >> n & 1U) || source < SOURCE_F1)
            continue;
        uint64_t number = am9513i_tap_edges(chip, source, falling, ps) + 1;
        uint64_t at = am9513i_tap_edge_ps(chip, source, falling, number);
        first = at < first ? at : first;
    }
    return first;
}

/* And the last one up to then, by that mode register since that time. */
static uint64_t tap_edge_before_ps(const struct am9513 *chip, unsigned mode, uint64_t since_ps, uint64_t ps)
{
    unsigned source = mode >> 8 & 15U;
    bool falling = mode & CM_FALLING;
    uint64_t number = source < SOURCE_F1 ? 0 : am9513i_tap_edges(chip, source, falling, ps);
    uint64_t at = number ? am9513i_tap_edge_ps(chip, source, falling, number) : AM9513_NEVER;
    return at > since_ps ? at : AM9513_NEVER;
}

static void settle(struct am9513_checks *k, struct am9513_beside *b, enum am9513_check after, uint64_t hit_ps)
{
    if (!b->counters)
        return;
    observe(k, after, from_to(b->command_ps, hit_ps), b->after_ps, hit_ps);
    b->counters = 0;
}

/* Edges behind the command, up to now. The watch has been worked out up to then. */
static void look_behind(struct am9513_checks *k, const struct am9513 *chip, uint64_t now_ps)
{
    const struct am9513_beside *b = &k->sources;
    uint64_t hit = b->tap_ps < b->hit_ps ? b->tap_ps : b->hit_ps;
    if (chip->watch.hit_ps < hit)
        hit = chip->watch.hit_ps;
    if (hit <= now_ps)
        settle(k, &k->sources, AM9513_TWHEH, hit);
    if (k->gates.hit_ps <= now_ps)
        settle(k, &k->gates, AM9513_TWHGV, k->gates.hit_ps);
}

/* By the choices of source that hold from now on. */
static void find_tap(struct am9513_checks *k, const struct am9513 *chip, uint64_t now_ps)
{
    struct am9513_beside *b = &k->sources;
    uint64_t counted = counted_until_ps(b, k->limits.least_ps[AM9513_TEHWH]);
    b->tap_ps = tap_edge_behind_ps(chip, b->counters, counted > now_ps ? counted : now_ps);
}

static void command_now(struct am9513_checks *k, struct am9513_beside *b, enum am9513_check before, unsigned counters,
                        int64_t after_ps, uint64_t last_ps, uint64_t now_ps)
{
    b->counters = (uint8_t)counters;
    b->command_ps = now_ps;
    b->after_ps = after_ps;
    b->hit_ps = b->tap_ps = AM9513_NEVER;
    if (last_ps != AM9513_NEVER)
        observe(k, before, from_to(last_ps, now_ps), k->limits.least_ps[before], now_ps);
}

static uint64_t latest(uint64_t a, uint64_t b)
{
    return a == AM9513_NEVER || (b != AM9513_NEVER && b > a) ? b : a;
}

/* The write of a command to counters ends. */
static void command(struct am9513_checks *k, struct am9513 *chip, unsigned code, uint64_t now_ps)
{
    bool group = code >= 0x20 && code < 0xe0;
    unsigned counters = group ? code & 31U : 1U << ((code & 7U) - 1);
    bool twice = code >> 5 == 3 || code >> 5 == 4;
    int64_t after = twice ? k->limits.twheh_double_ps : k->limits.least_ps[AM9513_TWHEH];
    uint64_t source = AM9513_NEVER, gate = AM9513_NEVER;
    for (int n = 0; n < 5; n++) {
        if (!(counters >> n & 1U))
            continue;
        source = latest(source, tap_edge_before_ps(chip, chip->counter[n].mode, k->sources.since_ps[n], now_ps));
        source = latest(source, k->sources.had >> n & 1U ? k->sources.edge_ps[n] : AM9513_NEVER);
        source = latest(source, chip->watch.had >> n & 1U ? chip->watch.edge_ps[n] : AM9513_NEVER);
        gate = latest(gate, k->gates.had >> n & 1U ? k->gates.edge_ps[n] : AM9513_NEVER);
    }
    command_now(k, &k->sources, AM9513_TEHWH, counters, after, source, now_ps);
    command_now(k, &k->gates, AM9513_TGVWH, counters, k->limits.least_ps[AM9513_TWHGV], gate, now_ps);
    int64_t before = k->limits.least_ps[AM9513_TEHWH];
    chip->watch.counters = (uint8_t)counters;
    chip->watch.from_ps = counted_until_ps(&k->sources, before) + (before > 0 ? 0 : 1);
    chip->watch.hit_ps = AM9513_NEVER;
    chip->watch.until_ps = now_ps + (after > 0 ? (uint64_t)after : 0);
    find_tap(k, chip, now_ps);
}

/* Counters that count this edge of their pin, by the mode registers before. */
static unsigned source_edges(const uint16_t mode[5], unsigned old, unsigned now)
{
    unsigned counters = 0;
    for (int n = 0; n < 5; n++) {
        unsigned source = (unsigned)mode[n] >> 8 & 15U;
        if (source == SOURCE_TC || source >= SOURCE_F1)
            continue;
        unsigned bit = 1U << (source - 1), falling = mode[n] & CM_FALLING;
        if ((old ^ now) & bit && !(now & bit) == !!falling)
            counters |= 1U << n;
    }
    return counters;
}

/* Counters whose gate is a pin that moved. */
static unsigned gate_edges(const uint16_t mode[5], unsigned moved)
{
    unsigned counters = 0;
    for (int n = 0; n < 5; n++) {
        unsigned gate = (unsigned)mode[n] >> 13;
        int pin = gate == 2 ? upper(n) : gate == 3 ? lower(n) : n;
        if (gate > GATE_TC && moved >> pin & 1U)
            counters |= 1U << n;
    }
    return counters;
}

/* ---- The chip's calls, with eyes on its pins */

/* Count sources in bits 0-4, gates in bits 5-9. */
static unsigned levels(const struct am9513 *chip)
{
    return chip->sources | (unsigned)chip->gates << 5;
}

/* The counters' choices of source and gate, and what stood at those pins. */
struct seen {
    uint16_t mode[5];
    unsigned levels;
};

static struct seen see(const struct am9513 *chip)
{
    struct seen s = {.levels = levels(chip)};
    for (int n = 0; n < 5; n++)
        s.mode[n] = chip->counter[n].mode;
    return s;
}

/* A counter has chosen another source: its last edge of F1-F5 is kept. */
static void look_at_choices(struct am9513_checks *k, const struct am9513 *chip, const struct seen *s, uint64_t at_ps)
{
    struct am9513_beside *b = &k->sources;
    for (int n = 0; n < 5; n++) {
        if (!((chip->counter[n].mode ^ s->mode[n]) & (CM_FALLING | 0x0f00U)))
            continue;
        uint64_t last = tap_edge_before_ps(chip, s->mode[n], b->since_ps[n], at_ps);
        b->since_ps[n] = at_ps;
        if (last == AM9513_NEVER)
            continue;
        b->edge_ps[n] = last;
        b->had |= (uint8_t)(1U << n);
    }
}

static void look_at_pins(struct am9513_checks *k, const struct am9513 *chip, const struct seen *s, uint64_t at_ps)
{
    unsigned was = s->levels, is = levels(chip);
    pin_edges(&k->sources, source_edges(s->mode, was, is), k->limits.least_ps[AM9513_TEHWH], at_ps);
    pin_edges(&k->gates, gate_edges(s->mode, (was ^ is) >> 5), k->limits.least_ps[AM9513_TGVWH], at_ps);
}

/* What a write did that has acted, or pins that moved. */
static void look_at_write(struct am9513_checks *k, const struct am9513 *chip, const struct seen *s, uint64_t at_ps)
{
    look_at_choices(k, chip, s, at_ps);
    if (k->sources.counters)
        find_tap(k, chip, at_ps);
    if (levels(chip) != s->levels)
        look_at_pins(k, chip, s, at_ps);
    look_behind(k, chip, at_ps);
}

/* Time passes, up to where a write acts or not so far. */
static void wait(struct am9513_checks *k, struct am9513 *chip, uint64_t to_ps)
{
    if (k->sources.counters) /* by the choices that hold until a write acts */
        am9513i_sync_watch(chip, to_ps);
    look_behind(k, chip, to_ps);
}

/* A write that waits acts, and may move gates: a reset makes the bus 8 bits wide. */
static void write_acts(struct am9513_checks *k, struct am9513 *chip)
{
    const uint64_t at_ps = chip->op_ps;
    struct seen before = see(chip);
    wait(k, chip, at_ps);
    (void)am9513_advance(chip, at_ps);
    look_at_write(k, chip, &before, at_ps);
}

static void pass(struct am9513_checks *k, struct am9513 *chip, uint64_t to_ps)
{
    if (chip->op_waits && chip->op_ps <= to_ps)
        write_acts(k, chip);
    wait(k, chip, to_ps);
    chip->now_ps = to_ps; /* no more than time is left to pass */
}

/* The chip's pins; acts: a write may act with them. */
static void set(struct am9513_checks *k, struct am9513 *chip, uint64_t now_ps, uint64_t inputs, bool acts)
{
    if (acts || counter_pins(chip->pins) != counter_pins(inputs)) {
        struct seen before = see(chip);
        (void)am9513_set(chip, now_ps, inputs);
        look_at_write(k, chip, &before, now_ps);
    } else
        (void)am9513_set(chip, now_ps, inputs);
}

static int refuse(const struct am9513_checks *checks, const struct am9513 *chip, uint64_t now_ps)
{
    if (!checks || !chip)
        return AM9513_NULL;
    if (now_ps < chip->now_ps)
        return AM9513_PAST;
    return now_ps > AM9513_TIME_MAX ? AM9513_RANGE : AM9513_OK;
}

int am9513_checks_init(struct am9513_checks *checks, struct am9513 *chip, const struct am9513_limits *limits)
{
    if (!checks || !chip || !limits)
        return AM9513_NULL;
    const struct am9513_limits l = *limits;
    const int64_t more[] = {l.twhrl_short_ps, l.twhwl_short_ps, l.twheh_double_ps};
    for (size_t n = 0; n < AM9513_CHECKS + sizeof more / sizeof *more; n++) {
        int64_t ps = n < AM9513_CHECKS ? l.least_ps[n] : more[n - AM9513_CHECKS];
        if (ps < -LIMIT_MAX || ps > LIMIT_MAX)
            return AM9513_RANGE;
    }
    *checks = (struct am9513_checks){.limits = l};
    for (int n = 0; n < AM9513_CHECKS; n++)
        checks->record[n].slack_ps = INT64_MAX;
    checks->sources.hit_ps = checks->sources.tap_ps = checks->gates.hit_ps = AM9513_NEVER;
    chip->watch = (struct am9513_watch){.hit_ps = AM9513_NEVER};
    if (l.least_ps[AM9513_TEHWH] > 0)
        chip->watch.before_ps = (uint64_t)l.least_ps[AM9513_TEHWH];
    return AM9513_OK;
}

int am9513_checks_advance(struct am9513_checks *checks, struct am9513 *chip, uint64_t now_ps)
{
    int error = refuse(checks, chip, now_ps);
    if (error)
        return error;
    pass(checks, chip, now_ps);
    return AM9513_OK;
}

int am9513_checks_set(struct am9513_checks *checks, struct am9513 *chip, uint64_t now_ps, uint64_t inputs)
{
    struct am9513_checks *k = checks;
    int error = refuse(checks, chip, now_ps);
    if (error)
        return error;
    if (inputs & ~AM9513_INPUTS)
        return AM9513_RANGE;
    if (now_ps > chip->now_ps)
        pass(k, chip, now_ps - 1); /* what is due now has its place among the pins */
    uint64_t old = chip->pins;
    struct moves m = bus_moves(old, inputs);
    unsigned code = (old & AM9513_HOST_DRIVES) ? (unsigned)old & 0xffU : 0xffU;
    bool commands = m.write_end && old & AM9513_CD && code != 0xff && am9513i_delayed(true, (uint16_t)code);
    if (commands)
        am9513i_sync(chip, now_ps);
    wait(k, chip, now_ps);
    if (commands)
        command(k, chip, code, now_ps);
    set(k, chip, now_ps, inputs, chip->op_waits || m.write_end);
    check_bus(k, &m, chip->short_write, now_ps);
    return AM9513_OK;
}

int am9513_checks_lost(struct am9513_checks *checks, const struct am9513 *chip, uint64_t which, bool pause)
{
    if (!checks || !chip)
        return AM9513_NULL;
    if (which != AM9513_RD_N && which != AM9513_WR_N)
        return AM9513_RANGE;
    bool read = which == AM9513_RD_N;
    enum am9513_check check = pause ? (read ? AM9513_TRHRL : AM9513_TWHWL) : read ? AM9513_TRLRH : AM9513_TWLWH;
    int64_t least = checks->limits.least_ps[check];
    if (check == AM9513_TWHWL && chip->short_write)
        least = checks->limits.twhwl_short_ps;
    observe(checks, check, 0, least, chip->now_ps);
    return AM9513_OK;
}
