/* SPDX-License-Identifier: MIT */
#include "evidence.h"
#include "model/am9513_internal.h"
#include "sim/figures/data.h"

#include <string.h>

#define ITEM(n) (UINT64_C(1) << (n))
#define FIVE(n) (UINT64_C(31) << (n))
#define ALL (ITEM(KNOWN_ITEMS) - 1)
#define REGISTERS                                                                                                      \
    (ITEM(KNOWN_MASTER) | ITEM(KNOWN_ALARM1) | ITEM(KNOWN_ALARM2) | FIVE(KNOWN_MODE) | FIVE(KNOWN_LOAD) |              \
     FIVE(KNOWN_HOLD))

const char *known_text(char *text, size_t size, uint64_t items)
{
    static const char *const name[] = {
        "data pointer", "",        "bus width", "pointer stays or moves", "prefetch on/off",
        "Master mode",  "Alarm 1", "Alarm 2"};
    static const char *const counter[] = {"Mode", "Load", "Hold", "arming of", "count", "toggle output"};
    text[0] = '\0';
    for (int n = 0; n < KNOWN_ITEMS; n++) {
        const int number = (n - KNOWN_MODE) % 5 + 1;
        const bool all = n >= KNOWN_MODE && number == 1 && (items >> n & 31) == 31;
        if (!(items >> n & 1) || n == KNOWN_BYTE)
            continue;
        if (n < KNOWN_MODE)
            list_add(text, size, ", ", "%s", name[n]);
        else
            list_add(text, size, ", ", "%s %d%s", counter[(n - KNOWN_MODE) / 5], number, all ? "-5" : "");
        n += all ? 4 : 0;
    }
    return text;
}

void known_forget(struct known *k)
{
    k->items = 0;
    k->half = 0;
    k->reset = false;
    k->latch = LATCH_UNKNOWN;
}

/* ---- Counts as time goes by */

static bool pin(const struct known *k, uint64_t pin)
{
    return (k->pins & pin) == pin;
}

static bool source_known(const struct known *k, unsigned n, unsigned mode)
{
    const unsigned code = mode >> 8 & 15U;
    if (code == SOURCE_TC)
        return known_has(k, KNOWN_COUNT + lower((int)n));
    return code <= 5 ? pin(k, AM9513_SRC(code)) : code <= 10 ? pin(k, AM9513_GATE(code - 5)) : k->rate;
}

static bool gate_known(const struct known *k, unsigned n, unsigned mode)
{
    if (mode & CM_SPECIAL && !pin(k, AM9513_GATE(n + 1)))
        return false;
    if (mode >> 13 == GATE_TC)
        return known_has(k, KNOWN_COUNT + lower((int)n));
    return pin(k, (uint64_t)gate_pin(mode, (int)n) << AM9513_PLACE_GATE);
}

/* What would have to be known for the count to be; GAP_COUNT: a LOAD alone. */
static enum known_gap count_gap(const struct known *k, const struct am9513 *chip, unsigned n)
{
    const unsigned mode = chip->counter[n].mode, code = mode >> 8 & 15U;
    if (!known_has(k, KNOWN_MASTER) || !known_has(k, KNOWN_MODE + (int)n))
        return k->reset ? GAP_SAMPLES : GAP_STATE;
    if (!source_known(k, n, mode) || !gate_known(k, n, mode))
        return code > 10 && !k->rate ? GAP_CLOCK : GAP_PINS;
    const bool state = known_has(k, KNOWN_ARMED + (int)n) && known_has(k, KNOWN_LOAD + (int)n) &&
                       (!(mode & CM_RELOAD) || known_has(k, KNOWN_HOLD + (int)n));
    return !state ? k->reset ? GAP_EDGES : GAP_STATE : k->unseen >> n & 1 ? GAP_PINS : GAP_COUNT;
}

static bool runs(const struct known *k, const struct am9513 *chip, unsigned n, bool armed)
{
    const bool day = n < 2 && chip->master_mode & MM_TOD;
    if (armed)
        return !day && known_has(k, KNOWN_COUNT + (int)n) && count_gap(k, chip, n) == GAP_COUNT;
    return !day && known_has(k, KNOWN_ARMED + (int)n) && known_has(k, KNOWN_MASTER);
}

bool known_runs(const struct known *k, const struct am9513 *chip, unsigned n)
{
    return runs(k, chip, n, chip->counter[n].armed);
}

void known_settle(struct known *k, const struct am9513 *chip, uint64_t pins)
{
    k->pins = pins;
    for (uint64_t before = ~k->items; before != k->items;) {
        before = k->items;
        for (unsigned n = 0; n < 5; n++)
            if (!runs(k, chip, n, k->armed >> n & 1)) {
                k->unseen |= (uint8_t)((known_has(k, KNOWN_COUNT + (int)n) && count_gap(k, chip, n) == GAP_PINS) << n);
                const bool once = !(chip->counter[n].mode & CM_REPEAT) || !known_has(k, KNOWN_MODE + (int)n);
                known_learn(k, ITEM(KNOWN_COUNT + n) | ITEM(KNOWN_TOGGLE + n), false);
                if (k->armed >> n & 1 && once) /* it may end */
                    known_learn(k, ITEM(KNOWN_ARMED + n), false);
                if (chip->counter[n].mode & CM_SPECIAL || !known_has(k, KNOWN_MODE + (int)n)) /* gates may save */
                    known_learn(k, ITEM(KNOWN_HOLD + n), false);
            }
    }
}

bool known_out(const struct known *k, const struct am9513 *chip, unsigned n)
{
    const int c = (int)n;
    const unsigned out = am9513i_out_code(chip, &chip->counter[n]);
    const bool compared = n < 2 && chip->master_mode >> (n + 2) & 1U;
    return known_has(k, KNOWN_MODE + c) && known_has(k, KNOWN_COUNT + c) && known_runs(k, chip, n) &&
           (compared ? known_has(k, KNOWN_ALARM1 + c) : out != OUT_TOGGLE || known_has(k, KNOWN_TOGGLE + c));
}

/* ---- The data pointer */

/* KNOWN_x of a register; -1: status, or reserved. */
static int item_of(unsigned pointer)
{
    const unsigned element = pointer >> 3, group = pointer & 7U;
    if (group == 7)
        return element == 0 ? KNOWN_ALARM1 : element == 1 ? KNOWN_ALARM2 : element == 2 ? KNOWN_MASTER : -1;
    if (group == 0 || group == 6)
        return -1;
    return (element == 0 ? KNOWN_MODE : element == 1 ? KNOWN_LOAD : KNOWN_HOLD) + (int)group - 1;
}

static bool counted(const struct known *k, int item)
{
    return item >= KNOWN_HOLD && item < KNOWN_HOLD + 5 && k->counted >> (item - KNOWN_HOLD) & 1;
}

enum known_gap known_gap(const struct known *k, const struct am9513 *chip, unsigned pointer)
{
    unsigned n = (pointer & 7U) - 1;
    if (!counted(k, item_of(pointer)))
        return k->reset ? GAP_SAMPLES : GAP_STATE;
    for (int chain = 0;
         chain < 4 && source_code(&chip->counter[n]) == SOURCE_TC && !known_has(k, KNOWN_COUNT + lower((int)n));
         chain++)
        n = (unsigned)lower((int)n);
    return count_gap(k, chip, n);
}

static void prefetch(struct known *k, unsigned pointer)
{
    const int item = item_of(pointer);
    k->latch = item < 0 || !known_has(k, KNOWN_POINTER) || !known_has(k, item) ? LATCH_UNKNOWN
               : counted(k, item)                                              ? LATCH_COUNTED
                                                                               : LATCH_EXACT;
}

/* ---- Accesses */

static void counters(struct known *k, const struct am9513 *chip, unsigned what, unsigned n)
{
    const unsigned mode = chip->counter[n].mode;
    if (what == COMMAND_LOAD || what == COMMAND_LOAD_ARM) {
        const bool idle = known_has(k, KNOWN_ARMED + (int)n) && !chip->counter[n].armed; /* takes Load, not Hold */
        const bool chosen = known_has(k, KNOWN_HOLD + (int)n) && pin(k, AM9513_GATE(n + 1));
        const bool one = !(mode & CM_RELOAD) || (mode & CM_SPECIAL ? chosen : idle);
        known_learn(k, ITEM(KNOWN_COUNT + n),
                    known_has(k, KNOWN_MODE + (int)n) && known_has(k, KNOWN_LOAD + (int)n) && one);
        k->unseen = (uint8_t)((k->unseen & ~(1U << n)) |
                              (unsigned)(mode & CM_RELOAD && mode & CM_SPECIAL && !pin(k, AM9513_GATE(n + 1))) << n);
    }
    if (what == COMMAND_SAVE || what == COMMAND_DISARM_SAVE) {
        known_learn(k, ITEM(KNOWN_HOLD + n), known_has(k, KNOWN_COUNT + (int)n));
        k->counted |= (uint8_t)(1U << n);
        k->half &= ~ITEM(KNOWN_HOLD + n);
    }
    if (what == COMMAND_ARM || what == COMMAND_LOAD_ARM || what == COMMAND_DISARM || what == COMMAND_DISARM_SAVE) {
        known_learn(k, ITEM(KNOWN_ARMED + n), true);
        k->armed =
            (uint8_t)((k->armed & ~(1U << n)) | (unsigned)(what == COMMAND_ARM || what == COMMAND_LOAD_ARM) << n);
    }
}

static void reset(struct known *k)
{
    known_learn(k, ALL & ~FIVE(KNOWN_COUNT), true);
    k->half = 0;
    k->reset = true;
    k->counted = k->armed = k->unseen = 0;
    memset(k->hold, 0, sizeof k->hold);
    k->latch = LATCH_UNKNOWN;
}

static void command(struct known *k, const struct am9513 *chip, unsigned code)
{
    const unsigned low = code & 7U;
    if (code < 0x20) {
        if (low == 0 || low == 6)
            return;
        known_learn(k, ITEM(KNOWN_POINTER) | ITEM(KNOWN_BYTE), true);
        k->half = 0;
        prefetch(k, code);
    } else if (code < 0xe0) {
        for (unsigned n = 0; n < 5; n++)
            if (code >> n & 1U)
                counters(k, chip, code >> 5, n);
    } else if (code == 0xff)
        reset(k);
    else if (code == 0xe0 || code == 0xe8)
        known_learn(k, ITEM(KNOWN_STAYS), true);
    else if (code == 0xe7 || code == 0xef) {
        known_learn(k, ITEM(KNOWN_WIDTH) | ITEM(KNOWN_BYTE), true);
        k->half = 0;
    } else if (code == 0xf8 || code == 0xf9)
        known_learn(k, ITEM(KNOWN_PREFETCH), true);
    else if (code < 0xf0 && low >= 1 && low <= 5)
        known_learn(k, ITEM(KNOWN_TOGGLE + low - 1), true);
}

/* A register was written; the bits of its two bytes are sure. */
static void written(struct known *k, int item, bool sure)
{
    known_learn(k, ITEM(item), sure);
    if (item >= KNOWN_HOLD && item < KNOWN_HOLD + 5)
        k->counted &= (uint8_t) ~(1U << (item - KNOWN_HOLD));
    if (item >= KNOWN_MODE && item < KNOWN_MODE + 5 && !sure) /* the counter may do anything */
        known_learn(k, ITEM(item - KNOWN_MODE + KNOWN_COUNT) | ITEM(item - KNOWN_MODE + KNOWN_TOGGLE), false);
}

static struct known_word data(struct known *k, const struct am9513 *chip, const struct bus_access *a)
{
    const uint64_t needed = ITEM(KNOWN_POINTER) | ITEM(KNOWN_BYTE) | ITEM(KNOWN_WIDTH);
    const bool first = !a->wide && chip->low_next;
    const bool sure = !a->unsure, stays_known = known_has(k, KNOWN_STAYS);
    const int item = item_of(chip->pointer);
    struct known_word w = {.pointer = chip->pointer};
    if ((k->items & needed) != needed) {
        if (a->write) /* it could go anywhere; without Master mode no count runs on what is known: known_settle() */
            known_learn(k, REGISTERS | ITEM(KNOWN_WIDTH) | ITEM(KNOWN_STAYS), false);
        known_learn(k, ITEM(KNOWN_POINTER) | ITEM(KNOWN_BYTE), false);
        k->latch = LATCH_UNKNOWN;
        return w;
    }
    w.complete = !first && (a->wide || k->low.write == a->write);
    if (first)
        k->low = *a;
    w.value = a->wide ? a->value : (uint16_t)(k->low.value | a->value << 8);
    w.unsure = a->wide ? a->unsure : (uint16_t)(k->low.unsure | a->unsure << 8);
    /* The other byte is known, and is none of a count, which may be off by one */
    const bool other = item < 0 || (known_has(k, item) && !counted(k, item));
    const bool all = a->wide ? sure : sure && (other || k->half >> item & 1);
    if (a->write && item >= 0) {
        if (item >= KNOWN_HOLD && item < KNOWN_HOLD + 5) {
            uint16_t *const hold = &k->hold[item - KNOWN_HOLD];
            const uint16_t mask = a->wide ? 0xffff : first ? 0xff : 0xff00;
            *hold = (uint16_t)((*hold & ~mask) | (w.value & mask));
        }
        k->half = first && sure ? ITEM(item) : 0;
        written(k, item, first ? sure && other : all);
        if (item == KNOWN_MASTER && !first) /* both are in the upper byte */
            known_learn(k, ITEM(KNOWN_WIDTH) | ITEM(KNOWN_STAYS), sure);
    }
    if (first)
        return w;
    const unsigned next = chip->master_mode & MM_FROZEN ? chip->pointer : am9513i_pointer_next(chip->pointer);
    known_learn(k, ITEM(KNOWN_POINTER), stays_known);
    if (!a->write || (known_has(k, KNOWN_PREFETCH) && !chip->short_write))
        prefetch(k, next);
    else if (!known_has(k, KNOWN_PREFETCH))
        k->latch = LATCH_UNKNOWN;
    return w;
}

struct known_word known_access(struct known *k, const struct am9513 *chip, const struct bus_access *a)
{
    struct known_word w = {0};
    k->armed = 0;
    for (unsigned n = 0; n < 5; n++) {
        k->armed |= (uint8_t)(chip->counter[n].armed << n);
        k->counted |= (uint8_t)((chip->counter[n].hold != k->hold[n]) << n);
        k->hold[n] = chip->counter[n].hold;
    }
    if (a->both || a->doubtful || (a->write && a->control && a->unsure))
        known_forget(k);
    else if (!a->control)
        w = data(k, chip, a);
    else if (a->write)
        command(k, chip, a->value & 0xffU);
    return w;
}
