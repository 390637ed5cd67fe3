/* SPDX-License-Identifier: MIT */
#include "margins.h"

#include <inttypes.h>

#include "board_internal.h"
#include "cli/columns.h"
#include "cli/output.h"
#include "cli/time_text.h"

#define MARGINS_WHAT 66 /* column of the text of a check */

void margins_take(struct margins *m, const struct tmr0_board *board)
{
    for (int n = 0; n < FIG_CHECKS; n++)
        board_margin(board, n, &m->check[n]);
}

int tmr0_margin(const struct tmr0_board *b, unsigned n, struct tmr0_margin *margin)
{
    struct margin m;
    NEED_BOARD(b);
    NEED(margin, "room for the margin");
    if (n >= FIG_CHECKS)
        return 0;
    board_margin(b, (int)n, &m);
    const bool observed = margin_observed(&m);
    *margin = (struct tmr0_margin){
        .check = figure_info[n].name,
        .form = figure_info[m.form].name,
        .what = figure_info[n].text,
        .mark = mark_name(m.mark),
        .note = figure_info[n].kind == KIND_NOTE,
        .observed = observed,
        .slack_ps = observed ? m.record.slack_ps : 0,
        .required_ps = observed ? m.record.slack_required_ps : 0,
        .at_ps = observed ? m.record.slack_at_ps : 0,
        .access = m.record.slack_access,
        .violations = m.record.broken,
    };
    return 1;
}

uint64_t margins_broken(const struct margins *m)
{
    uint64_t broken = 0;
    for (int n = 0; n < FIG_CHECKS; n++)
        if (m->check[n].record.broken && figure_info[n].kind != KIND_NOTE)
            broken |= UINT64_C(1) << n;
    return broken;
}

uint64_t margins_notes(const struct margins *m)
{
    uint64_t notes = 0;
    for (int n = 0; n < FIG_CHECKS; n++)
        if (figure_info[n].kind == KIND_NOTE)
            notes += m->check[n].record.broken;
    return notes;
}

int margins_worst(const struct margins *m, uint64_t among)
{
    int worst = -1;
    for (int n = 0; n < FIG_CHECKS; n++)
        if (among >> n & 1 && margin_observed(&m->check[n]) && figure_info[n].kind != KIND_NOTE &&
            figure_info[n].kind != KIND_HAZARD &&
            (worst < 0 || m->check[n].record.slack_ps < m->check[worst].record.slack_ps))
            worst = n;
    return worst;
}

/* "[GK]"; nothing for a figure without doubt. */
static const char *doubt_text(char *buffer, size_t size, enum mark mark)
{
    const bool doubt = mark_is_doubtful(mark) || mark == MARK_SET;
    (void)snprintf(buffer, size, "%s%s%s", doubt ? "[" : "", doubt ? mark_name(mark) : "", doubt ? "]" : "");
    return buffer;
}

const char *required_text(char *buffer, size_t size, int64_t ps, enum mark mark)
{
    char doubt[8];
    (void)doubt_text(doubt, sizeof doubt, mark);
    (void)snprintf(buffer, size, "%s%s%s", TIME_TEXT(ps), *doubt ? " " : "", doubt);
    return buffer;
}

struct margins_columns {
    struct time_column required_ns, slack_ns, at_us;
};

static void print_margin(FILE *f, int n, const struct margin *m, const struct margins_columns *c)
{
    char required[32] = "-", slack[32] = "-", at[32], mark[8] = "";
    if (figure_info[n].kind != KIND_HAZARD) {
        (void)time_column_text(&c->required_ns, required, sizeof required, m->record.slack_required_ps);
        (void)time_column_text(&c->slack_ns, slack, sizeof slack, m->record.slack_ps);
        (void)doubt_text(mark, sizeof mark, m->mark);
    }
    struct wrap what = {f, 0, MARGINS_WHAT};
    what.column =
        (size_t)fprintf(f, "  %-12s %7s %-4s %9s %11s %6" PRIu32 " %6" PRIu32 " ", figure_info[m->form].name, required,
                        mark, slack, time_column_text(&c->at_us, at, sizeof at, (int64_t)m->record.slack_at_ps),
                        m->record.slack_access, m->record.broken);
    wrap_words(&what, figure_info[n].text);
    if (figure_info[n].kind == KIND_NOTE)
        wrap_words(&what, "(note)");
    (void)fputc('\n', f);
}

void margins_print(FILE *f, const struct margins *m)
{
    struct margins_columns c = {{3, 0}, {3, 0}, {6, 0}};
    for (int n = 0; n < FIG_CHECKS; n++) {
        if (!margin_observed(&m->check[n]))
            continue;
        time_column_take(&c.required_ns, m->check[n].record.slack_required_ps);
        time_column_take(&c.slack_ns, m->check[n].record.slack_ps);
        time_column_take(&c.at_us, (int64_t)m->check[n].record.slack_at_ps);
    }
    (void)fprintf(f, "  %-12s %7s %-4s %9s %11s %6s %6s  %s\n", "check", "limit,", "ns", "slack, ns", "at, us",
                  "access", "broken", "what");
    for (int n = 0; n < FIG_CHECKS; n++)
        if (margin_observed(&m->check[n]))
            print_margin(f, n, &m->check[n], &c);
}

void margins_print_notes(const char *name, const struct margins *m)
{
    const uint64_t notes = margins_notes(m);
    if (notes)
        printf("%s: %" PRIu64 " note%s: an edge near a command, a gate or a status read, the count may be off by one\n",
               name, notes, notes == 1 ? "" : "s");
}

cJSON *margins_json(const struct margins *m)
{
    cJSON *all = cJSON_CreateObject();
    for (int n = 0; n < FIG_CHECKS; n++) {
        const struct margin *c = &m->check[n];
        if (!margin_observed(c))
            continue;
        cJSON *one = cJSON_AddObjectToObject(all, figure_info[n].name);
        cJSON_AddStringToObject(one, "form", figure_info[c->form].name);
        if (figure_info[n].unit != UNIT_FLAG) {
            output_json_integer(one, "required_ps", c->record.slack_required_ps);
            cJSON_AddStringToObject(one, "required_mark", mark_name(c->mark));
            output_json_integer(one, "slack_ps", c->record.slack_ps);
        }
        output_json_integer(one, "at_ps", (int64_t)c->record.slack_at_ps);
        cJSON_AddNumberToObject(one, "access", c->record.slack_access);
        cJSON_AddNumberToObject(one, "broken", (double)c->record.broken);
        cJSON_AddBoolToObject(one, "note", figure_info[n].kind == KIND_NOTE);
    }
    return all;
}

const char *checks_text(char *buffer, size_t size, uint64_t checks, const struct margins *m)
{
    buffer[0] = '\0';
    for (int n = 0; n < FIG_CHECKS; n++)
        if (checks >> n & 1)
            list_add(buffer, size, ", ", m ? "%s x %" PRIu32 : "%s", figure_info[n].name,
                     m ? m->check[n].record.broken : 0);
    if (!*buffer)
        (void)snprintf(buffer, size, "none");
    return buffer;
}

void violation_json(cJSON *one, const struct violation *v)
{
    cJSON_AddNumberToObject(one, "access", v->record.broken_access);
    output_json_count(one, "at_ps", v->record.broken_at_ps);
    if (figure_info[v->check].unit == UNIT_FLAG)
        return;
    output_json_integer(one, "required_ps", v->record.required_ps);
    cJSON_AddStringToObject(one, "required_mark", mark_name(v->mark));
    output_json_integer(one, "observed_ps", v->record.observed_ps);
}

const char *violation_text(char *buffer, size_t size, const struct violation *v)
{
    const struct figure_info *info = &figure_info[v->check];
    (void)snprintf(buffer, size, "%s", info->name);
    if (info->unit != UNIT_FLAG) {
        char required[48];
        (void)snprintf(buffer, size, "%s: required %s, observed %s", info->name,
                       required_text(required, sizeof required, v->record.required_ps, v->mark),
                       TIME_TEXT(v->record.observed_ps));
    }
    return buffer;
}

static void say_violation(void *board, const struct violation *v)
{
    const struct tmr0_board *b = board;
    const struct figure_info *info = &figure_info[v->check];
    char text[160];
    const struct tmr0_violation said = {
        .check = info->name,
        .what = info->text,
        .mark = mark_name(v->mark),
        .text = violation_text(text, sizeof text, v),
        .note = info->kind == KIND_NOTE,
        .amounts = info->unit != UNIT_FLAG,
        .access = v->record.broken_access,
        .at_ps = v->record.broken_at_ps,
        .required_ps = v->record.required_ps,
        .observed_ps = v->record.observed_ps,
    };
    b->said(b->said_context, &said);
}

void tmr0_on_violation(struct tmr0_board *b, void (*call)(void *context, const struct tmr0_violation *violation),
                       void *context)
{
    if (!b)
        return;
    board_on_violation(b, call ? say_violation : NULL, b);
    b->said = call;
    b->said_context = context;
}

static bool is_doubt(const struct figure *figures, int n, enum figure_home home, bool costs)
{
    return figure_info[n].home == home && (figure_info[n].kind == KIND_COST) == costs &&
           (mark_is_doubtful(figures[n].mark) || figures[n].mark == MARK_SET);
}

void doubts_print(FILE *f, const struct figure *figures, enum figure_home home, bool costs, const char *name)
{
    for (int mark = 0; mark <= MARK_SET; mark++) {
        struct wrap w = {f, 0, 4};
        for (int n = 0; n < FIG_COUNT; n++) {
            if (figures[n].mark != (enum mark)mark || !is_doubt(figures, n, home, costs))
                continue;
            if (!w.column)
                w.column = (size_t)fprintf(f, "  %s [%s]:", name, mark_name((enum mark)mark));
            wrap_words(&w, figure_info[n].name);
        }
        if (w.column)
            (void)fputc('\n', f);
    }
}

cJSON *doubts_json(const struct figure *figures, enum figure_home home)
{
    cJSON *all = cJSON_CreateArray();
    for (int n = 0; n < FIG_COUNT; n++) {
        char text[64];
        if (!is_doubt(figures, n, home, false))
            continue;
        (void)snprintf(text, sizeof text, "%s [%s]", figure_info[n].name, mark_name(figures[n].mark));
        cJSON_AddItemToArray(all, cJSON_CreateString(text));
    }
    return all;
}
