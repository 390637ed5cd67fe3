/* SPDX-License-Identifier: MIT
 * What an engine gets of a board's configuration: the figures at one corner, the wires, the switches. */
#include "board_internal.h"

const struct figure *board_figure(const struct board_config *c, int number)
{
    const enum figure_home home = figure_info[number].home;
    return home == HOME_CHIP                  ? &c->chip->figure[number]
           : c->target != TARGET_BOARD        ? NULL
           : home == HOME_PAL                 ? &c->pal->figure[number]
           : home == HOME_BUFFER && c->buffer ? &c->buffer->figure[number]
           : home == HOME_MACHINE             ? &c->machine->figure[number]
                                              : NULL;
}

/* Strobes that reach the socket later by a delay: R/W and data come earlier before them and end earlier after them, and
 * the workstation latches read data earlier before their end. */
static void delay_strobes(int32_t out[FIG_RTL], int32_t delay_ps)
{
    out[FIG_RW_SETUP] += delay_ps;
    out[FIG_WDATA_SETUP] += delay_ps;
    out[FIG_READ_LATCH] += delay_ps;
    out[FIG_STROBE_HOLD] -= delay_ps;
}

static void collect_figures(int32_t out[FIG_RTL], const struct board_config *c)
{
    for (int n = 0; n < FIG_RTL; n++) {
        const struct figure *from = board_figure(c, n);
        out[n] = from ? (int32_t)from->value[c->corner] : 0;
    }
    if (c->target == TARGET_BOARD)
        delay_strobes(out, (int32_t)c->machine->figure[FIG_STROBE_DELAY].value[c->corner]);
}

static uint32_t wire_word(const int wire[PIN_INPUTS])
{
    uint32_t word = 0;
    for (int n = 0; n < PIN_INPUTS; n++)
        if (wire[n])
            word |= (uint32_t)(wire[n] - PIN_OUT1) << (3 * n);
    return word;
}

struct engine_settings board_settings(const struct board_config *c)
{
    struct engine_settings settings = {
        .seed = (uint32_t)(c->seed ^ c->seed >> 32),
        .direct = c->pal_kind == PAL_DIRECT,
        .clip = c->target == TARGET_CHIP,
        .every_edge = c->traced,
        .no_skip = c->no_skip || c->calls,
        .effects = c->effects,
        .watch_fout = c->watch_fout,
        .wire = wire_word(c->wire),
        .osc = c->osc,
    };
    collect_figures(settings.figure, c);
    return settings;
}
