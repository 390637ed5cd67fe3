/* SPDX-License-Identifier: MIT
 * Registers, data pointer, prefetch latch and commands of the Am9513A. */
#include "am9513_internal.h"

#define POINTER_STATUS 0x1fU
#define MODE_RESET 0x0b00U

/* ---- Data pointer: element in bits 4-3, group in bits 2-0 */

bool am9513i_reserved(unsigned pointer)
{
    unsigned group = pointer & 7U;
    return group == 0 || group == 6;
}

unsigned am9513i_pointer_next(unsigned pointer)
{
    unsigned element = pointer >> 3, group = pointer & 7U;
    if (group == 7)
        return element == 3 ? pointer : element == 2 ? 0x07 : pointer + 8;
    if (element == 3) /* hold cycle */
        return group == 5 ? 0x19 : pointer + 1;
    if (element < 2) /* element cycle */
        return pointer + 8;
    return group == 5 ? 0x01 : group + 1;
}

/* Master mode register, alarms, one of the counters' registers. NULL for status. */
static uint16_t *place(struct am9513 *chip, unsigned pointer)
{
    unsigned element = pointer >> 3, group = pointer & 7U;
    if (group == 7)
        switch (element) {
        case 2:
            return &chip->master_mode;
        case 3:
            return NULL;
        default:
            return &chip->alarm[element];
        }
    struct am9513_counter *c = &chip->counter[group - 1];
    return element == 0 ? &c->mode : element == 1 ? &c->load : &c->hold;
}

static void prefetch(struct am9513 *chip, uint64_t at_ps)
{
    const uint16_t *from = place(chip, chip->pointer);
    if (chip->tc_gates)
        am9513i_sync(chip, at_ps); /* a TC, as a gate edge, saves into Hold */
    chip->latch = from ? *from : (uint16_t)(0xff00U | am9513i_read_status(chip, at_ps));
}

/* A byte or a word has gone through the data port, as the master mode stood then; true if that was all of the
 * register. */
static bool transferred(struct am9513 *chip, unsigned master_mode)
{
    if (!(master_mode & MM_WIDE))
        chip->low_next = !chip->low_next;
    if (!chip->low_next)
        return false;
    if (!(master_mode & MM_FROZEN))
        chip->pointer = (uint8_t)am9513i_pointer_next(chip->pointer);
    return true;
}

/* ---- Reads */

uint16_t am9513i_read_word(const struct am9513 *chip)
{
    if (chip->master_mode & MM_WIDE)
        return chip->latch;
    return (uint16_t)(0xff00U | (chip->low_next ? chip->latch & 0xffU : (unsigned)chip->latch >> 8));
}

uint8_t am9513i_read_status(struct am9513 *chip, uint64_t at_ps)
{
    am9513i_sync(chip, at_ps);
    return (uint8_t)((unsigned)chip->low_next | am9513i_status(chip));
}

void am9513i_read_end(struct am9513 *chip, uint64_t at_ps)
{
    if (transferred(chip, chip->master_mode))
        prefetch(chip, at_ps);
}

/* ---- Writes */

/* A new value for the master mode register; the counters are computed up to at_ps. */
static void write_master_mode(struct am9513 *chip, unsigned value, uint64_t at_ps)
{
    am9513i_fout_sync(chip, at_ps);
    am9513i_scaler(chip, value & MM_BCD, at_ps);
    chip->master_mode = (uint16_t)value;
    am9513i_sources(chip, at_ps);
    am9513i_fout_changed(chip, at_ps);
    am9513i_after_command(chip, am9513i_tcs(chip), 0, at_ps);
    am9513i_pins(chip, chip->sources, am9513i_gate_pins(chip, chip->pins),
                 at_ps); /* GATE nA come or go with the bus's width */
}

static void write_data(struct am9513 *chip, unsigned data, uint64_t at_ps)
{
    unsigned pointer = chip->pointer, master_mode = chip->master_mode;
    bool wide = master_mode & MM_WIDE;
    uint16_t *to = place(chip, pointer);
    if (to) {
        am9513i_sync(chip, at_ps); /* edges save into Hold */
        unsigned low = data & 0xffU, old = *to;
        unsigned value = wide ? data : chip->low_next ? (old & 0xff00U) | low : (old & 0xffU) | low << 8;
        if (to == &chip->master_mode)
            write_master_mode(chip, value, at_ps);
        else
            *to = (uint16_t)value;
        if (pointer < 6) { /* a mode register */
            am9513i_look_at_gates(chip);
            am9513i_sources(chip, at_ps);
        }
        am9513i_after_command(chip, am9513i_tcs(chip), 0, at_ps);
    }
    if (transferred(chip, master_mode) && !chip->short_write)
        prefetch(chip, at_ps);
}

/* ---- Commands */

bool am9513i_delayed(bool control, uint16_t data)
{
    unsigned c = data & 0xffU, low = c & 7U;
    if (!control)
        return false;
    return c >= 0x20 && (c < 0xe0 || (c < 0xf8 && low >= 1 && low <= 5) || c == 0xff);
}

unsigned am9513i_named(unsigned code)
{
    return code < 0xe0 ? code & 31U : 1U << ((code & 7U) - 1);
}

void am9513i_reset(struct am9513 *chip)
{
    for (int n = 0; n < 5; n++) {
        struct am9513_counter *c = &chip->counter[n];
        *c = (struct am9513_counter){.mode = MODE_RESET, .count = c->count};
    }
    chip->alarm[0] = chip->alarm[1] = 0;
    chip->pointer = POINTER_STATUS;
    chip->low_next = true;
    chip->latch = 0xff01; /* status, prefetched */
    chip->short_write = false;
}

static void master_reset(struct am9513 *chip, uint64_t at_ps)
{
    am9513i_reset(chip);
    write_master_mode(chip, 0, at_ps);
}

/* Arm, load, save, disarm and their pairs, for the counters named. */
static void group_command(struct am9513 *chip, unsigned what, unsigned counters, uint64_t at_ps)
{
    unsigned tcs = am9513i_tcs(chip);
    for (int n = 0; n < 5; n++) {
        struct am9513_counter *c = &chip->counter[n];
        if (!(counters >> n & 1U))
            continue;
        if (what == COMMAND_LOAD || what == COMMAND_LOAD_ARM)
            am9513i_load(chip, n);
        if (what == COMMAND_ARM || what == COMMAND_LOAD_ARM)
            am9513i_arm(chip, n);
        if (what == COMMAND_DISARM || what == COMMAND_DISARM_SAVE)
            am9513i_disarm(c);
        if (what == COMMAND_SAVE || what == COMMAND_DISARM_SAVE)
            c->hold = c->count;
    }
    if (what == COMMAND_LOAD || what == COMMAND_LOAD_ARM)
        am9513i_after_command(chip, tcs, counters, at_ps);
}

/* E0 to F7: one counter, or one bit of the master mode register. */
static void single_command(struct am9513 *chip, unsigned c, uint64_t at_ps)
{
    unsigned low = c & 7U, tcs = am9513i_tcs(chip);
    unsigned set = c & 8U;
    if (low >= 1 && low <= 5) {
        int n = (int)low - 1;
        if (c & 0x10U)
            am9513i_step(chip, n);
        else if (am9513i_out_code(chip, &chip->counter[n]) == OUT_TOGGLE)
            chip->counter[n].toggle = set;
        am9513i_after_command(chip, tcs, 0, at_ps);
    } else if (c < 0xf0) {
        unsigned bit = low == 0 ? MM_FROZEN : low == 6 ? MM_FOUT_OFF : MM_WIDE;
        write_master_mode(chip, set ? chip->master_mode | bit : chip->master_mode & ~bit & 0xffffU, at_ps);
        if (bit == MM_WIDE)
            chip->low_next = true;
    }
}

static void command(struct am9513 *chip, unsigned c, uint64_t at_ps)
{
    if (c < 0x20) {
        if (am9513i_reserved(c))
            return;
        chip->pointer = (uint8_t)c;
        chip->low_next = true;
        prefetch(chip, at_ps);
    } else if (c < 0xf8) {
        am9513i_sync(chip, at_ps);
        if (c < 0xe0)
            group_command(chip, c >> 5, c & 31U, at_ps);
        else
            single_command(chip, c, at_ps);
    } else if (c == 0xf8 || c == 0xf9) {
        chip->short_write = c == 0xf9;
    } else if (c == 0xff) {
        am9513i_sync(chip, at_ps);
        master_reset(chip, at_ps);
    }
}

void am9513i_act(struct am9513 *chip, bool control, uint16_t data, uint64_t at_ps)
{
    am9513i_status_now(chip);
    if (control)
        command(chip, data & 0xffU, at_ps);
    else
        write_data(chip, data, at_ps);
}
