/* SPDX-License-Identifier: MIT
 * tmr0/board.h: what is read from text and files: a board's settings, the figures of parts and machines. */
#define _GNU_SOURCE /* dladdr() */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "play.h"
#include "sim/board/board.h"

/* PREFIX/share/tmr0 if this code is in PREFIX/lib/libtmr0.so; "" if not. */
static void beside_library(char *dir, size_t size)
{
    static const char here; /* an address of this code's object; C has none of a function as data */
    Dl_info info;
    char *real = dladdr(&here, &info) ? realpath(info.dli_fname, NULL) : NULL;
    char *name = real ? strrchr(real, '/') : NULL;
    dir[0] = '\0';
    if (name && strncmp(name, "/libtmr0.so", 11) == 0) {
        *name = '\0';
        char *lib = strrchr(real, '/');
        if (lib)
            (void)snprintf(dir, size, "%.*s/share/tmr0", (int)(lib - real), real);
    }
    free(real);
}

/* The folder that holds parts/ and machines/. */
static int find_data(char *dir, size_t size, const char *given)
{
    char beside[1024];
    if (given)
        return -data_find(dir, size, given, board_error());
    beside_library(beside, sizeof beside);
    if ((beside[0] && data_find(dir, size, beside, board_error()) == STATUS_OK) ||
        data_find(dir, size, NULL, board_error()) == STATUS_OK)
        return TMR0_OK;
    return board_fail(TMR0_INPUT,
                      "%s%sno folders parts and machines %sbeside the program or in the installation, expected the "
                      "option data",
                      beside, beside[0] ? ": " : "", beside[0] ? "there, " : "");
}

static int find_engine(const char *name, enum engine_kind *engine)
{
    for (int n = 0; n < ENGINES; n++)
        if (strcmp(name, engine_name[n]) == 0) {
            *engine = (enum engine_kind)n;
            return TMR0_OK;
        }
    return board_fail(TMR0_INPUT, "no engine \"%s\", expected rtl, model or both", name);
}

static int open_settings(struct tmr0_board **board, const struct scenario *s, const struct tmr0_options *o)
{
    char dir[1024];
    enum engine_kind engine = ENGINE_RTL;
    struct board_config config;
    struct rig *rig = memory_new(1, sizeof *rig);
    int status = o->engine ? find_engine(o->engine, &engine) : TMR0_OK;
    if (status == TMR0_OK)
        status = find_data(dir, sizeof dir, o->data);
    if (status == TMR0_OK)
        status = -session_board(&config, rig, s, dir, board_error());
    if (status == TMR0_OK) {
        config.owned = rig;
        config.engine = engine;
        config.traced = o->waves;
        config.watch_fout = config.watch_fout || o->fout;
        status = board_open(board, &config);
    }
    if (status)
        free(rig);
    return status;
}

int tmr0_open(struct tmr0_board **board, const struct tmr0_options *options)
{
    struct scenario s;
    NEED(board, "room for the board");
    *board = NULL;
    NEED(options, "options, whose members may be 0");
    int status = -scenario_parse_settings(&s, options->settings ? options->settings : "", "settings", board_error());
    if (status == TMR0_OK) {
        status = open_settings(board, &s, options);
        scenario_free(&s);
    }
    return status;
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
        return board_fail(TMR0_INPUT, "figures of kind \"%s\", expected machine or part", kind);
    int status = find_data(dir, sizeof dir, data);
    if (status == TMR0_OK)
        status =
            -(is_part ? part_load(&part, dir, name, board_error()) : machine_load(&machine, dir, name, board_error()));
    if (status == TMR0_OK)
        give_figures(is_part ? part.figure : machine.figure, is_part ? part.home : HOME_MACHINE, call, context);
    return status;
}
