/* SPDX-License-Identifier: MIT */
#include "socket.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/memory.h"
#include "judge.h"
#include "model/am9513_internal.h"
#include "models.h"
#include "sim/board/engine_model.h"

#define LEAD_PS DELAY_MAX /* of the boards' time, before the first sample */

struct socket {
    struct socket_result *result;
    const struct socket_setup *setup;
    struct samples samples;
    struct am9513_board *board; /* [pal * CORNERS + corner] */
    bool trial;                 /* it ends with the first difference; no boards play, nothing is said */
    struct models models;
    struct sampling at_chip;     /* the PAL's delay makes times of accesses at the chip less certain */
    bool any, selected, control; /* the flip-flop's port, once a cycle selected it */
};

bool socket_decides(int check)
{
    return figure_info[check].group == GROUP_BUS || check == FIG_HOST_READ || check == FIG_FF_SHORT ||
           check == FIG_FF_RACE;
}

/* ---- Figures */

static void note(struct socket_result *r, int figure, bool seen, int64_t ps)
{
    struct socket_figure *f = &r->figure[figure];
    if (!seen)
        return;
    f->least_ps = !f->count || ps < f->least_ps ? ps : f->least_ps;
    f->most_ps = !f->count || ps > f->most_ps ? ps : f->most_ps;
    f->count++;
}

/* Lines that nothing drives go high, as a read of MDS- with the flip-flop ends. */
static void note_read(struct socket_result *r, const struct cycle *y)
{
    for (int pal = 0; pal < PAL_KINDS && y->read_valid_ps >= 0 && !y->unsure; pal++)
        if ((pal == PAL_DIRECT || y->control) && (!r->read[pal].access || y->read_valid_ps < r->read[pal].valid_ps))
            r->read[pal] = (struct socket_data){y->read_valid_ps, (uint32_t)y->number};
}

static void note_cycle(struct socket_result *r, const struct cycle *y)
{
    const struct sampling *sampling = &r->capture.survey.sampling;
    const int64_t hold_ps = y->rw_hold_ps < y->data_hold_ps ? y->rw_hold_ps : y->data_hold_ps;
    r->rw_near |= y->write && y->rw_hold_seen && unsure_ps(sampling) && y->rw_hold_ps <= sampling->jitter_ps;
    r->holds_apart |= y->write && hold_ps < 0 && llabs(y->rw_hold_ps - y->data_hold_ps) > unsure_ps(sampling);
    note(r, FIG_RW_SETUP, y->write && y->rw_seen, y->rw_setup_ps);
    note(r, FIG_WDATA_SETUP, y->write && y->data_seen, y->data_setup_ps);
    note(r, FIG_STROBE_HOLD, y->write && (y->rw_hold_seen || y->data_hold_seen), hold_ps);
    note(r, !y->control ? FIG_MDS_LOW : y->write ? FIG_MAS_WRITE : FIG_MAS_READ, true, between(y->fall_ps, y->rise_ps));
    note(r, FIG_MDS_AFTER, y->des_after_ps >= 0, y->des_after_ps);
    note_read(r, y);
}

static void note_des_clock(struct socket_result *r)
{
    const struct cycles *c = &r->cycles;
    if (!c->des_periods)
        return;
    const int64_t period =
        (between(c->des_first_ps, c->des_ps) + (int64_t)(c->des_periods / 2)) / (int64_t)c->des_periods;
    r->figure[FIG_DES_CLOCK] = (struct socket_figure){c->des_periods, period, period};
}

/* ---- The cycles on the boards */

int64_t socket_machine_ps(const struct am9513_board_config *c, int figure)
{
    return figure == FIG_RW_SETUP      ? (int64_t)c->rw_setup_ps
           : figure == FIG_WDATA_SETUP ? (int64_t)c->write_data_setup_ps - (int64_t)c->buffer_tpd_ps
           : figure == FIG_STROBE_HOLD ? c->strobe_hold_ps
           : figure == FIG_MAS_READ    ? (int64_t)c->control_read_ps
           : figure == FIG_MAS_WRITE   ? (int64_t)c->control_write_ps
           : figure == FIG_MDS_LOW     ? (int64_t)c->data_strobe_ps
           : figure == FIG_MDS_AFTER   ? (int64_t)c->data_after_ps
           : figure == FIG_DES_CLOCK   ? (int64_t)c->des_clock_ps
                                       : INT64_MIN;
}

static uint64_t within_ps(int64_t ps, uint64_t most_ps)
{
    return ps < 0 ? 0 : (uint64_t)ps < most_ps ? (uint64_t)ps : most_ps;
}

/* The board's machine makes this cycle. Data were captured at the socket, so the workstation's buffer delays read data
 * alone. */
static int play_cycle(const struct socket *s, int n, const struct cycle *y)
{
    struct am9513_board *b = &s->board[n];
    struct am9513_board_config *c = &b->config;
    const struct am9513_board_config *given = &s->setup->board[n / CORNERS][n % CORNERS];
    const uint64_t fall = later(y->fall_ps - s->result->capture.survey.begin_ps + LEAD_PS, b->now_ps);
    const uint64_t room = fall - b->now_ps < DELAY_MAX ? fall - b->now_ps : DELAY_MAX;
    c->rw_setup_ps = y->write ? within_ps(y->rw_setup_ps, room) : 0;
    c->write_data_setup_ps = y->write ? within_ps(y->data_setup_ps, room) : 0;
    /* The end of a read does not show. R/W does nothing after the strobe, where it may be if it is near the end */
    const int64_t hold = y->write ? y->data_hold_ps : given->strobe_hold_ps;
    const bool rw_early = y->write && y->rw_hold_ps < -s->result->capture.survey.sampling.jitter_ps;
    c->strobe_hold_ps = hold < (int64_t)DELAY_MAX ? hold : (int64_t)DELAY_MAX;
    c->rw_later_ps = rw_early ? y->rw_hold_ps - hold : hold < 0 ? -hold : 0;
    c->control_read_ps = c->control_write_ps = c->data_strobe_ps = y->rise_ps - y->fall_ps;
    c->buffer_tpd_ps = y->write ? 0 : given->buffer_tpd_ps;
    const uint64_t lead = y->write ? later(c->rw_setup_ps, c->write_data_setup_ps) : 0;
    const unsigned offset = y->control ? 2 : 0;
    b->checks.access = (uint32_t)y->number;
    return y->write ? am9513_board_write(b, fall - lead, offset, y->value, NULL)
                    : am9513_board_read(b, fall, offset, NULL);
}

static int open_boards(struct socket *s, struct error *e)
{
    s->board = memory_new((size_t)PAL_KINDS * CORNERS, sizeof *s->board);
    for (int n = 0; n < (int)PAL_KINDS * CORNERS; n++) {
        struct am9513_board_config c = s->setup->board[n / CORNERS][n % CORNERS];
        c.cpu_clock_ps = c.des_clock_ps = 1; /* cycles begin and end when they did */
        c.data_after_ps = 0;
        if (am9513_board_init(&s->board[n], &c) != AM9513_OK)
            return error_set(e, STATUS_INPUT, "the board refuses the figures of machine and parts, expected others");
        s->board[n].ff_known = true; /* the first select may lie before the capture */
    }
    return STATUS_OK;
}

/* C/D of the direct translator and its strobes are made of the same edge: a time of 0 between them is certain. */
static bool same_edge(int check, enum pal_kind pal, const struct check_record *record)
{
    return pal == PAL_DIRECT && CHECKS_CD >> check & 1 && record->slack_ps == -record->slack_required_ps;
}

/* R/W that ends inside the strobe moves the write's end, and begins a read, which races in the flip-flop. */
static void judge_checks(struct socket_check *check, const struct sampling *sampling, enum pal_kind pal, bool rw_near)
{
    for (int n = 0; n < FIG_CHECKS; n++) {
        struct socket_check *one = &check[n];
        const int64_t slack = one->record.slack_ps;
        const bool reads = n == FIG_TRLRH || (n == FIG_FF_RACE && pal == PAL_FLIPFLOP);
        const bool same = same_edge(n, pal, &one->record);
        one->verdict = slack == INT64_MAX ? MET
                       : same             ? (slack < 0 ? VIOLATED : MET)
                                          : sampled_verdict(sampling, slack);
        if (rw_near && ((same && n == FIG_TWHAX) || (reads && one->verdict == MET)))
            one->verdict = UNDECIDED;
    }
}

/* The captured chip's read data take the place of the model's; the workstation has them after its buffer. */
static void take_read(struct check_record *record, const struct socket_data *read, const struct am9513_board *b)
{
    if (!read->access)
        return;
    record->slack_required_ps = (int32_t)b->checks.limits.least_ps[AM9513_HOST_READ];
    record->slack_ps = read->valid_ps - (int64_t)b->config.read_latch_ps - (int64_t)b->config.buffer_tpd_ps -
                       record->slack_required_ps;
    record->slack_access = read->access;
}

static void take_checks(struct socket *s)
{
    struct socket_result *r = s->result;
    for (int n = 0; n < (int)PAL_KINDS * CORNERS; n++) {
        (void)am9513_board_advance(&s->board[n], s->board[n].now_ps + DELAY_MAX); /* holds after the last cycle */
        struct socket_check *checks = r->check[n / CORNERS][n % CORNERS];
        for (int check = 0; check < FIG_CHECKS; check++)
            engine_model_record(&s->board[n].checks, check, &checks[check].record);
        s->board[n].config.buffer_tpd_ps =
            s->setup->board[n / CORNERS][n % CORNERS].buffer_tpd_ps; /* a write has none */
        take_read(&checks[FIG_HOST_READ].record, &r->read[n / CORNERS], &s->board[n]);
        judge_checks(checks, &r->capture.survey.sampling, (enum pal_kind)(n / CORNERS), r->rw_near);
    }
}

/* ---- The cycles in words, compared with the model of the chip */

static void name_cycle(struct socket *s, const struct cycle *y)
{
    struct models *m = &s->models;
    const bool direct = s->result->pal == PAL_DIRECT;
    struct known_word word = {0};
    struct bus_access a = {.number = y->number,
                           .begin_ps = y->fall_ps,
                           .end_ps = y->rise_ps,
                           .write = y->write,
                           .control = direct ? y->control : s->control,
                           .doubtful = !direct && !s->selected,
                           .value = y->value,
                           .upper = 0xff,
                           .unsure = y->unsure};
    const bool reaches = direct || y->control;
    s->result->capture.reads += reaches && !y->write;
    if (y->odd || s->result->cycles.lost)
        known_lost(&m->known);
    s->result->capture.lost |= s->result->cycles.lost;
    s->result->cycles.lost = false;
    if (!direct && !y->control) {
        s->selected = !y->odd;
        s->control = y->write;
    }
    if (reaches && !y->odd) {
        if (!a.write && a.control)
            models_status(m, a.begin_ps);
        models_settle(m, a.end_ps);
        word = models_access(m, &a);
    }
    if (s->setup->cycle && !s->trial)
        s->setup->cycle(s->setup->capture.calls.context, y, reaches && !y->odd ? &a : NULL, &word);
    if (m->first.found && !s->result->capture.difference.found) {
        s->result->capture.difference = m->first;
        if (s->setup->capture.calls.difference && !s->trial)
            s->setup->capture.calls.difference(s->setup->capture.calls.context, &m->first);
    }
}

/* ---- The second reading */

static int one_cycle(struct socket *s, const struct cycle *y, struct error *e)
{
    int failed = AM9513_OK;
    if (!y->odd) {
        note_cycle(s->result, y);
        for (int n = 0; n < (int)PAL_KINDS * CORNERS && !failed && !s->trial; n++)
            failed = play_cycle(s, n, y);
    }
    if (failed)
        return error_set(e, STATUS_INPUT,
                         "%s: cycle %" PRIu64 ": a strobe of more than 1ms, or after 53 days, expected "
                         "a capture of the socket",
                         s->setup->capture.file, y->number);
    name_cycle(s, y);
    return STATUS_OK;
}

static int first_sample(struct socket *s, const struct vcd_levels *first, struct error *e)
{
    const struct capture_setup *setup = &s->setup->capture;
    s->at_chip = s->result->capture.survey.sampling;
    s->at_chip.jitter_ps += (int64_t)s->setup->board[s->result->pal][CORNER_MAX].pal_tpd_ps;
    s->any = true;
    return models_open(&s->models, setup->config, &s->result->capture.survey.x2_rate, 8, first, &s->at_chip,
                       (s->result->capture.survey.pins & WIRE_X2) | AM9513_DB, setup->file, e);
}

/* Single samples at the strobes can be left out where each strobe of the machine takes longer. */
static struct deglitch strobes_deglitch(const struct socket *s)
{
    const struct sampling *sampling = &s->result->capture.survey.sampling;
    const int64_t most = sampling->interval_ps + unsure_ps(sampling);
    static const int strobe[] = {FIG_MAS_READ, FIG_MAS_WRITE, FIG_MDS_LOW};
    bool longer = true;
    for (int n = 0; n < 3; n++)
        longer &= most <= s->setup->machine[strobe[n]].value[CORNER_MIN];
    return (struct deglitch){.pins = longer ? WIRE_MAS_N | WIRE_MDS_N : 0};
}

static int play(struct socket *s, struct error *e)
{
    const struct sampling *sampling = &s->result->capture.survey.sampling;
    struct sample sample;
    struct cycle y;
    int status = STATUS_OK;
    s->samples.deglitch = strobes_deglitch(s);
    s->result->cycles.set_up_ps = s->setup->capture.figure[FIG_TDVWH].value[CORNER_MIN] - unsure_ps(sampling) -
                                  (int64_t)s->setup->board[s->result->pal][CORNER_MAX].pal_tpd_ps;
    vcd_again(&s->samples.vcd);
    const struct capture_result *r = &s->result->capture;
    for (bool more = true; more && status == STATUS_OK;) {
        if (s->trial && (r->difference.found || s->result->cycles.count > CAPTURE_TRIAL))
            break;
        status = samples_next(&s->samples, sampling, &sample, &more, e);
        if (status == STATUS_OK && !s->any)
            status = first_sample(s, &sample.levels, e);
        if (status == STATUS_OK && cycles_next(&s->result->cycles, more ? &sample : NULL, &y))
            status = one_cycle(s, &y, e);
    }
    s->result->capture.glitches = s->samples.deglitch.count;
    return status;
}

/* ---- Trials */

static int try(const void *context, enum pal_kind pal, unsigned fault, uint64_t *agree, struct error *e)
{
    const struct socket *s = context;
    struct socket_result *result = memory_new(1, sizeof *result);
    struct socket trial = {.result = result, .setup = s->setup, .trial = true};
    result->capture.survey = s->result->capture.survey;
    result->pal = pal;
    trial.samples = (struct samples){.vcd = s->samples.vcd, .fault = fault};
    trial.samples.vcd.block = memory_new(VCD_BLOCK + VCD_BEYOND, 1);
    const int status = play(&trial, e);
    *agree = capture_agree(&trial.models);
    free(trial.samples.vcd.block);
    free(result);
    return status;
}

/* The translator with which more reads make sense. */
static int recognise(struct socket *s, struct error *e)
{
    uint64_t agree[PAL_KINDS] = {0};
    int status = STATUS_OK;
    for (int pal = 0; pal < PAL_KINDS && status == STATUS_OK && s->setup->pal == PAL_KINDS; pal++)
        status = try(s, (enum pal_kind)pal, FAULT_NONE, &agree[pal], e);
    s->result->pal = s->setup->pal < PAL_KINDS                 ? s->setup->pal
                     : agree[PAL_DIRECT] > agree[PAL_FLIPFLOP] ? PAL_DIRECT
                                                               : PAL_FLIPFLOP;
    return status;
}

/* ---- The call */

/* Of a cycle that was not played nothing was judged. */
static void note_unplayed(struct socket_result *r)
{
    uint64_t odd = 0;
    for (int n = CYCLE_BOTH_STROBES; n <= CYCLE_DATA_LATE; n++)
        odd += r->cycles.odd[n];
    if (odd && !*r->capture.missing)
        (void)snprintf(r->capture.missing, sizeof r->capture.missing, "%" PRIu64 " access%s not played", odd,
                       odd == 1 ? " was" : "es were");
}

static int some_verdict(const struct socket_result *r, const char *file, struct error *e)
{
    if (r->cycles.count == r->cycles.odd[CYCLE_BOTH_STROBES])
        return error_set(e, STATUS_INPUT,
                         "%s: no cycle was captured in which one of MAS- and MDS- falls and rises%s%s%s, expected one",
                         file, r->cycles.count ? ", they are low together" : "", *r->capture.clips ? ": " : "",
                         r->capture.clips);
    for (int corner = 0; corner < CORNERS; corner++)
        for (int check = 0; check < FIG_CHECKS; check++) {
            const struct socket_check *one = &r->check[PAL_FLIPFLOP][corner][check]; /* without same_edge() */
            const bool inside = one->record.slack_ps < (int64_t)LEAD_PS / 2;         /* not since before the capture */
            if (socket_decides(check) && inside && one->verdict != UNDECIDED)
                return STATUS_OK;
        }
    return capture_undecided(&r->capture, file, e);
}

/* What is certainly violated with the board's translator. */
static void conclude(struct socket_result *r)
{
    struct capture_result *c = &r->capture;
    for (int corner = 0; corner < CORNERS; corner++) {
        bool works = corner != CORNER_TYP;
        for (int check = 0; check < FIG_CHECKS; check++)
            if (socket_decides(check)) {
                c->broken |= r->check[r->pal][corner][check].verdict == VIOLATED;
                works &= r->check[r->pal][corner][check].verdict == MET;
            }
        c->marginal |= works;
    }
}

int socket_run(struct socket_result *result, const struct socket_setup *setup, struct error *e)
{
    struct socket s = {.result = result, .setup = setup};
    struct survey *survey = &result->capture.survey;
    const struct capture_setup *of = &setup->capture;
    *result = (struct socket_result){0};
    survey->sampling = (struct sampling){.jitter_ps = of->jitter_ps, .figure = of->figure};
    int status = survey_open(&s.samples.vcd, WIRES_SOCKET, of->file, of->map, e);
    if (status == STATUS_OK)
        status = survey_run(&s.samples.vcd, survey, of->rate_hz, of->osc_hz, e);
    if (status == STATUS_OK)
        status = recognise(&s, e);
    if (status == STATUS_OK)
        status = open_boards(&s, e);
    if (status == STATUS_OK)
        status = play(&s, e);
    if (status == STATUS_OK) {
        take_checks(&s);
        note_des_clock(result);
        result->capture.accesses = result->cycles.count;
        result->capture.compared = s.models.compared;
        result->capture.known = s.models.known.items;
        conclude(result);
        status = capture_conclude(&result->capture, WIRES_SOCKET, try, &s, e);
        note_unplayed(result);
    }
    if (status == STATUS_OK)
        status = some_verdict(result, setup->capture.file, e);
    capture_excuse(&result->capture);
    vcd_close(&s.samples.vcd);
    free(s.board);
    return status;
}
