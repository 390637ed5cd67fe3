/* SPDX-License-Identifier: MIT */
#include "fuzz_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/progress.h"
#include "sim/language/play.h"

#define CASE_OPS 300
#define CLEAN_OPS 20     /* of programs of which some should violate no check */
#define REFUSED_MOST 100 /* more than this, and more than half of all, end the run */

struct fuzz_tester {
    const struct fuzz_setup *setup;
    bool skips;    /* the case is also played on the RTL alone, which skips most of long waits */
    FILE *sink[2]; /* where the values read go: without effects or with skipping into the second */
    struct error e;
    char text[FUZZ_LINES * FUZZ_LINE + 1];
};

/* Plays into sink n. unbroken: no check was violated, and there was no note. */
static int play_into(struct fuzz_tester *t, int n, const struct scenario *s, enum engine_kind engine, bool *unbroken)
{
    const struct play_options options = {.engine = engine, .out = t->sink[n]};
    struct play_result result;
    rewind(t->sink[n]);
    int status = session_play(&result, s, t->setup->dir, &options, &t->e);
    if (status)
        return status;
    *unbroken = result.violations == 0 && margins_notes(&result.margins) == 0;
    play_free(&result);
    return STATUS_OK;
}

/* STATUS_OK, or STATUS_BAD and the first line of the values read that differs. */
static int compare_sinks(struct fuzz_tester *t, const char *ways)
{
    char line[2][256] = {"", ""};
    const long size[2] = {ftell(t->sink[0]), ftell(t->sink[1])};
    bool more = true;
    for (int n = 0; n < 2; n++)
        rewind(t->sink[n]);
    while (more && strcmp(line[0], line[1]) == 0) {
        more = false;
        for (int n = 0; n < 2; n++)
            if (ftell(t->sink[n]) >= size[n] || !fgets(line[n], sizeof line[n], t->sink[n]))
                *line[n] = '\0';
            else
                more = true;
    }
    if (!more)
        return STATUS_OK;
    return error_set(&t->e, STATUS_BAD, "%s:\n%s%s", ways, line[0], line[1]);
}

/* The scenario has effects on; carries and taps without delay are its last settings (make_case()). With their delays
 * it need only play, as it does without effects. */
static int play_effects(struct fuzz_tester *t, struct scenario *s)
{
    bool unbroken, delays = s->overrides == 0 || strcmp(s->override[s->overrides - 1].key, "TFN") != 0;
    const int status = play_into(t, 0, s, ENGINE_RTL, &unbroken);
    if (status != STATUS_INPUT && (status || delays))
        return status;
    const struct error e = t->e;
    s->effects = false;
    const int status_off = play_into(t, 1, s, ENGINE_RTL, &unbroken);
    if (status_off)
        return status_off;
    if (status)
        return error_set(&t->e, STATUS_BAD, "it plays without effects only: %s", e.text);
    return unbroken ? compare_sinks(t, "nothing is broken, but read with effects, and without") : STATUS_OK;
}

/* Lockstep never skips (sim/board/rtl_skip.h). */
static int play_both(struct fuzz_tester *t, const struct scenario *s)
{
    bool unbroken;
    int status = play_into(t, 0, s, ENGINE_BOTH, &unbroken);
    if (status == STATUS_OK && t->skips)
        status = play_into(t, 1, s, ENGINE_RTL, &unbroken);
    return status == STATUS_OK && t->skips ? compare_sinks(t, "read with each edge ticked, and with edges skipped")
                                           : status;
}

/* STATUS_OK agree, STATUS_BAD differ, else the case could not be played. */
static int play_case(struct fuzz_tester *t, const struct fuzz_case *c)
{
    struct scenario s;
    size_t size = fuzz_text(c, t->text);
    if (scenario_parse(&s, t->text, size, "fuzz", &t->e)) /* a fault of the generator */
        return STATUS_SYSTEM;
    const int status = t->setup->effects ? play_effects(t, &s) : play_both(t, &s);
    scenario_free(&s);
    return status;
}

/* With effects on, 15 programs in 16 have carries and taps without delay: if one violates nothing, effects change
 * nothing in it. */
static void make_case(const struct fuzz_tester *t, struct fuzz_case *c, uint64_t *state, uint64_t number)
{
    bool delays = number % 16 == 0;
    fuzz_make(c, t->setup->target, state, t->setup->effects && !delays ? CLEAN_OPS : CASE_OPS);
    if (!t->setup->effects)
        return;
    fuzz_set(c, "effects on");
    if (!delays) {
        fuzz_set(c, "set part.TCARRY 0ns");
        fuzz_set(c, "set part.TFN 0ns");
    }
}

static bool case_differs(void *context, const struct fuzz_case *c)
{
    return play_case(context, c) == STATUS_BAD;
}

static int play_cases(struct fuzz_tester *t, struct fuzz_result *r, struct fuzz_case *c)
{
    struct progress progress = {0};
    uint64_t state = t->setup->seed;
    int status = STATUS_OK;
    for (uint64_t number = 0; r->ops < t->setup->ops && status == STATUS_OK; number++) {
        make_case(t, c, &state, number);
        t->skips = number % 4 == 0;
        status = play_case(t, c);
        r->ops += status == STATUS_INPUT ? 0 : c->ops;
        if (status == STATUS_INPUT) {
            if (!r->refused)
                r->first_refusal = t->e;
            if (r->refused > REFUSED_MOST && r->refused > (number + 1) / 2)
                break;
            r->refused++;
            status = STATUS_OK;
        } else
            r->cases++;
        progress_show(&progress, "%" PRIu64 " of %" PRIu64 " ops", r->ops, t->setup->ops);
    }
    progress_end(&progress);
    return status;
}

int fuzz_run(struct fuzz_result *result, const struct fuzz_setup *setup, struct error *e)
{
    static struct fuzz_tester t;
    static struct fuzz_case c;
    *result = (struct fuzz_result){0};
    t.setup = setup;
    for (int n = 0; n < 2; n++) {
        t.sink[n] = tmpfile();
        if (!t.sink[n])
            return error_set(e, STATUS_SYSTEM, "temporary file: %s", strerror(errno));
    }
    const int status = play_cases(&t, result, &c);
    if (status == STATUS_BAD) {
        result->ops_before = c.ops;
        fuzz_shrink(&c, case_differs, &t);
        (void)play_case(&t, &c); /* its text and its difference */
        result->ops_after = c.ops;
        memcpy(result->text, t.text, sizeof result->text);
    }
    if (status)
        *e = t.e;
    for (int n = 0; n < 2; n++)
        (void)fclose(t.sink[n]);
    return status;
}
