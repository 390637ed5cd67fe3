/* SPDX-License-Identifier: MIT
 * The statements of a scenario: what follows the first word of each. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/time_text.h"
#include "scenario_lex.h"

static const struct expr_range byte_range = {"value", 0, 0xff, "0..0xff"};
static const struct expr_range word_range = {"value", 0, 0xffff, "0..0xffff"};
static const struct expr_range repeat_range = {"repeat count", 0, 1000000000, "0..1000000000"};
static const struct expr_range pulse_range = {"number of pulses", 1, 1000000000, "1..1000000000"};
static const struct expr_range tolerance_range = {"tolerance", 0, INT64_MAX, "0 or more"};

/* ---- parts of statements ---- */

struct statement statement_of(const struct parse *p, const struct word *word)
{
    return (struct statement){.kind = word->kind,
                              .line = p->line,
                              .word = word->text,
                              .most = word->range ? word->range->most : 0,
                              .control = word->targets & CONTROL};
}

struct statement *statement_add(struct parse *p, const struct statement *like)
{
    struct statement *st = parse_memory(p, sizeof *st);
    *st = *like;
    st->next = NULL;
    struct block *block = &p->block[p->depth];
    *block->tail = st;
    block->tail = &st->next;
    return st;
}

bool pin_take(struct parse *p, bool input, enum pin *pin)
{
    const char *expected = input ? "src1..src5 or gate1..gate5" : "out1..out5 or fout";
    struct token t = lex_peek(p);
    for (int i = 0; i < PINS; i++)
        if (token_is(t, pin_name[i])) {
            if ((i < PIN_INPUTS) != input)
                return parse_fail(p, "%s is an %s, expected %s", pin_name[i], input ? "output" : "input", expected);
            *pin = (enum pin)i;
            (void)lex_take(p);
            return true;
        }
    return parse_expected(p, expected);
}

static bool take_free_input(struct parse *p, enum pin *pin)
{
    if (!pin_take(p, true, pin))
        return false;
    int wire = p->s->wire[*pin];
    return wire == 0 || parse_fail(p, "%s is wired to %s in line %s, expected an input that nothing drives",
                                   pin_name[*pin], pin_name[wire - 1], LINE_TEXT(p->s, p->s->wire_line[*pin]));
}

static bool take_level(struct parse *p, bool input, enum level *level)
{
    int i = 0;
    if (!lex_pick(p, level_name, input ? LEVEL_Z : LEVELS, &i))
        return parse_expected(p, input ? "level 0 or 1" : "level 0, 1 or z");
    *level = (enum level)i;
    return true;
}

/* What follows a value: its unit. */
static bool take_unit(struct parse *p, int64_t *ps)
{
    static const char *const name[] = {"ps", "ns", "us", "ms", "s", "min", "h", "d"};
    int i = 0;
    char one[8];
    struct error e;
    if (!lex_pick(p, name, sizeof name / sizeof *name, &i))
        return parse_expected(p, "a unit: ps, ns, us, ms, s, min, h or d");
    (void)snprintf(one, sizeof one, "1%s", name[i]);
    return time_parse(one, ps, &e) == STATUS_OK;
}

/* 1.5us, or a value and a unit: $n ns. */
static bool take_time(struct parse *p, struct duration *time)
{
    char text[64];
    struct error e = {""};
    struct token t = lex_peek(p);
    if (t.kind == TOKEN_END || t.kind == '{' || t.kind == '}')
        return parse_expected(p, "a time such as 1.5us or $n ns");
    if (t.kind == TOKEN_NAME || t.kind == '(')
        return expr_parse_primary(p, NULL, &time->count) && take_unit(p, &time->ps);
    t = lex_word(p);
    if (!token_copy(t, text, sizeof text))
        return parse_fail(p, "time '%.40s...' is too long, expected one such as 1.5us", t.text);
    return time_parse(text, &time->ps, &e) == STATUS_OK || parse_fail(p, "%s", e.text);
}

static bool take_positive_time(struct parse *p, const char *what, int64_t least, struct duration *time)
{
    struct token t = lex_peek(p);
    if (!take_time(p, time))
        return false;
    return time->count || time->ps >= least ||
           parse_fail(p, "%s %.*s is out of range, expected %s", what, (int)(p->at - t.text), t.text,
                      least > 0 ? "more than 0" : "0 or more");
}

/* Another value may follow one that a blank ends. */
static bool value_follows(const struct parse *p)
{
    const int kind = lex_peek(p).kind;
    return kind == TOKEN_NUMBER || kind == TOKEN_NAME || kind == '(' || kind == '~';
}

static bool take_match(struct parse *p, struct match *match)
{
    if (lex_accept(p, '&') && !expr_parse_primary(p, p->range, &match->mask))
        return false;
    if (lex_accept(p, '=') && !expr_parse(p, p->range, &match->value))
        return false;
    if (!lex_accept(p, TOKEN_ARROW))
        return true;
    struct token name;
    match->keep = true;
    return name_take(p, &name) && name_enter(p, name, &match->name);
}

/* The value of a write; more of them are more writes. */
static bool take_values(struct parse *p, struct statement *st)
{
    if (!expr_parse(p, p->range, &st->value))
        return false;
    while (value_follows(p)) {
        st = statement_add(p, st);
        if (!expr_parse(p, p->range, &st->value))
            return false;
    }
    return true;
}

/* What is done with the value of a read; more names are more reads. */
static bool take_matches(struct parse *p, struct statement *st)
{
    struct token name;
    if (!take_match(p, &st->match))
        return false;
    while (st->match.keep && lex_peek(p).kind == TOKEN_WORD) {
        st = statement_add(p, st);
        if (!name_take(p, &name) || !name_enter(p, name, &st->match.name))
            return false;
    }
    return true;
}

static bool take_offset(struct parse *p, int *offset)
{
    uint64_t number = 0;
    if (!number_take(p, "offset 0 or 2", &number))
        return false;
    if (number != 0 && number != 2)
        return parse_fail(p, "offset %" PRIu64 " is out of range, expected 0 or 2", number);
    *offset = (int)number;
    return true;
}

static bool take_equal(struct parse *p)
{
    return lex_accept(p, '=') || lex_accept(p, TOKEN_EQUAL);
}

/* Takes the name of a figure; the number is -1 if there is none of that name. */
static struct token take_figure(struct parse *p, int *figure)
{
    char name[64];
    struct token t = lex_word(p);
    *figure = token_copy(t, name, sizeof name) && t.size > 0 ? figure_find(name) : -1;
    return t;
}

/* ---- statements ---- */

static bool parse_w(struct parse *p, struct statement *st)
{
    return take_offset(p, &st->offset) && take_values(p, st);
}

static bool parse_r(struct parse *p, struct statement *st)
{
    return take_offset(p, &st->offset) && take_matches(p, st);
}

static bool parse_pin(struct parse *p, struct statement *st)
{
    return take_free_input(p, &st->pin) && take_level(p, true, &st->level);
}

static bool parse_pulse(struct parse *p, struct statement *st)
{
    if (!take_free_input(p, &st->pin) || !take_positive_time(p, "pulse width", 1, &st->time))
        return false;
    int kind = lex_peek(p).kind;
    return kind == TOKEN_END || kind == '}' || expr_parse(p, p->range, &st->value);
}

/* Why `timing` cannot apply this figure, NULL if it can. */
static const char *timing_refusal(int figure)
{
    static const char *const refusal[] = {
        [KIND_DELAY] = "is an output of the chip",
        [KIND_NOTE] = "is a note, not a time of an access: pin, pulse and wait apply it",
        [KIND_HAZARD] = "is a hazard, no time",
        [KIND_FIGURE] = "is not a time between edges",
    };
    if (figure < 0)
        return "is unknown";
    if (figure_info[figure].home != HOME_CHIP)
        return "is not a parameter of the chip";
    size_t kind = (size_t)figure_info[figure].kind;
    if (kind < sizeof refusal / sizeof *refusal && refusal[kind])
        return refusal[kind];
    return figure_of_access(figure) ? NULL : "is not a time of an access: osc, pin and pulse apply it";
}

static bool parse_timing(struct parse *p, struct statement *st)
{
    const char *expected = "legal or a set-up, hold, width or recovery time of the chip's bus, such as TAVRL 24ns";
    const int64_t most_ps = 1000000000;
    if (lex_peek(p).kind == TOKEN_END)
        return parse_expected(p, expected);
    int figure = 0;
    struct token t = take_figure(p, &figure);
    if (token_is(t, "legal")) {
        st->kind = ST_LEGAL;
        return true;
    }
    const char *refusal = timing_refusal(figure);
    if (refusal != NULL)
        return parse_fail(p, "'%.*s' %s, expected %s", token_shown(t), t.text, refusal, expected);
    st->figure = figure;
    if (!take_time(p, &st->time))
        return false;
    return st->time.count || (st->time.ps >= -most_ps && st->time.ps <= most_ps) ||
           parse_fail(p, "timing %.*s is out of range, expected -1ms to 1ms", t.size, t.text);
}

static bool parse_gap(struct parse *p, struct statement *st)
{
    return take_positive_time(p, "gap", 0, &st->time);
}

/* PIN = LEVEL */
static bool take_pin_level(struct parse *p, struct statement *st)
{
    return pin_take(p, false, &st->pin) && (take_equal(p) || parse_expected(p, "= and a level")) &&
           take_level(p, false, &st->level);
}

/* The next word, if it is that of a read for the target. */
static const struct word *word_of_read(const struct parse *p)
{
    const struct token t = lex_peek(p);
    for (const struct word *w = statement_words; w->text; w++)
        if (token_is(t, w->text) && w->targets >> p->s->target & 1 && (w->parse == parse_r || w->parse == take_matches))
            return w;
    return NULL;
}

/* A read whose value is compared. */
static bool take_awaited_read(struct parse *p, struct statement *st)
{
    const struct word *word = word_of_read(p);
    if (!word)
        return parse_expected(p, "out1..out5, fout or a read with =, such as status & 2 = 2");
    (void)lex_take(p);
    st->kind = ST_WAIT_READ;
    st->body = parse_memory(p, sizeof *st->body);
    *st->body = statement_of(p, word);
    p->range = word->range;
    if (word->parse == parse_r && !take_offset(p, &st->body->offset))
        return false;
    return take_match(p, &st->body->match) && (st->body->match.value || parse_expected(p, "= and a value"));
}

/* after "until" */
static bool parse_wait_until(struct parse *p, struct statement *st)
{
    static const char *const at[] = {"at"}, *const most[] = {"most"};
    int i = 0;
    const struct token t = lex_peek(p);
    for (int n = PIN_OUT1; n < PINS; n++)
        if (token_is(t, pin_name[n]))
            st->kind = ST_WAIT_PIN;
    if (st->kind == ST_WAIT_PIN ? !take_pin_level(p, st) : !take_awaited_read(p, st))
        return false;
    if (!lex_pick(p, at, 1, &i) || !lex_pick(p, most, 1, &i))
        return parse_expected(p, "at most and a time");
    return take_positive_time(p, "limit", 0, &st->time);
}

static bool parse_wait(struct parse *p, struct statement *st)
{
    return lex_accept_word(p, "until") ? parse_wait_until(p, st) : take_positive_time(p, "wait", 0, &st->time);
}

static bool parse_at(struct parse *p, struct statement *st)
{
    struct block *block = &p->block[p->depth];
    if (!take_positive_time(p, "at", 0, &st->time))
        return false;
    if (st->time.count)
        return true;
    if (block->at_line != 0 && st->time.ps < block->at_ps)
        return parse_fail(p, "at goes back before the time of line %s, expected times that do not go backwards",
                          LINE_TEXT(p->s, block->at_line));
    block->at_ps = st->time.ps;
    block->at_line = p->line;
    return true;
}

/* access NUMBER, slack TIME (of a violation), at TIME, each once and in any order */
static bool take_where(struct parse *p, struct where *w, bool slack)
{
    static const char *const word[] = {"access", "at", "slack"};
    static const struct expr_range accesses = {"access", 0, UINT32_MAX, "0..4294967295"};
    int i = 0;
    while (lex_pick(p, word, slack ? 3 : 2, &i)) {
        bool *given = i == 1 ? &w->at_given : &w->slack_given;
        if (i == 0 ? w->access != NULL : *given)
            return parse_fail(p, "%s is given twice, expected it once", word[i]);
        if (i == 0 ? !expr_parse(p, &accesses, &w->access) : !take_time(p, i == 1 ? &w->at : &w->slack))
            return false;
        if (i > 0)
            *given = true;
    }
    return true;
}

static bool where_follows(const struct parse *p)
{
    const struct token t = lex_peek(p);
    return token_is(t, "access") || token_is(t, "at") || token_is(t, "slack");
}

/* Names of checks: notes, or those that are violations. */
static bool parse_checks(struct parse *p, struct statement *st, bool notes)
{
    const char *such = notes ? "a note, such as TWHEH" : "a check, such as TAVRL";
    int kind = 0, figure = 0;
    do {
        struct token t = take_figure(p, &figure);
        if (t.size == 0)
            return parse_expected(p, notes ? "none, or one or more notes, such as TWHEH"
                                           : "one or more checks, such as TAVRL");
        if (figure < 0)
            return parse_fail(p, "'%.*s' is unknown, expected %s", token_shown(t), t.text, such);
        bool note = figure_info[figure].kind == KIND_NOTE;
        if (figure < FIG_CHECKS && note != notes)
            return parse_fail(p, "'%.*s' is %s, expected %s", token_shown(t), t.text,
                              note ? "a note, not a violation" : "a violation, not a note", such);
        if (figure >= FIG_CHECKS)
            return parse_fail(p, "'%.*s' is not checked, expected %s", token_shown(t), t.text, such);
        if (st->checks >> figure & 1)
            return parse_fail(p, "%s is given twice, expected it once", figure_info[figure].name);
        st->checks |= (uint64_t)1 << figure;
        kind = lex_peek(p).kind;
    } while (kind != TOKEN_END && kind != '}' && !(st->checks && !notes && where_follows(p)));
    if (kind == TOKEN_END || kind == '}')
        return true;
    if (st->checks & (st->checks - 1))
        return parse_fail(p, "access, at and slack come after several checks, expected them after one");
    return take_where(p, &st->where, true);
}

static bool parse_notes(struct parse *p, struct statement *st)
{
    st->kind = ST_EXPECT_NOTES;
    return lex_accept_word(p, "none") || parse_checks(p, st, true);
}

static bool parse_margin(struct parse *p, struct statement *st)
{
    struct token t = take_figure(p, &st->figure);
    st->kind = ST_EXPECT_MARGIN;
    if (t.size == 0)
        return parse_expected(p, "a check or note, such as TAVRL");
    if (st->figure < 0 || st->figure >= FIG_CHECKS)
        return parse_fail(p, "'%.*s' is %s, expected a check or note, such as TAVRL", token_shown(t), t.text,
                          st->figure < 0 ? "unknown" : "not checked");
    return (take_equal(p) || parse_expected(p, "= and a time")) && take_time(p, &st->time) &&
           take_where(p, &st->where, false);
}

/* value RELATION value2 */
static bool parse_comparison(struct parse *p, struct statement *st)
{
    static const int token[RELATIONS] = {'=', TOKEN_UNEQUAL, '<', TOKEN_LESS_EQUAL, '>', TOKEN_MORE_EQUAL};
    if (lex_accept_word(p, "count") ? !expr_parse_count(p, &st->value) : !expr_parse(p, NULL, &st->value))
        return false;
    if (!take_equal(p)) {
        int relation = 0;
        while (relation < RELATIONS && !lex_accept(p, token[relation]))
            relation++;
        if (relation == RELATIONS)
            return parse_expected(p, "=, !=, <, <=, > or >= and an expression");
        st->relation = (enum relation)relation;
    }
    if (!expr_parse(p, NULL, &st->value2))
        return false;
    return st->relation != REL_EQUAL || !lex_accept(p, TOKEN_PLUS_MINUS) ||
           expr_parse(p, &tolerance_range, &st->tolerance);
}

static bool parse_expect(struct parse *p, struct statement *st)
{
    struct token t = lex_peek(p);
    if (lex_accept_word(p, "violation") || lex_accept_word(p, "clean")) {
        st->kind = token_is(t, "clean") ? ST_EXPECT_CLEAN : ST_EXPECT_VIOLATION;
        return st->kind == ST_EXPECT_CLEAN || parse_checks(p, st, false);
    }
    if (lex_accept_word(p, "notes"))
        return parse_notes(p, st);
    if (lex_accept_word(p, "margin"))
        return parse_margin(p, st);
    for (int i = 0; i < PINS; i++)
        if (token_is(t, pin_name[i])) {
            st->kind = ST_EXPECT_PIN;
            return take_pin_level(p, st);
        }
    if ((t.kind == TOKEN_WORD && !token_is(t, "count")) || t.kind == TOKEN_END)
        return parse_expected(p, "violation, clean, notes, margin, count, out1..out5, fout or an expression");
    return parse_comparison(p, st);
}

/* The name is entered last: its own expression must not use it before it has a value. */
static bool parse_let(struct parse *p, struct statement *st)
{
    struct token name;
    return name_take(p, &name) && (lex_accept(p, '=') || parse_expected(p, "= and an expression")) &&
           expr_parse(p, NULL, &st->value) && name_enter(p, name, &st->name);
}

static bool parse_print(struct parse *p, struct statement *st)
{
    if (lex_peek(p).kind == '"') {
        if (!lex_text(p, &st->text))
            return false;
        const int kind = lex_peek(p).kind;
        if (kind == TOKEN_END || kind == '}')
            return true;
    }
    if (!expr_parse(p, NULL, &st->value))
        return false;
    st->hex = lex_accept_word(p, "hex");
    return true;
}

static bool parse_repeat(struct parse *p, struct statement *st)
{
    if (!expr_parse(p, p->range, &st->value))
        return false;
    if (!lex_accept(p, '{'))
        return parse_expected(p, "{");
    if (p->depth == SCENARIO_DEPTH_MAX)
        return parse_fail(p, "repeat is nested too deep, expected at most %d blocks", SCENARIO_DEPTH_MAX);
    p->block[++p->depth] = (struct block){.repeat = st, .tail = &st->body};
    return true;
}

const struct word statement_words[] = {
    {"w", NULL, ON_BOARD, ST_ACCESS, &byte_range, parse_w},
    {"r", NULL, ON_BOARD, ST_ACCESS, &byte_range, parse_r},
    {"cmd", NULL, ON_CHIP | CONTROL, ST_ACCESS, &byte_range, take_values},
    {"cmdw", NULL, ON_CHIP | CONTROL, ST_ACCESS, &word_range, take_values},
    {"data", NULL, ON_CHIP, ST_ACCESS, &byte_range, take_values},
    {"word", NULL, ON_CHIP, ST_ACCESS, &word_range, take_values},
    {"status", NULL, ON_CHIP | CONTROL, ST_ACCESS, &byte_range, take_matches},
    {"read", NULL, ON_CHIP, ST_ACCESS, &byte_range, take_matches},
    {"readw", NULL, ON_CHIP, ST_ACCESS, &word_range, take_matches},
    {"pin", NULL, ON_CHIP, ST_PIN, NULL, parse_pin},
    {"pulse", NULL, ON_CHIP, ST_PULSE, &pulse_range, parse_pulse},
    {"timing", NULL, ON_CHIP, ST_TIMING, NULL, parse_timing},
    {"gap", NULL, ON_BOTH, ST_GAP, NULL, parse_gap},
    {"wait", NULL, ON_BOTH, ST_WAIT, NULL, parse_wait},
    {"at", NULL, ON_BOTH, ST_AT, NULL, parse_at},
    {"expect", NULL, ON_BOTH, ST_EXPECT, NULL, parse_expect},
    {"let", NULL, ON_BOTH, ST_LET, NULL, parse_let},
    {"print", NULL, ON_BOTH, ST_PRINT, NULL, parse_print},
    {"show", NULL, ON_BOTH, ST_SHOW, NULL, NULL},
    {"repeat", NULL, ON_BOTH, ST_REPEAT, &repeat_range, parse_repeat},
    {.text = NULL},
};
