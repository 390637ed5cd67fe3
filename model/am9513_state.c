/* SPDX-License-Identifier: MIT
 * The chip's state as bytes, which every machine and every later version reads: am9513_save() and am9513_load().
 *
 *   "AM9513"  version (2 bytes)  the members of struct am9513 in the order below  sum of all before it (4 bytes)
 *
 * Numbers have the size of their member, low byte first; of a delayed pin only the changes under way are stored. A new
 * member goes to the end, and is read only from blobs of the version that has it.
 * Version 2 has the phase of X2, late and refuse_past. */
#include "am9513_state_internal.h"

#include <string.h>

static uint64_t get(const void *member, size_t bytes)
{
    switch (bytes) {
    case 1:
        return *(const uint8_t *)member;
    case 2:
        return *(const uint16_t *)member;
    case 4:
        return *(const uint32_t *)member;
    default:
        return *(const uint64_t *)member;
    }
}

static void put(void *member, size_t bytes, uint64_t value)
{
    switch (bytes) {
    case 1:
        *(uint8_t *)member = (uint8_t)value;
        break;
    case 2:
        *(uint16_t *)member = (uint16_t)value;
        break;
    case 4:
        *(uint32_t *)member = (uint32_t)value;
        break;
    default:
        *(uint64_t *)member = value;
    }
}

void am9513i_number(struct am9513i_blob *b, void *member, size_t bytes, uint64_t most)
{
    uint64_t value = b->from ? 0 : get(member, bytes);
    if (b->bad || (b->from && b->size - b->at < bytes)) {
        b->bad = true;
        return;
    }
    for (size_t n = 0; n < bytes; n++, b->at++)
        if (b->from)
            value |= (uint64_t)b->from[b->at] << 8 * n;
        else if (b->to)
            b->to[b->at] = (uint8_t)(value >> 8 * n);
    b->bad = value > most;
    if (!b->bad) /* a flag of 2 would be undefined */
        put(member, bytes, value);
}

static void config(struct am9513i_blob *b, struct am9513_config *c)
{
    FIELD(c->x2_high_ps);
    FIELD(c->x2_low_ps);
    FIELD(c->x2_high_part);
    FIELD(c->x2_low_part);
    FIELD(c->x2_parts);
    FIELD(c->tcmd_ps);
    FIELD(c->twhyv_ps);
    FIELD(c->tehyv_ps);
    FIELD(c->tehyv_compare_ps);
    FIELD(c->tehfv_ps);
    FIELD(c->trlqv_ps);
    FIELD(c->trlqx_ps);
    FIELD(c->trhqx_ps);
    FIELD(c->trhqz_ps);
    FIELD(c->choices);
}

static void counter(struct am9513i_blob *b, struct am9513_counter *c)
{
    FIELD(c->mode);
    FIELD(c->load);
    FIELD(c->hold);
    FIELD(c->count);
    FLAG(c->armed);
    FLAG(c->tc);
    FLAG(c->stays);
    FLAG(c->toggle);
    FLAG(c->started);
    FLAG(c->second);
    FLAG(c->retrigger);
    FLAG(c->gate);
}

static void driver(struct am9513i_blob *b, struct am9513_driver *d)
{
    FLAG(d->on);
    FLAG(d->to);
    FIELD(d->due_ps);
    b->bad |= d->due_ps == AM9513_NEVER ? d->on != d->to : d->due_ps > AM9513_TIME_MAX + DELAY_MAX;
}

/* The changes under way, from the oldest on. levels: the bits of a value. */
static void line(struct am9513i_blob *b, struct am9513_line *l, unsigned levels)
{
    uint64_t due_ps = 0;
    MOST(l->last_ps, AM9513_TIME_MAX + DELAY_MAX);
    FIELD(l->pin);
    FIELD(l->target);
    MOST(l->used, AM9513_LINE);
    unsigned all = l->pin, newest = l->pin;
    for (unsigned n = 0; !b->bad && n < l->used; n++) {
        const unsigned place = (l->first + n) % AM9513_LINE;
        MOST(l->due_ps[place], l->last_ps);
        FIELD(l->value[place]);
        b->bad |= n && l->due_ps[place] <= due_ps;
        due_ps = l->due_ps[place];
        newest = l->value[place];
        all |= newest;
    }
    b->bad |= all & ~levels || newest != l->target;
}

static void pins_and_bus(struct am9513i_blob *b, struct am9513 *chip)
{
    MOST(chip->now_ps, AM9513_TIME_MAX);
    MOST(chip->done_ps, chip->now_ps);
    MOST(chip->pins, AM9513_INPUTS);
    FIELD(chip->latch);
    FIVE(chip->pointer);
    b->bad |= am9513i_reserved(chip->pointer);
    FLAG(chip->low_next);
    FLAG(chip->short_write);
    FLAG(chip->op_waits);
    FLAG(chip->op_control);
    FIELD(chip->op_data);
    MOST(chip->op_ps, chip->now_ps + DELAY_MAX);
    FIELD(chip->read_word);
    MOST(chip->read_status, 63);
    FLAG(chip->status_due);
    MOST(chip->read_ps, chip->now_ps);
    FLAG(chip->read_control);
    FLAG(chip->read_wide);
    driver(b, &chip->drives);
    driver(b, &chip->valid);
}

static void counters(struct am9513i_blob *b, struct am9513 *chip)
{
    for (int n = 0; n < 5; n++)
        counter(b, &chip->counter[n]);
    FIELD(chip->alarm[0]);
    FIELD(chip->alarm[1]);
    FIELD(chip->master_mode);
    FIVE(chip->sources);
    FIVE(chip->gates);
    FIVE(chip->shown);
    FLAG(chip->tc_gates);
    FLAG(chip->gated_chain);
    for (int n = 0; n < 5; n++)
        FIELD(chip->edges[n]);
    MOST(chip->scaler_start, am9513i_scaler_positions(chip->master_mode & MM_BCD) - 1);
    FIELD(chip->scaler_digits);
    FIELD(chip->scaler_rises);
    MOST(chip->fout_position, 15);
    FLAG(chip->fout_level);
    MOST(chip->fout_done_ps, chip->now_ps);
}

static void members_1(struct am9513i_blob *b, struct am9513 *chip)
{
    if (b->from) { /* into a chip that is as after power-up */
        struct am9513_config wanted = {0};
        config(b, &wanted);
        b->bad |= am9513_init(chip, &wanted) != AM9513_OK;
    } else
        config(b, &chip->config);
    pins_and_bus(b, chip);
    counters(b, chip);
    for (int n = 0; n < 5; n++)
        line(b, &chip->out[n], 0x21);
    line(b, &chip->fout, 1);
}

/* What follows from other members. */
static void agree(struct am9513i_blob *b, const struct am9513 *chip)
{
    if (b->bad)
        return;
    struct am9513 c = *chip;
    am9513i_sources(&c, c.done_ps);
    b->bad = memcmp(c.edges, chip->edges, sizeof c.edges) != 0 || c.shown != chip->shown ||
             c.tc_gates != chip->tc_gates || c.gated_chain != chip->gated_chain || (c.op_waits && c.op_ps <= c.now_ps);
}

void am9513i_members(struct am9513i_blob *b, struct am9513 *chip)
{
    members_1(b, chip);
    FLAG(chip->config.refuse_past);
    FIELD(chip->x2_phase_ps);
    FIELD(chip->x2_phase_part);
    FIELD(chip->late);
    b->bad |= !am9513i_x2_phase_good(chip);
    agree(b, chip);
}

/* FNV-1a */
static uint32_t sum_of(const uint8_t *bytes, size_t size)
{
    uint32_t sum = UINT32_C(2166136261);
    for (size_t n = 0; n < size; n++)
        sum = (sum ^ bytes[n]) * UINT32_C(16777619);
    return sum;
}

size_t am9513i_to_blob(const char head[HEAD], void (*members)(struct am9513i_blob *b, void *of), void *of, void *blob,
                       size_t size)
{
    struct am9513i_blob b = {.at = HEAD};
    members(&b, of);
    const size_t whole = b.at + SUM;
    if (!blob || size < whole)
        return whole;
    b = (struct am9513i_blob){.to = (uint8_t *)blob, .at = HEAD};
    memcpy(blob, head, HEAD);
    members(&b, of);
    uint32_t sum = sum_of(b.to, b.at);
    am9513i_number(&b, &sum, SUM, UINT32_MAX);
    return whole;
}

bool am9513i_from_blob(const char head[HEAD], void (*members)(struct am9513i_blob *b, void *of), void *of,
                       const void *blob, size_t size)
{
    struct am9513i_blob b = {.from = (const uint8_t *)blob, .at = HEAD, .size = size};
    if (size < HEAD + SUM || memcmp(blob, head, HEAD) != 0)
        return false;
    members(&b, of);
    uint32_t sum = 0;
    const uint32_t expected = sum_of(b.from, b.at);
    am9513i_number(&b, &sum, SUM, UINT32_MAX);
    return !b.bad && b.at == size && sum == expected;
}

static const char head_1[HEAD] = "AM9513\1", head[HEAD] = "AM9513\2"; /* versions 1 and 2 */

static void chip_members_1(struct am9513i_blob *b, void *of)
{
    members_1(b, (struct am9513 *)of); /* the casts are for C++, which takes this file too */
    agree(b, (struct am9513 *)of);
}

static void chip_members(struct am9513i_blob *b, void *of)
{
    am9513i_members(b, (struct am9513 *)of);
}

size_t am9513_save(const struct am9513 *chip, void *blob, size_t size)
{
    if (!chip || !initialised(chip))
        return 0;
    struct am9513 copy = *chip;
    return am9513i_to_blob(head, chip_members, &copy, blob, size);
}

int am9513_load(struct am9513 *chip, const void *blob, size_t size)
{
    struct am9513 loaded = {0};
    if (!chip || !blob)
        return AM9513_NULL;
    if (!am9513i_from_blob(head, chip_members, &loaded, blob, size) &&
        !am9513i_from_blob(head_1, chip_members_1, &loaded, blob, size))
        return AM9513_FORMAT;
    *chip = loaded;
    return AM9513_OK;
}
