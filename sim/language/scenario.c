/* SPDX-License-Identifier: MIT
 * Scenario files: lines, blocks, and which word is allowed where. */
#include "scenario.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/edits.h"
#include "cli/input.h"
#include "cli/time_text.h"
#include "scenario_lex.h"
#include "sim/board/board.h"

#define INCLUDES_DEEP 8

static const struct word *const words[] = {setting_words, statement_words};
#define KINDS_OF_WORD (sizeof words / sizeof words[0])

/* NULL if there is none. */
static const struct word *find_word(struct token t)
{
    for (size_t i = 0; i < KINDS_OF_WORD; i++)
        for (const struct word *w = words[i]; w->text; w++)
            if (token_is(t, w->text))
                return w;
    return NULL;
}

static bool unknown_word(struct parse *p, struct token t)
{
    int least = t.size <= 2 ? t.size : 3; /* at most 2 letters off, and one letter right */
    const char *nearest = NULL;
    for (size_t i = 0; i < KINDS_OF_WORD; i++)
        for (const struct word *w = words[i]; w->text; w++)
            if (edits(t.text, (size_t)t.size, w->text) < least) {
                least = edits(t.text, (size_t)t.size, w->text);
                nearest = w->text;
            }
    if (nearest != NULL)
        return parse_fail(p, "unknown statement '%.*s', expected '%s'?", token_shown(t), t.text, nearest);
    return parse_fail(p, "unknown statement '%.*s', expected one such as target, w, r, cmd, wait or expect",
                      token_shown(t), t.text);
}

static bool parse_options(struct parse *p);

static bool check_word(struct parse *p, const struct word *word)
{
    if (word->set != NULL)
        return !p->started ||
               parse_fail(p, "%s comes after a statement, expected above: settings come before the first access",
                          word->text);
    if (p->settings)
        return parse_fail(p, "%s is a statement, expected settings alone", word->text);
    if (!p->started && (!parse_options(p) || !settings_check(p)))
        return false;
    p->started = true;
    if (!(word->targets >> p->s->target & 1))
        return parse_fail(p, "%s needs target %s, but the target is %s%s; expected a statement for that target",
                          word->text, target_name[word->targets == ON_BOARD ? TARGET_BOARD : TARGET_CHIP],
                          target_name[p->s->target], p->s->target_line == 0 ? " (the default)" : "");
    return true;
}

static bool parse_one_line(struct parse *p);

/* One statement, without what may follow it on the line. */
static bool parse_statement(struct parse *p)
{
    struct token t = lex_peek(p);
    if (t.kind != TOKEN_WORD)
        return parse_expected(p, "a statement");
    const struct word *word = find_word(t);
    if (!word)
        return unknown_word(p, t);
    (void)lex_take(p);
    if (!check_word(p, word))
        return false;
    if (word->set != NULL)
        return word->set(p);
    const struct statement begun = statement_of(p, word);
    struct statement *st = statement_add(p, &begun);
    p->range = word->range;
    if (word->parse && !word->parse(p, st))
        return false;
    return st->kind != ST_REPEAT || lex_peek(p).kind == TOKEN_END || parse_one_line(p);
}

/* repeat N { statement } */
static bool parse_one_line(struct parse *p)
{
    static const char *const whole[] = {"repeat", "include"};
    int i = 0;
    if (lex_pick(p, whole, 2, &i))
        return parse_fail(p, "%s inside a block of one line, expected a block over several lines", whole[i]);
    if (lex_peek(p).kind != '}' && !parse_statement(p))
        return false;
    p->depth--;
    return lex_accept(p, '}') || parse_expected(p, "} after one statement");
}

static bool parse_lines(struct parse *p);

static int count_lines(const char *text, const char *end)
{
    int lines = 1;
    while (text < end && (text = memchr(text, '\n', (size_t)(end - text))) != NULL) {
        lines++;
        text++;
    }
    return lines;
}

/* Makes the text the one under way; p->line is the line that includes it. */
static void source_add(struct parse *p, const char *file, const char *text, size_t size)
{
    struct scenario *s = p->s;
    if (s->sources == p->sources_room)
        s->source = parse_grow(p, s->source, &p->sources_room, 4, sizeof *s->source);
    s->source[s->sources++] = (struct scenario_source){file, p->lines, p->line, false};
    p->line = p->lines;
    p->lines += count_lines(text, text + size);
    p->next = text;
    p->end = text + size;
}

static bool parse_included(struct parse *p, const char *file, const char *text, size_t size)
{
    const struct parse outer = *p;
    p->bytes += size;
    p->floor = p->depth;
    p->includes++;
    source_add(p, file, text, size);
    if (!parse_lines(p))
        return false;
    p->next = outer.next;
    p->end = outer.end;
    p->at = p->stop = outer.stop;
    p->line = outer.line;
    p->floor = outer.floor;
    p->includes--;
    return true;
}

/* after `include` */
static bool parse_include(struct parse *p)
{
    const char *name = "", *file = "";
    size_t size;
    struct error e;
    if (!lex_text(p, &name))
        return false;
    if (lex_peek(p).kind != TOKEN_END)
        return parse_expected(p, "the end of the line");
    if (p->includes == INCLUDES_DEEP)
        return parse_fail(p, "include is nested too deep, expected at most %d files in each other", INCLUDES_DEEP);
    if (name[0] == '\0' || strcmp(name, "-") == 0)
        return parse_fail(p, "\"%s\" is no name, expected that of a file", name);
    if (!file_beside(p, name, &file))
        return false;
    char *text = input_whole(file, SCENARIO_BYTES_MAX - p->bytes,
                             "4 MiB with what it includes, expected a scenario file", &size, &e);
    if (!text)
        return parse_fail(p, "%s%s", e.text, strstr(e.text, "expected") ? "" : ", expected a scenario");
    const bool good = parse_included(p, file, text, size);
    free(text);
    return good;
}

static bool parse_line(struct parse *p)
{
    int kind = lex_peek(p).kind;
    if (kind == TOKEN_END)
        return true;
    if (lex_accept_word(p, "include"))
        return parse_include(p);
    if (kind == '}') {
        if (p->depth == p->floor)
            return parse_fail(p, "} without a block, expected a statement");
        (void)lex_take(p);
        p->depth--;
    } else if (!parse_statement(p)) {
        return false;
    }
    return lex_peek(p).kind == TOKEN_END || parse_expected(p, "the end of the line");
}

/* All lines of the text under way. */
static bool parse_lines(struct parse *p)
{
    while (lex_line(p))
        if (!parse_line(p))
            return false;
    if (p->status != STATUS_OK)
        return false;
    if (p->depth > p->floor) {
        p->line = p->block[p->depth].repeat->line;
        return parse_fail(p, "the block that begins with this repeat does not end, expected a line with }");
    }
    return true;
}

/* Each line is a source of its own, whose name is the option. */
static bool parse_options(struct parse *p)
{
    const struct parse outer = *p;
    const char *line = p->options ? p->options : "";
    p->options = NULL;
    p->replaces = true;
    for (; *line; line += strcspn(line, "\n") + 1) {
        const size_t size = strcspn(line, "\n");
        char *name = parse_memory(p, size + 3);
        (void)snprintf(name, size + 3, "--%s", line);
        p->line = 0;
        source_add(p, name, line, size);
        p->s->source[p->s->sources - 1].option = true;
        if (!lex_line(p) || !parse_line(p))
            return false;
    }
    p->replaces = false;
    p->next = outer.next;
    p->end = outer.end;
    p->at = outer.at;
    p->stop = outer.stop;
    p->line = outer.line;
    return true;
}

static bool parse_text(struct parse *p, const char *text, size_t size)
{
    source_add(p, p->s->file, text, size);
    if (!parse_lines(p))
        return false;
    if (!p->started && (!parse_options(p) || !settings_check(p)))
        return false;
    if (!p->started && !p->settings) {
        p->line = 1;
        return parse_fail(p, "no statements, expected one such as w, r, cmd or expect");
    }
    return true;
}

static int parse_all(struct scenario *s, const char *text, size_t size, const char *file, bool settings,
                     const char *options, struct error *e)
{
    *s = (struct scenario){
        .target = TARGET_BOARD,
        .machine = RIG_MACHINE,
        .pal_part = RIG_PAL,
        .pal = PAL_FLIPFLOP,
        .part = RIG_PART,
        .osc = osc_of_period(250000, OSC_DUTY_WHOLE / 2),
        .corner = CORNER_TYP,
        .seed = 1,
    };
    (void)snprintf(s->file, sizeof s->file, "%s", file);
    if (size > SCENARIO_BYTES_MAX)
        return error_set(e, STATUS_INPUT, "%s: more than %d MiB, expected a scenario", s->file,
                         SCENARIO_BYTES_MAX >> 20);
    struct parse p = {.s = s, .e = e, .bytes = size, .settings = settings, .options = options};
    p.block[0].tail = &s->body;
    if (!parse_text(&p, size == 0 ? "" : text, size))
        scenario_free(s);
    return p.status;
}

int scenario_parse(struct scenario *s, const char *text, size_t size, const char *file, struct error *e)
{
    return parse_all(s, text, size, file, false, NULL, e);
}

int scenario_parse_settings(struct scenario *s, const char *text, const char *file, struct error *e)
{
    return parse_all(s, text, strlen(text), file, true, NULL, e);
}

int scenario_check_options(const char *options, struct error *e)
{
    struct scenario s;
    const int status = parse_all(&s, "", 0, "", true, options, e);
    if (status == STATUS_OK)
        scenario_free(&s);
    return status;
}

int scenario_load(struct scenario *s, const char *file, const char *options, struct error *e)
{
    static const char control[] = "\001\002\003\004\005\006\007\010\t\n\013\014\r\016\017\020\021\022\023\024\025\026"
                                  "\027\030\031\032\033\034\035\036\037\177";
    *s = (struct scenario){.memory = NULL};
    if (strlen(file) >= sizeof s->file || strpbrk(file, control)) {
        char shown[61];
        (void)snprintf(shown, sizeof shown, "%s", file);
        for (char *at = shown; (at = strpbrk(at, control)) != NULL; at++)
            *at = '?';
        return error_set(e, STATUS_INPUT,
                         "%s%s: not a name for messages, expected at most %zu bytes and no control characters", shown,
                         strlen(file) >= sizeof shown ? "..." : "", sizeof s->file - 1);
    }
    size_t size;
    char *text = input_whole(file, SCENARIO_BYTES_MAX, "4 MiB, expected a scenario file", &size, e);
    if (!text)
        return STATUS_INPUT;
    const int status = parse_all(s, text, size, file, false, options, e);
    free(text);
    return status;
}

void scenario_choose(struct scenario *s, int figure, int value)
{
    const struct figure_info *info = &figure_info[figure];
    struct override *o = s->override;
    while (o < s->override + s->overrides && strcmp(o->key, info->name) != 0)
        o++;
    s->overrides += o == s->override + s->overrides;
    (void)snprintf(o->key, sizeof o->key, "%s", info->name);
    (void)snprintf(o->value, sizeof o->value, "%s", info->word[value]);
}

const char *scenario_settings(char *buffer, size_t size, const struct scenario *s)
{
    char target[224 + MACHINE_NAME_SIZE];
    const bool other = strcmp(s->pal_part, RIG_PAL) != 0;
    if (s->target == TARGET_BOARD)
        (void)snprintf(target, sizeof target, "board, machine %s, pal %s, part %s%s%s, oscillator", s->machine,
                       pal_kind_name[s->pal], s->part, other ? ", PAL " : "", other ? s->pal_part : "");
    else
        (void)snprintf(target, sizeof target, "chip, part %s, X2", s->part);
    (void)snprintf(buffer, size, "%s period %s, corner %s, seed %" PRIu64 "%s", target,
                   TIME_TEXT(osc_period_ps(&s->osc)), corner_name[s->corner], s->seed,
                   s->effects ? ", effects on" : "");
    return buffer;
}
