/* SPDX-License-Identifier: MIT
 * tmr0/board.h: violations, margins, figures. */
#include <string.h>

#include "library.h"

void tmr0_on_violation(struct tmr0_board *b, void (*call)(void *context, const struct tmr0_violation *violation),
                       void *context)
{
    if (!b)
        return;
    b->call = call;
    b->context = context;
}

uint64_t tmr0_violations(const struct tmr0_board *b)
{
    return b ? b->violations : 0;
}

int tmr0_margin(const struct tmr0_board *b, unsigned n, struct tmr0_margin *margin)
{
    struct margin m;
    NEED_BOARD(b);
    NEED(margin, "room for the margin");
    if (n >= FIG_CHECKS)
        return 0;
    board_margin(b->board, (int)n, &m);
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
        .violations = m.record.violations,
    };
    return 1;
}

static void give_figures(const struct figure *figures, enum figure_home home,
                         void (*call)(void *context, const struct tmr0_figure *figure), void *context)
{
    static const char *const unit[] = {[UNIT_TIME] = "ps",
                                       [UNIT_FLAG] = "flag",
                                       [UNIT_BYTE] = "byte",
                                       [UNIT_COUNT] = "count",
                                       [UNIT_CHOICE] = "choice"};
    for (int n = 0; n < FIG_COUNT; n++) {
        if (figure_info[n].home != home)
            continue;
        const struct figure *f = &figures[n];
        const struct tmr0_figure given = {
            .name = figure_info[n].name,
            .what = figure_info[n].text,
            .unit = unit[figure_info[n].unit],
            .mark = mark_name(f->mark),
            .source = f->source,
            .min = f->value[CORNER_MIN],
            .typ = f->value[CORNER_TYP],
            .max = f->value[CORNER_MAX],
        };
        call(context, &given);
    }
}

int tmr0_figures(const char *data, const char *kind, const char *name,
                 void (*call)(void *context, const struct tmr0_figure *figure), void *context)
{
    char dir[1024];
    struct part part;
    struct machine machine;
    NEED(kind, "machine or part");
    NEED(name, "the name of a machine or part");
    NEED(call, "a function for the figures");
    const bool is_part = strcmp(kind, "part") == 0;
    if (!is_part && strcmp(kind, "machine") != 0)
        return library_input("figures of kind \"%s\", expected machine or part", kind);
    int status = library_data(dir, sizeof dir, data);
    if (status == TMR0_OK)
        status = library_status(is_part ? part_load(&part, dir, name, library_error())
                                        : machine_load(&machine, dir, name, library_error()));
    if (status == TMR0_OK)
        give_figures(is_part ? part.figure : machine.figure, is_part ? part.home : HOME_MACHINE, call, context);
    return status;
}
