/* SPDX-License-Identifier: MIT */
#include "play.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/memory.h"
#include "cli/output.h"
#include "cli/time_text.h"
#include "sim/board/board.h"

struct session {
    const struct scenario *s;
    const struct play_options *options;
    struct tmr0_board *board;
    struct output calls;
    struct waves waves;
};

/* ---- Signals while waves are written: SIGUSR1 turns them off and on, the others end them and the run */

static const int waves_signal[] = {SIGUSR1, SIGHUP, SIGINT, SIGTERM};
enum { WAVES_SIGNALS = sizeof waves_signal / sizeof waves_signal[0] };
static struct sigaction waves_before[WAVES_SIGNALS]; /* what the signals did */
static struct wave_control wave_control;

static void toggle_waves(int number)
{
    (void)number;
    wave_control.off = !wave_control.off;
    const char *text = wave_control.off ? "tmr0: waves off\n" : "tmr0: waves on\n";
    (void)!write(STDERR_FILENO, text, strlen(text));
}

static void restore_signals(void)
{
    for (int n = 0; n < WAVES_SIGNALS; n++)
        (void)sigaction(waves_signal[n], &waves_before[n], NULL);
}

static void end_waves(int number)
{
    wave_control.end = number;
    restore_signals(); /* the second one does not wait for the end of the file */
}

static void handle_signals(const struct play_options *o)
{
    struct sigaction action = {.sa_flags = SA_RESTART};
    (void)sigemptyset(&action.sa_mask);
    wave_control =
        (struct wave_control){.from_ps = o->wave_from_ps, .to_ps = o->wave_to_ps ? o->wave_to_ps : UINT64_MAX};
    for (int n = 0; n < WAVES_SIGNALS; n++) {
        (void)sigaction(waves_signal[n], NULL, &waves_before[n]);
        action.sa_handler = waves_signal[n] == SIGUSR1 ? toggle_waves : end_waves;
        if (waves_before[n].sa_handler != SIG_IGN) /* what is ignored stays so */
            (void)sigaction(waves_signal[n], &action, NULL);
    }
}

/* ---- Opening */

static bool expects_fout(const struct statement *st)
{
    for (; st; st = st->next)
        if (((st->kind == ST_EXPECT_PIN || st->kind == ST_WAIT_PIN) && st->pin == PIN_FOUT) ||
            (st->kind == ST_REPEAT && expects_fout(st->body)))
            return true;
    return false;
}

/* The line of a disorder is that of the last override of one of its figures. */
static int check_figures(const struct scenario *s, const struct figure *figures, enum figure_home home, struct error *e)
{
    struct disorder d;
    char text[120];
    int line = 0;
    if (!figures_disorder(figures, home, &d))
        return STATUS_OK;
    const int delay = d.smaller == FIG_STROBE_HOLD ? FIG_STROBE_DELAY : d.smaller;
    for (size_t n = 0; n < s->overrides; n++) {
        const int figure = figure_find(s->override[n].key);
        if (figure == d.smaller || figure == d.larger || figure == delay)
            line = s->override[n].line;
    }
    return scenario_at_line(
        s, line, e,
        error_set(e, STATUS_INPUT, "%s %s", figure_info[d.smaller].name, disorder_text(text, sizeof text, &d)));
}

static int load_rig(const struct scenario *s, struct rig *rig, const char *dir, struct error *e)
{
    int status = scenario_at_line(s, s->part_line, e, rig_load(rig, dir, TARGET_CHIP, s->part, "", "", e));
    if (status == STATUS_OK && s->target == TARGET_BOARD)
        status =
            scenario_at_line(s, s->machine_line, e, rig_load(rig, dir, TARGET_BOARD, s->part, RIG_PAL, s->machine, e));
    if (status == STATUS_OK && s->target == TARGET_BOARD)
        status = scenario_at_line(s, s->pal_part_line, e, rig_load_pal(rig, dir, s->pal_part, e));
    for (size_t n = 0; n < s->overrides && status == STATUS_OK; n++) {
        const struct override *o = &s->override[n];
        status = o->home == HOME_BUFFER && !rig->machine.buffer[0]
                     ? error_set(e, STATUS_INPUT, "machine %s has no buffer, expected another figure", s->machine)
                     : figure_set(rig_figures(rig, o->home), o->home, o->key, o->value, e);
        status = scenario_at_line(s, o->line, e, status);
    }
    if (status == STATUS_OK)
        status = check_figures(s, rig->chip.figure, HOME_CHIP, e);
    if (status == STATUS_OK && s->target == TARGET_BOARD)
        status = check_figures(s, rig->machine.figure, HOME_MACHINE, e);
    return status;
}

int session_board(struct board_config *config, struct rig *rig, const struct scenario *s, const char *dir,
                  struct error *e)
{
    int status = load_rig(s, rig, dir, e);
    *config = rig_config(rig, s->target);
    config->pal_kind = s->pal;
    config->corner = s->corner;
    config->osc = s->osc;
    config->seed = s->seed;
    config->effects = s->effects;
    for (int n = 0; n < PIN_INPUTS; n++) {
        config->wire[n] = s->wire[n];
        config->watch_fout = config->watch_fout || s->wire[n] == 1 + PIN_FOUT;
    }
    return status;
}

static int open_board(struct session *x, struct rig *rig, const char *dir, struct error *e)
{
    const struct scenario *s = x->s;
    struct board_config config;
    int status = session_board(&config, rig, s, dir, e);
    if (status)
        return status;
    config.watch_fout = config.watch_fout || expects_fout(s->body);
    config.engine = x->options->engine;
    config.traced = x->options->wave || x->options->watch;
    config.no_skip = x->options->no_skip;
    config.calls = x->calls.f;
    const bool refused = s->effects && config.engine != ENGINE_RTL; /* the engine has no effects of violations */
    return scenario_at_line(s, refused ? s->effects_line : 0, e, board_result(board_open(&x->board, &config), e));
}

/* ---- The run */

/* Writes waves while the scenario is played. They are whole even if a signal has ended them. */
static int play_with_waves(struct session *x, struct play_result *result, struct error *e)
{
    struct play_options options = *x->options;
    options.end = &wave_control.end;
    int status = waves_begin(&x->waves, x->board, &wave_control, e);
    if (status)
        return status;
    status = play_statements(result, x->s, x->board, &options, e);
    const uint64_t end_ps = tmr0_now_ps(x->board);
    status = waves_end(&x->waves, x->board, wave_control.end ? STATUS_OK : status, e);
    if (status == STATUS_OK && wave_control.from_ps > end_ps && !wave_control.end)
        return error_set(e, STATUS_INPUT, "--wave-from %s, but the run ends at %s, expected an earlier time",
                         TIME_TEXT(wave_control.from_ps), TIME_TEXT(end_ps));
    return status;
}

/* Puts the waves in their place. Then the signal ends the program, as it would have done without waves. */
static int end_by_signal(struct session *x, struct error *e)
{
    const char *name = x->waves.file.file;
    int status = output_close(&x->waves.file, STATUS_OK, e);
    if (status == STATUS_OK && output_end("tmr0", STATUS_OK) != STATUS_OK)
        status = error_set(e, STATUS_SYSTEM, "%s: not written", name);
    if (status)
        return status;
    (void)fprintf(stderr, "tmr0: %s: ended by a signal at %s, the waves until then are kept\n", name,
                  TIME_TEXT(tmr0_now_ps(x->board)));
    output_last_line(NULL);
    (void)raise(wave_control.end);
    return error_set(e, STATUS_SYSTEM, "ended by a signal");
}

static int play(struct session *x, struct play_result *result, struct error *e)
{
    if (!x->waves.file.part)
        return play_statements(result, x->s, x->board, x->options, e);
    handle_signals(x->options);
    int status = play_with_waves(x, result, e);
    restore_signals();
    return status == STATUS_OK && wave_control.end ? end_by_signal(x, e) : status;
}

static int play_to(struct session *x, struct play_result *result, struct rig *rig, const char *dir, struct error *e)
{
    int status = waves_open(&x->waves, x->options->wave, e);
    if (status == STATUS_OK)
        status = output_open(&x->calls, x->options->calls, e);
    if (status == STATUS_OK)
        status = open_board(x, rig, dir, e);
    if (status == STATUS_OK && x->options->watch)
        status = board_result(board_watch_with(x->board, x->options->watch), e);
    if (status == STATUS_OK)
        status = play(x, result, e);
    (void)tmr0_close(x->board);
    status = output_close(&x->calls, status, e);
    return waves_close(&x->waves, status, e);
}

int session_play(struct play_result *result, const struct scenario *s, const char *dir,
                 const struct play_options *options, struct error *e)
{
    struct session x = {.s = s, .options = options};
    struct rig *rig = memory_new(1, sizeof *rig);
    *result = (struct play_result){0};
    int status = play_to(&x, result, rig, dir, e);
    free(rig);
    if (status)
        play_free(result);
    return status;
}
