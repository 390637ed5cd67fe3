/* SPDX-License-Identifier: MIT
 * The Am9513A's state as text. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "am9513_internal.h"

struct text {
    char *at;
    size_t room;
    int length; /* -1: could not be printed */
};

static void add(struct text *t, const char *format, ...)
{
    if (t->length < 0)
        return;
    va_list arguments;
    va_start(arguments, format);
    size_t used = (size_t)t->length < t->room ? (size_t)t->length : t->room;
    int more = vsnprintf(t->at ? t->at + used : NULL, t->room - used, format, arguments);
    va_end(arguments);
    t->length = more < 0 ? -1 : t->length + more;
}

int am9513_describe(struct am9513 *chip, char *text, size_t size)
{
    struct text t = {.room = size};
    if (!chip || !initialised(chip) || (!text && size))
        return -1;
    t.at = text;
    am9513i_sync(chip, chip->now_ps);
    add(&t, "time %" PRIu64 " ps  mm %04x  pointer %02x  %s byte next  latch %04x  alarms %04x %04x%s\n", chip->now_ps,
        chip->master_mode, chip->pointer, chip->low_next ? "low" : "high", chip->latch, chip->alarm[0], chip->alarm[1],
        chip->short_write ? "  short write" : "");
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *c = &chip->counter[n];
        add(&t, "%d: mode %04x  load %04x  hold %04x  count %04x%s%s%s%s%s%s\n", n + 1, c->mode, c->load, c->hold,
            c->count, c->armed ? "  armed" : "", c->tc ? "  TC" : "", c->toggle ? "  toggle" : "",
            c->started ? "  started" : "", c->second ? "  second" : "", c->retrigger ? "  retrigger" : "");
    }
    add(&t, "out %02x  z %02x  status %02x", am9513i_out(chip) & 31U, am9513i_out(chip) >> 5,
        am9513i_read_status(chip, chip->now_ps));
    if (chip->op_waits)
        add(&t, "  %s %04x acts at %" PRIu64 " ps", chip->op_control ? "command" : "data", chip->op_data, chip->op_ps);
    add(&t, "\n");
    return t.length;
}
