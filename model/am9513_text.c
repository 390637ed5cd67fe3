/* SPDX-License-Identifier: MIT
 * Registers and commands of the Am9513A in words, and its state as text. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "am9513_internal.h"

struct text {
    char *at;
    size_t room;
    int length;
};

static void add(struct text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t used = (size_t)t->length < t->room ? (size_t)t->length : t->room;
    t->length += vsnprintf(t->at ? t->at + used : NULL, t->room - used, format, arguments);
    va_end(arguments);
}

/* ---- Mode registers: fields in the order of the words. A field's word is that of its value; "" has none */

struct words {
    uint16_t mask;
    const char *word[16];
};

static const struct words mode_words[] = {
    {0x0f00,
     {"TC of N-1", "SRC1", "SRC2", "SRC3", "SRC4", "SRC5", "GATE1", "GATE2", "GATE3", "GATE4", "GATE5", "F1", "F2",
      "F3", "F4", "F5"}},
    {CM_FALLING, {"", "falling edges"}},
    {0xe000,
     {"", "gate TC of N-1", "gate GATE N+1 high", "gate GATE N-1 high", "gate GATE N high", "gate GATE N low",
      "gate GATE N rises", "gate GATE N falls"}},
    {CM_SPECIAL, {"", "special gate"}},
    {CM_RELOAD, {"", "reload from Load and Hold"}},
    {CM_REPEAT, {"once", "repeat"}},
    {CM_BCD, {"", "BCD"}},
    {CM_UP, {"down", "up"}},
    {CM_OUT,
     {"OUT low", "TC pulses high", "TC toggles", "TC toggles by code 3", "OUT floats", "TC pulses low",
      "OUT low by code 6", "OUT low by code 7"}},
};

static const struct words master_words[] = {
    {0x00f0,
     {"FOUT F1 by code 0", "FOUT SRC1", "FOUT SRC2", "FOUT SRC3", "FOUT SRC4", "FOUT SRC5", "FOUT GATE1", "FOUT GATE2",
      "FOUT GATE3", "FOUT GATE4", "FOUT GATE5", "FOUT F1", "FOUT F2", "FOUT F3", "FOUT F4", "FOUT F5"}},
    {0x0f00,
     {"divided by 16", "divided by 1", "divided by 2", "divided by 3", "divided by 4", "divided by 5", "divided by 6",
      "divided by 7", "divided by 8", "divided by 9", "divided by 10", "divided by 11", "divided by 12",
      "divided by 13", "divided by 14", "divided by 15"}},
    {MM_FOUT_OFF, {"", "FOUT off"}},
    {MM_TOD, {"", "time of day /5", "time of day /6", "time of day /10"}},
    {MM_COMPARE1, {"", "comparator 1"}},
    {MM_COMPARE2, {"", "comparator 2"}},
    {MM_WIDE, {"", "16-bit bus"}},
    {MM_FROZEN, {"", "pointer stays"}},
    {MM_BCD, {"", "BCD scaler"}},
};

/* The kind's table; *count 0: it has none. */
static const struct words *words_table(enum am9513_kind kind, size_t *count)
{
    *count = kind == AM9513_MODE     ? sizeof mode_words / sizeof *mode_words
             : kind == AM9513_MASTER ? sizeof master_words / sizeof *master_words
                                     : 0;
    return kind == AM9513_MODE ? mode_words : master_words;
}

/* Weight of the field's lowest bit; how many values the field has. */
static unsigned words_unit(const struct words *field)
{
    return field->mask & (0U - field->mask);
}

static unsigned words_values(const struct words *field)
{
    return field->mask / words_unit(field) + 1;
}

static void add_fields(struct text *t, const struct words *field, size_t count, unsigned value)
{
    const char *between = "";
    for (size_t n = 0; n < count; n++) {
        const char *word = field[n].word[(value & field[n].mask) / words_unit(&field[n])];
        if (!*word)
            continue;
        add(t, "%s%s", between, word);
        between = ", ";
    }
}

/* ---- Commands */

static void add_pointer(struct text *t, unsigned pointer)
{
    static const char *const element[] = {"Mode", "Load", "Hold", "Hold"};
    static const char *const control[] = {"Alarm 1", "Alarm 2", "Master mode", "Status"};
    unsigned group = pointer & 7U;
    if (group == 7)
        add(t, "%s", control[pointer >> 3]);
    else if (group == 0 || group == 6)
        add(t, "reserved 0x%02x", pointer);
    else
        add(t, "%s %u%s", element[pointer >> 3], group, pointer >> 3 == 3 ? ", hold cycle" : "");
}

static void add_counters(struct text *t, const char *verb, unsigned counters)
{
    add(t, "%s%s", verb, counters ? "" : " no counter");
    for (unsigned n = 0; n < 5; n++)
        if (counters >> n & 1U)
            add(t, " %u", n + 1);
}

static void add_command(struct text *t, unsigned command)
{
    static const char *const verb[] = {"", "arm", "load", "load and arm", "disarm and save", "save", "disarm"};
    static const struct {
        unsigned command;
        const char *words;
    } single[] = {
        {0xe0, "pointer moves"},
        {0xe8, "pointer stays"},
        {0xe6, "FOUT on"},
        {0xee, "FOUT off"},
        {0xe7, "8-bit bus"},
        {0xef, "16-bit bus"},
        {0xf8, "prefetch after writes on"},
        {0xf9, "prefetch after writes off"},
        {0xff, "master reset"},
    };
    const unsigned what = command >> 5, n = command & 7U;
    for (size_t k = 0; k < sizeof single / sizeof *single; k++)
        if (single[k].command == command) {
            add(t, "%s", single[k].words);
            return;
        }
    if (what == 0) {
        add(t, "point to ");
        add_pointer(t, command);
    } else if (what < 7)
        add_counters(t, verb[what], command & 31U);
    else if (n == 0 || command > 0xf5)
        add(t, "reserved 0x%02x", command);
    else if (command & 0x10U)
        add(t, "step %u", n);
    else
        add(t, "toggle output %u %s", n, command & 8U ? "on" : "off");
}

/* ---- To and from words */

int am9513_words(enum am9513_kind kind, uint16_t value, char *text, size_t size)
{
    struct text t = {.room = size};
    size_t count;
    const struct words *field = words_table(kind, &count);
    t.at = text;
    if ((!text && size) || (!count && (kind != AM9513_COMMAND || value > 0xff)))
        return -1;
    if (count)
        add_fields(&t, field, count, value);
    else
        add_command(&t, value);
    return t.length;
}

char am9513_mode_letter(uint16_t mode)
{
    unsigned gate = (unsigned)mode >> 13;
    return (char)('A' + (mode >> 5 & 7) * 3 + (gate == GATE_NONE ? 0 : gate < GATE_RISE ? 1 : 2));
}

/* How many characters the word takes at this place, with the comma before it; 0 if it is not the next one. */
static size_t word_here(const char *at, bool first, const char *word)
{
    size_t comma = first ? 0 : 2, length = strlen(word);
    if (!length || strncmp(at, ", ", comma) != 0 || strncmp(at + comma, word, length) != 0)
        return 0;
    const char *end = at + comma + length;
    return *end == '\0' || strncmp(end, ", ", 2) == 0 ? comma + length : 0;
}

/* Moves *at past the field's word. Without one there, *wanted gains the words that could be, and false is returned if
 * one of them must be. */
static bool take_field(const struct words *field, const char **at, bool first, unsigned *value, struct text *wanted)
{
    bool needed = true;
    for (unsigned n = 0; n < words_values(field); n++) {
        size_t length = word_here(*at, first, field->word[n]);
        if (length) {
            *at += length;
            *value |= n * words_unit(field);
            wanted->length = 0;
            return true;
        }
        if (*field->word[n])
            add(wanted, "%s%s", wanted->length ? " | " : "", field->word[n]);
        else
            needed = false; /* this value, 0, has no word */
    }
    return !needed;
}

static int find_command(const char *words, uint16_t *value, struct text *wanted)
{
    char each[40];
    for (unsigned command = 0; command < 256; command++) {
        (void)am9513_words(AM9513_COMMAND, (uint16_t)command, each, sizeof each);
        if (strcmp(words, each) == 0) {
            *value = (uint16_t)command;
            return AM9513_OK;
        }
    }
    add(wanted, "a command such as load and arm 1 2, point to Hold 1, toggle output 1 on, 16-bit bus");
    return AM9513_RANGE;
}

int am9513_value(enum am9513_kind kind, const char *words, uint16_t *value, char *wanted, size_t size)
{
    struct text w = {.room = size};
    size_t count;
    unsigned sum = 0;
    const struct words *field = words_table(kind, &count);
    if (!words || !value || (!wanted && size))
        return AM9513_NULL;
    w.at = wanted;
    if (kind == AM9513_COMMAND)
        return find_command(words, value, &w);
    const char *at = words;
    size_t n = 0;
    while (n < count && take_field(&field[n], &at, at == words, &sum, &w))
        n++;
    if (count && n == count && !*at) {
        *value = (uint16_t)sum;
        return AM9513_OK;
    }
    if (!w.length)
        add(&w, "the end");
    if (at != words)
        add(&w, ", after \"%.*s\"", (int)(strlen(words) - strlen(at)), words);
    return AM9513_RANGE;
}

/* ---- The state */

int am9513_describe(struct am9513 *chip, char *text, size_t size)
{
    struct text t = {.room = size};
    if (!chip || !initialised(chip) || (!text && size))
        return -1;
    t.at = text;
    am9513i_sync(chip, chip->now_ps);
    add(&t, "time %" PRIu64 " ps  pointer %02x (", chip->now_ps, chip->pointer);
    add_pointer(&t, chip->pointer);
    add(&t, "), %s byte next  latch %04x  alarms %04x %04x%s\nmaster mode %04x: ", chip->low_next ? "low" : "high",
        chip->latch, chip->alarm[0], chip->alarm[1], chip->short_write ? "  short write" : "", chip->master_mode);
    add_fields(&t, master_words, sizeof master_words / sizeof *master_words, chip->master_mode);
    add(&t, "\n");
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *c = &chip->counter[n];
        add(&t, "%d: mode %04x  load %04x  hold %04x  count %04x%s%s%s%s%s%s\n   %c: ", n + 1, c->mode, c->load,
            c->hold, c->count, c->armed ? "  armed" : "", c->tc ? "  TC" : "", c->toggle ? "  toggle" : "",
            c->started ? "  started" : "", c->second ? "  second" : "", c->retrigger ? "  retrigger" : "",
            am9513_mode_letter(c->mode));
        add_fields(&t, mode_words, sizeof mode_words / sizeof *mode_words, c->mode);
        add(&t, "\n");
    }
    add(&t, "out %02x  z %02x  status %02x", am9513i_out(chip) & 31U, am9513i_out(chip) >> 5,
        am9513i_read_status(chip, chip->now_ps));
    if (chip->op_waits)
        add(&t, "  %s %04x acts at %" PRIu64 " ps", chip->op_control ? "command" : "data", chip->op_data, chip->op_ps);
    add(&t, "\n");
    return t.length;
}
