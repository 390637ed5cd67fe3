/* SPDX-License-Identifier: MIT */
#include "capture_print.h"

#include <inttypes.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/time_text.h"
#include "sim/board/margins.h"
#include "sim/board/words.h"

/* What the sampling interval and the rate of X2 were taken from */
static const struct capture_word sources[] = {
    [INTERVAL_RATE] = {"rate", " as given"},
    [INTERVAL_COMMENT] = {"comment", " by the rate that the file names"},
    [INTERVAL_LEAST] = {"step", " at most, by the least step of the file's times: --rate says more"},
    [INTERVAL_UNIT] = {"unit", " at most: all that the file's times have in common is their unit; --rate says more"},
    [INTERVAL_GRID] = {"grid", ", of which all times are multiples"},
    [INTERVAL_NEAR_GRID] = {"near grid", ", whose multiples the file's times are, rounded to a unit"},
    [INTERVAL_EXACT] = {"exact", ": a dump of tmr0 has exact times"}};
static const struct capture_word rates[] = {
    [CAPTURE_X2_NONE] = {"none", "no rate of X2 (clip it, or --osc 4MHz)"},
    [CAPTURE_X2_GIVEN] = {"given", "X2 as given"},
    [CAPTURE_X2_BOARD] = {"board", "X2 as the board's"},
    [CAPTURE_X2_SEEN] = {"captured", "X2 as captured"},
    [CAPTURE_X2_FAST] = {"too fast", "X2 is too fast for this sample rate (--osc 4MHz)"},
    [CAPTURE_X2_CHANGES] = {"changes", "X2 stops or changes (see to it and its clip)"},
    [CAPTURE_X2_STANDS] = {"stands", "X2 stands still (see to it and its clip)"}};

/* ---- Lines */

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

void capture_print_access(const struct bus_access *a, const struct known_word *w)
{
    char words[WORDS_SIZE];
    printf("%14s  access %" PRIu64 ": ", TIME_TEXT(a->end_ps), a->number);
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
}

void capture_print_broken(const struct judge_broken *b, const struct figure *figure)
{
    char required[48];
    printf("%14s  %s broken%s: required %s, observed %s\n", TIME_TEXT(b->at_ps), figure_info[b->figure].name,
           figure_info[b->figure].kind == KIND_NOTE ? " (a note: counts may differ by 1)" : "",
           required_text(required, sizeof required, b->limit_ps, figure[b->figure].mark), TIME_TEXT(b->observed_ps));
}

/* The first read that differs, as in the JSON. */
static cJSON *difference_json(const struct models_difference *d)
{
    char name[40] = "Status";
    cJSON *one = cJSON_CreateObject();
    if (!d->access.control)
        (void)words_register(name, sizeof name, d->pointer);
    output_json_count(one, "access", d->access.number);
    output_json_count(one, "at_ps", d->access.end_ps);
    cJSON_AddStringToObject(one, "register", name);
    cJSON_AddNumberToObject(one, "captured", d->captured);
    cJSON_AddNumberToObject(one, "model_least", d->access.control ? d->least & d->mask : d->least);
    cJSON_AddNumberToObject(one, "model_most", d->access.control ? d->most & d->mask : d->most);
    cJSON_AddNumberToObject(one, "mask", d->mask);
    cJSON *choices = cJSON_AddArrayToObject(one, "choices");
#define CHOICE(symbol, name, text, first, second, model)                                                               \
    if (d->explains & (model))                                                                                         \
        cJSON_AddItemToArray(choices, cJSON_CreateString(choice_name(FIG_##symbol)));
#include "sim/figures/figures.def"
    cJSON_AddStringToObject(one, "state", d->state);
    return one;
}

void capture_print_difference(void *unused, const struct models_difference *d)
{
    (void)unused;
    char choices[200] = "";
    printf("%14s  access %" PRIu64 ": the captured chip answers differently from the model\n",
           TIME_TEXT(d->access.end_ps), d->access.number);
    if (d->access.control)
        printf("%16scaptured: status 0x%02x; model: bits 0x%02x always high, 0x%02x always low (compared: 0x%02x)", "",
               d->captured, d->least & d->mask, ~d->most & d->mask & 0xffU, d->mask);
    else
        printf("%16scaptured: %s = 0x%04x; model: 0x%04x", "", words_register((char[40]){0}, 40, d->pointer),
               d->captured, d->least);
    if (!d->access.control && d->least < d->most)
        printf(" to 0x%04x", d->most);
    cJSON *const tree = difference_json(d);
    const cJSON *one;
    cJSON_ArrayForEach(one, cJSON_GetObjectItem(tree, "choices")) {
        list_add(choices, sizeof choices, ", ", "%s", one->valuestring);
    }
    cJSON_Delete(tree);
    if (d->tried)
        printf("\n%16schoices that would explain it: %s", "", *choices ? choices : "none");
    printf("\n%16sthe model's state before it:\n%s", "", d->state);
}

/* ---- Summary */

void capture_print_sampling(const struct capture_setup *setup, const struct capture_result *r)
{
    const struct sampling *sampling = &r->survey.sampling;
    printf("%s: part %s, %s, %" PRIu64 " access%s; sampling interval %s%s", setup->file, setup->part,
           TIME_TEXT(between(r->survey.begin_ps, r->survey.end_ps)), r->accesses, r->accesses == 1 ? "" : "es",
           TIME_TEXT(sampling->interval_ps), sources[r->survey.source].text);
    if (sampling->rounding_ps)
        printf(", times rounded to %s", TIME_TEXT(sampling->rounding_ps));
    if (sampling->jitter_ps)
        printf(", jitter %s", TIME_TEXT(sampling->jitter_ps));
    printf("\n");
    if (r->glitches)
        printf("single samples ignored: %" PRIu64 " (glitches, or pulses too short for a legal bus)\n", r->glitches);
    if (r->strobes_unknown)
        printf("a strobe was unknown (x or z) at some time: accesses may be missing\n");
    if (r->survey.missed)
        printf("a legal strobe may fall between two samples: accesses may be missing\n");
}

/* Of parameters, or of delays. */
static void print_observed(const cJSON *all, const struct figure *figure, bool delays)
{
    char limit[48];
    const cJSON *one;
    if (!delays)
        printf("\n%-6s %12s %10s %14s %7s %7s %7s  %s\n", "", "required", "least", "at", "holds", "broken", "unsure",
               "what");
    else if (all->child)
        printf("\n%-13s %15s %9s %9s %11s %6s %6s %6s  %s\n", "", "the chip's", "least", "most", "at", "holds",
               "broken", "unsure", "what");
    cJSON_ArrayForEach(one, all) {
        const int n = figure_find(one->string), wide = delays ? 6 : 7;
        (void)required_text(limit, sizeof limit, json_whole(one, delays ? "limit_ps" : "required_ps"), figure[n].mark);
        const char *least = TIME_TEXT(json_whole(one, "least_ps")), *at = TIME_TEXT(json_whole(one, "at_ps"));
        if (delays)
            printf("%-13s %s %12s %9s %9s %11s", one->string, judge_at_most(n) ? "<=" : ">=", limit, least,
                   TIME_TEXT(json_whole(one, "most_ps")), at);
        else
            printf("%-6s %12s %10s %14s", one->string, limit, least, at);
        printf(" %*.0f %*.0f %*.0f  %s\n", wide, json_number(one, "holds"), wide, json_number(one, "broken"), wide,
               json_number(one, "unsure"), figure_info[n].text);
    }
}

/* The pins of which one must be captured; name NULL: the group is of no pin. */
static const struct {
    uint64_t pins;
    const char *name;
} pins_of[GROUPS] = {
    [GROUP_BUS] = {~UINT64_C(0), ""},
    [GROUP_SELECT] = {AM9513_CS_N, "CS"},
    [GROUP_EDGE_COMMAND] = {WIRES_COUNTED | WIRE_X2, "SRC1-5"},
    [GROUP_GATE_COMMAND] = {WIRES_GATE, "GATE1-5"},
    [GROUP_CLOCK] = {WIRE_X2, "X2"},
    [GROUP_SOURCE] = {WIRES_COUNTED, "SRC1-5"},
    [GROUP_GATE] = {WIRES_GATE, "GATE1-5"},
    [GROUP_OUT] = {WIRES_OUT, "OUT1-5"},
    [GROUP_FOUT] = {AM9513_FOUT, "FOUT"},
};

/* Why the capture shows nothing of a parameter of the chip. NULL: it shows it, or the figure is not judged: neither a
 * check nor a delay, but say a form of one. */
static const char *unseen_of(const struct capture_result *r, int figure)
{
    const struct figure_info *info = &figure_info[figure];
    if (info->home != HOME_CHIP || info->unit != UNIT_TIME || (figure >= FIG_CHECKS && info->kind != KIND_DELAY))
        return NULL;
    return !pins_of[info->group].name                   ? "inside"
           : observed_any(&r->found.observed[figure])   ? NULL
           : pins_of[info->group].pins & r->survey.pins ? "nothing"
                                                        : "not captured";
}

static void print_unseen(const cJSON *all, const char *why, const char *label)
{
    char names[600] = "";
    const cJSON *one;
    cJSON_ArrayForEach(one, all) {
        const char *pins = pins_of[figure_info[figure_find(one->string)].group].name;
        const bool no_pin = strcmp(one->valuestring, "not captured") == 0;
        if (strcmp(one->valuestring, why) != 0)
            continue;
        list_add(names, sizeof names, ", ", no_pin ? "%s (%s)" : "%s", one->string, pins);
    }
    if (*names)
        wrap_print(2, "%s: %s", label, names);
}

/* The clock's part of the verdict. */
static const char *clock_text(char *text, size_t size, const struct capture_result *r)
{
    const struct survey *s = &r->survey;
    text[0] = '\0';
    list_add(text, size, "", "%s", rates[s->x2].text);
    if (s->x2_rate.periods && s->x2 <= CAPTURE_X2_SEEN)
        list_add(text, size, ", ", "%.6f MHz", x2_hz(&s->x2_rate) / 1e6);
    if (s->x2_other.periods)
        list_add(text, size, "; ", "the captured one has %.6f MHz", x2_hz(&s->x2_other) / 1e6);
    else if ((s->x2 == CAPTURE_X2_BOARD || s->x2 == CAPTURE_X2_GIVEN) && !r->found.reads.counts)
        list_add(text, size, ", ", "which no count shows (clip it, or read a counter)");
    return text;
}

/* Of reads that were not compared: a name in JSON; what they need, and what to do */
static const struct capture_word gaps[GAPS] = {
    [GAP_SAMPLES] = {"samples", "have bits that the samples leave open (sample faster)"},
    [GAP_STROBES] = {"strobes", "have strobes that are low together (see to them and their clips)"},
    [GAP_CLOCK] = {"x2", "need the rate of X2 (clip it, or --osc 4MHz)"},
    [GAP_PINS] = {"pins", "need the levels of SRC or GATE (clip them)"},
    [GAP_STATE] = {"state", "follow from what was before (capture from the reset on)"},
    [GAP_EDGES] = {"edges", "are of counts with an edge near a command (load them again)"},
    [GAP_COUNT] = {"count", "are of counts that no LOAD set, or of the day (load them first)"},
    [GAP_HALF] = {"half", "are of one byte (read both)"},
};

/* Reads agree, differ, or were not compared; clips may be the cause. */
static const char *chip_text(char *text, size_t size, const struct capture_result *r)
{
    const struct models_reads *reads = &r->found.reads;
    const bool differs = r->found.difference.found, dead = clips_dead(&r->survey.clips);
    int gap = 0; /* of those that were not compared, what comes first */
    while (gap < GAPS - 1 && !reads->gap[gap])
        gap++;
    (void)snprintf(text, size, "%" PRIu64 " of %" PRIu64 " registers agree with the model", reads->compared,
                   reads->all);
    if (differs || !reads->compared)
        (void)snprintf(text, size, differs ? "a read differs from the model" : "no read was compared with the model");
    else if (dead)
        list_add(text, size, ", but ", "lines were not seen");
    else if (!reads->high || !reads->low)
        list_add(text, size, ", but ", "all reads are %s, as without a chip (read other values)",
                 reads->high ? "ff" : "00");
    if (*r->suspicion && (differs || dead || r->broken || !reads->compared || !reads->high || !reads->low))
        list_add(text, size, ": ", "%s", r->suspicion);
    else if (!reads->all)
        list_add(text, size, " ", "(read a register back)");
    else if (reads->compared < reads->all && !differs)
        list_add(text, size, reads->compared ? ", the others " : ": they ", "%s", gaps[gap].text);
    return text;
}

static const char *sentence(char *text, size_t size, const struct capture_result *r, const char *broken,
                            const char *possible)
{
    static const char *const word[] = {[STATUS_OK] = "pass", [STATUS_BAD] = "FAIL", [STATUS_INPUT] = "none"};
    const enum status verdict = capture_verdict(r);
    const bool marginal = r->marginal && capture_part(r, CAPTURE_TIMING) == STATUS_BAD &&
                          capture_part(r, CAPTURE_CLOCK) != STATUS_BAD && !r->found.difference.found;
    char part[700];
    (void)snprintf(text, size, "%s, %s", marginal ? verdict_word_name[VERDICT_MARGINAL] : word[verdict],
                   *broken     ? broken
                   : r->judged ? "nothing is certainly violated"
                               : "no time is certain (sample faster)");
    if (*possible)
        list_add(text, size, "; ", "%s", possible);
    if (r->strobes_unknown)
        list_add(text, size, "; ", "a strobe was unknown, accesses may be missing (see to its clip)");
    list_add(text, size, "; ", "%s", clock_text(part, sizeof part, r));
    list_add(text, size, "; ", "%s", chip_text(part, sizeof part, r));
    if (verdict == STATUS_OK)
        list_add(text, size, "; ", "it acquits the chip and the bus, not the driver");
    return text;
}

void capture_print_verdict(const struct capture_result *r, const cJSON *tree)
{
    const uint64_t never = ~r->found.known & ((UINT64_C(1) << KNOWN_ITEMS) - 1) & ~(UINT64_C(1) << KNOWN_BYTE);
    if (never) {
        char text[600];
        wrap_print(2, "unknown at the end: %s", known_text(text, sizeof text, never));
    }
    const cJSON *one;
    cJSON_ArrayForEach(one, cJSON_GetObjectItem(tree, "sequence")) {
        wrap_print(2, "note, %s", json_text(one, "text"));
    }
    wrap_print(2, "verdict: %s", json_text(tree, "verdict"));
}

void capture_print(const struct capture_setup *setup, const struct capture_result *r, const cJSON *tree)
{
    const cJSON *unseen = cJSON_GetObjectItemCaseSensitive(tree, "not_observed");
    capture_print_sampling(setup, r);
    print_observed(cJSON_GetObjectItemCaseSensitive(tree, "parameters"), setup->figure, false);
    print_observed(cJSON_GetObjectItemCaseSensitive(tree, "delays"), setup->figure, true);
    printf("\n");
    print_unseen(unseen, "not captured", "not captured");
    print_unseen(unseen, "nothing", "nothing to observe");
    print_unseen(unseen, "inside", "inside the chip");
    capture_print_verdict(r, tree);
}

/* ---- JSON */

static void json_observed(cJSON *tree, const struct capture_result *r)
{
    cJSON *checks = cJSON_AddObjectToObject(tree, "parameters"), *delays = cJSON_AddObjectToObject(tree, "delays");
    for (int n = 0; n < FIG_RTL; n++) {
        const struct observed *o = &r->found.observed[n];
        const bool delay = n >= FIG_CHECKS;
        if (!observed_any(o))
            continue;
        cJSON *one = cJSON_AddObjectToObject(delay ? delays : checks, figure_info[n].name);
        if (delay)
            cJSON_AddStringToObject(one, "limit", judge_at_most(n) ? "most" : "least");
        output_json_integer(one, delay ? "limit_ps" : "required_ps", o->limit_ps);
        cJSON_AddStringToObject(one, delay ? "limit_mark" : "required_mark",
                                mark_name(r->survey.sampling.figure[n].mark));
        output_json_integer(one, "least_ps", delay ? o->least_ps : o->nearest_ps);
        if (delay)
            output_json_integer(one, "most_ps", o->most_ps);
        output_json_count(one, "at_ps", o->at_ps);
        output_json_count(one, "holds", o->count[MET]);
        output_json_count(one, "broken", o->count[VIOLATED]);
        output_json_count(one, "unsure", o->count[UNDECIDED]);
    }
}

void capture_json_head(cJSON *tree, const struct capture_setup *s, const struct capture_result *r)
{
    cJSON_AddStringToObject(tree, "tmr0", command_version);
    cJSON_AddStringToObject(tree, "file", s->file);
    cJSON_AddStringToObject(tree, "part", s->part);
    output_json_integer(tree, "interval_ps", r->survey.sampling.interval_ps);
    cJSON_AddStringToObject(tree, "interval_from", sources[r->survey.source].name);
    output_json_integer(tree, "rounding_ps", r->survey.sampling.rounding_ps);
    output_json_integer(tree, "jitter_ps", r->survey.sampling.jitter_ps);
    output_json_count(tree, "begin_ps", r->survey.begin_ps);
    output_json_count(tree, "end_ps", r->survey.end_ps);
    output_json_count(tree, "accesses", r->accesses);
    output_json_count(tree, "single_samples", r->glitches);
    cJSON_AddBoolToObject(tree, "strobes_unknown", r->strobes_unknown);
    cJSON_AddStringToObject(tree, "x2", rates[r->survey.x2].name);
    if (r->survey.x2_rate.periods && r->survey.x2 <= CAPTURE_X2_SEEN)
        cJSON_AddNumberToObject(tree, "x2_hz", x2_hz(&r->survey.x2_rate));
    if (r->survey.x2_other.periods)
        cJSON_AddNumberToObject(tree, "x2_captured_hz", x2_hz(&r->survey.x2_other));
}

void capture_json_model(cJSON *tree, const struct capture_result *r, const char *broken, const char *possible)
{
    static const char *const parts[] = {"timing", "clock", "chip"};
    static const char *const judged[] = {[STATUS_OK] = "good", [STATUS_BAD] = "bad", [STATUS_INPUT] = "not judged"};
    char text[1700];
    output_json_count(tree, "compared", r->found.reads.compared);
    output_json_count(tree, "registers", r->found.reads.all);
    cJSON *others = cJSON_AddObjectToObject(tree, "not_compared");
    for (int n = 0; n < GAPS; n++)
        if (r->found.reads.gap[n])
            output_json_count(others, gaps[n].name, r->found.reads.gap[n]);
    for (int part = 0; part < CAPTURE_PARTS; part++)
        cJSON_AddStringToObject(tree, parts[part], judged[capture_part(r, (enum capture_part)part)]);
    if (r->found.difference.found)
        cJSON_AddItemToObject(tree, "difference", difference_json(&r->found.difference));
    cJSON *mistakes = cJSON_AddArrayToObject(tree, "sequence");
    for (size_t n = 0; n < r->found.sequence.notes; n++)
        cJSON_AddItemToArray(mistakes, sequence_json(&r->found.sequence.note[n], ""));
    cJSON_AddStringToObject(tree, "verdict", sentence(text, sizeof text, r, broken, possible));
    cJSON_AddBoolToObject(tree, "pass", capture_verdict(r) == STATUS_OK);
}

void capture_json(cJSON *tree, const struct capture_setup *s, const struct capture_result *r)
{
    char broken[400] = "", possible[400] = "";
    cJSON *unseen = cJSON_CreateObject();
    for (int n = 0; n < FIG_RTL; n++) {
        const struct observed *o = &r->found.observed[n];
        if (unseen_of(r, n))
            cJSON_AddStringToObject(unseen, figure_info[n].name, unseen_of(r, n));
        if (figure_info[n].kind == KIND_NOTE)
            continue;
        if (o->count[VIOLATED])
            list_add(broken, sizeof broken, ", ", "%s%s", *broken ? "" : "certainly violated: ", figure_info[n].name);
        else if (n != FIG_TRLQX && o->count[UNDECIDED] > o->open)
            list_add(possible, sizeof possible, ", ", "%s%s",
                     *possible ? "" : "possibly violated: ", figure_info[n].name);
    }
    capture_json_head(tree, s, r);
    json_observed(tree, r);
    cJSON_AddItemToObject(tree, "not_observed", unseen);
    capture_json_model(tree, r, broken, possible);
}
