/* SPDX-License-Identifier: MIT
 * Socket, translator and data buffer around the chip, processed from one change of a line to the next. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "am9513_board.h"
#include "am9513_checks_internal.h"

#define RD_N 1U /* times AM9513_RD_N these are the chip's pins */
#define WR_N 2U
#define CD 4U

#define PULSE_NONE 0U /* on the flip-flop's inputs */
#define PULSE_SET MDS
#define PULSE_RESET (MDS | WRITE)

#define MAS 1U /* lines of the socket: strobes active; R/W low; the workstation drives data */
#define MDS 2U
#define WRITE 4U
#define DRIVES 8U
#define LINES 15U
#define LATCH 16U /* what an access does beside moving them */

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
    if (g != &b->to_host)
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

/* Read data at the socket has moved. Valid data that comes after the latch is late. It comes once in a read; as the
 * access ends it is not judged. */
static void read_data_moved(struct am9513_board *b, uint64_t at_ps)
{
    b->read_moved_ps = at_ps;
    if (b->read_missed && b->to_host.out & VALID && at_ps < b->end_ps)
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

/* True if they have raced. */
static bool pulse_moves(struct am9513_board *b, unsigned pulse, uint64_t at_ps)
{
    const unsigned old = b->ff_pulse;
    if (pulse == old)
        return false;
    b->ff_pulse = (uint8_t)pulse;
    bool race = old != PULSE_NONE && pulse_ends(b, at_ps);
    if (pulse != PULSE_NONE) {
        b->ff_kept = false;
        b->ff_begin_ps = at_ps;
        b->ff_switched = old != PULSE_NONE;
    }
    return race;
}

/* ---- Translators: levels at the inputs of their gates */

static void translate_direct(struct am9513_board *b, uint64_t at_ps)
{
    bool strobe = b->lines & (MAS | MDS), write = b->lines & WRITE;
    unsigned in = (strobe && !write ? 0 : RD_N) | (strobe && write ? 0 : WR_N) | (b->lines & MDS ? 0 : CD);
    (void)gate_in(b, &b->strobes, in, at_ps, b->config.pal_tpd_ps);
}

/* True if an output changed at once. */
static bool flip(struct am9513_board *b, uint64_t at_ps)
{
    bool data = b->ff_level, control = !data;
    if (!b->ff_kept) {
        data = !(b->ff_pulse == PULSE_RESET || b->ff_control.out);
        control = !(b->ff_pulse == PULSE_SET || b->ff_data.out);
    }
    bool moved = gate_in(b, &b->ff_data, data, at_ps, b->config.pal_tpd_ps);
    return gate_in(b, &b->ff_control, control, at_ps, b->config.pal_tpd_ps + b->config.pal_skew_ps) || moved;
}

/* flips: a gate of the flip-flop has moved. */
static void translate_flipflop(struct am9513_board *b, uint64_t at_ps, bool flips)
{
    const unsigned lines = b->lines, pulse = lines & MDS ? lines & (MDS | WRITE) : PULSE_NONE;
    const unsigned in = !(lines & MAS) ? RD_N | WR_N : lines & WRITE ? RD_N : WR_N;
    (void)gate_in(b, &b->strobes, in, at_ps, b->config.pal_tpd_ps);
    if (pulse == b->ff_pulse && !flips)
        return;
    /* The gates first see the end of a pulse that races, then the level drawn. */
    for (bool race = pulse_moves(b, pulse, at_ps); flip(b, at_ps) || race; race = false)
        if (race) {
            b->ff_kept = true;
            b->ff_level = draw(b);
        }
}

/* ---- The chip's pins */

static uint64_t chip_pins(const struct am9513_board *b)
{
    const unsigned strobes = b->strobes.out | (b->config.direct ? 0 : b->ff_control.out * CD);
    const uint64_t drives = (b->to_board.out & DRIVEN) ? AM9513_HOST_DRIVES : 0;
    return b->pins | drives | strobes * AM9513_RD_N | 0xff00U | (b->to_board.out & 0xffU);
}

/* True if they move. Cannot fail: times and pins are valid here. */
static bool chip_set(struct am9513_board *b, uint64_t at_ps)
{
    const uint64_t pins = chip_pins(b);
    if (pins == b->chip.pins)
        return false;
    if (b->config.checks)
        am9513i_checks_set(&b->checks, &b->chip, at_ps, pins);
    else
        (void)am9513_set(&b->chip, at_ps, pins);
    return true;
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
    am9513i_drivers_settle(&b->chip, at_ps);
    unsigned level = UNDRIVEN;
    if (b->chip.drives.on)
        level = DRIVEN | (b->chip.valid.on ? VALID | (unsigned)(am9513i_bus_pins(&b->chip, at_ps) & 0xffU) : UNDRIVEN);
    if (gate_in(b, &b->to_host, level, at_ps, b->config.buffer_tpd_ps))
        read_data_moved(b, at_ps);
}

/* The same up to just before that time; nothing else depends on them. */
static void read_data(struct am9513_board *b, uint64_t before_ps)
{
    for (;;) {
        const uint64_t bus = am9513i_bus_next_ps(&b->chip), at = earlier(b->to_host.due_ps, bus);
        if (at >= before_ps)
            break;
        if (gate_out(&b->to_host, at))
            read_data_moved(b, at);
        if (bus <= at)
            chip_drives(b, at);
    }
}

/* ---- Time */

/* Of an access, in the order of time, the last one at AM9513_NEVER. */
struct step {
    uint64_t at_ps;
    unsigned moves; /* of lines, and LATCH */
};

static void plan(struct step *step, unsigned *steps, uint64_t at_ps, unsigned moves)
{
    unsigned n = (*steps)++;
    for (; n > 0 && step[n - 1].at_ps > at_ps; n--)
        step[n] = step[n - 1];
    step[n] = (struct step){at_ps, moves};
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

/* The workstation latches the level before all others move. */
static unsigned socket(struct am9513_board *b, const struct step **step, uint64_t at_ps)
{
    unsigned moves = 0;
    for (; (*step)->at_ps <= at_ps; ++*step)
        moves ^= (*step)->moves;
    if (moves & LATCH)
        latch(b, at_ps);
    b->lines ^= (uint8_t)(moves & LINES);
    if (moves & b->lines & MAS)
        flipflop_used(b, at_ps);
    return moves;
}

/* Inputs of the translator's gates have changed. */
static void translator(struct am9513_board *b, uint64_t at_ps, bool flips)
{
    unsigned in = b->strobes.in, out = b->strobes.out;
    if (b->config.direct)
        translate_direct(b, at_ps);
    else
        translate_flipflop(b, at_ps, flips);
    unsigned lost = (in ^ out) & (in ^ b->strobes.in);
    if (lost)
        strobes_lost(b, lost, out, at_ps);
}

/* Delays that are over. True if a gate of the flip-flop moves. */
static bool gates_out(struct am9513_board *b, uint64_t at_ps)
{
    if (b->gates_ps > at_ps)
        return false;
    (void)gate_out(&b->strobes, at_ps);
    (void)gate_out(&b->to_board, at_ps);
    bool flips = gate_out(&b->ff_data, at_ps);
    flips |= gate_out(&b->ff_control, at_ps);
    b->gates_ps =
        earlier(earlier(b->strobes.due_ps, b->to_board.due_ps), earlier(b->ff_data.due_ps, b->ff_control.due_ps));
    return flips;
}

/* moves: of the socket. */
static void instant(struct am9513_board *b, uint64_t at_ps, unsigned moves)
{
    const bool bus_due = am9513i_bus_next_ps(&b->chip) <= at_ps; /* a driver of the chip's bus turns */
    if (gate_out(&b->to_host, at_ps))
        read_data_moved(b, at_ps);
    const bool flips = gates_out(b, at_ps);
    if (moves & (MAS | MDS | WRITE) || flips)
        translator(b, at_ps, flips);
    if (moves & DRIVES)
        (void)gate_in(b, &b->to_board, b->lines & DRIVES ? DRIVEN | b->data : UNDRIVEN, at_ps, b->config.buffer_tpd_ps);
    const bool pins_move = chip_set(b, at_ps);
    if (bus_due || (pins_move && b->chip.drives.on))
        chip_drives(b, at_ps);
}

static void run(struct am9513_board *b, const struct step *step, uint64_t until_ps)
{
    for (;;) {
        const uint64_t at = earlier(step->at_ps, b->gates_ps);
        read_data(b, earlier(at, until_ps + 1));
        if (at > until_ps)
            break;
        instant(b, at, step->at_ps <= at ? socket(b, &step, at) : 0);
    }
    chip_advance(b, until_ps);
    b->now_ps = until_ps;
}

static void run_still(struct am9513_board *b, uint64_t until_ps)
{
    static const struct step none = {AM9513_NEVER, 0};
    run(b, &none, until_ps);
}

/* ---- Calls */

int am9513_board_init(struct am9513_board *board, const struct am9513_board_config *config)
{
    if (!board || !config)
        return AM9513_NULL;
    const struct am9513_board_config c = *config;
    const size_t later_members = offsetof(struct am9513_board, now_ps);
    board->chip.config = (struct am9513_config){0}; /* never initialised */
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
    int error = am9513_init(&board->chip, &c.chip);
    if (error)
        return error;
    board->chip.pins &= ~AM9513_CS_N; /* low on the board, from the start: no edge */
    if (!c.checks)
        board->checks = (struct am9513_checks){0};
    else if ((error = am9513_checks_init(&board->checks, &board->chip, &c.limits)) != AM9513_OK) {
        board->chip.config = (struct am9513_config){0};
        return error;
    }
    board->config = c;
    memset((unsigned char *)board + later_members, 0, sizeof *board - later_members);
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
    translator(board, 0, true);
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
        run_still(board, now_ps);
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
    const unsigned strobe = offset == 0 ? MDS : write || c->control_on_read ? MAS : 0;
    struct step step[6] = {{fall, strobe}};
    unsigned steps = 1;
    plan(step, &steps, rise, strobe);
    if (write) {
        plan(step, &steps, fall - c->write_data_setup_ps, DRIVES);
        plan(step, &steps, data_end, DRIVES);
        plan(step, &steps, earlier(rw_end, rise), WRITE); /* only inside the strobe it matters */
    } else
        plan(step, &steps, rise - earlier(c->read_latch_ps, rise - start), LATCH);
    step[steps].at_ps = AM9513_NEVER;
    b->lines = write ? WRITE : 0;
    b->data = value;
    b->read_moved_ps = start;
    b->end_ps = end;
    run(b, step, end);
    b->read_missed = false;
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
    run_still(board, now_ps);
    board->pins = pins;
    (void)chip_set(board, now_ps);
    return result;
}

uint64_t am9513_board_get(struct am9513_board *board)
{
    return board ? am9513_get(&board->chip) : 0;
}
