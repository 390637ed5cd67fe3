/* SPDX-License-Identifier: MIT
 * Socket, translator and data buffer around the chip, processed from one change of a line to the next. */
#include <stdlib.h>

#include "am9513_board.h"
#include "am9513_checks_internal.h"

#define RD_N 1U
#define WR_N 2U
#define CD 4U

#define PULSE_NONE 0U /* on the flip-flop's inputs */
#define PULSE_SET 1U
#define PULSE_RESET 2U

#define DRIVEN 0x100U /* beside the data bits in the buffers */
#define VALID 0x200U
#define UNDRIVEN 0xffU /* lines that nothing drives are high */

/* ---- Gates */

static struct am9513_board_gate gate(unsigned level)
{
    return (struct am9513_board_gate){(uint16_t)level, (uint16_t)level, AM9513_NEVER};
}

/* True if the output changes. */
static bool gate_out(struct am9513_board_gate *g, uint64_t at_ps)
{
    if (g->due_ps > at_ps)
        return false;
    g->out = g->in;
    g->due_ps = AM9513_NEVER;
    return true;
}

/* True if the output changes at once. */
static bool gate_in(struct am9513_board *b, struct am9513_board_gate *g, unsigned level, uint64_t at_ps,
                    uint64_t delay_ps)
{
    if (level == g->in)
        return false;
    g->in = (uint16_t)level;
    g->due_ps = level == g->out ? AM9513_NEVER : at_ps + delay_ps;
    b->gates_ps = earlier(b->gates_ps, g->due_ps);
    return gate_out(g, at_ps);
}

/* ---- Checks of the board. Without config.checks nothing is recorded. */

static void observe(struct am9513_board *b, enum am9513_check check, int64_t time_ps, int64_t least_ps, uint64_t at_ps)
{
    if (b->config.checks)
        am9513i_observe_of(&b->checks, check, b->checks.access, time_ps, least_ps, at_ps);
}

/* FF_UNKNOWN has no time: 0 is observed where 1 is required. */
static void flipflop_used(struct am9513_board *b, uint64_t at_ps)
{
    if (!b->config.direct && !b->ff_known)
        observe(b, AM9513_FF_UNKNOWN, 0, 1, at_ps);
}

static void host_read(struct am9513_board *b, uint64_t valid_ps, uint64_t latched_ps, uint64_t at_ps)
{
    observe(b, AM9513_HOST_READ, (int64_t)(latched_ps - valid_ps), b->checks.limits.least_ps[AM9513_HOST_READ], at_ps);
}

/* Read data at the socket has moved. Valid data that comes after the latch is late. It comes once in a read. */
static void read_data_moved(struct am9513_board *b, uint64_t at_ps)
{
    b->read_moved_ps = at_ps;
    if (b->read_missed && b->to_host.out & VALID)
        host_read(b, at_ps, b->latched_ps, at_ps);
}

/* One draw per race: xorshift of 32 bits, started from a product so that related seeds draw unrelated sequences. */
static bool draw(struct am9513_board *b)
{
    uint32_t x = b->ff_random;
    bool drawn = x & 0x80000000U;
    x ^= x << 13;
    x ^= x >> 17;
    b->ff_random = x ^ x << 5;
    return drawn;
}

/* A pulse on SET or RESET has ended. True if it is a race: the second pulse of a strobe was too short. */
static bool pulse_ends(struct am9513_board *b, uint64_t at_ps)
{
    int64_t least = (int64_t)(2 * b->config.pal_tpd_ps + b->config.pal_skew_ps);
    int64_t width = (int64_t)(at_ps - b->ff_begin_ps);
    bool race = width < least && b->ff_switched;
    observe(b, race ? AM9513_FF_RACE : AM9513_FF_SHORT, width, least, at_ps);
    if (race)
        b->ff_known = false;
    else if (width >= least)
        b->ff_known = true;
    return race;
}

/* SET and RESET as the socket's lines make them now. True if they have raced. */
static bool pulse_moves(struct am9513_board *b, uint64_t at_ps)
{
    unsigned now = !b->mds ? PULSE_NONE : b->write ? PULSE_RESET : PULSE_SET, old = b->ff_pulse;
    if (now == old)
        return false;
    b->ff_pulse = (uint8_t)now;
    bool race = old != PULSE_NONE && pulse_ends(b, at_ps);
    if (now != PULSE_NONE) {
        b->ff_kept = false;
        b->ff_begin_ps = at_ps;
        b->ff_switched = old != PULSE_NONE;
    }
    return race;
}

/* ---- Translators: levels at the inputs of their gates. True if an output changed at once */

static bool translate_direct(struct am9513_board *b, uint64_t at_ps)
{
    bool strobe = b->mas || b->mds;
    unsigned in = (strobe && !b->write ? 0 : RD_N) | (strobe && b->write ? 0 : WR_N) | (b->mds ? 0 : CD);
    return gate_in(b, &b->strobes, in, at_ps, b->config.pal_tpd_ps);
}

static bool translate_flipflop(struct am9513_board *b, uint64_t at_ps)
{
    uint64_t delay = b->config.pal_tpd_ps;
    unsigned in = RD_N | WR_N;
    bool data = b->ff_level, control = !data;
    if (b->mas)
        in = b->write ? RD_N : WR_N;
    if (!b->ff_kept) {
        data = !(b->ff_pulse == PULSE_RESET || b->ff_control.out);
        control = !(b->ff_pulse == PULSE_SET || b->ff_data.out);
    }
    bool moved = gate_in(b, &b->strobes, in, at_ps, delay);
    moved |= gate_in(b, &b->ff_data, data, at_ps, delay);
    return gate_in(b, &b->ff_control, control, at_ps, delay + b->config.pal_skew_ps) || moved;
}

static bool translate(struct am9513_board *b, uint64_t at_ps)
{
    return b->config.direct ? translate_direct(b, at_ps) : translate_flipflop(b, at_ps);
}

static bool host_drives(struct am9513_board *b, uint64_t at_ps)
{
    unsigned host = b->drives ? DRIVEN | b->data : UNDRIVEN;
    return gate_in(b, &b->to_board, host, at_ps, b->config.buffer_tpd_ps);
}

/* ---- The chip's pins */

static uint64_t chip_pins(const struct am9513_board *b)
{
    unsigned control = b->config.direct ? b->strobes.out & CD : b->ff_control.out;
    uint64_t pins = b->pins | 0xff00U | (b->to_board.out & 0xffU);
    if (b->to_board.out & DRIVEN)
        pins |= AM9513_HOST_DRIVES;
    if (b->strobes.out & RD_N)
        pins |= AM9513_RD_N;
    if (b->strobes.out & WR_N)
        pins |= AM9513_WR_N;
    if (control)
        pins |= AM9513_CD;
    return pins;
}

/* Cannot fail: times and pins are valid here. */
static void chip_set(struct am9513_board *b, uint64_t at_ps, uint64_t pins)
{
    if (pins == b->chip.pins)
        return;
    if (b->config.checks)
        am9513i_checks_set(&b->checks, &b->chip, at_ps, pins);
    else
        (void)am9513_set(&b->chip, at_ps, pins);
}

static void chip_advance(struct am9513_board *b, uint64_t to_ps)
{
    if (b->config.checks)
        am9513i_checks_advance(&b->checks, &b->chip, to_ps);
    else
        (void)am9513_advance(&b->chip, to_ps);
}

/* Changes of RD- and WR- that the PAL swallows: they go back before their delay is over. out: the outputs before. */
static void strobes_lost(struct am9513_board *b, unsigned lost, unsigned out, uint64_t at_ps)
{
    static const unsigned line[2] = {RD_N, WR_N};
    static const uint64_t pin[2] = {AM9513_RD_N, AM9513_WR_N};
    chip_advance(b, at_ps);
    for (int n = 0; n < 2; n++)
        if (lost & line[n])
            (void)am9513_checks_lost(&b->checks, &b->chip, pin[n], !(out & line[n]));
}

/* The chip's data, on their way to the workstation. */
static void chip_drives(struct am9513_board *b, uint64_t at_ps)
{
    uint64_t pins = am9513i_bus_pins(&b->chip, at_ps);
    unsigned level = UNDRIVEN;
    if (pins & AM9513_CHIP_DRIVES)
        level = DRIVEN | ((pins & AM9513_CHIP_VALID) ? VALID | (unsigned)(pins & 0xffU) : UNDRIVEN);
    if (gate_in(b, &b->to_host, level, at_ps, b->config.buffer_tpd_ps))
        read_data_moved(b, at_ps);
}

/* ---- Time */

static uint64_t socket_next_ps(const struct am9513_board *b)
{
    return earlier(earlier(earlier(b->rw_ps, b->data_ps), earlier(b->fall_ps, b->latch_ps)),
                   earlier(b->rise_ps, earlier(b->rw_end_ps, b->data_end_ps)));
}

static bool due(uint64_t *when_ps, uint64_t at_ps)
{
    if (*when_ps > at_ps)
        return false;
    *when_ps = AM9513_NEVER;
    return true;
}

static void latch(struct am9513_board *b, uint64_t at_ps)
{
    unsigned bus = b->to_host.out;
    b->read_driven = bus & DRIVEN;
    b->read_valid = bus & VALID;
    b->read = b->read_valid ? (uint8_t)bus : b->config.floating;
    b->latched_ps = at_ps;
    b->read_missed = !b->read_valid;
    if (b->read_valid)
        host_read(b, b->read_moved_ps, at_ps, at_ps);
}

#define STROBES 1U
#define HOST_DATA 2U

/* The workstation latches the level before all others move; then its lines move. Returns which of them may have moved.
 * R/W matters only while a strobe is active. */
static unsigned socket(struct am9513_board *b, uint64_t at_ps)
{
    unsigned moved = 0;
    if (b->socket_ps > at_ps)
        return 0;
    if (due(&b->latch_ps, at_ps))
        latch(b, at_ps);
    if (due(&b->rw_ps, at_ps))
        b->write = true;
    if (due(&b->data_ps, at_ps)) {
        moved |= HOST_DATA;
        b->drives = true;
        b->data = b->value;
    }
    if (due(&b->fall_ps, at_ps)) {
        moved |= STROBES;
        b->mas = b->fires_mas;
        b->mds = b->fires_mds;
        if (b->mas)
            flipflop_used(b, at_ps);
    }
    if (due(&b->rise_ps, at_ps)) {
        moved |= STROBES;
        b->mas = b->mds = false;
    }
    if (due(&b->rw_end_ps, at_ps)) {
        if (b->mas || b->mds)
            moved |= STROBES;
        b->write = false;
    }
    if (due(&b->data_end_ps, at_ps)) {
        moved |= HOST_DATA;
        b->drives = false;
    }
    b->socket_ps = socket_next_ps(b);
    if (b->socket_ps == AM9513_NEVER) /* the access is over */
        b->read_missed = false;
    return moved;
}

/* Inputs of the translator's gates have changed. True if an output changes at once. */
static bool translator(struct am9513_board *b, uint64_t at_ps)
{
    unsigned in = b->strobes.in, out = b->strobes.out;
    bool moved = false;
    /* The gates first see the end of a pulse that races, then the level drawn. */
    for (bool race = !b->config.direct && pulse_moves(b, at_ps); translate(b, at_ps) || race; race = false) {
        moved = true;
        if (race) {
            b->ff_kept = true;
            b->ff_level = draw(b);
        }
    }
    unsigned lost = (in ^ out) & (in ^ b->strobes.in);
    if (lost)
        strobes_lost(b, lost, out, at_ps);
    return moved;
}

#define FLIPS 1U
#define CHIP_PINS 2U

/* Delays that are over. Returns where outputs changed: at the flip-flop's gates, at the chip's pins. */
static unsigned gates_out(struct am9513_board *b, uint64_t at_ps)
{
    unsigned moved = 0;
    if (b->gates_ps > at_ps)
        return 0;
    if (gate_out(&b->strobes, at_ps))
        moved |= CHIP_PINS;
    if (gate_out(&b->ff_data, at_ps))
        moved |= CHIP_PINS | FLIPS;
    if (gate_out(&b->ff_control, at_ps))
        moved |= CHIP_PINS | FLIPS;
    if (gate_out(&b->to_board, at_ps))
        moved |= CHIP_PINS;
    if (gate_out(&b->to_host, at_ps))
        read_data_moved(b, at_ps);
    b->gates_ps = earlier(earlier(b->strobes.due_ps, earlier(b->ff_data.due_ps, b->ff_control.due_ps)),
                          earlier(b->to_board.due_ps, b->to_host.due_ps));
    return moved;
}

/* bus_due: a driver of the chip's bus turns. */
static void instant(struct am9513_board *b, uint64_t at_ps, bool bus_due)
{
    unsigned lines = socket(b, at_ps), out = gates_out(b, at_ps);
    bool moved = out & CHIP_PINS;
    if (lines & STROBES || out & FLIPS)
        moved |= translator(b, at_ps);
    if (lines & HOST_DATA)
        moved |= host_drives(b, at_ps);
    if (moved)
        chip_set(b, at_ps, chip_pins(b));
    if (bus_due || (moved && b->chip.drives.on))
        chip_drives(b, at_ps);
}

static void run(struct am9513_board *b, uint64_t until_ps)
{
    if (until_ps == b->now_ps)
        return; /* all of this instant has happened */
    for (;;) {
        const uint64_t bus = am9513i_bus_next_ps(&b->chip), at = earlier(earlier(b->socket_ps, b->gates_ps), bus);
        if (at > until_ps)
            break;
        instant(b, at, bus <= at);
    }
    chip_advance(b, until_ps);
    b->now_ps = until_ps;
}

/* ---- Calls */

int am9513_board_init(struct am9513_board *board, const struct am9513_board_config *config)
{
    if (!board || !config)
        return AM9513_NULL;
    const struct am9513_board_config c = *config;
    *board = (struct am9513_board){0};
    const uint64_t least1[] = {c.pal_skew_ps,      c.cpu_clock_ps,   c.control_read_ps,
                               c.control_write_ps, c.data_strobe_ps, c.des_clock_ps};
    const uint64_t hold = (uint64_t)llabs(c.strobe_hold_ps), rw_later = (uint64_t)llabs(c.rw_later_ps);
    const uint64_t any[] = {c.pal_tpd_ps, c.buffer_tpd_ps, c.rw_setup_ps,   c.write_data_setup_ps,
                            hold,         rw_later,        c.data_after_ps, c.read_latch_ps};
    for (size_t n = 0; n < sizeof least1 / sizeof *least1; n++)
        if (!least1[n] || least1[n] > DELAY_MAX)
            return AM9513_RANGE;
    for (size_t n = 0; n < sizeof any / sizeof *any; n++)
        if (any[n] > DELAY_MAX)
            return AM9513_RANGE;
    struct am9513 chip;
    int error = am9513_init(&chip, &c.chip);
    if (error)
        return error;
    chip.pins &= ~AM9513_CS_N; /* low on the board, from the start: no edge */
    struct am9513_checks checks = {0};
    error = c.checks ? am9513_checks_init(&checks, &chip, &c.limits) : AM9513_OK;
    if (error)
        return error;
    *board = (struct am9513_board){.config = c, .chip = chip, .checks = checks};
    board->socket_ps = AM9513_NEVER; /* of the socket's lines: an access sets the others */
    board->strobes = gate(c.direct ? RD_N | WR_N | CD : RD_N | WR_N);
    board->ff_data = gate(0);
    board->ff_control = gate(1);
    board->to_board = board->to_host = gate(UNDRIVEN);
    board->ff_kept = true;
    board->ff_level = c.seed & 1U;
    board->ff_random = c.seed * 0x9e3779b1U + 0x00f11b0bU;
    if (!board->ff_random)
        board->ff_random = 1;
    board->gates_ps = AM9513_NEVER;
    (void)translator(board, 0);
    return AM9513_OK;
}

/* As am9513i_enter(). Between calls the chip's time is the board's. */
static int enter_board(struct am9513_board *b, uint64_t *now_ps, bool in_range)
{
    return b ? am9513i_enter(&b->chip, now_ps, in_range) : AM9513_NULL;
}

int am9513_board_advance(struct am9513_board *board, uint64_t now_ps)
{
    const int result = enter_board(board, &now_ps, true);
    if (am9513i_acts(result))
        run(board, now_ps);
    return result;
}

/* The first time data_after_ps after a fall of the DES clock that gives the strobe its width. */
static uint64_t data_strobe_end_ps(const struct am9513_board_config *c, uint64_t fall_ps)
{
    uint64_t least = later(fall_ps + c->data_strobe_ps, c->data_after_ps);
    uint64_t periods = (least - c->data_after_ps + c->des_clock_ps - 1) / c->des_clock_ps;
    return periods * c->des_clock_ps + c->data_after_ps;
}

static int access_socket(struct am9513_board *b, uint64_t now_ps, unsigned offset, bool write, uint8_t value,
                         struct am9513_board_access *access)
{
    const int result = enter_board(b, &now_ps, offset == 0 || offset == 2);
    if (!am9513i_acts(result))
        return result;
    const struct am9513_board_config *c = &b->config;
    uint64_t start = (now_ps + c->cpu_clock_ps - 1) / c->cpu_clock_ps * c->cpu_clock_ps;
    uint64_t fall = start + (write ? later(c->rw_setup_ps, c->write_data_setup_ps) : c->rw_setup_ps);
    uint64_t rise =
        offset == 0 ? data_strobe_end_ps(c, fall) : fall + (write ? c->control_write_ps : c->control_read_ps);
    const int64_t held = (int64_t)(rise - fall) + c->strobe_hold_ps, rw_held = held + c->rw_later_ps;
    const uint64_t data_end = fall + (uint64_t)(held > 0 ? held : 0),
                   rw_end = fall + (uint64_t)(rw_held > 0 ? rw_held : 0);
    uint64_t end = later(rise, later(data_end, rw_end));
    if (end > AM9513_TIME_MAX)
        return AM9513_RANGE;
    b->value = value;
    b->fires_mds = offset == 0;
    b->fires_mas = offset == 2;
    b->rw_ps = write ? fall - c->rw_setup_ps : AM9513_NEVER;
    b->data_ps = write ? fall - c->write_data_setup_ps : AM9513_NEVER;
    b->fall_ps = offset == 0 || write || c->control_on_read ? fall : AM9513_NEVER;
    b->latch_ps = write ? AM9513_NEVER : rise - earlier(c->read_latch_ps, rise - start);
    b->rise_ps = rise;
    b->rw_end_ps = rw_end;
    b->data_end_ps = data_end;
    b->socket_ps = socket_next_ps(b);
    b->read_moved_ps = start;
    run(b, end);
    if (access)
        *access = (struct am9513_board_access){start, end, b->read, !write && b->read_driven, !write && b->read_valid};
    return result;
}

int am9513_board_write(struct am9513_board *board, uint64_t now_ps, unsigned offset, uint8_t value,
                       struct am9513_board_access *access)
{
    return access_socket(board, now_ps, offset, true, value, access);
}

int am9513_board_read(struct am9513_board *board, uint64_t now_ps, unsigned offset, struct am9513_board_access *access)
{
    return access_socket(board, now_ps, offset, false, 0, access);
}

int am9513_board_set(struct am9513_board *board, uint64_t now_ps, uint64_t pins)
{
    static const uint64_t allowed = UINT64_C(31) << AM9513_PLACE_SRC | UINT64_C(31) << AM9513_PLACE_GATE;
    const int result = enter_board(board, &now_ps, !(pins & ~allowed));
    if (!am9513i_acts(result))
        return result;
    run(board, now_ps);
    board->pins = pins;
    chip_set(board, now_ps, chip_pins(board));
    return result;
}

uint64_t am9513_board_get(struct am9513_board *board)
{
    return board ? am9513_get(&board->chip) : 0;
}
