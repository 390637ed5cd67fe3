/* SPDX-License-Identifier: MIT
 * Scenario files: lines, blocks, and which word is allowed where. */
#include "scenario.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/time_text.h"
#include "scenario_words.h"

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

/* Letters to change, add, leave out or swap with the next; for words of up to 15 letters. */
static int distance(struct token a, const char *b)
{
    int cost[16][16] = {{0}}, columns = (int)strlen(b);
    for (int i = 0; i <= a.size; i++)
        for (int j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            int best = cost[i - 1][j - 1] + (a.text[i - 1] != b[j - 1]);
            if (cost[i - 1][j] + 1 < best)
                best = cost[i - 1][j] + 1;
            if (cost[i][j - 1] + 1 < best)
                best = cost[i][j - 1] + 1;
            if (i > 1 && j > 1 && a.text[i - 1] == b[j - 2] && a.text[i - 2] == b[j - 1] &&
                cost[i - 2][j - 2] + 1 < best)
                best = cost[i - 2][j - 2] + 1;
            cost[i][j] = best;
        }
    return cost[a.size][columns];
}

static bool unknown_word(struct parse *p, struct token t)
{
    int least = t.size <= 2 ? t.size : 3; /* at most 2 letters off, and one letter right */
    const char *nearest = NULL;
    for (size_t i = 0; i < KINDS_OF_WORD && t.size < 16; i++)
        for (const struct word *w = words[i]; w->text; w++)
            if (distance(t, w->text) < least) {
                least = distance(t, w->text);
                nearest = w->text;
            }
    int shown = t.size < 40 ? t.size : 40;
    if (nearest != NULL)
        return parse_fail(p, "unknown statement '%.*s', expected '%s'?", shown, t.text, nearest);
    return parse_fail(p, "unknown statement '%.*s', expected one such as target, w, r, cmd, wait or expect", shown,
                      t.text);
}

static bool check_word(struct parse *p, const struct word *word)
{
    if (word->set != NULL)
        return !p->started ||
               parse_fail(p, "%s comes after a statement, expected above: settings come before the first access",
                          word->text);
    if (p->settings)
        return parse_fail(p, "%s is a statement, expected settings alone", word->text);
    if (!p->started && !settings_check(p))
        return false;
    p->started = true;
    if ((word->targets & (p->s->target == TARGET_BOARD ? ON_BOARD : ON_CHIP)) == 0)
        return parse_fail(p, "%s needs target %s, but the target is %s%s; expected a statement for that target",
                          word->text, word->targets == ON_BOARD ? "board" : "chip",
                          p->s->target == TARGET_BOARD ? "board" : "chip",
                          p->s->target_line == 0 ? " (the default)" : "");
    return true;
}

struct statement *statement_add(struct parse *p, const struct statement *like)
{
    struct statement *st = parse_memory(p, sizeof *st);
    if (st == NULL)
        return NULL;
    *st = *like;
    st->next = NULL;
    struct block *block = &p->block[p->depth];
    *block->tail = st;
    block->tail = &st->next;
    return st;
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
    const struct statement begun = {.kind = word->kind, .line = p->line};
    struct statement *st = statement_add(p, &begun);
    if (st == NULL)
        return false;
    p->range = word->range;
    if (!word->parse(p, st))
        return false;
    return st->kind != ST_REPEAT || lex_peek(p).kind == TOKEN_END || parse_one_line(p);
}

static bool end_of_line(struct parse *p)
{
    return lex_peek(p).kind == TOKEN_END || parse_expected(p, "the end of the line");
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

static bool parse_line(struct parse *p)
{
    int kind = lex_peek(p).kind;
    if (kind == TOKEN_END)
        return true;
    if (token_is(lex_peek(p), "include")) {
        (void)lex_take(p);
        return parse_include(p);
    }
    if (kind == '}') {
        if (p->depth == p->floor)
            return parse_fail(p, "} without a block, expected a statement");
        (void)lex_take(p);
        p->depth--;
    } else if (!parse_statement(p)) {
        return false;
    }
    return end_of_line(p);
}

bool parse_lines(struct parse *p)
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

static bool parse_text(struct parse *p, const char *text, size_t size)
{
    if (!source_add(p, p->s->file, text, size) || !parse_lines(p))
        return false;
    if (!p->started && !settings_check(p))
        return false;
    if (!p->started && !p->settings) {
        p->line = 1;
        return parse_fail(p, "no statements, expected one such as w, r, cmd or expect");
    }
    return true;
}

static int parse_all(struct scenario *s, const char *text, size_t size, const char *file, bool settings,
                     struct error *e)
{
    *s = (struct scenario){
        .target = TARGET_BOARD,
        .machine = "sun3-160:window",
        .pal = PAL_FLIPFLOP,
        .part = "am9513a",
        .osc = osc_of_period(250000, OSC_DUTY_WHOLE / 2),
        .corner = CORNER_TYP,
        .seed = 1,
    };
    (void)snprintf(s->file, sizeof s->file, "%s", file);
    if (size > SCENARIO_BYTES_MAX)
        return error_set(e, STATUS_INPUT, "%s: more than %d MiB, expected a scenario", s->file,
                         SCENARIO_BYTES_MAX >> 20);
    struct parse p = {.s = s, .e = e, .bytes = size, .settings = settings};
    p.block[0].tail = &s->body;
    if (!parse_text(&p, size == 0 ? "" : text, size))
        scenario_free(s);
    return p.status;
}

int scenario_parse(struct scenario *s, const char *text, size_t size, const char *file, struct error *e)
{
    return parse_all(s, text, size, file, false, e);
}

int scenario_parse_settings(struct scenario *s, const char *text, const char *file, struct error *e)
{
    return parse_all(s, text, strlen(text), file, true, e);
}

int scenario_load(struct scenario *s, const char *file, struct error *e)
{
    static const char control[] = "\001\002\003\004\005\006\007\010\t\n\013\014\r\016\017\020\021\022\023\024\025\026"
                                  "\027\030\031\032\033\034\035\036\037\177";
    *s = (struct scenario){.memory = NULL};
    if (strlen(file) >= sizeof s->file || strpbrk(file, control))
        return error_set(e, STATUS_INPUT,
                         "%.60s...: not a name for messages, expected at most %zu bytes and no control "
                         "characters",
                         strpbrk(file, control) ? "" : file, sizeof s->file - 1);
    char *text;
    size_t size;
    int status = source_read(file, &text, &size, SCENARIO_BYTES_MAX, e);
    if (status)
        return status;
    status = scenario_parse(s, text, size, file, e);
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
    char target[160], period[32];
    if (s->target == TARGET_BOARD)
        (void)snprintf(target, sizeof target, "board, machine %s, pal %s, part %s, oscillator", s->machine,
                       pal_kind_name[s->pal], s->part);
    else
        (void)snprintf(target, sizeof target, "chip, part %s, X2", s->part);
    (void)snprintf(buffer, size, "%s period %s, corner %s, seed %" PRIu64 "%s", target,
                   time_text(period, sizeof period, osc_period_ps(&s->osc)), corner_name[s->corner], s->seed,
                   s->effects ? ", effects on" : "");
    return buffer;
}
