/* SPDX-License-Identifier: MIT
 * tmr0 capture: what a logic analyser recorded at the chip's pins, in words, judged, and compared
 * with the model. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/time_text.h"
#include "commands.h"
#include "sim/board/engine_model.h"
#include "sim/board/report.h"
#include "sim/board/rig.h"
#include "sim/capture/script.h"

#define COMMAND "tmr0 capture"
#define SOURCES (UINT64_C(31) << AM9513_PLACE_SRC)
#define GATES (UINT64_C(31) << AM9513_PLACE_GATE)
#define OUTS (UINT64_C(31) << AM9513_PLACE_OUT)

struct capture_options {
    struct capture_setup setup;
    const char *map, *x2, *part, *json, *scenario;
    double jitter;
    bool quiet, bus;
    int width;
};

struct capture_print {
    struct capture_options *options;
    const char *dir;
    struct capture_result result;
    struct script script; /* its file is NULL: none is wanted */
    bool bad;
};

static const char usage[] =
    "Reads the VCD file of a logic analyser at the pins of an Am9513, or a dump of tmr0 run --wave. Prints each\n"
    "access in words, judges the AC parameters and the chip's own delays, and compares the chip's answers with the\n"
    "model's. Exit status 1 if a parameter is certainly violated or a read differs.\n\n"
    "  --map LIST     signals of the pins, such as wr_n=D3,d=DATA; pins: cs_n rd_n wr_n cd d0-d15 src1-src5\n"
    "                 gate1-gate5 out1-out5 fout x2; d, src, gate, out for a vector. Default: by the usual names\n"
    "  --rate HZ      samples a second; default: the least step of the file's times\n"
    "  --jitter TIME  edges may be farther from their samples by this much, default 0; give one sampling interval if\n"
    "                 samples may be lost or glitches occur\n"
    "  --bus 8|16     width of the bus when the capture begins; default: unknown until an access determines it\n"
    "  --osc HZ       rate of X2, to 100 ppm, such as 4MHz\n"
    "  --x2 NAME      signal of X2, whose rate is measured\n"
    "  --part NAME    default am9513a\n"
    "  --quiet        do not print each access\n"
    "  --scenario FILE.scn  write the capture as a scenario with the captured reads as expectations\n"
    "  --json FILE    write the results\n";

/* ---- Lines */

static const char *at_text(char *text, size_t size, uint64_t ps)
{
    return time_text(text, size, (int64_t)ps);
}

static void register_name(char *name, size_t size, unsigned pointer)
{
    (void)am9513_words(AM9513_COMMAND, (uint16_t)pointer, name, size);
    memmove(name, name + strlen("point to "), strlen(name) - strlen("point to ") + 1);
    name[strcspn(name, ",")] = '\0';
}

static void print_word(const struct known_word *w)
{
    char name[40], words[200] = "";
    register_name(name, sizeof name, w->pointer);
    if (strcmp(name, "Master mode") == 0)
        (void)am9513_words(AM9513_MASTER, w->value, words, sizeof words);
    else if (strncmp(name, "Mode", 4) == 0)
        (void)am9513_words(AM9513_MODE, w->value, words, sizeof words);
    printf("%14s  %s = 0x%04x%s%s\n", "", name, w->value, *words ? ": " : "", words);
}

static void print_items(const char *label, uint64_t items)
{
    char names[600];
    struct wrap w = {stdout, 15, 18};
    if (!*known_text(names, sizeof names, items))
        return;
    printf("%15s", "");
    wrap_words(&w, label);
    wrap_words(&w, names);
    printf("\n");
}

static void print_access(void *context, const struct bus_access *a, const struct known_word *w, uint64_t learned,
                         uint64_t lost)
{
    struct capture_print *p = context;
    char at[32], words[600];
    if (p->script.f)
        script_access(&p->script, a, w);
    if (p->options->quiet)
        return;
    printf("%14s  access %" PRIu64 ": ", at_text(at, sizeof at, a->end_ps), a->number);
    const int digits = a->wide ? 4 : 2;
    const unsigned value = a->value;
    if (a->both)
        printf("RD and WR low together\n");
    else if (a->doubtful)
        printf("%s, C/D moves with the strobe or is unknown\n", a->write ? "write" : "read");
    else if (a->control && a->write) {
        (void)am9513_words(AM9513_COMMAND, (uint16_t)value, words, sizeof words);
        printf("%s (0x%02x)\n", words, value);
    } else if (a->control)
        printf("status 0x%02x: OUT1-5 %u%u%u%u%u, %s byte next\n", value, value >> 1 & 1, value >> 2 & 1,
               value >> 3 & 1, value >> 4 & 1, value >> 5 & 1, value & 1 ? "low" : "high");
    else
        printf("%s 0x%0*x\n", a->write ? "write" : "read", digits, value);
    if (a->unsure)
        printf("%14s  the samples leave bits 0x%0*x uncertain\n", "", digits, a->unsure);
    if (w->complete)
        print_word(w);
    print_items("known from here:", learned);
    print_items("no longer known:", lost);
}

static void print_broken(void *context, const struct judge_broken *b)
{
    const struct capture_options *o = ((const struct capture_print *)context)->options;
    if (!o->quiet) {
        char at[32], required[48], observed[32];
        printf("%14s  %s broken%s: required %s, observed %s\n", at_text(at, sizeof at, b->at_ps),
               figure_info[b->check].name,
               figure_info[b->check].kind == KIND_NOTE ? " (a note: the count may be off by one)" : "",
               required_text(required, sizeof required, b->required_ps, o->setup.figure[b->check].mark),
               time_text(observed, sizeof observed, b->observed_ps));
    }
}

static void take_pins(void *context, const struct vcd_levels *levels, bool reading)
{
    struct capture_print *p = context;
    script_pins(&p->script, levels, reading);
}

static const char *choice_of(uint32_t flag)
{
#define CHOICE(symbol, name, text, first, second, model)                                                               \
    if (flag == (model))                                                                                               \
        return choice_name(FIG_##symbol);
#include "sim/figures/figures.def"
    return "";
}

static void explained(char *text, size_t size, uint32_t flags)
{
    text[0] = '\0';
    for (uint32_t flag = 1; flag; flag <<= 1)
        if (flags & flag)
            (void)snprintf(text + strlen(text), size - strlen(text), "%s%s", *text ? ", " : "", choice_of(flag));
}

static void print_difference(void *context, const struct replay_difference *d)
{
    char at[32], choices[200];
    (void)context;
    printf("%14s  access %" PRIu64 ": the captured chip answers differently from the model\n",
           at_text(at, sizeof at, d->access.end_ps), d->access.number);
    if (d->status)
        printf("%16scaptured: status 0x%02x; model: bits 0x%02x always high, 0x%02x always low (compared: 0x%02x)\n",
               "", d->captured, d->least & d->mask, ~d->most & d->mask & 0xffU, d->mask);
    else {
        char name[40];
        register_name(name, sizeof name, d->pointer);
        if (d->least == d->most)
            printf("%16scaptured: %s = 0x%04x; model: 0x%04x\n", "", name, d->captured, d->least);
        else
            printf("%16scaptured: %s = 0x%04x; model: 0x%04x to 0x%04x\n", "", name, d->captured, d->least, d->most);
    }
    explained(choices, sizeof choices, d->explains);
    printf("%16schoices that would explain it: %s\n%16sthe model's state before it:\n", "", *choices ? choices : "none",
           "");
    printf("%s", d->state);
}

/* ---- Summary */

static void print_sampling(const struct capture_print *p)
{
    const struct capture_result *r = &p->result;
    const struct capture_options *o = p->options;
    static const char *const source[] = {
        " as given", ", the least step of the file's times",
        ", the least step of the file's times and one unit: not all are multiples of it",
        ": a dump of tmr0 has exact times"};
    char interval[32], length[32], jitter[32];
    printf("%s: part %s, %s, %" PRIu64 " accesses; sampling interval %s%s%s%s\n", o->setup.file, o->part,
           at_text(length, sizeof length, r->end_ps - r->begin_ps), r->accesses,
           time_text(interval, sizeof interval, r->sampling.interval_ps), source[r->source],
           o->setup.jitter_ps ? ", jitter " : "",
           o->setup.jitter_ps ? time_text(jitter, sizeof jitter, o->setup.jitter_ps) : "");
    if (r->glitches)
        printf("single samples ignored: %" PRIu64 " (glitches, or pulses too short for a legal bus)\n", r->glitches);
    if (r->lost)
        printf("CS, RD or WR was unknown (x or z) at some time: accesses may be missing\n");
    if (r->sampling.interval_ps + r->sampling.jitter_ps > o->setup.figure[FIG_TWLWH].value[CORNER_MIN])
        printf("a legal strobe may fall between two samples: accesses may be missing\n");
}

static void print_judged(const struct capture_print *p)
{
    const struct capture_result *r = &p->result;
    char required[48], least[32], at[32];
    printf("\n%-6s %12s %10s %14s %7s %7s %7s  %s\n", "", "required", "least", "at", "holds", "broken", "unsure",
           "what");
    for (int n = 0; n < FIG_CHECKS; n++) {
        const struct judged *j = &r->judged[n];
        if (!(j->count[0] | j->count[1] | j->count[2]))
            continue;
        printf("%-6s %12s %10s %14s %7" PRIu64 " %7" PRIu64 " %7" PRIu64 "  %s\n", figure_info[n].name,
               required_text(required, sizeof required, j->required_ps, p->options->setup.figure[n].mark),
               time_text(least, sizeof least, j->least_ps), at_text(at, sizeof at, j->at_ps), j->count[TOLD_HOLDS],
               j->count[TOLD_BROKEN], j->count[TOLD_NOT], figure_info[n].text);
    }
}

/* The pins of which one must be captured; NULL: the figure is of no pin. */
static const char *pins_of(int figure, uint64_t *pins)
{
    static const struct {
        uint64_t pins;
        const char *name;
        int first, last;
    } row[] = {
        {AM9513_CS_N, "CS", FIG_TSLRL, FIG_TSLWH},
        {AM9513_CS_N, "CS", FIG_TRHSH, FIG_TRHSH},
        {AM9513_CS_N, "CS", FIG_TWHSH, FIG_TWHSH},
        {~UINT64_C(0), "", FIG_TAVRL, FIG_TWLWH},
        {WIRE_X2, "X2", FIG_TCHCH, FIG_TCLCH},
        {GATES, "GATE1-5", FIG_TGVWH, FIG_TEHGV},
        {GATES, "GATE1-5", FIG_TGVGV, FIG_TGVGV},
        {SOURCES | GATES, "SRC1-5", FIG_TEHEH, FIG_TELEH},
        {SOURCES | GATES | WIRE_X2, "SRC1-5", FIG_TEHWH, FIG_TRHEH},
        {~UINT64_C(0), "", FIG_TRLQV, FIG_TRHQZ},
        {AM9513_FOUT, "FOUT", FIG_TEHFV, FIG_TEHFV},
        {OUTS, "OUT1-5", FIG_TEHYV, FIG_TWHYV},
    };
    for (size_t n = 0; n < sizeof row / sizeof row[0]; n++)
        if (figure >= row[n].first && figure <= row[n].last) {
            *pins = row[n].pins;
            return row[n].name;
        }
    return NULL;
}

enum seen { SEEN, SEEN_NOTHING, SEEN_NO_PIN, SEEN_INSIDE };

/* What the capture shows of a parameter of the chip. *pins: names of those that it does not have. */
static enum seen seen_of(const struct capture_result *r, int figure, const char **pins)
{
    uint64_t needed;
    const uint64_t *count = figure < FIG_CHECKS ? r->judged[figure].count : NULL;
    for (int n = 0; n < DELAYS; n++)
        if (delay_row[n].figure == figure)
            count = r->delayed[n].count;
    *pins = pins_of(figure, &needed);
    if (!count || !*pins)
        return SEEN_INSIDE;
    if (count[0] | count[1] | count[2])
        return SEEN;
    return (needed & r->pins) != 0 ? SEEN_NOTHING : SEEN_NO_PIN;
}

/* Figures that TWHRL, TWHWL and TWHEH stand for. */
static bool is_form(int figure)
{
    return figure >= FIG_TWHRL_SHORT && figure <= FIG_TWHEH_DOUBLE;
}

static bool is_parameter(int figure)
{
    return figure_info[figure].home == HOME_CHIP && figure_info[figure].unit == UNIT_TIME && !is_form(figure);
}

static void print_unseen(const struct capture_print *p, enum seen seen, const char *label)
{
    char names[600] = "";
    for (int n = 0; n < FIG_RTL; n++) {
        const char *pins;
        if (!is_parameter(n) || seen_of(&p->result, n, &pins) != seen)
            continue;
        (void)snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s%s%s%s", *names ? ", " : "",
                       figure_info[n].name, seen == SEEN_NO_PIN ? " (" : "", seen == SEEN_NO_PIN ? pins : "",
                       seen == SEEN_NO_PIN ? ")" : "");
    }
    if (*names)
        wrap_print(2, "%s: %s", label, names);
}

static void print_delayed(const struct capture_print *p)
{
    char allowed[48], least[32], most[32], at[32];
    bool any = false;
    for (int n = 0; n < DELAYS; n++) {
        const struct delayed *d = &p->result.delayed[n];
        const int figure = delay_row[n].figure, corner = delay_row[n].at_least ? CORNER_MIN : CORNER_MAX;
        const struct figure *f = &p->options->setup.figure[figure];
        if (!(d->count[0] | d->count[1] | d->count[2]))
            continue;
        if (!any)
            printf("\n%-13s %15s %9s %9s %11s %6s %6s %6s  %s\n", "", "the chip's", "least", "most", "at", "holds",
                   "broken", "unsure", "what");
        any = true;
        printf("%-13s %s %12s %9s %9s %11s %6" PRIu64 " %6" PRIu64 " %6" PRIu64 "  %s\n", figure_info[figure].name,
               delay_row[n].at_least ? ">=" : "<=", required_text(allowed, sizeof allowed, f->value[corner], f->mark),
               time_text(least, sizeof least, d->least_ps), time_text(most, sizeof most, d->most_ps),
               at_text(at, sizeof at, d->at_ps), d->count[TOLD_HOLDS], d->count[TOLD_BROKEN], d->count[TOLD_NOT],
               figure_info[figure].text);
    }
    printf("\n");
    print_unseen(p, SEEN_NO_PIN, "not captured");
    print_unseen(p, SEEN_NOTHING, "nothing to observe");
    print_unseen(p, SEEN_INSIDE, "inside the chip");
}

static void print_model(const struct capture_print *p)
{
    static const char *const x2[] = {"no rate of X2 (--osc, --x2): counts of F1-F5 were not compared", "X2 as given",
                                     "X2 as captured",
                                     "X2 is too fast for this sample rate (--osc): counts of F1-F5 were not compared",
                                     "X2 stops or changes: counts of F1-F5 were not compared"};
    const struct capture_result *r = &p->result;
    printf("\n%s", x2[r->x2]);
    if (r->x2_rate.periods)
        printf(", %.6f MHz", (double)r->x2_rate.periods / (double)r->x2_rate.period_ps * 1e6);
    printf("\n");
    const uint64_t never = ~r->known & ((UINT64_C(1) << KNOWN_ITEMS) - 1) & ~(UINT64_C(1) << KNOWN_BYTE);
    if (never) {
        char names[600];
        wrap_print(2, "unknown at the end: %s", known_text(names, sizeof names, never));
    }
    printf("reads compared with the model: %" PRIu64 "%s\n", r->compared,
           r->difference.found ? ", then one differs"
           : r->compared       ? ", all agree"
                               : "");
}

/* ---- JSON */

static void json_judged(cJSON *tree, const struct capture_print *p)
{
    cJSON *all = cJSON_AddObjectToObject(tree, "parameters");
    for (int n = 0; n < FIG_CHECKS; n++) {
        const struct judged *j = &p->result.judged[n];
        if (!(j->count[0] | j->count[1] | j->count[2]))
            continue;
        cJSON *one = cJSON_AddObjectToObject(all, figure_info[n].name);
        output_json_integer(one, "required_ps", j->required_ps);
        cJSON_AddStringToObject(one, "required_mark", mark_name(p->options->setup.figure[n].mark));
        output_json_integer(one, "least_ps", j->least_ps);
        output_json_count(one, "at_ps", j->at_ps);
        output_json_count(one, "holds", j->count[TOLD_HOLDS]);
        output_json_count(one, "broken", j->count[TOLD_BROKEN]);
        output_json_count(one, "unsure", j->count[TOLD_NOT]);
    }
}

static void json_delayed(cJSON *tree, const struct capture_print *p)
{
    cJSON *all = cJSON_AddObjectToObject(tree, "delays");
    for (int n = 0; n < DELAYS; n++) {
        const struct delayed *d = &p->result.delayed[n];
        const struct figure *f = &p->options->setup.figure[delay_row[n].figure];
        if (!(d->count[0] | d->count[1] | d->count[2]))
            continue;
        cJSON *one = cJSON_AddObjectToObject(all, figure_info[delay_row[n].figure].name);
        cJSON_AddStringToObject(one, "limit", delay_row[n].at_least ? "least" : "most");
        output_json_integer(one, "limit_ps", f->value[delay_row[n].at_least ? CORNER_MIN : CORNER_MAX]);
        cJSON_AddStringToObject(one, "limit_mark", mark_name(f->mark));
        output_json_integer(one, "least_ps", d->least_ps);
        output_json_integer(one, "most_ps", d->most_ps);
        output_json_count(one, "at_ps", d->at_ps);
        output_json_count(one, "holds", d->count[TOLD_HOLDS]);
        output_json_count(one, "broken", d->count[TOLD_BROKEN]);
        output_json_count(one, "unsure", d->count[TOLD_NOT]);
    }
}

static void json_unseen(cJSON *tree, const struct capture_print *p)
{
    static const char *const why[] = {
        [SEEN_NOTHING] = "nothing", [SEEN_NO_PIN] = "not captured", [SEEN_INSIDE] = "inside"};
    cJSON *all = cJSON_AddObjectToObject(tree, "not_observed");
    for (int n = 0; n < FIG_RTL; n++) {
        const char *pins;
        const enum seen seen = is_parameter(n) ? seen_of(&p->result, n, &pins) : SEEN;
        if (seen != SEEN)
            cJSON_AddStringToObject(all, figure_info[n].name, why[seen]);
    }
}

static void json_known(cJSON *tree, const struct capture_result *r)
{
    cJSON *all = cJSON_AddObjectToObject(tree, "known");
    for (int n = 0; n < KNOWN_ITEMS; n++) {
        char name[64];
        if (n == KNOWN_BYTE || r->known_ps[n] == UINT64_MAX)
            continue;
        cJSON *one = cJSON_AddObjectToObject(all, known_text(name, sizeof name, UINT64_C(1) << n));
        output_json_count(one, "at_ps", r->known_ps[n]);
        output_json_count(one, "access", r->known_access[n]);
        cJSON_AddBoolToObject(one, "at_end", (r->known >> n & 1) != 0);
    }
}

static void json_difference(cJSON *tree, const struct replay_difference *d)
{
    char name[40] = "Status";
    cJSON *one = cJSON_AddObjectToObject(tree, "difference");
    if (!d->status)
        register_name(name, sizeof name, d->pointer);
    output_json_count(one, "access", d->access.number);
    output_json_count(one, "at_ps", d->access.end_ps);
    cJSON_AddStringToObject(one, "register", name);
    cJSON_AddNumberToObject(one, "captured", d->captured);
    cJSON_AddNumberToObject(one, "model_least", d->status ? d->least & d->mask : d->least);
    cJSON_AddNumberToObject(one, "model_most", d->status ? d->most & d->mask : d->most);
    cJSON_AddNumberToObject(one, "mask", d->mask);
    cJSON *choices = cJSON_AddArrayToObject(one, "choices");
    for (uint32_t flag = 1; flag; flag <<= 1)
        if (d->explains & flag)
            cJSON_AddItemToArray(choices, cJSON_CreateString(choice_of(flag)));
    cJSON_AddStringToObject(one, "state", d->state);
}

static void json_all(cJSON *tree, const struct capture_print *p)
{
    static const char *const x2[] = {"none", "given", "captured", "too fast", "changes"};
    static const char *const source[] = {"rate", "step", "step and unit", "exact"};
    const struct capture_result *r = &p->result;
    const struct capture_setup *s = &p->options->setup;
    cJSON_AddStringToObject(tree, "tmr0", command_version);
    cJSON_AddStringToObject(tree, "file", s->file);
    cJSON_AddStringToObject(tree, "part", p->options->part);
    output_json_integer(tree, "interval_ps", r->sampling.interval_ps);
    cJSON_AddStringToObject(tree, "interval_from", source[r->source]);
    output_json_integer(tree, "jitter_ps", r->sampling.jitter_ps);
    output_json_count(tree, "begin_ps", r->begin_ps);
    output_json_count(tree, "end_ps", r->end_ps);
    output_json_count(tree, "accesses", r->accesses);
    output_json_count(tree, "single_samples", r->glitches);
    cJSON_AddBoolToObject(tree, "strobes_unknown", r->lost);
    cJSON_AddStringToObject(tree, "x2", x2[r->x2]);
    if (r->x2_rate.periods)
        cJSON_AddNumberToObject(tree, "x2_hz", (double)r->x2_rate.periods / (double)r->x2_rate.period_ps * 1e12);
    json_judged(tree, p);
    json_delayed(tree, p);
    json_unseen(tree, p);
    json_known(tree, r);
    output_json_count(tree, "compared", r->compared);
    if (r->difference.found)
        json_difference(tree, &r->difference);
    cJSON_AddBoolToObject(tree, "pass", !p->bad);
}

/* The capture, written as a scenario as well if that is wanted. */
static int with_scenario(struct capture_print *p, struct error *e)
{
    struct capture_options *o = p->options;
    struct output output;
    int status = output_open(&output, o->scenario, e);
    if (status)
        return status;
    p->script = (struct script){.result = &p->result, .part = o->part};
    if (o->scenario) {
        p->script.f = fopen(output.part, "w");
        if (!p->script.f)
            return output_close(&output, error_set(e, STATUS_SYSTEM, "%s: cannot write", o->scenario), e);
        o->setup.calls.pins = take_pins;
    }
    int bad = capture_run(&p->result, &o->setup, e);
    if (p->script.f && (ferror(p->script.f) | fclose(p->script.f)) && bad <= STATUS_BAD)
        bad = error_set(e, STATUS_SYSTEM, "%s: cannot write", o->scenario);
    status = output_close(&output, bad == STATUS_BAD ? STATUS_OK : bad, e);
    return status ? status : bad;
}

static int run(void *context, cJSON *tree, struct error *e)
{
    struct capture_print *p = context;
    struct capture_options *o = p->options;
    struct am9513_board_config config;
    struct rig *rig = calloc(1, sizeof *rig);
    if (!rig)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    int status = rig_load(rig, p->dir, TARGET_CHIP, o->part, "", e);
    if (status == STATUS_OK) {
        const struct board_config board = rig_config(rig, TARGET_CHIP);
        const struct engine_settings settings = board_settings(&board);
        engine_model_config(&config, &settings);
        o->setup.figure = rig->chip.figure;
        o->setup.config = &config.chip;
        status = with_scenario(p, e);
    }
    p->bad = status == STATUS_BAD;
    if (status <= STATUS_BAD) {
        print_sampling(p);
        print_judged(p);
        print_delayed(p);
        print_model(p);
        json_all(tree, p);
    }
    free(rig);
    return p->bad ? STATUS_OK : status;
}

/* ---- The command */

/* The map, with X2's signal. */
static char *whole_map(const struct capture_options *o)
{
    const size_t size = (o->map ? strlen(o->map) : 0) + (o->x2 ? strlen(o->x2) : 0) + sizeof ",x2=";
    char *map = malloc(size);
    if (map)
        (void)snprintf(map, size, "%s%s%s%s", o->map ? o->map : "", o->map && o->x2 ? "," : "", o->x2 ? "x2=" : "",
                       o->x2 ? o->x2 : "");
    return map;
}

int command_capture(int argc, char **argv, const char *data_dir)
{
    static const char *const widths[] = {"8", "16"};
    struct capture_options o = {.part = "am9513a"};
    struct capture_print p = {.options = &o};
    char dir[1024];
    struct error e;
    const struct option_rule rule[] = {{"map", .text = &o.map},
                                       {"rate", .hz = &o.setup.rate_hz},
                                       {"jitter", .seconds = &o.jitter},
                                       {"bus", .given = &o.bus, .choice = &o.width, .names = widths, .count = 2},
                                       {"osc", .hz = &o.setup.osc_hz},
                                       {"x2", .text = &o.x2},
                                       {"part", .text = &o.part},
                                       {"json", .output = &o.json},
                                       {"scenario", .output = &o.scenario},
                                       {"quiet", .given = &o.quiet}};
    const struct options options = {COMMAND,      "[options] FILE.vcd",
                                    usage,        .operands = OPERANDS_ANYWHERE,
                                    .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    if (optind + 1 != argc)
        return options_bad(COMMAND, "%d files, expected one VCD", argc - optind);
    if (o.jitter > 1e-3)
        return options_bad(COMMAND, "--jitter above 1ms, expected less");
    if (o.setup.osc_hz && o.x2)
        return options_bad(COMMAND, "--osc and --x2, expected one of them");
    o.setup.file = argv[optind];
    if (output_distinct((const char *const[]){o.scenario, o.json, o.setup.file}, 2, 3, &e))
        return error_print(&e, COMMAND, STATUS_INPUT);
    o.setup.jitter_ps = (int64_t)(o.jitter * 1e12 + 0.5);
    o.setup.width = o.bus ? o.width ? 16 : 8 : 0;
    o.setup.calls = (struct capture_calls){print_access, print_broken, print_difference, NULL, &p};
    char *map = whole_map(&o);
    o.setup.map = map;
    p.dir = dir;
    status = map ? data_find(dir, sizeof dir, data_dir, &e) : error_set(&e, STATUS_SYSTEM, "out of memory");
    if (status == STATUS_OK)
        status = output_json_run(o.json, cJSON_CreateObject(), run, &p, &e);
    free(map);
    if (status)
        return error_print(&e, COMMAND, status);
    return p.bad ? STATUS_BAD : STATUS_OK;
}
