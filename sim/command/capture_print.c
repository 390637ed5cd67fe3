/* SPDX-License-Identifier: MIT */
#include "capture_print.h"

#include <inttypes.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/time_text.h"
#include "sim/board/margins.h"
#include "sim/board/words.h"

#define SOURCES (UINT64_C(31) << AM9513_PLACE_SRC)
#define GATES (UINT64_C(31) << AM9513_PLACE_GATE)
#define OUTS (UINT64_C(31) << AM9513_PLACE_OUT)

/* ---- Lines */

static const char *at_text(char *text, size_t size, uint64_t ps)
{
    return time_text(text, size, (int64_t)ps);
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

/* A digit of which the samples leave a bit uncertain is "?". */
static void print_word(const struct known_word *w)
{
    char words[WORDS_SIZE];
    if (!w->unsure) {
        printf("%14s  %s\n", "", words_value(words, sizeof words, w->pointer, w->value));
        return;
    }
    (void)words_register(words, sizeof words, w->pointer);
    printf("%14s  %s = 0x", "", words);
    for (int bit = 12; bit >= 0; bit -= 4)
        (void)putchar(w->unsure >> bit & 15 ? '?' : "0123456789abcdef"[w->value >> bit & 15]);
    (void)putchar('\n');
}

void capture_print_access(const struct bus_access *a, const struct known_word *w, uint64_t learned, uint64_t lost)
{
    char at[32], words[WORDS_SIZE];
    printf("%14s  access %" PRIu64 ": ", at_text(at, sizeof at, a->end_ps), a->number);
    const int digits = a->wide ? 4 : 2;
    if (a->both)
        printf("RD and WR low together\n");
    else if (a->doubtful)
        printf("%s, C/D moves with the strobe or is unknown\n", a->write ? "write" : "read");
    else
        printf("%s\n", words_access(words, sizeof words, a->control, a->write, digits, a->value));
    if (a->unsure)
        printf("%14s  the samples leave bits 0x%0*x uncertain\n", "", digits, a->unsure);
    if (w->complete)
        print_word(w);
    print_items("known from here:", learned);
    print_items("no longer known:", lost);
}

void capture_print_broken(const struct judge_broken *b, const struct figure *figure)
{
    char at[32], required[48], observed[32];
    printf("%14s  %s broken%s: required %s, observed %s\n", at_text(at, sizeof at, b->at_ps),
           figure_info[b->figure].name,
           figure_info[b->figure].kind == KIND_NOTE ? " (a note: the count may be off by one)" : "",
           required_text(required, sizeof required, b->limit_ps, figure[b->figure].mark),
           time_text(observed, sizeof observed, b->observed_ps));
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

void capture_print_difference(void *unused, const struct models_difference *d)
{
    (void)unused;
    char at[32], choices[200];
    printf("%14s  access %" PRIu64 ": the captured chip answers differently from the model\n",
           at_text(at, sizeof at, d->access.end_ps), d->access.number);
    if (d->status)
        printf("%16scaptured: status 0x%02x; model: bits 0x%02x always high, 0x%02x always low (compared: 0x%02x)\n",
               "", d->captured, d->least & d->mask, ~d->most & d->mask & 0xffU, d->mask);
    else {
        char name[40];
        (void)words_register(name, sizeof name, d->pointer);
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

void capture_print_sampling(const struct capture_setup *setup, const struct capture_result *r, const char *part)
{
    static const char *const source[] = {
        [INTERVAL_RATE] = " as given",
        [INTERVAL_COMMENT] = " by the rate that the file names",
        [INTERVAL_LEAST] = " at most, by the least step of the file's times: --rate says more",
        [INTERVAL_UNIT] = " at most: all that the file's times have in common is their unit; --rate says more",
        [INTERVAL_GRID] = ", of which all times are multiples",
        [INTERVAL_NEAR_GRID] = ", whose multiples the file's times are, rounded to a unit",
        [INTERVAL_EXACT] = ": a dump of tmr0 has exact times"};
    char steps[48] = "";
    char interval[32], length[32], rounding[32], jitter[32];
    if (r->survey.steps)
        (void)snprintf(steps, sizeof steps, " (%zu different steps)", r->survey.steps);
    printf("%s: part %s, %s, %" PRIu64 " access%s; sampling interval %s%s%s%s%s%s%s\n", setup->file, part,
           at_text(length, sizeof length, r->survey.end_ps - r->survey.begin_ps), r->accesses,
           r->accesses == 1 ? "" : "es", time_text(interval, sizeof interval, r->survey.sampling.interval_ps),
           source[r->survey.source], steps, r->survey.sampling.rounding_ps ? ", times rounded to " : "",
           r->survey.sampling.rounding_ps ? time_text(rounding, sizeof rounding, r->survey.sampling.rounding_ps) : "",
           setup->jitter_ps ? ", jitter " : "",
           setup->jitter_ps ? time_text(jitter, sizeof jitter, setup->jitter_ps) : "");
    if (r->glitches)
        printf("single samples ignored: %" PRIu64 " (glitches, or pulses too short for a legal bus)\n", r->glitches);
    if (r->lost)
        printf("a strobe was unknown (x or z) at some time: accesses may be missing\n");
    if (unsure_ps(&r->survey.sampling) > least_of(&r->survey.sampling, FIG_TWLWH))
        printf("a legal strobe may fall between two samples: accesses may be missing\n");
}

static void print_checks(const struct capture_result *r)
{
    char required[48], least[32], at[32];
    printf("\n%-6s %12s %10s %14s %7s %7s %7s  %s\n", "", "required", "least", "at", "holds", "broken", "unsure",
           "what");
    for (int n = 0; n < FIG_CHECKS; n++) {
        const struct observed *o = &r->observed[n];
        if (observed_any(o))
            printf("%-6s %12s %10s %14s %7" PRIu64 " %7" PRIu64 " %7" PRIu64 "  %s\n", figure_info[n].name,
                   required_text(required, sizeof required, o->limit_ps, r->survey.sampling.figure[n].mark),
                   time_text(least, sizeof least, o->nearest_ps), at_text(at, sizeof at, o->at_ps), o->count[MET],
                   o->count[VIOLATED], o->count[UNDECIDED], figure_info[n].text);
    }
}

static void print_delays(const struct capture_result *r)
{
    char allowed[48], least[32], most[32], at[32];
    bool any = false;
    for (int n = FIG_CHECKS; n < FIG_RTL; n++) {
        const struct observed *o = &r->observed[n];
        if (!observed_any(o))
            continue;
        if (!any)
            printf("\n%-13s %15s %9s %9s %11s %6s %6s %6s  %s\n", "", "the chip's", "least", "most", "at", "holds",
                   "broken", "unsure", "what");
        any = true;
        printf("%-13s %s %12s %9s %9s %11s %6" PRIu64 " %6" PRIu64 " %6" PRIu64 "  %s\n", figure_info[n].name,
               judge_at_most(n) ? "<=" : ">=",
               required_text(allowed, sizeof allowed, o->limit_ps, r->survey.sampling.figure[n].mark),
               time_text(least, sizeof least, o->least_ps), time_text(most, sizeof most, o->most_ps),
               at_text(at, sizeof at, o->at_ps), o->count[MET], o->count[VIOLATED], o->count[UNDECIDED],
               figure_info[n].text);
    }
}

/* The pins of which one must be captured; name NULL: the group is of no pin. */
static const struct {
    uint64_t pins;
    const char *name;
} pins_of[GROUPS] = {
    [GROUP_BUS] = {~UINT64_C(0), ""},
    [GROUP_SELECT] = {AM9513_CS_N, "CS"},
    [GROUP_EDGE_COMMAND] = {SOURCES | GATES | WIRE_X2, "SRC1-5"},
    [GROUP_GATE_COMMAND] = {GATES, "GATE1-5"},
    [GROUP_CLOCK] = {WIRE_X2, "X2"},
    [GROUP_SOURCE] = {SOURCES | GATES, "SRC1-5"},
    [GROUP_GATE] = {GATES, "GATE1-5"},
    [GROUP_OUT] = {OUTS, "OUT1-5"},
    [GROUP_FOUT] = {AM9513_FOUT, "FOUT"},
};

enum seen { SEEN, SEEN_NOTHING, SEEN_NO_PIN, SEEN_INSIDE };

/* What the capture shows of a parameter of the chip. *pins: names of those that it does not have. */
static enum seen seen_of(const struct capture_result *r, int figure, const char **pins)
{
    const enum figure_group group = figure_info[figure].group;
    *pins = pins_of[group].name;
    if (!*pins)
        return SEEN_INSIDE;
    if (observed_any(&r->observed[figure]))
        return SEEN;
    return (pins_of[group].pins & r->survey.pins) != 0 ? SEEN_NOTHING : SEEN_NO_PIN;
}

/* A form is none: its check stands for it. */
static bool is_parameter(int figure)
{
    const struct figure_info *info = &figure_info[figure];
    return info->home == HOME_CHIP && info->unit == UNIT_TIME && (figure < FIG_CHECKS || info->kind == KIND_DELAY);
}

static void print_unseen(const struct capture_result *r, enum seen seen, const char *label)
{
    char names[600] = "";
    for (int n = 0; n < FIG_RTL; n++) {
        const char *pins;
        if (!is_parameter(n) || seen_of(r, n, &pins) != seen)
            continue;
        (void)snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s%s%s%s", *names ? ", " : "",
                       figure_info[n].name, seen == SEEN_NO_PIN ? " (" : "", seen == SEEN_NO_PIN ? pins : "",
                       seen == SEEN_NO_PIN ? ")" : "");
    }
    if (*names)
        wrap_print(2, "%s: %s", label, names);
}

enum unsure { UNSURE_SAMPLES, UNSURE_PREFETCH, UNSURE_DRIVER, UNSURE_REST, UNSURE };

/* Why the capture decides nothing of the parameter; UNSURE: it does. */
static enum unsure unsure_of(const struct observed *o, int figure)
{
    if (!o->count[UNDECIDED] || o->count[MET] || o->count[VIOLATED])
        return UNSURE;
    return figure == FIG_TRLQX                          ? UNSURE_DRIVER
           : o->open < o->count[UNDECIDED]              ? UNSURE_SAMPLES
           : figure == FIG_TWHWL || figure == FIG_TWHRL ? UNSURE_PREFETCH
                                                        : UNSURE_REST;
}

static void print_unsure(const struct capture_result *r)
{
    static const char *const why[] = {[UNSURE_SAMPLES] = "the samples are too far apart",
                                      [UNSURE_PREFETCH] = "prefetch on/off (F8, F9) was not captured before",
                                      [UNSURE_DRIVER] = "levels do not show when the chip begins to drive",
                                      [UNSURE_REST] = "the capture does not show all that they depend on"};
    const bool found =
        r->survey.source != INTERVAL_RATE && r->survey.source != INTERVAL_COMMENT && r->survey.source != INTERVAL_EXACT;
    for (int reason = 0; reason < UNSURE; reason++) {
        char names[600] = "";
        for (int n = 0; n < FIG_RTL; n++)
            if (unsure_of(&r->observed[n], n) == (enum unsure)reason)
                (void)snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "",
                               figure_info[n].name);
        if (*names)
            wrap_print(2, "always unsure, as %s%s: %s", why[reason],
                       found && reason == UNSURE_SAMPLES ? " (--rate, if the analyser was faster)" : "", names);
    }
}

void capture_print_model(const struct capture_result *r)
{
    static const char *const x2[] = {"no rate of X2 (--osc, or --map x2=SIGNAL): counts of F1-F5 were not compared",
                                     "X2 as given", "X2 as captured",
                                     "X2 is too fast for this sample rate (--osc): counts of F1-F5 were not compared",
                                     "X2 stops or changes: counts of F1-F5 were not compared"};
    printf("\n%s", x2[r->survey.x2]);
    if (r->survey.x2_rate.periods)
        printf(", %.6f MHz", x2_hz(&r->survey.x2_rate) / 1e6);
    if (r->survey.x2_other.periods)
        printf("; the captured one has %.6f MHz", x2_hz(&r->survey.x2_other) / 1e6);
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

const char *capture_sentence(char *text, size_t size, const struct capture_result *r, const char *broken,
                             const char *possible)
{
    static const char *const word[] = {[STATUS_OK] = "pass", [STATUS_BAD] = "FAIL", [STATUS_INPUT] = "none"};
    const enum status verdict = capture_verdict(r);
    const char *clips = *r->missing || r->difference.found ? r->clips : "";
    char agree[48];
    (void)snprintf(agree, sizeof agree, "%" PRIu64 " read%s with the model", r->compared,
                   r->compared == 1 ? " agrees" : "s agree");
    const char *reads = !r->compared ? r->missing : r->difference.found ? "a read differs from the model" : agree;
    const bool marginal = verdict == STATUS_BAD && r->marginal && !r->difference.found;
    (void)snprintf(text, size, "%s, %s%s%s%s%s%s%s", marginal ? verdict_word_name[VERDICT_MARGINAL] : word[verdict],
                   verdict == STATUS_INPUT ? r->missing
                   : *broken               ? broken
                                           : "nothing is certainly violated",
                   *possible ? "; " : "", possible, verdict == STATUS_INPUT ? "" : "; ",
                   verdict == STATUS_INPUT ? "" : reads, *clips ? ": " : "", clips);
    return text;
}

/* Of the parameters. */
static const char *sentence(char *text, size_t size, const struct capture_result *r)
{
    char broken[300] = "";
    for (int n = 0; n < FIG_RTL; n++)
        if (figure_info[n].kind != KIND_NOTE && r->observed[n].count[VIOLATED])
            (void)snprintf(broken + strlen(broken), sizeof broken - strlen(broken), "%s%s",
                           *broken ? ", " : "certainly violated: ", figure_info[n].name);
    return capture_sentence(text, size, r, broken, "");
}

void capture_print(const struct capture_setup *setup, const struct capture_result *r, const char *part)
{
    char text[900];
    capture_print_sampling(setup, r, part);
    print_checks(r);
    print_delays(r);
    printf("\n");
    print_unseen(r, SEEN_NO_PIN, "not captured");
    print_unseen(r, SEEN_NOTHING, "nothing to observe");
    print_unseen(r, SEEN_INSIDE, "inside the chip");
    print_unsure(r);
    capture_print_model(r);
    wrap_print(2, "verdict: %s", sentence(text, sizeof text, r));
}

/* ---- JSON */

static void json_counts(cJSON *one, const struct observed *o)
{
    output_json_count(one, "at_ps", o->at_ps);
    output_json_count(one, "holds", o->count[MET]);
    output_json_count(one, "broken", o->count[VIOLATED]);
    output_json_count(one, "unsure", o->count[UNDECIDED]);
}

static void json_checks(cJSON *tree, const struct capture_result *r)
{
    cJSON *all = cJSON_AddObjectToObject(tree, "parameters");
    for (int n = 0; n < FIG_CHECKS; n++) {
        const struct observed *o = &r->observed[n];
        if (!observed_any(o))
            continue;
        cJSON *one = cJSON_AddObjectToObject(all, figure_info[n].name);
        output_json_integer(one, "required_ps", o->limit_ps);
        cJSON_AddStringToObject(one, "required_mark", mark_name(r->survey.sampling.figure[n].mark));
        output_json_integer(one, "least_ps", o->nearest_ps);
        json_counts(one, o);
    }
}

static void json_delays(cJSON *tree, const struct capture_result *r)
{
    cJSON *all = cJSON_AddObjectToObject(tree, "delays");
    for (int n = FIG_CHECKS; n < FIG_RTL; n++) {
        const struct observed *o = &r->observed[n];
        if (!observed_any(o))
            continue;
        cJSON *one = cJSON_AddObjectToObject(all, figure_info[n].name);
        cJSON_AddStringToObject(one, "limit", judge_at_most(n) ? "most" : "least");
        output_json_integer(one, "limit_ps", o->limit_ps);
        cJSON_AddStringToObject(one, "limit_mark", mark_name(r->survey.sampling.figure[n].mark));
        output_json_integer(one, "least_ps", o->least_ps);
        output_json_integer(one, "most_ps", o->most_ps);
        json_counts(one, o);
    }
}

static void json_unseen(cJSON *tree, const struct capture_result *r)
{
    static const char *const why[] = {
        [SEEN_NOTHING] = "nothing", [SEEN_NO_PIN] = "not captured", [SEEN_INSIDE] = "inside"};
    cJSON *all = cJSON_AddObjectToObject(tree, "not_observed");
    for (int n = 0; n < FIG_RTL; n++) {
        const char *pins;
        const enum seen seen = is_parameter(n) ? seen_of(r, n, &pins) : SEEN;
        if (seen != SEEN)
            cJSON_AddStringToObject(all, figure_info[n].name, why[seen]);
    }
}

static void json_known(cJSON *tree, const struct capture_result *r)
{
    cJSON *all = cJSON_AddObjectToObject(tree, "known");
    for (int n = 0; n < KNOWN_ITEMS; n++) {
        char name[64];
        if (n == KNOWN_BYTE || !r->known_access[n])
            continue;
        cJSON *one = cJSON_AddObjectToObject(all, known_text(name, sizeof name, UINT64_C(1) << n));
        output_json_count(one, "at_ps", r->known_ps[n]);
        output_json_count(one, "access", r->known_access[n]);
        cJSON_AddBoolToObject(one, "at_end", (r->known >> n & 1) != 0);
    }
}

static void json_difference(cJSON *tree, const struct models_difference *d)
{
    char name[40] = "Status";
    cJSON *one = cJSON_AddObjectToObject(tree, "difference");
    if (!d->status)
        (void)words_register(name, sizeof name, d->pointer);
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

void capture_json_head(cJSON *tree, const struct capture_setup *s, const struct capture_result *r, const char *part)
{
    static const char *const x2[] = {"none", "given", "captured", "too fast", "changes"};
    static const char *const source[] = {"rate", "comment", "step", "unit", "grid", "near grid", "exact"};
    cJSON_AddStringToObject(tree, "tmr0", command_version);
    cJSON_AddStringToObject(tree, "file", s->file);
    cJSON_AddStringToObject(tree, "part", part);
    output_json_integer(tree, "interval_ps", r->survey.sampling.interval_ps);
    cJSON_AddStringToObject(tree, "interval_from", source[r->survey.source]);
    output_json_integer(tree, "rounding_ps", r->survey.sampling.rounding_ps);
    output_json_integer(tree, "jitter_ps", r->survey.sampling.jitter_ps);
    output_json_count(tree, "begin_ps", r->survey.begin_ps);
    output_json_count(tree, "end_ps", r->survey.end_ps);
    output_json_count(tree, "accesses", r->accesses);
    output_json_count(tree, "single_samples", r->glitches);
    cJSON_AddBoolToObject(tree, "strobes_unknown", r->lost);
    cJSON_AddStringToObject(tree, "x2", x2[r->survey.x2]);
    if (r->survey.x2_rate.periods)
        cJSON_AddNumberToObject(tree, "x2_hz", x2_hz(&r->survey.x2_rate));
    if (r->survey.x2_other.periods)
        cJSON_AddNumberToObject(tree, "x2_captured_hz", x2_hz(&r->survey.x2_other));
}

void capture_json_model(cJSON *tree, const struct capture_result *r, const char *verdict)
{
    output_json_count(tree, "compared", r->compared);
    if (r->difference.found)
        json_difference(tree, &r->difference);
    cJSON_AddStringToObject(tree, "verdict", verdict);
    cJSON_AddBoolToObject(tree, "pass", capture_verdict(r) == STATUS_OK);
}

void capture_json(cJSON *tree, const struct capture_setup *s, const struct capture_result *r, const char *part)
{
    char text[900];
    capture_json_head(tree, s, r, part);
    json_checks(tree, r);
    json_delays(tree, r);
    json_unseen(tree, r);
    json_known(tree, r);
    capture_json_model(tree, r, sentence(text, sizeof text, r));
}
