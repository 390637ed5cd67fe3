/* SPDX-License-Identifier: MIT */
#include "socket.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/memory.h"
#include "model/am9513_internal.h"
#include "reading.h"
#include "sim/board/engine_model.h"

#define LEAD_PS DELAY_MAX /* of the boards' time, before the first sample */

struct socket {
    struct reading reading;
    struct socket_result *result;
    const struct socket_setup *setup;
    struct am9513_board *board; /* [pal * CORNERS + corner]; NULL: a trial */
    struct cycles cycles;
    struct survey at_chip;  /* the PAL's delay makes times of accesses at the chip less certain */
    bool selected, control; /* the flip-flop's port, once a cycle selected it */
    bool port, port_read;   /* the cycle before was one of MDS-, and a read */
    int64_t selects; /* reads of MAS- after one of MDS-, as the flip-flop wants them, less two of MDS- in a row */
    bool short_form; /* an access came when it was not known whether F9 is in force */
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
    const int64_t late_ps = between(y->fall_ps, y->rise_ps) - y->read_valid_ps;
    for (int pal = 0; pal < PAL_KINDS && y->read_valid_ps >= 0 && !y->unsure; pal++) {
        struct socket_data *read = &r->read[pal];
        if (pal != PAL_DIRECT && !y->control)
            continue;
        if (!read->access || y->read_valid_ps < read->valid_ps)
            *read = (struct socket_data){y->read_valid_ps, read->late_ps, (uint32_t)y->number};
        read->late_ps = late_ps > read->late_ps ? late_ps : read->late_ps;
    }
}

static void note_cycle(struct socket_result *r, const struct cycle *y)
{
    const struct sampling *sampling = &r->capture.survey.sampling;
    const int64_t hold_ps = y->rw.hold_ps < y->data.hold_ps ? y->rw.hold_ps : y->data.hold_ps;
    r->rw_near |= y->write && y->rw.hold_seen && unsure_ps(sampling) && y->rw.hold_ps <= sampling->jitter_ps;
    r->holds_apart |= y->write && hold_ps < 0 && llabs(y->rw.hold_ps - y->data.hold_ps) > unsure_ps(sampling);
    note(r, FIG_RW_SETUP, y->write && y->rw.seen, y->rw.setup_ps);
    note(r, FIG_WDATA_SETUP, y->write && y->data.seen, y->data.setup_ps);
    note(r, FIG_STROBE_HOLD, y->write && (y->rw.hold_seen || y->data.hold_seen), hold_ps);
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
    c->rw_setup_ps = y->write ? within_ps(y->rw.setup_ps, room) : 0;
    c->write_data_setup_ps = y->write ? within_ps(y->data.setup_ps, room) : 0;
    /* The end of a read does not show. R/W does nothing after the strobe, where it may be if it is near the end */
    const int64_t hold = y->write ? y->data.hold_ps : given->strobe_hold_ps;
    const bool rw_early = y->write && y->rw.hold_ps < -s->result->capture.survey.sampling.jitter_ps;
    c->strobe_hold_ps = hold < (int64_t)DELAY_MAX ? hold : (int64_t)DELAY_MAX;
    c->rw_later_ps = rw_early ? y->rw.hold_ps - hold : hold < 0 ? -hold : 0;
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

/* C/D of the direct translator and its strobes are made of the same edge: a time of 0 between them is certain. R/W that
 * ends inside the strobe moves the write's end, and begins a read, which races in the flip-flop. */
static void judge_checks(struct socket_check *check, const struct sampling *sampling, enum pal_kind pal, bool rw_near,
                         bool short_form)
{
    static const int forms[][2] = {{FIG_TWHRL, FIG_TWHRL_SHORT}, {FIG_TWHWL, FIG_TWHWL_SHORT}};
    for (int n = 0; n < FIG_CHECKS; n++) {
        struct socket_check *one = &check[n];
        const int64_t slack = one->record.slack_ps;
        const bool reads = n == FIG_TRLRH || (n == FIG_FF_RACE && pal == PAL_FLIPFLOP);
        const bool same = pal == PAL_DIRECT && CHECKS_CD >> n & 1 && slack == -one->record.slack_required_ps;
        one->verdict = slack == INT64_MAX ? MET
                       : same             ? (slack < 0 ? VIOLATED : MET)
                                          : sampled_verdict(sampling, slack);
        for (int form = 0; form < 2 && short_form && one->verdict == VIOLATED; form++)
            if (n == forms[form][0] && slack + least_of(sampling, n) - least_of(sampling, forms[form][1]) >= 0)
                one->verdict = UNDECIDED;
        if (rw_near && ((same && n == FIG_TWHAX) || (reads && one->verdict == MET)))
            one->verdict = UNDECIDED;
    }
}

/* The captured chip's read data take the place of the model's; the workstation has them after its buffer. */
static void take_read(struct am9513_record *record, const struct socket_data *read, const struct am9513_board *b)
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
        judge_checks(checks, &r->capture.survey.sampling, (enum pal_kind)(n / CORNERS), r->rw_near, s->short_form);
    }
}

/* ---- The cycles in words, compared with the model of the chip */

static void name_cycle(struct socket *s, const struct cycle *y)
{
    struct evidence *v = &s->reading.evidence;
    const struct capture_calls *calls = s->reading.calls;
    const bool direct = s->reading.trial.pal == PAL_DIRECT;
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
    s->selects += y->control ? !y->write && s->port_read : -s->port;
    s->port = !y->control;
    s->port_read = s->port && !y->write;
    s->reading.result->unlikely = direct ? s->selects > 0 : s->selects < 0;
    if (y->odd || s->cycles.unknown)
        known_forget(&v->known);
    s->cycles.unknown = false;
    if (!direct && !y->control) {
        s->selected = !y->odd;
        s->control = y->write;
    }
    if (reaches && !y->odd)
        word = evidence_access(v, &a, NULL);
    s->short_form |= reaches && !known_has(&v->known, KNOWN_PREFETCH);
    if (calls->cycle)
        calls->cycle(calls->context, y, reaches && !y->odd ? &a : NULL, &word);
}

/* ---- The second reading */

static int one_cycle(struct socket *s, const struct cycle *y, struct error *e)
{
    int failed = AM9513_OK;
    s->reading.result->accesses = s->cycles.count;
    s->reading.result->one_strobe += y->odd != CYCLE_BOTH_STROBES;
    if (!y->odd && s->board) {
        note_cycle(s->result, y);
        for (int n = 0; n < (int)PAL_KINDS * CORNERS && !failed; n++)
            failed = play_cycle(s, n, y);
    }
    if (failed)
        return error_set(e, STATUS_INPUT,
                         "%s: cycle %" PRIu64 ": a strobe of more than 1ms, or after 53 days, expected "
                         "a capture of the socket",
                         s->reading.setup->file, y->number);
    name_cycle(s, y);
    return STATUS_OK;
}

static int first_sample(struct reading *r, const struct levels *first, struct error *e)
{
    struct socket *s = (struct socket *)r;
    s->at_chip = r->result->survey;
    s->at_chip.sampling.jitter_ps += (int64_t)s->setup->board[r->trial.pal][CORNER_MAX].pal_tpd_ps;
    s->at_chip.pins = (s->at_chip.pins & WIRE_X2) | AM9513_DB;
    return evidence_open(&r->evidence, r->setup->config, &s->at_chip, 8, first, r->setup->file, e);
}

/* Single samples at the strobes can be left out where each strobe of the machine takes longer. */
static void start(struct reading *r)
{
    struct socket *s = (struct socket *)r;
    const struct sampling *sampling = &r->result->survey.sampling;
    const int64_t most = sampling->interval_ps + unsure_ps(sampling);
    static const int strobe[] = {FIG_MAS_READ, FIG_MAS_WRITE, FIG_MDS_LOW};
    bool longer = true;
    s->setup = (const struct socket_setup *)r->setup;
    for (int n = 0; n < 3; n++)
        longer &= most <= s->setup->machine[strobe[n]].value[CORNER_MIN];
    r->samples.deglitch = longer ? WIRE_MAS_N | WIRE_MDS_N : 0;
    const int64_t pal = (int64_t)s->setup->board[r->trial.pal][CORNER_MAX].pal_tpd_ps;
    s->cycles.set_up_ps = least_of(sampling, FIG_TDVWH) - unsure_ps(sampling) - pal;
    s->cycles.hold_ps = least_of(sampling, FIG_TWHDX) + unsure_ps(sampling) + pal;
}

/* What is certainly violated with the board's translator, and what was not judged. */
static void conclude(struct reading *reading)
{
    struct socket *s = (struct socket *)reading;
    struct socket_result *r = s->result;
    const struct socket_setup *setup = s->setup;
    struct capture_result *c = &r->capture;
    if (!s->board)
        return;
    r->cycles = s->cycles;
    take_checks(s);
    note_des_clock(r);
    r->late_limit_ps =
        c->survey.sampling.figure[FIG_TRLQV].value[CORNER_MAX] + (int64_t)setup->board[r->pal][CORNER_MAX].pal_tpd_ps;
    r->late = sampled_verdict(&c->survey.sampling, r->late_limit_ps - r->read[r->pal].late_ps);
    c->broken = r->late == VIOLATED;
    c->unplayed = r->cycles.count - r->cycles.odd[CYCLE_AS_DRAWN];
    if (!setup->capture.osc_hz && c->survey.x2 == CAPTURE_X2_GIVEN)
        c->survey.x2 = CAPTURE_X2_BOARD;
    for (int corner = 0; corner < CORNERS; corner++) {
        bool works = corner != CORNER_TYP;
        for (int check = 0; check < FIG_CHECKS; check++)
            if (socket_decides(check)) {
                c->broken |= r->check[r->pal][corner][check].verdict == VIOLATED;
                const struct socket_check *one = &r->check[PAL_FLIPFLOP][corner][check]; /* it has no such edges */
                const bool inside = one->record.slack_ps < (int64_t)LEAD_PS / 2; /* not since before the capture */
                c->judged |= inside && one->verdict != UNDECIDED;
                works &= r->check[r->pal][corner][check].verdict == MET;
            }
        c->marginal |= works && r->late != VIOLATED;
    }
}

static int one_sample(struct reading *r, const struct sample *sample, struct error *e)
{
    struct socket *s = (struct socket *)r;
    struct cycle y;
    return cycles_next(&s->cycles, sample, &y) ? one_cycle(s, &y, e) : STATUS_OK;
}

static const struct reading_side at_socket = {
    WIRES_SOCKET, WIRE_MAS_N | WIRE_MDS_N, sizeof(struct socket), start, first_sample, one_sample, conclude};

/* ---- The call */

int socket_run(struct socket_result *result, const struct socket_setup *setup, struct error *e)
{
    struct socket s = {.result = result, .setup = setup};
    struct reading *r = &s.reading;
    *result = (struct socket_result){0};
    *r = (struct reading){.side = &at_socket, .setup = &setup->capture, .result = &result->capture};
    int status = reading_open(r, e);
    if (status == STATUS_OK && setup->pal == PAL_KINDS)
        status = reading_search(r, FAULT_NONE + 1, 0, &r->trial, e);
    result->pal = setup->pal < PAL_KINDS ? setup->pal : r->trial.pal;
    r->trial = (struct trial){.pal = result->pal};
    if (status == STATUS_OK)
        status = open_boards(&s, e);
    if (status == STATUS_OK)
        status = reading_run(r, e);
    source_close(&r->samples.source);
    free(s.board);
    return status;
}
