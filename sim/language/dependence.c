/* SPDX-License-Identifier: MIT */
#include "dependence.h"

#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"

static int print_run(FILE *out, const struct scenario *s, const char *dir, enum engine_kind engine, struct error *e)
{
    const struct play_options play = {.engine = engine, .out = out};
    struct play_result r;
    char line[SCENARIO_PLACE];
    int status = session_play(&r, s, dir, &play, e);
    if (status)
        return status;
    if (!r.accesses) {
        play_free(&r);
        return error_set(e, STATUS_INPUT, "%s: no access in the run, expected one that a choice can matter to",
                         s->file);
    }
    for (size_t n = 0; n < r.violations; n++)
        (void)fprintf(out, "line %s: %s broken\n", scenario_line(line, sizeof line, s, r.violation[n].line),
                      figure_info[r.violation[n].violation.check].name);
    (void)fprintf(out, "%s\n", r.expectations_failed || r.unexpected ? "FAIL" : "pass");
    play_free(&r);
    return STATUS_OK;
}

static int run(char **text, const struct scenario *s, const char *dir, enum engine_kind engine, struct error *e)
{
    size_t size;
    FILE *out = memory_stream(text, &size);
    int status = print_run(out, s, dir, engine, e);
    (void)fclose(out);
    return status;
}

static void compare(struct dependence *d)
{
    const char *a = d->text[0], *b = d->text[1];
    while (*a || *b) {
        size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
        if (n != m || memcmp(a, b, n) != 0) {
            d->line[0] = a;
            d->line[1] = b;
            return;
        }
        a += n + (a[n] == '\n');
        b += m + (b[m] == '\n');
    }
}

int dependence_find(struct dependence *d, const struct scenario *s, int choice, const char *dir,
                    enum engine_kind engine, struct error *e)
{
    int status = STATUS_OK;
    *d = (struct dependence){{NULL, NULL}, {NULL, NULL}};
    for (int value = 0; value < 2 && status == STATUS_OK; value++) {
        struct scenario copy = *s;
        scenario_choose(&copy, choice, value);
        status = run(&d->text[value], &copy, dir, engine, e);
    }
    if (status == STATUS_OK)
        compare(d);
    else
        dependence_free(d);
    return status;
}

void dependence_free(struct dependence *d)
{
    free(d->text[0]);
    free(d->text[1]);
}
