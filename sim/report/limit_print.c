/* SPDX-License-Identifier: MIT */
#include "results_print.h"

#include <stdbool.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/input.h"

#define BROKEN 76 /* column of what is broken */

static const cJSON *field(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

void limit_head_print(FILE *f)
{
    (void)fprintf(f, "%-15s %-8s %-34s %15s %s\n", "machine", "pal", "figure", "passes", "broken one step on");
}

/* The end of a line of which `used` columns are printed */
static void print_broken(FILE *f, int used, const cJSON *at)
{
    struct wrap w = {f, (size_t)used, BROKEN};
    const bool broken = strcmp(json_text(at, "broken"), "none") != 0, reads_wrong = json_true(at, "reads_wrong");
    if (broken || !reads_wrong)
        wrap_words(&w, json_text(at, "broken"));
    if (reads_wrong)
        wrap_words(&w, broken ? "and wrong reads" : "wrong reads");
    (void)fputc('\n', f);
}

static const char *value_text(char number[32], bool hertz, const cJSON *object, const char *name)
{
    if (hertz)
        (void)snprintf(number, 32, "%.6f", json_number(object, name) / 1e6);
    else
        (void)time_column_text(&(struct time_column){3, 3}, number, 32, json_whole(object, name));
    return number;
}

/* One side of a row: the last value that passes, ns or MHz, and what is broken one step further. */
static void print_bound(FILE *f, int used, const char *side, bool hertz, const cJSON *bound)
{
    char number[32];
    if (!json_true(bound, "found")) {
        (void)fprintf(f, " %-5s %9s no failure\n", side, "-");
        return;
    }
    print_broken(f, used + fprintf(f, " %-5s %9s", side, value_text(number, hertz, bound, "last_pass")), bound);
}

void limit_row_print(FILE *f, const cJSON *row)
{
    const char *column = json_text(row, "figure"), *unit = strrchr(column, '_');
    const bool hertz = unit && strcmp(unit, "_hz") == 0, ps = unit && strcmp(unit, "_ps") == 0;
    char figure[64];
    (void)snprintf(figure, sizeof figure, "%.*s, %s", hertz || ps ? (int)(unit - column) : (int)strlen(column), column,
                   hertz ? "MHz" : "ns");
    const int used = fprintf(f, "%-15s %-8s %-34s", json_text(row, "machine"), json_text(row, "pal"), figure);
    if (strcmp(json_text(row, "broken"), "none") != 0 || json_true(row, "reads_wrong")) {
        print_broken(f, used + fprintf(f, " fails as it is:"), row);
        (void)fprintf(f, "%*s", used, "");
    }
    if (!cJSON_HasObjectItem(row, "down")) {
        char from[32], to[32];
        (void)fprintf(f, " none from %s to %s\n", value_text(from, hertz, row, "from"),
                      value_text(to, hertz, row, "to"));
        return;
    }
    print_bound(f, used, "least", hertz, field(row, "down"));
    print_bound(f, fprintf(f, "%*s", used, ""), "most", hertz, field(row, "up"));
}
