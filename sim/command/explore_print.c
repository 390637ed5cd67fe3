/* SPDX-License-Identifier: MIT */
#include "explore_print.h"

#include <inttypes.h>
#include <stdio.h>

static void print_readers(const struct explore_setup *s)
{
    for (unsigned n = 0; n < s->readers; n++)
        printf("%s%s", n ? ", " : "", s->reader[n]->name);
}

static void print_share(const char *text, long double number, long double of)
{
    printf("  %-34s %18.0Lf  %7.3Lf %%\n", text, number, of > 0 ? 100 * number / of : 0);
}

void explore_print(const struct explore_setup *s, const struct explore_result *r, int engine)
{
    const long double returns = r->schedules * s->readers;
    print_readers(s);
    printf(" on %s, engine %s: %.0Lf schedule%s, %" PRIu64 " accesses%s", s->rig->machine.name, engine_name[engine],
           r->schedules, r->schedules > 1 ? "s" : "", r->accesses, engine == ENGINE_MODEL ? "" : "\n");
    if (engine == ENGINE_MODEL)
        printf(", %" PRIu64 " states\n", r->states);
    print_share("schedules with a wrong value", r->with_wrong, r->schedules);
    print_share("with none wrong, but one given up", r->with_given_up, r->schedules);
    printf("values returned\n");
    print_share("right", r->right, returns);
    print_share("given up", r->given_up, returns);
    for (int n = 0; n < EXPLORE_WRONGS; n++)
        if (r->wrong[n] > 0)
            print_share(explore_wrong_text[n], r->wrong[n], returns);
    if (r->with_wrong > 0 && !s->coarse)
        printf("wrong by, microseconds\n");
    for (int n = 0; n < EXPLORE_DECADES; n++) {
        char text[48];
        (void)snprintf(text, sizeof text, "10^%d and more", n);
        if (r->off[n] > 0 && !s->coarse)
            print_share(text, r->off[n], returns);
    }
}

/* "2x1 4x2 ...": runs of accesses by one reader. */
static void print_schedule(const struct explore_witness *w)
{
    for (unsigned n = 0, run; n < w->length; n += run) {
        for (run = 1; n + run < w->length && w->choice[n + run] == w->choice[n]; run++)
            ;
        printf(" %ux%u", run, w->choice[n] + 1U);
    }
}

void explore_print_witness(const struct explore_witness *w, enum explore_wrong wrong, bool confirmed)
{
    printf("shortest, %s: %u accesses (number x reader):", explore_wrong_text[wrong], w->length);
    print_schedule(w);
    printf("\n    reader %u returns 0x%" PRIx64 " for 0x%" PRIx64 "..0x%" PRIx64 ", %s\n", w->reader + 1, w->value,
           w->least, w->most, confirmed ? "confirmed on the RTL" : "NOT confirmed on the RTL");
}
