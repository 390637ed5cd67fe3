/* SPDX-License-Identifier: MIT */
#include "timing_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/input.h"
#include "cli/memory.h"
#include "sim/board/board.h"
#include "sim/figures/data.h"

#define BROKEN 71     /* column of the violated checks */
#define SPREAD_PS 1e6 /* of reads that agree with the time */

/* ---- Rows */

void timing_head_print(FILE *f, const char *part, const char *pal_part, uint64_t reads, uint64_t seed)
{
    (void)fprintf(
        f,
        "DES socket: part %s, PAL %s, oscillator 4 MHz, %" PRIu64 " reads of 32 bits a row, seed %" PRIu64 "\n"
        "slow, fast: all delays at their largest, at their least. Margins are the least slack, in ns:\n"
        "C/D that of TAVRL, TAVWH, TRHAX and TWHAX, other that of all other checks. wrong: wrong reads.\n"
        "A machine works if all its rows do: every check is met, every read is right. It is marginal if some\n"
        "rows work, and fails if none does.\n\n"
        "%-15s %-8s %-4s %7s  %-9s %6s %5s  %-7s %s\n",
        part, pal_part, reads, seed, "machine", "pal", "", "C/D", "other", "", "wrong", "verdict", "broken");
}

/* An object, by check */
static const cJSON *margins_of(const cJSON *row)
{
    const cJSON *margins = cJSON_GetObjectItem(row, "margins");
    return cJSON_IsObject(margins) ? margins : NULL;
}

/* The check with the least slack, and that, ns; - if none observed anything. */
static const char *worst_text(const cJSON *row, bool cd, char *slack, size_t size)
{
    const cJSON *margin;
    const char *worst = "-";
    double least_ps = INFINITY;
    (void)snprintf(slack, size, "-");
    cJSON_ArrayForEach(margin, margins_of(row)) {
        const int check = figure_find(margin->string);
        const double slack_ps = json_number(margin, "slack_ps");
        if (check < 0 || (CHECKS_CD >> check & 1) != cd || figure_info[check].kind == KIND_NOTE ||
            figure_info[check].kind == KIND_HAZARD || slack_ps >= least_ps)
            continue;
        least_ps = slack_ps;
        worst = margin->string;
        (void)snprintf(slack, size, "%+.1f", slack_ps / 1e3);
    }
    return worst;
}

void timing_row_print(FILE *f, const cJSON *row)
{
    char cd[32], other[32], broken[256] = "";
    const cJSON *margin;
    (void)worst_text(row, true, cd, sizeof cd);
    const char *worst = worst_text(row, false, other, sizeof other);
    cJSON_ArrayForEach(margin, margins_of(row)) {
        if (json_number(margin, "broken") > 0 && !json_true(margin, "note"))
            list_add(broken, sizeof broken, ", ", "%s", margin->string);
    }
    const bool works = !*broken && json_number(row, "reads_wrong") == 0 && json_number(row, "spread_ps") < SPREAD_PS;
    const int columns =
        fprintf(f, "%-15s %-8s %-4s %7s  %-9s %6s %5.0f  %-7s", json_text(row, "machine"), json_text(row, "pal"),
                json_text(row, "corner"), cd, worst, other, json_number(row, "reads_wrong"),
                verdict_word_name[works ? VERDICT_WORKS : VERDICT_FAILS]);
    struct wrap w = {f, columns > 0 ? (size_t)columns : 0, BROKEN};
    wrap_words(&w, *broken ? broken : "none");
    (void)fputc('\n', f);
}

/* ---- Verdicts */

/* The machine as the table was asked for it, and its chip and PAL if they are not those of the board */
static const char *machine_text(char *text, size_t size, const cJSON *row)
{
    const char *part = json_text(row, "part"), *pal = json_text(row, "pal_part");
    const bool other = strcmp(part, RIG_PART) != 0, other_pal = strcmp(pal, RIG_PAL) != 0;
    (void)snprintf(text, size, "%s%s%s%s%s", json_text(cJSON_GetObjectItem(row, "verdict"), "machine"),
                   other ? " with part " : "", other ? part : "", other_pal ? " with PAL " : "", other_pal ? pal : "");
    return text;
}

/* The first row of that machine, and of that translator unless it is NULL */
static const cJSON *first_of(const cJSON *rows, const char *machine, const char *pal)
{
    char text[MACHINE_NAME_SIZE + 100];
    const cJSON *row = rows->child;
    while (row && (strcmp(machine_text(text, sizeof text, row), machine) != 0 ||
                   (pal && strcmp(json_text(row, "pal"), pal) != 0)))
        row = row->next;
    return row;
}

static const char *pal_word(const char *pal)
{
    return strcmp(pal, pal_kind_name[PAL_FLIPFLOP]) == 0 ? "flip-flop" : pal;
}

/* "With the flip-flop translator it works in 8, fails in 4 of 12 machines." */
static char *count_text(const cJSON *rows, const char *pal)
{
    static const char *const kind[] = {"fails in", "is marginal in", "works in"};
    int count[VERDICT_WORDS] = {0}, all = 0, kinds = 0;
    char *text = NULL;
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        char machine[MACHINE_NAME_SIZE + 100];
        if (first_of(rows, machine_text(machine, sizeof machine, row), pal) != row)
            continue;
        for (enum verdict_word word = 0; word < VERDICT_WORDS; word++)
            count[word] += strcmp(json_text(cJSON_GetObjectItem(row, "verdict"), "word"), verdict_word_name[word]) == 0;
        all++;
    }
    FILE *f = memory_stream(&text, &(size_t){0});
    (void)fprintf(f, "With the %s translator it", pal_word(pal));
    for (int n = VERDICT_WORDS - 1; n >= 0; n--)
        if (count[n])
            (void)fprintf(f, "%s %s %s%d", kinds++ ? "," : "", kind[n], count[n] == all && all > 1 ? "all " : "",
                          count[n]);
    if (kinds > 1)
        (void)fprintf(f, " of %d", all);
    (void)fprintf(f, all == 1 ? " machine." : " machines.");
    (void)fclose(f);
    return text;
}

cJSON *verdict_summary(const cJSON *rows)
{
    cJSON *summary = cJSON_CreateArray();
    for (enum pal_kind pal = 0; pal < PAL_KINDS && rows->child; pal++) {
        char *text = count_text(rows, pal_kind_name[pal]);
        cJSON_AddItemToArray(summary, cJSON_CreateString(text));
        free(text);
    }
    return summary;
}

/* The verdicts of one machine, a paragraph for each translator */
static char *machine_verdicts(const cJSON *rows, const char *machine)
{
    char *text = NULL;
    FILE *f = memory_stream(&text, &(size_t){0});
    for (enum pal_kind pal = 0; pal < PAL_KINDS; pal++) {
        const cJSON *row = first_of(rows, machine, pal_kind_name[pal]), *verdict = cJSON_GetObjectItem(row, "verdict");
        if (!row)
            continue;
        struct wrap w = {f, (size_t)fprintf(f, "  %s: %s:", pal_word(pal_kind_name[pal]), json_text(verdict, "word")),
                         4};
        wrap_words(&w, json_text(verdict, "text"));
        (void)fputc('\n', f);
    }
    (void)fclose(f);
    return text;
}

/* Machines with equal verdicts are printed together, where the first of them is. */
void verdicts_print(FILE *f, const cJSON *rows)
{
    cJSON *summary = verdict_summary(rows), *verdicts = cJSON_CreateObject(), *one;
    const cJSON *row;
    cJSON_ArrayForEach(one, summary) {
        (void)fprintf(f, "%s\n", one->valuestring);
    }
    cJSON_ArrayForEach(row, rows) {
        char machine[MACHINE_NAME_SIZE + 100];
        if (first_of(rows, machine_text(machine, sizeof machine, row), NULL) != row)
            continue;
        char *text = machine_verdicts(rows, machine);
        cJSON *names = cJSON_GetObjectItemCaseSensitive(verdicts, text);
        if (!names)
            names = cJSON_AddArrayToObject(verdicts, text);
        cJSON_AddItemToArray(names, cJSON_CreateString(machine));
        free(text);
    }
    cJSON_ArrayForEach(one, verdicts) {
        struct wrap w = {f, 0, 2};
        const cJSON *name;
        cJSON_ArrayForEach(name, one) {
            wrap_words(&w, name->valuestring);
            w.column += name->next ? (size_t)fprintf(f, ",") : 0;
        }
        (void)fprintf(f, "\n%s", one->string);
    }
    cJSON_Delete(summary);
    cJSON_Delete(verdicts);
}
