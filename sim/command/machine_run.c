/* SPDX-License-Identifier: MIT */
#include "machine_run.h"

#include <string.h>

#include "run_print.h"

int machine_run(struct system_machine *m, const struct machine_options *o, const char *view,
                int (*call)(void *context, struct error *e), void *context, struct error *e)
{
    struct waves waves = {.first_ps = 0};
    int status = waves_open(&waves, o->wave, e);
    if (status == STATUS_OK)
        status = system_open(m, o->dir, o->part, o->name, (enum engine_kind)o->engine, o->wave != NULL, e);
    if (status == STATUS_OK) {
        m->harness.blank = o->blank;
        status = waves_begin(&waves, m->harness.board, NULL, e);
        status = status ? status : call(context, e);
        status = waves_end(&waves, m->harness.board, status, e);
        (void)tmr0_close(m->harness.board);
    }
    const int closed = waves_close(&waves, status == STATUS_BAD ? STATUS_OK : status, e);
    if (closed == STATUS_OK && o->wave && strcmp(o->wave, "-") != 0) {
        (void)fflush(stdout);
        run_print_open(o->wave, o->dir, view, waves.first_ps);
    }
    if (closed == STATUS_OK && status == STATUS_BAD && o->engine == ENGINE_BOTH && e->text[0])
        printf("%s", e->text);
    return closed ? closed : status;
}
