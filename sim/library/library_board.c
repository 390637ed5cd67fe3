/* SPDX-License-Identifier: MIT
 * tmr0/board.h: opening, time, accesses, pins, programs on the virtual CPU. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "cli/time_text.h"
#include "sim/board/library.h"
#include "sim/language/session.h"
#include "sim/workstation/harness.h"

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)

const char *tmr0_version(void)
{
    return TEXT(TMR0_VERSION);
}

int tmr0_time(const char *text, int64_t *ps)
{
    NEED(text, "a time such as \"1.5us\"");
    NEED(ps, "room for picoseconds");
    return library_status(time_parse(text, ps, library_error()));
}

/* ---- Opening */

static int find_engine(const char *name, enum engine_kind *engine)
{
    for (int n = 0; n < ENGINES; n++)
        if (strcmp(name, engine_name[n]) == 0) {
            *engine = (enum engine_kind)n;
            return TMR0_OK;
        }
    return library_input("no engine \"%s\", expected rtl, model or both", name);
}

static void count_violation(void *context, const struct violation *v)
{
    struct tmr0_board *b = context;
    const struct figure_info *info = &figure_info[v->check];
    const bool note = info->kind == KIND_NOTE;
    b->violations += !note;
    if (!b->call)
        return;
    char text[160];
    const struct tmr0_violation given = {
        .check = info->name,
        .what = info->text,
        .mark = mark_name(v->mark),
        .text = violation_text(text, sizeof text, v),
        .note = note,
        .amounts = info->unit != UNIT_FLAG,
        .access = v->record.violated_access,
        .at_ps = v->record.violated_at_ps,
        .required_ps = v->record.required_ps,
        .observed_ps = v->record.observed_ps,
    };
    b->call(b->context, &given);
}

static int open_settings(struct tmr0_board *b, const struct scenario *s, const struct tmr0_options *o)
{
    char dir[1024];
    struct board_config config;
    enum engine_kind engine = ENGINE_RTL;
    int status = o->engine ? find_engine(o->engine, &engine) : TMR0_OK;
    if (status == TMR0_OK)
        status = library_data(dir, sizeof dir, o->data);
    if (status == TMR0_OK)
        status = library_status(session_board(&config, &b->rig, s, dir, library_error()));
    if (status)
        return status;
    config.engine = engine;
    config.traced = o->waves;
    config.watch_fout = config.watch_fout || o->fout;
    b->fout = config.watch_fout;
    b->target = s->target;
    status = library_status(board_open(&b->board, &config, library_error()));
    if (status == TMR0_OK)
        board_on_violation(b->board, count_violation, b);
    return status;
}

/* The boards that are open. A board that is not among them is not closed again. */
static struct tmr0_board *boards;
static pthread_mutex_t boards_lock = PTHREAD_MUTEX_INITIALIZER;

static void add_board(struct tmr0_board *b)
{
    (void)pthread_mutex_lock(&boards_lock);
    b->next = boards;
    boards = b;
    (void)pthread_mutex_unlock(&boards_lock);
}

static bool remove_board(const struct tmr0_board *b)
{
    (void)pthread_mutex_lock(&boards_lock);
    struct tmr0_board **at = &boards;
    while (*at && *at != b)
        at = &(*at)->next;
    const bool found = *at != NULL;
    if (found)
        *at = b->next;
    (void)pthread_mutex_unlock(&boards_lock);
    return found;
}

int tmr0_open(struct tmr0_board **board, const struct tmr0_options *options)
{
    NEED(board, "room for the board");
    *board = NULL;
    NEED(options, "options, whose members may be 0");
    struct scenario s;
    struct tmr0_board *b = memory_new(1, sizeof *b);
    int status = library_status(
        scenario_parse_settings(&s, options->settings ? options->settings : "", "settings", library_error()));
    if (status == TMR0_OK) {
        status = open_settings(b, &s, options);
        scenario_free(&s);
    }
    if (status) {
        free(b);
        return status;
    }
    add_board(b);
    *board = b;
    return TMR0_OK;
}

int tmr0_close(struct tmr0_board *b)
{
    if (!b)
        return TMR0_OK;
    if (!remove_board(b))
        return library_input("the board is not open, expected one that tmr0_open() gave");
    const int status = b->wave ? tmr0_waves_end(b) : TMR0_OK;
    board_close(b->board);
    free(b);
    return status;
}

/* ---- Time */

uint64_t tmr0_now_ps(const struct tmr0_board *b)
{
    return b ? board_now_ps(b->board) : 0;
}

int tmr0_run_until(struct tmr0_board *b, uint64_t ps)
{
    NEED_BOARD(b);
    return library_status(board_run_until(b->board, ps, library_error()));
}

int tmr0_step(struct tmr0_board *b, uint64_t until_ps)
{
    NEED_BOARD(b);
    return library_status(until_ps < board_now_ps(b->board) ? board_run_until(b->board, until_ps, library_error())
                                                            : board_step(b->board, until_ps, library_error()));
}

int tmr0_settle(struct tmr0_board *b)
{
    NEED_BOARD(b);
    return library_status(board_settle(b->board, library_error()));
}

int tmr0_gap(struct tmr0_board *b, int64_t ps)
{
    NEED_BOARD(b);
    return library_status(board_gap(b->board, ps, library_error()));
}

/* ---- Accesses */

static int of_target(const struct tmr0_board *b, const char *what, enum target target)
{
    NEED_BOARD(b);
    return b->target == target ? TMR0_OK
                               : library_input("%s needs target %s, but the target is %s", what, target_name[target],
                                               target_name[b->target]);
}

/* 0 or the value read. */
static int access_made(struct tmr0_board *b, const struct access *a, bool write, int status)
{
    if (status)
        return library_status(status);
    b->last = (struct tmr0_access){a->number, a->start_ps, a->end_ps, a->value, a->driven, a->valid};
    return write ? TMR0_OK : a->value;
}

static int socket_access(struct tmr0_board *b, unsigned offset, bool write, unsigned value)
{
    struct access a;
    const int status = of_target(b, "an access at the socket", TARGET_BOARD);
    if (status)
        return status;
    if (offset != 0 && offset != 2)
        return library_input("offset %u, expected 0 or 2", offset);
    if (value > 0xff)
        return library_input("value %u out of range, expected 0..255", value);
    return access_made(b, &a, write, board_socket(b->board, (int)offset, write, (uint8_t)value, &a, library_error()));
}

int tmr0_write(struct tmr0_board *b, unsigned offset, unsigned value)
{
    return socket_access(b, offset, true, value);
}

int tmr0_read(struct tmr0_board *b, unsigned offset)
{
    return socket_access(b, offset, false, 0);
}

static int chip_access(struct tmr0_board *b, bool control, bool write, unsigned bits, unsigned value)
{
    struct access a;
    const int status = of_target(b, "an access at the chip's pins", TARGET_CHIP);
    if (status)
        return status;
    if (bits != 8 && bits != 16)
        return library_input("an access of %u bits, expected 8 or 16", bits);
    if (value >> bits)
        return library_input("value %u out of range, expected 0..%u", value, (1U << bits) - 1);
    return access_made(b, &a, write,
                       board_chip(b->board, control, write, bits == 16, (uint16_t)value, &a, library_error()));
}

int tmr0_chip_write(struct tmr0_board *b, bool control, unsigned bits, unsigned value)
{
    return chip_access(b, control, true, bits, value);
}

int tmr0_chip_read(struct tmr0_board *b, bool control, unsigned bits)
{
    return chip_access(b, control, false, bits, 0);
}

const struct tmr0_access *tmr0_last(const struct tmr0_board *b)
{
    return b ? &b->last : NULL;
}

int tmr0_timing(struct tmr0_board *b, const char *parameter, int64_t ps)
{
    const int status = of_target(b, "timing", TARGET_CHIP);
    if (status)
        return status;
    NEED(parameter, "a parameter of the bus, such as TWHDX");
    const int figure = figure_find(parameter);
    if (figure < 0)
        return library_input("no parameter \"%s\", expected one of the bus's, such as TWHDX", parameter);
    return library_status(board_timing(b->board, figure, ps, library_error()));
}

void tmr0_timing_legal(struct tmr0_board *b)
{
    if (b)
        board_timing_legal(b->board);
}

/* ---- Pins */

static int find_pin(const char *name, int from, int to)
{
    for (int n = from; n < to; n++)
        if (name && strcmp(name, pin_name[n]) == 0)
            return n;
    return library_input("no pin \"%s\", expected %s", name ? name : "",
                         from == PIN_OUT1 ? "out1 to out5 or fout" : "src1 to src5 or gate1 to gate5");
}

static int find_input(const struct tmr0_board *b, const char *name)
{
    const int status = of_target(b, "moving a pin", TARGET_CHIP);
    return status ? status : find_pin(name, 0, PIN_INPUTS);
}

int tmr0_set_pin(struct tmr0_board *b, const char *pin, bool high)
{
    const int n = find_input(b, pin);
    return n < 0 ? n : library_status(board_pin_set(b->board, (enum pin)n, high, library_error()));
}

int tmr0_pulse(struct tmr0_board *b, const char *pin, int64_t width_ps, uint64_t count)
{
    const int n = find_input(b, pin);
    if (n < 0)
        return n;
    if (width_ps < 1 || width_ps > INT64_C(1) << 62)
        return library_input("a pulse of %lld ps, expected 1 ps or more", (long long)width_ps);
    return library_status(board_pulse(b->board, (enum pin)n, width_ps, count, library_error()));
}

int tmr0_pin(const struct tmr0_board *b, const char *pin)
{
    NEED_BOARD(b);
    const int n = find_pin(pin, PIN_OUT1, PINS);
    if (n == PIN_FOUT && !b->fout)
        return library_input("fout is not watched, expected the option fout when the board is opened");
    return n < 0 ? n : (int)board_pin(b->board, (enum pin)n);
}

/* ---- Programs */

int tmr0_run_program(struct tmr0_board *b, unsigned flags, void (*program)(struct vcpu *cpu, void *arg), void *arg)
{
    const int status = of_target(b, "a program", TARGET_BOARD);
    if (status)
        return status;
    NEED(program, "a program");
    const struct harness_setup setup = {
        .board = b->board,
        .machine = &b->rig.machine,
        .clock = flags & TMR0_CLOCK,
        .blank = flags & TMR0_BLANK,
        .free = flags & TMR0_FREE,
    };
    if (flags & ~(unsigned)(TMR0_CLOCK | TMR0_BLANK | TMR0_FREE))
        return library_input("flags 0x%x, expected TMR0_CLOCK, TMR0_BLANK, TMR0_FREE or 0", flags);
    return library_status(harness_run(&setup, program, arg, library_error()));
}
