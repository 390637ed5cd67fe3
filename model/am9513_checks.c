/* SPDX-License-Identifier: MIT
 * The AC table as checks around the chip: observations, the bus, X2, the calls. */
#include "am9513_checks_internal.h"

#define LIMIT_MAX INT64_C(1000000000) /* 1 ms */

/* What happens on the bus at one instant. */
struct moves {
    uint64_t fall, rise, low; /* lines that fall, that rise, that are low before or after it */
    bool driven;              /* the host drives data after it */
    bool cd, read_begin, read_end, write_begin, write_end;
};

/* ---- Observations */

/* Inline it would slow down the observations that are not broken. */
__attribute__((noinline)) static void report(const struct am9513_checks *k, enum am9513_check check)
{
    if (k->on_broken)
        k->on_broken(k->context, check);
}

void am9513i_observe_of(struct am9513_checks *k, enum am9513_check check, uint32_t access, int64_t time_ps,
                        int64_t least_ps, uint64_t at_ps)
{
    struct am9513_record *r = &k->record[check];
    if (time_ps - least_ps < r->slack_ps) {
        r->slack_ps = time_ps - least_ps;
        r->slack_required_ps = least_ps;
        r->slack_at_ps = at_ps;
        r->slack_access = access;
    }
    if (time_ps < least_ps) {
        r->broken++;
        r->observed_ps = time_ps;
        r->required_ps = least_ps;
        r->broken_at_ps = at_ps;
        r->broken_access = access;
        report(k, check);
    }
}

void am9513i_observe(struct am9513_checks *k, enum am9513_check check, int64_t time_ps, int64_t least_ps,
                     uint64_t at_ps)
{
    am9513i_observe_of(k, check, k->strobe_access, time_ps, least_ps, at_ps);
}

void am9513i_set_up(struct am9513_checks *k, enum am9513_check check, bool data, bool ref, bool open, uint64_t now_ps)
{
    struct am9513_rule *r = &k->rule[check];
    int64_t least = k->limits.least_ps[check];
    if (data && open)
        am9513i_observe(k, check, ref ? 0 : from_to(now_ps, r->ref_ps), least, now_ps);
    else if (ref && r->known)
        am9513i_observe(k, check, from_to(r->data_ps, now_ps), least, now_ps);
    if (data) {
        r->known = true;
        r->data_ps = now_ps;
    }
    if (ref)
        r->ref_ps = now_ps;
}

void am9513i_hold(struct am9513_checks *k, enum am9513_check check, bool data, bool ref, bool open, uint64_t now_ps)
{
    struct am9513_rule *r = &k->rule[check];
    int64_t least = k->limits.least_ps[check];
    if (ref && data)
        am9513i_observe(k, check, 0, least, now_ps);
    else if (ref && r->early)
        am9513i_observe(k, check, from_to(now_ps, r->data_ps), least, now_ps);
    else if (data && r->armed)
        am9513i_observe_of(k, check, r->access, from_to(r->ref_ps, now_ps), least, now_ps);
    if (ref) {
        r->armed = !data && !r->early;
        r->early = false;
        r->ref_ps = now_ps;
        r->access = k->strobe_access;
    } else if (data) {
        r->armed = false;
        r->early = open;
        r->data_ps = now_ps;
    }
}

static void width(struct am9513_checks *k, enum am9513_check check, bool begin, bool end, int64_t least_ps,
                  uint64_t now_ps)
{
    struct am9513_rule *r = &k->rule[check];
    if (end && r->armed)
        am9513i_observe(k, check, from_to(r->ref_ps, now_ps), least_ps, now_ps);
    if (end)
        r->armed = false;
    if (begin) {
        r->armed = true;
        r->ref_ps = now_ps;
    }
}

/* C//D stable from TAVRL before a read until TRHAX after it. Movement inside is judged when the read ends: the last one
 * was late if it was nearer to the beginning, else early. TAVRL's rule remembers the movement and the beginning,
 * TRHAX's the end. */
static void stable(struct am9513_checks *k, const struct moves *m, uint64_t now_ps)
{
    struct am9513_rule *before = &k->rule[AM9513_TAVRL], *after = &k->rule[AM9513_TRHAX];
    int64_t tavrl = k->limits.least_ps[AM9513_TAVRL], trhax = k->limits.least_ps[AM9513_TRHAX];
    bool judged = m->read_end && k->moved;
    if (m->read_begin && (before->known || m->cd))
        am9513i_observe(k, AM9513_TAVRL, m->cd ? 0 : from_to(before->data_ps, now_ps), tavrl, now_ps);
    if (judged && from_to(before->ref_ps, before->data_ps) <= from_to(before->data_ps, now_ps))
        am9513i_observe(k, AM9513_TAVRL, from_to(before->data_ps, before->ref_ps), tavrl, now_ps);
    else if (judged)
        am9513i_observe(k, AM9513_TRHAX, from_to(now_ps, before->data_ps), trhax, now_ps);
    else if (m->cd && m->read_end)
        am9513i_observe(k, AM9513_TRHAX, 0, trhax, now_ps);
    else if (m->cd && after->armed)
        am9513i_observe_of(k, AM9513_TRHAX, after->access, from_to(after->ref_ps, now_ps), trhax, now_ps);
    if (m->cd) {
        before->known = true;
        before->data_ps = now_ps;
        after->armed = false;
    }
    if (m->read_begin) {
        k->moved = false;
        before->ref_ps = now_ps;
    } else if (m->read_end) {
        after->armed = !m->cd && !k->moved;
        after->ref_ps = now_ps;
        after->access = k->strobe_access;
    } else if (m->cd)
        k->moved = true;
}

/* Of the write under way: when the later of WR and CS fell. */
static uint64_t write_begin_ps(const struct am9513_checks *k)
{
    const uint64_t wr_ps = k->rule[AM9513_TWLWH].ref_ps, cs_ps = k->rule[AM9513_TSLWH].data_ps;
    return wr_ps > cs_ps ? wr_ps : cs_ps;
}

/* C//D or data stable from before a write's end until after it. If they are gone at the end, they left early. So they
 * did if they left in the second half of the write, and what came since has too short a set-up: it is the next
 * access's. The set-up's rule remembers when they came, and with `early` that they left since the write began; the
 * hold's rule when they left, with `early` that they are gone, and the end. */
static void latched(struct am9513_checks *k, enum am9513_check setup, enum am9513_check hold, bool come, bool leave,
                    bool write_end, uint64_t now_ps)
{
    struct am9513_rule *s = &k->rule[setup], *h = &k->rule[hold];
    const int64_t least_setup = k->limits.least_ps[setup], least_hold = k->limits.least_ps[hold];
    const bool moved = come || leave, gone = h->early, leaves = leave && !gone;
    if (write_end) {
        const bool second = from_to(write_begin_ps(k), h->data_ps) > from_to(h->data_ps, now_ps);
        const bool next = !gone && s->early && s->known && second && from_to(s->data_ps, now_ps) < least_setup;
        if (s->known && !next)
            am9513i_observe(k, setup, from_to(s->data_ps, now_ps), least_setup, now_ps);
        if (gone || next || moved)
            am9513i_observe(k, hold, gone || next ? from_to(now_ps, h->data_ps) : 0, least_hold, now_ps);
        h->armed = !moved && !gone && !next;
        h->ref_ps = now_ps;
        h->access = k->strobe_access;
    } else if (h->armed) {
        am9513i_observe_of(k, hold, h->access, from_to(h->ref_ps, now_ps), least_hold, now_ps);
        h->armed = false;
    }
    s->early |= leaves;
    h->early = !come && (gone || (leave && s->known));
    if (leaves)
        h->data_ps = now_ps;
    if (come) {
        s->known = true;
        s->data_ps = now_ps;
    }
}

/* ---- The bus */

static struct moves bus_moves(uint64_t old, uint64_t now)
{
    bool read = low(old, AM9513_CS_N | AM9513_RD_N), write = low(old, AM9513_CS_N | AM9513_WR_N);
    bool reads = low(now, AM9513_CS_N | AM9513_RD_N), writes = low(now, AM9513_CS_N | AM9513_WR_N);
    return (struct moves){
        .fall = old & ~now,
        .rise = now & ~old,
        .low = ~(old & now),
        .driven = (now & AM9513_HOST_DRIVES) != 0,
        .cd = ((old ^ now) & AM9513_CD) != 0,
        .read_begin = reads && !read,
        .read_end = read && !reads,
        .write_begin = writes && !write,
        .write_end = write && !writes,
    };
}

/* A rule runs only if a line that it uses has moved. */
static void check_bus(struct am9513_checks *k, const struct moves *m, bool short_write, uint64_t now_ps)
{
    const struct am9513_limits *l = &k->limits;
    const uint64_t moved = m->fall | m->rise;
    const bool data = moved & (AM9513_DB | AM9513_HOST_DRIVES);
    if (m->cd || m->read_begin || m->read_end)
        stable(k, m, now_ps);
    if (m->cd || m->write_end)
        latched(k, AM9513_TAVWH, AM9513_TWHAX, m->cd, m->cd, m->write_end, now_ps);
    if (data || m->write_end)
        latched(k, AM9513_TDVWH, AM9513_TWHDX, data && m->driven, data && !m->driven, m->write_end, now_ps);
    if (m->write_begin)
        k->rule[AM9513_TAVWH].early = k->rule[AM9513_TDVWH].early = false;
    const bool cs_fall = m->fall & AM9513_CS_N, cs_rise = m->rise & AM9513_CS_N;
    if (moved & (AM9513_CS_N | AM9513_RD_N)) {
        const bool fall = m->fall & AM9513_RD_N, rise = m->rise & AM9513_RD_N, open = m->low & AM9513_RD_N;
        am9513i_set_up(k, AM9513_TSLRL, cs_fall, fall, open, now_ps);
        if (cs_rise || rise)
            am9513i_hold(k, AM9513_TRHSH, cs_rise, rise, open, now_ps);
        width(k, AM9513_TRLRH, fall, rise, l->least_ps[AM9513_TRLRH], now_ps);
    }
    if (moved & (AM9513_CS_N | AM9513_WR_N)) {
        const bool fall = m->fall & AM9513_WR_N, rise = m->rise & AM9513_WR_N, open = m->low & AM9513_WR_N;
        am9513i_set_up(k, AM9513_TSLWH, cs_fall, rise, false, now_ps);
        am9513i_hold(k, AM9513_TWHSH, cs_rise, rise, open, now_ps);
        width(k, AM9513_TWLWH, fall, rise, l->least_ps[AM9513_TWLWH], now_ps);
    }
    if (m->read_begin || m->read_end || m->write_begin || m->write_end) {
        int64_t twhrl = short_write ? l->twhrl_short_ps : l->least_ps[AM9513_TWHRL];
        int64_t twhwl = short_write ? l->twhwl_short_ps : l->least_ps[AM9513_TWHWL];
        width(k, AM9513_TRHRL, m->read_end, m->read_begin, l->least_ps[AM9513_TRHRL], now_ps);
        width(k, AM9513_TRHWL, m->read_end, m->write_begin, l->least_ps[AM9513_TRHWL], now_ps);
        width(k, AM9513_TWHRL, m->write_end, m->read_begin, twhrl, now_ps);
        width(k, AM9513_TWHWL, m->write_end, m->write_begin, twhwl, now_ps);
    }
}

/* ---- X2: its first whole cycle, from rise to rise; the others are like it, to a ps where its period is not whole */

static void check_clock(struct am9513_checks *k, const struct am9513 *chip, uint64_t now_ps)
{
    uint64_t end_ps = am9513i_tap_edge_ps(chip, SOURCE_F1, false, 2);
    if (now_ps < end_ps)
        return;
    uint64_t rise_ps = am9513i_tap_edge_ps(chip, SOURCE_F1, false, 1);
    uint64_t fall_ps = am9513i_tap_edge_ps(chip, SOURCE_F1, true, 1);
    k->clock_seen = true;
    am9513i_observe(k, AM9513_TCHCH, from_to(rise_ps, end_ps), k->limits.least_ps[AM9513_TCHCH], end_ps);
    am9513i_observe(k, AM9513_TCHCL, from_to(rise_ps, fall_ps), k->limits.least_ps[AM9513_TCHCL], end_ps);
    am9513i_observe(k, AM9513_TCLCH, from_to(fall_ps, end_ps), k->limits.least_ps[AM9513_TCLCH], end_ps);
}

/* ---- The chip's calls, with the checks of its pins */

/* A pending write acts. It may move gates: a reset makes the bus 8 bits wide. */
static void write_acts(struct am9513_checks *k, struct am9513 *chip, uint64_t at_ps)
{
    am9513i_time_passes(k, chip, at_ps);
    struct am9513_seen before = am9513i_see(chip, chip->pins);
    am9513i_act_now(chip, at_ps);
    am9513i_write_acted(k, chip, &before, at_ps);
}

void am9513i_checks_advance(struct am9513_checks *k, struct am9513 *chip, uint64_t to_ps)
{
    if (!k->clock_seen)
        check_clock(k, chip, to_ps);
    if (chip->op_waits && chip->op_ps <= to_ps)
        write_acts(k, chip, chip->op_ps);
    am9513i_time_passes(k, chip, to_ps);
    chip->now_ps = to_ps; /* nothing else happens up to then */
}

/* SRC and GATE, before the bus. */
static void set_counter_pins(struct am9513_checks *k, struct am9513 *chip, uint64_t now_ps, uint64_t inputs)
{
    am9513i_pins_move(k, chip, inputs, now_ps);
    am9513i_counter_pins(chip, inputs, now_ps);
    am9513i_time_passes(k, chip, now_ps);
}

static void set_bus(struct am9513_checks *k, struct am9513 *chip, uint64_t now_ps, uint64_t inputs)
{
    uint64_t old = chip->pins;
    const bool moves = gate_data(old) != gate_data(inputs);
    if (!moves && !((old ^ inputs) & ~(AM9513_DB | AM9513_HOST_DRIVES))) {
        const bool driven = inputs & AM9513_HOST_DRIVES; /* data alone have moved */
        chip->pins = inputs;
        latched(k, AM9513_TDVWH, AM9513_TWHDX, driven, !driven, false, now_ps);
        return;
    }
    struct moves m = bus_moves(old, inputs);
    unsigned code = host_data(old) & 0xffU;
    bool commands = m.write_end && old & AM9513_CD && code != 0xff && am9513i_delayed(true, (uint16_t)code);
    if (m.fall & (AM9513_RD_N | AM9513_WR_N))
        k->strobe_access = k->access;
    if (m.read_begin && chip->op_waits) /* it acts before that */
        write_acts(k, chip, now_ps);
    if (commands)
        am9513i_command(k, chip, code, now_ps);
    if ((old ^ inputs) & (AM9513_CS_N | AM9513_RD_N | AM9513_CD))
        am9513i_status_read(k, chip, inputs, now_ps);
    if (moves && m.write_end && chip->op_waits) /* it acts before the pins move */
        write_acts(k, chip, now_ps);
    if (moves)
        am9513i_pins_move(k, chip, inputs, now_ps);
    const bool short_write = chip->short_write; /* a write that ends now changes only later limits */
    if (m.write_end) {
        struct am9513_seen before = am9513i_see(chip, inputs);
        am9513i_bus(chip, inputs, now_ps);
        am9513i_write_acted(k, chip, &before, now_ps);
    } else {
        am9513i_bus(chip, inputs, now_ps);
        if (moves)
            am9513i_time_passes(k, chip, now_ps);
    }
    check_bus(k, &m, short_write, now_ps);
}

void am9513i_checks_set(struct am9513_checks *k, struct am9513 *chip, uint64_t now_ps, uint64_t inputs)
{
    if (chip->op_waits && chip->op_ps < now_ps) /* a write due now acts between the pins, below */
        write_acts(k, chip, chip->op_ps);
    if (!k->clock_seen)
        check_clock(k, chip, now_ps);
    am9513i_time_passes(k, chip, now_ps);
    if ((chip->pins ^ inputs) & ~BUS_INPUTS)
        set_counter_pins(k, chip, now_ps, (chip->pins & BUS_INPUTS) | (inputs & ~BUS_INPUTS));
    if (chip->op_waits && chip->op_ps <= now_ps)
        write_acts(k, chip, now_ps);
    chip->now_ps = now_ps;
    if (inputs != chip->pins)
        set_bus(k, chip, now_ps, inputs);
}

/* As am9513i_enter(). */
static int enter_checked(const struct am9513_checks *checks, struct am9513 *chip, uint64_t *now_ps, bool in_range)
{
    return checks ? am9513i_enter(chip, now_ps, in_range) : AM9513_NULL;
}

static bool in_range(const int64_t *ps, size_t count)
{
    for (size_t n = 0; n < count; n++)
        if (ps[n] < -LIMIT_MAX || ps[n] > LIMIT_MAX)
            return false;
    return true;
}

int am9513_checks_init(struct am9513_checks *checks, struct am9513 *chip, const struct am9513_limits *limits)
{
    if (!checks || !chip || !limits)
        return AM9513_NULL;
    if (!initialised(chip))
        return AM9513_RANGE;
    const struct am9513_limits l = *limits;
    const int64_t more[] = {l.twhrl_short_ps, l.twhwl_short_ps, l.twheh_double_ps};
    if (!in_range(l.least_ps, AM9513_CHECKS) || !in_range(more, sizeof more / sizeof *more))
        return AM9513_RANGE;
    *checks = (struct am9513_checks){.limits = l};
    for (int n = 0; n < AM9513_CHECKS; n++)
        checks->record[n].slack_ps = INT64_MAX;
    am9513i_edges_init(checks, chip);
    return AM9513_OK;
}

int am9513_checks_advance(struct am9513_checks *checks, struct am9513 *chip, uint64_t now_ps)
{
    const int result = enter_checked(checks, chip, &now_ps, true);
    if (am9513i_acts(result))
        am9513i_checks_advance(checks, chip, now_ps);
    return result;
}

int am9513_checks_set(struct am9513_checks *checks, struct am9513 *chip, uint64_t now_ps, uint64_t inputs)
{
    const int result = enter_checked(checks, chip, &now_ps, !(inputs & ~AM9513_INPUTS));
    if (am9513i_acts(result))
        am9513i_checks_set(checks, chip, now_ps, inputs);
    return result;
}

int am9513_checks_lost(struct am9513_checks *checks, const struct am9513 *chip, uint64_t which, bool pause)
{
    if (!checks || !chip)
        return AM9513_NULL;
    if (!initialised(chip) || (which != AM9513_RD_N && which != AM9513_WR_N))
        return AM9513_RANGE;
    bool read = which == AM9513_RD_N;
    enum am9513_check check = pause ? (read ? AM9513_TRHRL : AM9513_TWHWL) : read ? AM9513_TRLRH : AM9513_TWLWH;
    int64_t least = checks->limits.least_ps[check];
    if (check == AM9513_TWHWL && chip->short_write)
        least = checks->limits.twhwl_short_ps;
    checks->strobe_access = checks->access;
    am9513i_observe(checks, check, 0, least, chip->now_ps);
    return AM9513_OK;
}
