/* SPDX-License-Identifier: MIT
 * The Am9513A's pins and bus cycles, and the calls of am9513.h. */
#include "am9513_internal.h"

#define WIDTH_MAX (UINT64_C(1) << 40) /* 1.1 s */
#define PARTS_MAX (UINT64_C(1) << 60)

/* ---- Pins */

static unsigned source_pins(uint64_t pins)
{
    return (unsigned)(pins >> AM9513_PLACE_SRC) & 31U;
}

static bool reading(uint64_t pins)
{
    return !(pins & (AM9513_CS_N | AM9513_RD_N));
}

static bool writing(uint64_t pins)
{
    return !(pins & (AM9513_CS_N | AM9513_WR_N));
}

unsigned am9513i_gate_pins(const struct am9513 *chip, uint64_t pins)
{
    unsigned gates = (unsigned)(pins >> AM9513_PLACE_GATE) & 31U;
    return chip->master_mode & MM_WIDE ? gates : gates & host_data(pins) >> 8;
}

void am9513i_counter_pins(struct am9513 *chip, uint64_t inputs, uint64_t at_ps)
{
    chip->pins = (chip->pins & BUS_INPUTS) | (inputs & ~BUS_INPUTS);
    am9513i_pins(chip, source_pins(inputs), am9513i_gate_pins(chip, chip->pins), at_ps);
}

/* ---- The write under way */

void am9513i_act_now(struct am9513 *chip, uint64_t at_ps)
{
    if (!chip->op_waits)
        return;
    chip->op_waits = false;
    am9513i_act(chip, chip->op_control, chip->op_data, at_ps);
}

static void act_due(struct am9513 *chip, uint64_t until_ps)
{
    if (chip->op_waits && chip->op_ps <= until_ps)
        am9513i_act_now(chip, chip->op_ps);
}

static void write_ends(struct am9513 *chip, bool control, uint16_t data, uint64_t now_ps)
{
    am9513i_act_now(chip, now_ps);
    chip->op_waits = true;
    chip->op_control = control;
    chip->op_data = data;
    chip->op_ps = now_ps + (am9513i_delayed(control, data) ? chip->config.tcmd_ps : 0);
}

/* ---- The data bus's drivers */

static void drivers_turn(struct am9513 *chip, bool on, uint64_t now_ps)
{
    const struct am9513_config *c = &chip->config;
    am9513i_drivers_settle(chip, now_ps);
    chip->drives.to = chip->valid.to = on;
    chip->drives.due_ps = now_ps + (on ? c->trlqx_ps : c->trhqz_ps);
    chip->valid.due_ps = now_ps + (on ? c->trlqv_ps : c->trhqx_ps);
}

uint64_t am9513i_bus_pins(struct am9513 *chip, uint64_t at_ps)
{
    am9513i_drivers_settle(chip, at_ps);
    uint64_t own = chip->read_wide ? AM9513_DB : 0xff; /* DB8-15 are inputs of the 8-bit bus */
    uint64_t pins = host_data(chip->pins);
    if (!chip->drives.on)
        return pins;
    bool control = reading(chip->pins) ? chip->pins & AM9513_CD : chip->read_control;
    uint64_t word = control ? 0xff00U | chip->read_status : chip->read_word;
    return (pins & ~own) | (chip->valid.on ? (word & own) | AM9513_CHIP_VALID : own) | AM9513_CHIP_DRIVES;
}

void am9513i_bus(struct am9513 *chip, uint64_t inputs, uint64_t now_ps)
{
    uint64_t old = chip->pins;
    bool begins = !reading(old) && reading(inputs), ends = reading(old) && !reading(inputs);
    if (begins)
        am9513i_act_now(chip, now_ps);
    if (writing(old) && !writing(inputs))
        write_ends(chip, old & AM9513_CD, host_data(old), now_ps);
    if (ends && !(old & AM9513_CD))
        am9513i_read_end(chip, now_ps);
    if (begins) {
        chip->read_word = am9513i_read_word(chip);
        chip->read_wide = chip->master_mode & MM_WIDE;
        chip->status_due = true;
        chip->read_ps = now_ps;
    }
    if (inputs & AM9513_CD)
        am9513i_status_now(chip);
    if (ends) {
        chip->read_control = old & AM9513_CD;
        chip->status_due = false;
    }
    if (begins || ends)
        drivers_turn(chip, begins, now_ps);
    chip->pins = inputs;
    if ((old ^ inputs) & (AM9513_DB | AM9513_HOST_DRIVES))
        am9513i_pins(chip, chip->sources, am9513i_gate_pins(chip, chip->pins), now_ps);
    act_due(chip, now_ps);
}

/* ---- Calls */

static bool x2_in_range(const struct am9513_config *c)
{
    uint64_t parts = c->x2_parts ? c->x2_parts : 1;
    return c->x2_high_ps && c->x2_low_ps && c->x2_high_ps <= WIDTH_MAX && c->x2_low_ps <= WIDTH_MAX &&
           parts <= PARTS_MAX && c->x2_high_part < parts && c->x2_low_part < parts;
}

/* X2 moves a pin twice a period at most. */
static bool lines_hold(const struct am9513_config *c)
{
    const uint64_t longest = later(later(c->tehyv_ps, c->tehyv_compare_ps), c->tehfv_ps);
    return longest / (c->x2_high_ps + c->x2_low_ps) < AM9513_LINE / 2;
}

static bool config_in_range(const struct am9513_config *c)
{
    const uint64_t delay[] = {c->tcmd_ps,  c->twhyv_ps, c->tehyv_ps, c->tehyv_compare_ps, c->tehfv_ps,
                              c->trlqv_ps, c->trlqx_ps, c->trhqx_ps, c->trhqz_ps};
    for (size_t n = 0; n < sizeof delay / sizeof *delay; n++)
        if (delay[n] > DELAY_MAX)
            return false;
    return x2_in_range(c) && lines_hold(c) && !(c->choices & ~AM9513_CHOICES);
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Small parts make short arithmetic, and whole ps the shortest. */
static void lowest_terms(struct am9513_config *c)
{
    const uint64_t by = common_divisor(common_divisor(c->x2_high_part, c->x2_low_part), c->x2_parts);
    if (by) {
        c->x2_high_part /= by;
        c->x2_low_part /= by;
        c->x2_parts /= by;
    }
    if (c->x2_parts == 1)
        c->x2_parts = 0;
}

size_t am9513_size(void)
{
    return sizeof(struct am9513);
}

int am9513_init(struct am9513 *chip, const struct am9513_config *config)
{
    if (!chip || !config)
        return AM9513_NULL;
    const struct am9513_config c = *config;
    *chip = (struct am9513){0};
    if (!config_in_range(&c))
        return AM9513_RANGE;
    chip->config = c;
    lowest_terms(&chip->config);
    chip->pins = AM9513_DB | AM9513_CS_N | AM9513_RD_N | AM9513_WR_N | AM9513_CD;
    chip->drives.due_ps = chip->valid.due_ps = AM9513_NEVER;
    am9513i_reset(chip);
    return AM9513_OK;
}

static int go_to(struct am9513 *chip, uint64_t *now_ps)
{
    const int result = am9513i_enter(chip, now_ps, true);
    if (!am9513i_acts(result))
        return result;
    act_due(chip, *now_ps);
    chip->now_ps = *now_ps;
    return result;
}

int am9513_advance(struct am9513 *chip, uint64_t now_ps)
{
    return go_to(chip, &now_ps);
}

int am9513_set(struct am9513 *chip, uint64_t now_ps, uint64_t inputs)
{
    const int result = am9513i_enter(chip, &now_ps, !(inputs & ~AM9513_INPUTS));
    if (!am9513i_acts(result))
        return result;
    if (now_ps)
        act_due(chip, now_ps - 1);
    chip->now_ps = now_ps;
    if ((chip->pins ^ inputs) & ~BUS_INPUTS)
        am9513i_counter_pins(chip, inputs, now_ps);
    act_due(chip, now_ps);
    if (inputs != chip->pins)
        am9513i_bus(chip, inputs, now_ps);
    return result;
}

uint64_t am9513_get(struct am9513 *chip)
{
    if (!chip || !initialised(chip))
        return 0;
    uint64_t now_ps = chip->now_ps, pins = chip->pins;
    if (am9513i_watched(chip))
        am9513i_sync(chip, now_ps);
    if (!(chip->master_mode & MM_FOUT_OFF))
        am9513i_fout_sync(chip, now_ps);
    pins = (pins & ~AM9513_DB) | am9513i_bus_pins(chip, now_ps);
    for (int n = 0; n < 5; n++)
        pins |= (uint64_t)am9513i_line(&chip->out[n], now_ps) << (AM9513_PLACE_OUT + n);
    pins |= am9513i_line(&chip->fout, now_ps) ? AM9513_FOUT : 0;
    return pins;
}

uint64_t am9513_tick(struct am9513 *chip, uint64_t now_ps, uint64_t pins)
{
    return am9513i_acts(am9513_set(chip, now_ps, pins & AM9513_INPUTS)) ? am9513_get(chip) : 0;
}

int am9513_settle(struct am9513 *chip)
{
    if (!chip)
        return AM9513_NULL;
    if (!initialised(chip))
        return AM9513_RANGE;
    am9513i_sync(chip, chip->now_ps);
    am9513i_fout_sync(chip, chip->now_ps);
    return AM9513_OK;
}

uint64_t am9513_next_ps(struct am9513 *chip, uint64_t watched)
{
    if (!chip || !initialised(chip))
        return AM9513_NEVER;
    uint64_t now_ps = chip->now_ps, next = AM9513_NEVER;
    unsigned outs = (unsigned)((watched | watched >> 5) >> AM9513_PLACE_OUT) & 31U;
    if (watched & (AM9513_DB | AM9513_CHIP_DRIVES | AM9513_CHIP_VALID)) {
        am9513i_drivers_settle(chip, now_ps);
        next = am9513i_bus_next_ps(chip);
    }
    if (chip->op_waits && (outs || watched & AM9513_FOUT))
        next = earlier(next, chip->op_ps);
    next = earlier(next, am9513i_out_next_ps(chip, outs, now_ps));
    if (watched & AM9513_FOUT)
        next = earlier(next, am9513i_fout_next_ps(chip, now_ps));
    return next > AM9513_TIME_MAX ? AM9513_NEVER : next;
}

int am9513_write(struct am9513 *chip, uint64_t now_ps, bool control, uint16_t data)
{
    const int result = go_to(chip, &now_ps);
    if (!am9513i_acts(result))
        return result;
    write_ends(chip, control, data, now_ps);
    act_due(chip, now_ps);
    return result;
}

int am9513_read(struct am9513 *chip, uint64_t now_ps, bool control, uint16_t *value)
{
    if (!value)
        return AM9513_NULL;
    const int result = go_to(chip, &now_ps);
    if (!am9513i_acts(result))
        return result;
    am9513i_act_now(chip, now_ps);
    am9513i_status_now(chip); /* of a read that the pins have begun */
    unsigned mask = chip->master_mode & MM_WIDE ? 0xffff : 0xff;
    if (control)
        *value = (uint16_t)((0xff00U | am9513i_read_status(chip, now_ps)) & mask);
    else {
        *value = (uint16_t)(am9513i_read_word(chip) & mask);
        am9513i_read_end(chip, now_ps);
    }
    return result;
}

/* ---- Another X2, another time 0 */

/* Only am9513_checks.h, which keeps times of its own, looks for this. */
static bool checked(const struct am9513 *chip)
{
    return chip->watch.hit_ps != 0;
}

static void move(uint64_t *time_ps, uint64_t by_ps)
{
    if (*time_ps != AM9513_NEVER)
        *time_ps -= earlier(*time_ps, by_ps); /* what is over stays over */
}

static void move_line(struct am9513_line *line, uint64_t by_ps)
{
    for (unsigned n = 0; n < line->used; n++)
        move(&line->due_ps[(line->first + n) % AM9513_LINE], by_ps);
    move(&line->last_ps, by_ps);
}

int am9513_rebase(struct am9513 *chip, uint64_t ps)
{
    if (!chip)
        return AM9513_NULL;
    if (!initialised(chip) || ps > chip->now_ps || checked(chip))
        return AM9513_RANGE;
    (void)am9513_settle(chip);
    const uint64_t rises = am9513i_tap_edges(chip, SOURCE_F1, false, chip->now_ps);
    uint64_t *const moved[] = {&chip->now_ps,  &chip->done_ps,       &chip->fout_done_ps, &chip->op_ps,
                               &chip->read_ps, &chip->drives.due_ps, &chip->valid.due_ps};
    for (int n = 0; n < 5; n++)
        move_line(&chip->out[n], ps);
    move_line(&chip->fout, ps);
    for (size_t n = 0; n < sizeof moved / sizeof *moved; n++)
        move(moved[n], ps);
    am9513i_x2_rebase(chip, ps);
    am9513i_x2_changed(chip, rises, chip->now_ps);
    return AM9513_OK;
}

int am9513_set_x2(struct am9513 *chip, uint64_t now_ps, const struct am9513_config *config)
{
    if (!chip || !config)
        return AM9513_NULL;
    struct am9513_config c = chip->config;
    c.x2_high_ps = config->x2_high_ps;
    c.x2_low_ps = config->x2_low_ps;
    c.x2_high_part = config->x2_high_part;
    c.x2_low_part = config->x2_low_part;
    c.x2_parts = config->x2_parts;
    const int result = am9513i_enter(chip, &now_ps, config_in_range(&c) && !checked(chip));
    if (!am9513i_acts(result))
        return result;
    (void)go_to(chip, &now_ps);
    (void)am9513_settle(chip);
    const uint64_t rises = am9513i_tap_edges(chip, SOURCE_F1, false, now_ps);
    const bool high = rises != am9513i_tap_edges(chip, SOURCE_F1, true, now_ps);
    lowest_terms(&c);
    chip->config = c;
    am9513i_x2_start(chip, high, now_ps);
    am9513i_x2_changed(chip, rises, now_ps);
    return result;
}
