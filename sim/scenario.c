/* SPDX-License-Identifier: MIT */
#include "scenario.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario_lex.h"

const char *const pin_name[PINS] = {"src1",  "src2",  "src3", "src4", "src5", "gate1", "gate2", "gate3",
                                    "gate4", "gate5", "out1", "out2", "out3", "out4",  "out5",  "fout"};

enum { ON_BOARD = 1, ON_CHIP = 2, ON_BOTH = 3 };

/* The first word of a line: a setting has set, any other statement parse. */
struct word {
    const char *text;
    bool (*set)(struct parse *p);
    int targets;
    enum statement_kind kind;
    const struct expr_range *range;
    bool (*parse)(struct parse *p, struct statement *st);
};

static const struct expr_range byte_range = {"value", 0, 0xff, "0..0xff"};
static const struct expr_range word_range = {"value", 0, 0xffff, "0..0xffff"};
static const struct expr_range repeat_range = {"repeat count", 0, 1000000000, "0..1000000000"};
static const struct expr_range pulse_range = {"number of pulses", 1, 1000000000, "1..1000000000"};
static const struct expr_range tolerance_range = {"tolerance", 0, INT64_MAX, "0 or more"};

/* ---- parts of statements ---- */

/* Takes one of the words of a list; false, without an error, if the line goes on otherwise. */
static bool pick(struct parse *p, const char *const *list, int count, int *index)
{
    const char *at = p->at;
    struct token t = lex_word(p);
    for (*index = 0; *index < count; ++*index)
        if (token_is(t, list[*index]))
            return true;
    p->at = at;
    return false;
}

static bool take_pin(struct parse *p, bool input, enum pin *pin)
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
    if (!take_pin(p, true, pin))
        return false;
    int wire = p->s->wire[*pin];
    return wire == 0 || parse_fail(p, "%s is wired to %s in line %d, expected an input that nothing drives",
                                   pin_name[*pin], pin_name[wire - 1], p->s->wire_line[*pin]);
}

static bool take_level(struct parse *p, bool input, enum level *level)
{
    static const char *const name[] = {"0", "1", "z"};
    int i = 0;
    if (!pick(p, name, input ? 2 : 3, &i))
        return parse_expected(p, input ? "level 0 or 1" : "level 0, 1 or z");
    *level = (enum level)i;
    return true;
}

static bool take_time(struct parse *p, int64_t *ps)
{
    char text[64];
    struct error e = {""};
    struct token t = lex_peek(p);
    if (t.kind == TOKEN_END || t.kind == '{' || t.kind == '}')
        return parse_expected(p, "a time such as 1.5us");
    t = lex_word(p);
    if (!token_copy(t, text, sizeof text))
        return parse_fail(p, "time '%.40s...' is too long, expected one such as 1.5us", t.text);
    return time_parse(text, ps, &e) == STATUS_OK || parse_fail(p, "%s", e.text);
}

static bool take_positive_time(struct parse *p, const char *what, int64_t least, int64_t *ps)
{
    struct token t = lex_peek(p);
    if (!take_time(p, ps))
        return false;
    return *ps >= least || parse_fail(p, "%s %.*s is out of range, expected %s", what, (int)(p->at - t.text), t.text,
                                      least > 0 ? "more than 0" : "0 or more");
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

static bool take_offset(struct parse *p, int *offset)
{
    struct token t = lex_peek(p);
    uint64_t number = 0;
    if (t.kind != TOKEN_NUMBER)
        return parse_expected(p, "offset 0 or 2");
    (void)lex_take(p);
    if (!number_parse(p, t, &number))
        return false;
    if (number != 0 && number != 2)
        return parse_fail(p, "offset %" PRIu64 " is out of range, expected 0 or 2", number);
    *offset = (int)number;
    return true;
}

/* Takes the name of a figure; the number is -1 if there is none of that name. */
static struct token take_figure(struct parse *p, int *figure)
{
    char name[64];
    struct token t = lex_word(p);
    *figure = token_copy(t, name, sizeof name) && t.size > 0 ? figure_find(name) : -1;
    return t;
}

/* ---- settings ---- */

static bool first_time(struct parse *p, const char *what, int *line)
{
    if (*line != 0)
        return parse_fail(p, "%s is given in line %d already, expected it once", what, *line);
    *line = p->line;
    return true;
}

static bool set_target(struct parse *p)
{
    static const char *const name[] = {"board", "chip"};
    int i = 0;
    if (!first_time(p, "target", &p->s->target_line))
        return false;
    if (!pick(p, name, 2, &i))
        return parse_expected(p, "board or chip");
    p->s->target = (enum target)i;
    return true;
}

static bool set_pal(struct parse *p)
{
    int i = 0;
    if (!first_time(p, "pal", &p->s->pal_line))
        return false;
    if (!pick(p, pal_kind_name, PAL_KINDS, &i))
        return parse_expected(p, "flipflop or direct");
    p->s->pal = (enum pal_kind)i;
    return true;
}

static bool set_corner(struct parse *p)
{
    int i = 0;
    if (!first_time(p, "corner", &p->s->corner_line))
        return false;
    if (!pick(p, corner_name, CORNERS, &i))
        return parse_expected(p, "min, typ or max");
    p->s->corner = (enum corner)i;
    return true;
}

static bool set_effects(struct parse *p)
{
    static const char *const name[] = {"off", "on"};
    int i = 0;
    if (!first_time(p, "effects", &p->s->effects_line))
        return false;
    if (!pick(p, name, 2, &i))
        return parse_expected(p, "on or off");
    p->s->effects = i == 1;
    return true;
}

static bool set_seed(struct parse *p)
{
    if (!first_time(p, "seed", &p->s->seed_line))
        return false;
    if (lex_peek(p).kind != TOKEN_NUMBER)
        return parse_expected(p, "a number from 0 to 2^64-1");
    return number_parse(p, lex_take(p), &p->s->seed);
}

static bool set_osc(struct parse *p)
{
    if (!first_time(p, "osc", &p->s->osc_line))
        return false;
    if (lex_peek(p).kind == TOKEN_END)
        return parse_expected(p, "a frequency such as 4MHz");
    return frequency_parse(p, lex_word(p), &p->s->osc_period_ps);
}

static bool is_file_name(const char *name, bool reading)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    static const char others[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (strspn(name, letters) == 0)
        return false;
    const char *rest = name + strspn(name, others);
    if (reading && *rest == ':' && rest[1] != '\0')
        rest += 1 + strspn(rest + 1, others);
    return *rest == '\0';
}

static bool take_file_name(struct parse *p, bool reading, char name[48])
{
    const char *expected =
        reading ? "the name of a machine, such as sun3-160 or sun3-160:window" : "the name of a part, such as am9513a";
    if (lex_peek(p).kind == TOKEN_END)
        return parse_expected(p, expected);
    struct token t = lex_word(p);
    if (!token_copy(t, name, 48))
        return parse_fail(p, "name '%.40s...' has %d characters, expected at most 47", t.text, t.size);
    return is_file_name(name, reading) || parse_fail(p, "'%s' cannot be a name, expected %s", name, expected);
}

static bool set_machine(struct parse *p)
{
    return first_time(p, "machine", &p->s->machine_line) && take_file_name(p, true, p->s->machine);
}

static bool set_part(struct parse *p)
{
    return first_time(p, "part", &p->s->part_line) && take_file_name(p, false, p->s->part);
}

static bool set_wire(struct parse *p)
{
    enum pin output = PIN_OUT1, input = PIN_SRC1;
    if (!take_pin(p, false, &output) || !take_pin(p, true, &input))
        return false;
    if (p->s->wire[input] != 0)
        return parse_fail(p, "%s is wired to %s in line %d already, expected it once", pin_name[input],
                          pin_name[p->s->wire[input] - 1], p->s->wire_line[input]);
    p->s->wire[input] = 1 + (int)output;
    p->s->wire_line[input] = p->line;
    return true;
}

static bool check_override(struct parse *p, const struct override *o)
{
    const char *home = o->machine ? "machine" : "part";
    int figure = figure_find(o->key);
    if (figure < 0)
        return parse_fail(p, "'%s' is no figure, expected %s. and one of the figures of its file", o->key, home);
    if (figure_info[figure].home != (o->machine ? HOME_MACHINE : HOME_CHIP))
        return parse_fail(p, "'%s' is no figure of the %s, expected %s", o->key, home,
                          o->machine && figure_info[figure].home == HOME_CHIP       ? "set part.KEY VALUE for it"
                          : !o->machine && figure_info[figure].home == HOME_MACHINE ? "set machine.KEY VALUE for it"
                                                                                    : "one of the figures of its file");
    return true;
}

static bool set_figure(struct parse *p)
{
    struct scenario *s = p->s;
    struct token t = lex_word(p), key = t;
    if (s->overrides == OVERRIDES_MAX)
        return parse_fail(p, "too many overrides, expected at most %d", OVERRIDES_MAX);
    struct override *o = &s->override[s->overrides];
    *o = (struct override){.machine = t.size > 8 && memcmp(t.text, "machine.", 8) == 0, .line = p->line};
    if (!o->machine && (t.size < 6 || memcmp(t.text, "part.", 5) != 0))
        return parse_fail(p, "'%.*s' cannot be set, expected machine.KEY VALUE or part.KEY VALUE",
                          t.size < 40 ? t.size : 40, t.text);
    key.text += o->machine ? 8 : 5;
    key.size -= o->machine ? 8 : 5;
    if (!token_copy(key, o->key, sizeof o->key))
        return parse_fail(p, "'%.40s...' is no figure, expected at most 47 characters", key.text);
    if (!check_override(p, o))
        return false;
    if (lex_peek(p).kind == TOKEN_END)
        return parse_expected(p, "a value such as 24ns, yes or 0xff");
    t = lex_word(p);
    if (!token_copy(t, o->value, sizeof o->value))
        return parse_fail(p, "value '%.40s...' is too long, expected at most 47 characters", t.text);
    s->overrides++;
    return true;
}

/* Settings for the other target, wherever `target` stands among them. */
static bool check_settings(struct parse *p)
{
    const struct scenario *s = p->s;
    int board = s->machine_line != 0 ? s->machine_line : s->pal_line, chip = 0;
    const char *what = s->machine_line != 0 ? "machine" : "pal";
    for (size_t i = 0; i < s->overrides && board == 0; i++)
        if (s->override[i].machine) {
            board = s->override[i].line;
            what = "set machine.";
        }
    for (int i = 0; i < PIN_INPUTS && chip == 0; i++)
        chip = s->wire_line[i];
    if (s->target == TARGET_CHIP && board != 0) {
        p->line = board;
        return parse_fail(p, "%s needs target board, but the target is chip; expected it left out", what);
    }
    if (s->target == TARGET_BOARD && chip != 0) {
        p->line = chip;
        return parse_fail(p, "wire needs target chip, but the target is board; expected it left out");
    }
    return true;
}

/* ---- statements ---- */

static bool parse_w(struct parse *p, struct statement *st)
{
    return take_offset(p, &st->offset) && expr_parse(p, p->range, &st->value);
}

static bool parse_r(struct parse *p, struct statement *st)
{
    return take_offset(p, &st->offset) && take_match(p, &st->match);
}

static bool parse_value(struct parse *p, struct statement *st)
{
    return expr_parse(p, p->range, &st->value);
}

static bool parse_read(struct parse *p, struct statement *st)
{
    return take_match(p, &st->match);
}

static bool parse_pin(struct parse *p, struct statement *st)
{
    return take_free_input(p, &st->pin) && take_level(p, true, &st->level);
}

static bool parse_pulse(struct parse *p, struct statement *st)
{
    if (!take_free_input(p, &st->pin) || !take_positive_time(p, "pulse width", 1, &st->time_ps))
        return false;
    int kind = lex_peek(p).kind;
    return kind == TOKEN_END || kind == '}' || expr_parse(p, p->range, &st->value);
}

/* Why `timing` cannot apply this figure, NULL if it can. */
static const char *timing_refusal(int figure)
{
    static const char *const refusal[] = {
        [KIND_DELAY] = "is an output of the chip",
        [KIND_NOTE] = "is a note, no time of an access: pin, pulse and wait apply it",
        [KIND_HAZARD] = "is a hazard, no time",
        [KIND_FIGURE] = "is no time between edges",
    };
    if (figure < 0)
        return "is unknown";
    if (figure_info[figure].home != HOME_CHIP)
        return "is no parameter of the chip";
    size_t kind = (size_t)figure_info[figure].kind;
    if (kind < sizeof refusal / sizeof *refusal && refusal[kind])
        return refusal[kind];
    return figure > FIG_TWLWH ? "is no time of an access: osc, pin and pulse apply it" : NULL;
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
        return parse_fail(p, "'%.*s' %s, expected %s", t.size < 40 ? t.size : 40, t.text, refusal, expected);
    st->figure = figure;
    if (!take_time(p, &st->time_ps))
        return false;
    return (st->time_ps >= -most_ps && st->time_ps <= most_ps) ||
           parse_fail(p, "timing %.*s is out of range, expected -1ms to 1ms", t.size, t.text);
}

static bool parse_gap(struct parse *p, struct statement *st)
{
    return take_positive_time(p, "gap", 0, &st->time_ps);
}

static bool parse_wait(struct parse *p, struct statement *st)
{
    return take_positive_time(p, "wait", 0, &st->time_ps);
}

static bool parse_at(struct parse *p, struct statement *st)
{
    struct block *block = &p->block[p->depth];
    if (!take_positive_time(p, "at", 0, &st->time_ps))
        return false;
    if (block->at_line != 0 && st->time_ps < block->at_ps)
        return parse_fail(p, "at goes back behind the time of line %d, expected times that do not go backwards",
                          block->at_line);
    block->at_ps = st->time_ps;
    block->at_line = p->line;
    return true;
}

/* Names of checks: notes, or those that are violations. */
static bool parse_checks(struct parse *p, struct statement *st, bool notes)
{
    const char *such = notes ? "a note, such as TWHEH" : "a check, such as TAVRL";
    int kind = 0, figure = 0;
    do {
        struct token t = take_figure(p, &figure);
        int shown = t.size < 40 ? t.size : 40;
        if (t.size == 0)
            return parse_expected(p, notes ? "none, or one or more notes, such as TWHEH"
                                           : "one or more checks, such as TAVRL");
        if (figure < 0)
            return parse_fail(p, "'%.*s' is unknown, expected %s", shown, t.text, such);
        bool note = figure_info[figure].kind == KIND_NOTE;
        if (figure < FIG_CHECKS && note != notes)
            return parse_fail(p, "'%.*s' is %s, expected %s", shown, t.text,
                              note ? "a note and no violation" : "a violation and no note", such);
        if (figure >= FIG_CHECKS)
            return parse_fail(p, "'%.*s' is not checked, expected %s", shown, t.text, such);
        st->checks |= (uint64_t)1 << figure;
        kind = lex_peek(p).kind;
    } while (kind != TOKEN_END && kind != '}');
    return true;
}

static bool parse_notes(struct parse *p, struct statement *st)
{
    st->kind = ST_EXPECT_NOTES;
    if (!token_is(lex_peek(p), "none"))
        return parse_checks(p, st, true);
    (void)lex_take(p);
    return true;
}

static bool parse_expect(struct parse *p, struct statement *st)
{
    struct token t = lex_peek(p);
    if (t.kind == TOKEN_WORD && (token_is(t, "violation") || token_is(t, "clean"))) {
        (void)lex_take(p);
        st->kind = token_is(t, "clean") ? ST_EXPECT_CLEAN : ST_EXPECT_VIOLATION;
        return st->kind == ST_EXPECT_CLEAN || parse_checks(p, st, false);
    }
    if (t.kind == TOKEN_WORD && token_is(t, "notes")) {
        (void)lex_take(p);
        return parse_notes(p, st);
    }
    for (int i = 0; i < PINS; i++)
        if (token_is(t, pin_name[i])) {
            st->kind = ST_EXPECT_PIN;
            return take_pin(p, false, &st->pin) && (lex_accept(p, '=') || parse_expected(p, "= and a level")) &&
                   take_level(p, false, &st->level);
        }
    if (t.kind == TOKEN_WORD || t.kind == TOKEN_END)
        return parse_expected(p, "violation, clean, notes, out1..out5, fout or an expression");
    if (!expr_parse(p, NULL, &st->value) || !(lex_accept(p, '=') || parse_expected(p, "= and an expression")) ||
        !expr_parse(p, NULL, &st->value2))
        return false;
    return !lex_accept(p, TOKEN_PLUS_MINUS) || expr_parse(p, &tolerance_range, &st->tolerance);
}

/* The name is entered last: its own expression must not use it before it has a value. */
static bool parse_let(struct parse *p, struct statement *st)
{
    struct token name;
    return name_take(p, &name) && (lex_accept(p, '=') || parse_expected(p, "= and an expression")) &&
           expr_parse(p, NULL, &st->value) && name_enter(p, name, &st->name);
}

static bool parse_repeat(struct parse *p, struct statement *st);

static const struct word words[] = {
    {"target", .set = set_target},
    {"machine", .set = set_machine},
    {"pal", .set = set_pal},
    {"part", .set = set_part},
    {"osc", .set = set_osc},
    {"corner", .set = set_corner},
    {"seed", .set = set_seed},
    {"effects", .set = set_effects},
    {"set", .set = set_figure},
    {"wire", .set = set_wire},
    {"w", NULL, ON_BOARD, ST_W, &byte_range, parse_w},
    {"r", NULL, ON_BOARD, ST_R, &byte_range, parse_r},
    {"cmd", NULL, ON_CHIP, ST_CMD, &byte_range, parse_value},
    {"data", NULL, ON_CHIP, ST_DATA, &byte_range, parse_value},
    {"word", NULL, ON_CHIP, ST_WORD, &word_range, parse_value},
    {"status", NULL, ON_CHIP, ST_STATUS, &byte_range, parse_read},
    {"read", NULL, ON_CHIP, ST_READ, &byte_range, parse_read},
    {"readw", NULL, ON_CHIP, ST_READW, &word_range, parse_read},
    {"pin", NULL, ON_CHIP, ST_PIN, NULL, parse_pin},
    {"pulse", NULL, ON_CHIP, ST_PULSE, &pulse_range, parse_pulse},
    {"timing", NULL, ON_CHIP, ST_TIMING, NULL, parse_timing},
    {"gap", NULL, ON_BOTH, ST_GAP, NULL, parse_gap},
    {"wait", NULL, ON_BOTH, ST_WAIT, NULL, parse_wait},
    {"at", NULL, ON_BOTH, ST_AT, NULL, parse_at},
    {"expect", NULL, ON_BOTH, ST_EXPECT, NULL, parse_expect},
    {"let", NULL, ON_BOTH, ST_LET, NULL, parse_let},
    {"print", NULL, ON_BOTH, ST_PRINT, NULL, parse_value},
    {"repeat", NULL, ON_BOTH, ST_REPEAT, &repeat_range, parse_repeat},
};
enum { WORDS = sizeof words / sizeof *words };

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
    for (size_t i = 0; i < WORDS && t.size < 16; i++)
        if (distance(t, words[i].text) < least) {
            least = distance(t, words[i].text);
            nearest = words[i].text;
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
    if (!p->started && !check_settings(p))
        return false;
    p->started = true;
    if ((word->targets & (p->s->target == TARGET_BOARD ? ON_BOARD : ON_CHIP)) == 0)
        return parse_fail(p, "%s needs target %s, but the target is %s%s; expected a statement for that target",
                          word->text, word->targets == ON_BOARD ? "board" : "chip",
                          p->s->target == TARGET_BOARD ? "board" : "chip",
                          p->s->target_line == 0 ? " (the default)" : "");
    return true;
}

/* One statement, without what may follow it on the line. */
static bool parse_statement(struct parse *p)
{
    struct token t = lex_peek(p);
    const struct word *word = words;
    if (t.kind != TOKEN_WORD)
        return parse_expected(p, "a statement");
    while (word < words + WORDS && !token_is(t, word->text))
        word++;
    if (word == words + WORDS)
        return unknown_word(p, t);
    (void)lex_take(p);
    p->any = true;
    if (!check_word(p, word))
        return false;
    if (word->set != NULL)
        return word->set(p);
    struct statement *st = parse_memory(p, sizeof *st);
    if (st == NULL)
        return false;
    *st = (struct statement){.kind = word->kind, .line = p->line};
    struct block *block = &p->block[p->depth];
    *block->tail = st;
    block->tail = &st->next;
    p->range = word->range;
    return word->parse(p, st);
}

static bool end_of_line(struct parse *p)
{
    return lex_peek(p).kind == TOKEN_END || parse_expected(p, "the end of the line");
}

/* repeat N { statement } */
static bool parse_one_line(struct parse *p)
{
    if (token_is(lex_peek(p), "repeat"))
        return parse_fail(p, "repeat inside a block of one line, expected a block over several lines");
    if (lex_peek(p).kind != '}' && !parse_statement(p))
        return false;
    p->depth--;
    return lex_accept(p, '}') || parse_expected(p, "} after one statement");
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
    return lex_peek(p).kind == TOKEN_END || parse_one_line(p);
}

static bool parse_line(struct parse *p)
{
    int kind = lex_peek(p).kind;
    if (kind == TOKEN_END)
        return true;
    if (kind == '}') {
        if (p->depth == 0)
            return parse_fail(p, "} without a block, expected a statement");
        (void)lex_take(p);
        p->depth--;
    } else if (!parse_statement(p)) {
        return false;
    }
    return end_of_line(p);
}

static bool parse_text(struct parse *p)
{
    while (lex_line(p))
        if (!parse_line(p))
            return false;
    if (p->status != STATUS_OK)
        return false;
    if (p->depth > 0) {
        p->line = p->block[p->depth].repeat->line;
        return parse_fail(p, "the block that begins with this repeat does not end, expected a line with }");
    }
    if (!p->any) {
        p->line = 1;
        return parse_fail(p, "no statements, expected one such as w, r, cmd or expect");
    }
    return p->started || check_settings(p);
}

int scenario_parse(struct scenario *s, const char *text, size_t size, const char *file, struct error *e)
{
    *s = (struct scenario){
        .target = TARGET_BOARD,
        .machine = "sun3-160",
        .pal = PAL_FLIPFLOP,
        .part = "am9513a",
        .osc_period_ps = 250000,
        .corner = CORNER_TYP,
        .seed = 1,
    };
    (void)snprintf(s->file, sizeof s->file, "%s", file);
    if (size > SCENARIO_BYTES_MAX)
        return error_set(e, STATUS_INPUT, "%s: more than %d MiB, expected a scenario file", s->file,
                         SCENARIO_BYTES_MAX >> 20);
    struct parse p = {.s = s, .e = e, .next = text, .end = size == 0 ? text : text + size};
    p.block[0].tail = &s->body;
    if (!parse_text(&p))
        scenario_free(s);
    return p.status;
}

int scenario_load(struct scenario *s, const char *file, struct error *e)
{
    static const char control[] = "\001\002\003\004\005\006\007\010\t\n\013\014\r\016\017\020\021\022\023\024\025\026"
                                  "\027\030\031\032\033\034\035\036\037\177";
    const size_t room = SCENARIO_BYTES_MAX + 1;
    *s = (struct scenario){.memory = NULL};
    if (strlen(file) >= sizeof s->file || strpbrk(file, control))
        return error_set(e, STATUS_INPUT,
                         "%.60s...: not a name for messages, expected at most %zu bytes and no control "
                         "characters",
                         strpbrk(file, control) ? "" : file, sizeof s->file - 1);
    char *text = malloc(room);
    if (text == NULL)
        return error_set(e, STATUS_SYSTEM, "%s: out of memory", file);
    int status = STATUS_OK;
    size_t size = 0;
    FILE *in = fopen(file, "rb");
    if (in != NULL)
        size = fread(text, 1, room, in);
    if (in == NULL || ferror(in))
        status = error_set(e, STATUS_INPUT, "%s: cannot read: %s", file, strerror(errno));
    if (in != NULL)
        (void)fclose(in);
    if (status == STATUS_OK)
        status = scenario_parse(s, text, size, file, e);
    free(text);
    return status;
}
