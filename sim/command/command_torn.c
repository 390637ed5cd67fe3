/* SPDX-License-Identifier: MIT
 * tmr0 torn: how often a save of chained counters is torn by the delay of the carries, measured and worked out.
 *
 * Counters 1-4 count M clock periods each, chained by TC; a SAVE of two or four of them at a random phase is torn if
 * it acts between an edge of counter 1 that carries and the last count of that carry. With d the delay of a carry and
 * T the clock period, that is d of every M T for two counters, and for four d (1 + 1/M + 1/M^2): every carry goes one
 * counter far, each M-th two, each M^2-th three. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "cli/output.h"
#include "cli/random.h"
#include "cli/time_text.h"
#include "commands.h"
#include "sim/board/rig.h"

#define COMMAND "tmr0 torn"
#define OSC_HALF_PS 125000 /* F1 is 4 MHz */
#define CLOCK_PS INT64_C(250000)
#define BOARD_CLOCK_PS INT64_C(1000000) /* what counts on the timer board: counter 5 makes microseconds */
#define BOARD_MODULUS 65536
#define DELAYS_MAX 16
#define DELAY_MAX_PS 1000000
#define WINDOW 4 /* a SAVE acts up to 700 ns behind its write, as the ARM did: that many edges may or may not count */
#define TAIL 0.0005 /* a row fails if so few or so many torn saves are less likely than this */
#define NORMAL_95 1.96

struct torn_options {
    const char *json, *part;
    uint64_t saves, seed, modulus;
    int64_t delay_ps[DELAYS_MAX];
    size_t delays;
};

struct torn_run {
    struct torn_options *options;
    const char *dir;
    unsigned differ; /* rows that do */
};

struct torn_row {
    int64_t delay_ps;
    unsigned counters;
    uint64_t torn;
    double expected; /* probability of one */
    bool good;
};

/* ---- Chance */

static double expected(double delay, double period, double modulus, unsigned counters)
{
    double ripples = counters == 2 ? 1 : 1 + 1 / modulus + 1 / (modulus * modulus);
    return delay * ripples / (period * modulus);
}

/* Probability of k or fewer of n, each of probability p. */
static double at_most(uint64_t k, uint64_t n, double p)
{
    double sum = 0;
    if (p <= 0)
        return 1;
    for (uint64_t i = 0; i <= k; i++)
        sum += exp(lgamma((double)n + 1) - lgamma((double)i + 1) - lgamma((double)(n - i) + 1) + (double)i * log(p) +
                   (double)(n - i) * log1p(-p));
    return sum;
}

static bool likely(uint64_t k, uint64_t n, double p)
{
    if (p <= 0)
        return k == 0;
    return at_most(k, n, p) > TAIL && (k == 0 || 1 - at_most(k - 1, n, p) > TAIL);
}

/* Wilson's interval, 95 %. */
static void interval(uint64_t k, uint64_t n, double *low, double *high)
{
    double count = (double)n, share = (double)k / count, z2 = NORMAL_95 * NORMAL_95;
    double middle = (share + z2 / (2 * count)) / (1 + z2 / count);
    double half = NORMAL_95 / (1 + z2 / count) * sqrt(share * (1 - share) / count + z2 / (4 * count * count));
    *low = k ? middle - half : 0;
    *high = k < n ? middle + half : 1;
}

/* ---- The chip */

static int write_chip(struct board *b, bool control, unsigned value, struct error *e)
{
    struct access a;
    return board_chip(b, control, true, false, (uint16_t)value, &a, e);
}

/* Counters 1-4: up, repeat, counter 1 on F1, the others on TC of the one below; each reloaded to count `modulus`. */
static int start_counters(struct board *b, uint64_t modulus, uint64_t *start_ps, struct error *e)
{
    unsigned load = (unsigned)(65536 - modulus);
    int status = write_chip(b, true, 0xff, e);
    if (status == STATUS_OK)
        status = write_chip(b, true, 0x01, e);
    for (int n = 0; n < 4 && status == STATUS_OK; n++) {
        const unsigned byte[] = {0x28, n == 0 ? 0x0b : 0x00, load & 0xff, load >> 8, 0, 0};
        for (size_t k = 0; k < sizeof byte / sizeof byte[0] && status == STATUS_OK; k++)
            status = write_chip(b, false, byte[k], e);
    }
    if (status == STATUS_OK)
        status = write_chip(b, true, 0x6f, e);
    *start_ps = board_now_ps(b);
    return status;
}

/* SAVE, and what the counters hold: edges since the start, if it is not torn. */
static int save(struct board *b, unsigned counters, uint64_t modulus, uint64_t *at_ps, uint64_t *edges, struct error *e)
{
    uint64_t weight = 1;
    int status = write_chip(b, true, 0xa0 | ((1U << counters) - 1), e);
    *at_ps = board_now_ps(b);
    *edges = 0;
    if (status == STATUS_OK)
        status = write_chip(b, true, 0x19, e);
    for (unsigned n = 0; n < counters && status == STATUS_OK; n++) {
        struct access low, high = {0};
        status = board_chip(b, false, false, false, 0, &low, e);
        if (status == STATUS_OK)
            status = board_chip(b, false, false, false, 0, &high, e);
        if (status == STATUS_OK)
            *edges += weight * ((unsigned)(high.value << 8 | low.value) - (65536 - modulus));
        weight *= modulus;
    }
    return status;
}

/* Waits make every phase of the first three counters equally likely. */
static int measure(struct torn_row *row, struct board *b, const struct torn_options *o, uint64_t *state,
                   struct error *e)
{
    uint64_t start_ps = 0, at_ps = 0, edges = 0, modulus = o->modulus, span = modulus * modulus;
    for (unsigned n = 2; n < row->counters; n++)
        span *= modulus;
    int status = start_counters(b, modulus, &start_ps, e);
    for (uint64_t n = 0; n < o->saves && status == STATUS_OK; n++) {
        uint64_t pause = random_below(state, modulus * modulus * modulus * (uint64_t)CLOCK_PS);
        status = board_run_until(b, board_now_ps(b) + pause, e);
        if (status == STATUS_OK)
            status = save(b, row->counters, modulus, &at_ps, &edges, e);
        uint64_t due = (at_ps - start_ps) / (uint64_t)CLOCK_PS;
        uint64_t apart = (edges + span - due % span) % span;
        row->torn += apart > WINDOW && apart < span - WINDOW;
    }
    return status;
}

static int run_row(struct torn_row *row, struct rig *rig, const struct torn_options *o, uint64_t *state,
                   struct error *e)
{
    struct board *b;
    char text[32];
    int status = figure_set(rig->chip.figure, HOME_CHIP, "TCARRY", time_text(text, sizeof text, row->delay_ps), e);
    struct board_config config = rig_config(rig, TARGET_CHIP);
    config.corner = CORNER_TYP;
    config.osc_high_ps = config.osc_low_ps = OSC_HALF_PS;
    config.seed = random_next(state);
    config.effects = true;
    if (status == STATUS_OK)
        status = board_open(&b, &config, e);
    if (status)
        return status;
    status = measure(row, b, o, state, e);
    board_close(b);
    row->expected = expected((double)row->delay_ps, (double)CLOCK_PS, (double)o->modulus, row->counters);
    row->good = likely(row->torn, o->saves, row->expected);
    return status;
}

/* ---- Reports */

static void print_head(const struct torn_options *o, const struct figure *carry)
{
    char typ[32];
    printf("Torn saves: part %s, counters of %" PRIu64 " periods of 250 ns chained by TC, %" PRIu64
           " saves a row at random phases, seed %" PRIu64 "\nTCARRY of the part: typ %s [%s]%s\n\n",
           o->part, o->modulus, o->saves, o->seed, time_text(typ, sizeof typ, carry->value[CORNER_TYP]),
           mark_name(carry->mark), carry->mark == MARK_E ? ", an estimate" : "");
    printf("%-8s %-7s %8s  %-10s %-22s %-10s %-8s %s\n", "carry", "save", "torn", "measured", "95 % interval",
           "expected", "", "at 1 MHz, 65536 a counter");
}

static void print_row(const struct torn_row *row, const struct torn_options *o)
{
    char delay[32], range[48], board[48];
    double low, high;
    double timer = expected((double)row->delay_ps, (double)BOARD_CLOCK_PS, BOARD_MODULUS, row->counters);
    interval(row->torn, o->saves, &low, &high);
    (void)snprintf(range, sizeof range, "%.6f..%.6f", low, high);
    if (timer > 0)
        (void)snprintf(board, sizeof board, "one in %.0f", 1 / timer);
    else
        (void)snprintf(board, sizeof board, "never");
    printf("%-8s %2u bits %8" PRIu64 "  %.6f   %-22s %.6f   %-8s %s\n", time_text(delay, sizeof delay, row->delay_ps),
           16 * row->counters, row->torn, (double)row->torn / (double)o->saves, range, row->expected,
           row->good ? "agrees" : "DIFFERS", board);
    (void)fflush(stdout);
}

static cJSON *row_json(const struct torn_row *row, const struct torn_options *o)
{
    double low, high;
    cJSON *one = cJSON_CreateObject();
    interval(row->torn, o->saves, &low, &high);
    cJSON_AddNumberToObject(one, "carry_ps", (double)row->delay_ps);
    cJSON_AddNumberToObject(one, "bits", 16 * row->counters);
    output_json_integer(one, "saves", (int64_t)o->saves);
    output_json_integer(one, "torn", (int64_t)row->torn);
    cJSON_AddNumberToObject(one, "measured", (double)row->torn / (double)o->saves);
    cJSON_AddNumberToObject(one, "low", low);
    cJSON_AddNumberToObject(one, "high", high);
    cJSON_AddNumberToObject(one, "expected", row->expected);
    cJSON_AddNumberToObject(one, "expected_board",
                            expected((double)row->delay_ps, (double)BOARD_CLOCK_PS, BOARD_MODULUS, row->counters));
    cJSON_AddBoolToObject(one, "agrees", row->good);
    return one;
}

/* ---- The command */

static const char usage[] =
    "Measures how often a save of two (32 bits) and of four chained counters (64 bits) is torn, as a function of the\n"
    "delay of a carry from one counter to the next, and holds it against the closed form. A row that chance does not\n"
    "explain (either tail below 0.0005) makes exit status 1.\n\n"
    "  --delay TIME   of a carry, 0ns..1us (may be given again); default 0ns, TCARRY of the part\n"
    "                 (typ and max: am9513a 37.5ns, 75ns), 150ns\n"
    "  --modulus M    what each counter counts, 16..64, default 16; the last column scales to 65536\n"
    "  --saves N      a row, default 4000\n"
    "  --seed N       of the phases, default 1\n"
    "  --part NAME    default am9513a\n"
    "  --json FILE    write the results, - for standard output\n";

static int take_delay(void *to, struct argument a)
{
    struct torn_options *o = to;
    struct error e;
    int64_t ps;
    if (o->delays == DELAYS_MAX)
        return argument_bad(a, "at most 16 of them");
    if (time_parse(a.text, &ps, &e) || ps < 0 || ps > DELAY_MAX_PS)
        return argument_bad(a, "a time 0ns..1us");
    o->delay_ps[o->delays++] = ps;
    return STATUS_OK;
}

static int parse_options(struct torn_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"delay", .take = take_delay, .to = o},
        {"modulus", .number = &o->modulus, .least = 16, .most = 64},
        {"saves", .number = &o->saves, .least = 1, .most = 1000000},
        {"seed", .number = &o->seed, .least = 0, .most = UINT64_MAX},
        {"part", .text = &o->part},
        {"json", .text = &o->json},
    };
    const struct options options = {COMMAND, "[options]", usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    return options_take(&options, argc, argv);
}

static int run_rows(struct torn_run *run, cJSON *list, struct error *e)
{
    struct torn_options *o = run->options;
    uint64_t state = o->seed;
    struct rig *rig = calloc(1, sizeof *rig);
    if (!rig)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    int status = rig_load(rig, run->dir, TARGET_CHIP, o->part, "", e);
    const struct figure carry = rig->chip.figure[FIG_TCARRY];
    if (o->delays == 0) {
        const int64_t usual[] = {0, carry.value[CORNER_TYP], carry.value[CORNER_MAX], 150000};
        o->delays = sizeof usual / sizeof usual[0];
        memcpy(o->delay_ps, usual, sizeof usual);
    }
    if (status == STATUS_OK)
        print_head(o, &carry);
    for (size_t n = 0; n < 2 * o->delays && status == STATUS_OK; n++) {
        struct torn_row row = {.delay_ps = o->delay_ps[n / 2], .counters = n % 2 ? 4 : 2};
        status = run_row(&row, rig, o, &state, e);
        if (status == STATUS_OK) {
            print_row(&row, o);
            cJSON_AddItemToArray(list, row_json(&row, o));
            run->differ += !row.good;
        }
    }
    free(rig);
    return status;
}

static int run_all(void *context, cJSON *all, struct error *e)
{
    struct torn_run *run = context;
    const struct torn_options *o = run->options;
    char seed[24];
    cJSON *list = cJSON_CreateArray();
    int status = run_rows(run, list, e);
    (void)snprintf(seed, sizeof seed, "%" PRIu64, o->seed);
    cJSON_AddStringToObject(all, "part", o->part);
    cJSON_AddStringToObject(all, "seed", seed);
    output_json_integer(all, "modulus", (int64_t)o->modulus);
    cJSON_AddBoolToObject(all, "pass", run->differ == 0);
    cJSON_AddItemToObject(all, "rows", list);
    return status;
}

int command_torn(int argc, char **argv, const char *data_dir)
{
    struct torn_options o = {.part = "am9513a", .saves = 4000, .seed = 1, .modulus = 16};
    struct error e;
    char dir[1024];
    struct torn_run run = {.options = &o, .dir = dir};
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = output_json_run(o.json, cJSON_CreateObject(), run_all, &run, &e);
    if (status)
        return error_print(&e, "tmr0", status);
    const size_t rows = 2 * o.delays;
    if (run.differ)
        printf("\nverdict: FAIL, %u of %zu rows differ from the closed form\n", run.differ, rows);
    else
        printf("\nverdict: pass, all %zu rows agree with the closed form\n", rows);
    return run.differ ? STATUS_BAD : STATUS_OK;
}
