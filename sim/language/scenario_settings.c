/* SPDX-License-Identifier: MIT
 * The settings of a scenario, which come before its statements. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/time_text.h"
#include "scenario_lex.h"

#define PERIOD_LEAST_PS INT64_C(20000)
#define PERIOD_MOST_PS INT64_C(1000000000)
#define MILLIHERTZ_LEAST UINT64_C(1000000)
#define MILLIHERTZ_MOST UINT64_C(50000000000)
#define DIGITS "0123456789"
#define DUTY_PLACES 3
#define DUTY_LEAST (OSC_DUTY_WHOLE / 100)

static bool first_time(struct parse *p, const char *what, int *line)
{
    if (*line != 0 && !p->replaces)
        return parse_fail(p, "%s is given in line %s already, expected it once", what, LINE_TEXT(p->s, *line));
    *line = p->line;
    return true;
}

/* One of the names, once: its index, or -1. */
static int choose(struct parse *p, const char *what, int *line, const char *const *name, int count,
                  const char *expected)
{
    int index = 0;
    return first_time(p, what, line) && (lex_pick(p, name, count, &index) || parse_expected(p, expected)) ? index : -1;
}

static bool set_target(struct parse *p)
{
    const int i = choose(p, "target", &p->s->target_line, target_name, TARGETS, "board or chip");
    p->s->target = i < 0 ? p->s->target : (enum target)i;
    return i >= 0;
}

static bool set_corner(struct parse *p)
{
    const int i = choose(p, "corner", &p->s->corner_line, corner_name, CORNERS, "min, typ or max");
    p->s->corner = i < 0 ? p->s->corner : (enum corner)i;
    return i >= 0;
}

static bool set_effects(struct parse *p)
{
    static const char *const name[] = {"off", "on"};
    const int i = choose(p, "effects", &p->s->effects_line, name, 2, "on or off");
    p->s->effects = i == 1;
    return i >= 0;
}

static bool set_seed(struct parse *p)
{
    return first_time(p, "seed", &p->s->seed_line) && number_take(p, "a number from 0 to 2^64-1", &p->s->seed);
}

/* ---- `osc 4MHz`, `osc 145ns`, `osc 70ns/75ns`, the first two with `duty 40%` */

static bool millihertz_parse(struct parse *p, struct token t, uint64_t *millihertz)
{
    char text[TOKEN_SHOWN];
    struct error e = {""};
    if (!token_copy(t, text, sizeof text))
        return parse_fail(p, "frequency '%.*s...' is too long, expected one such as 4MHz", token_shown(t), t.text);
    if (frequency_parse(text, millihertz, &e) != STATUS_OK)
        return parse_fail(p, "%s", e.text);
    return (*millihertz >= MILLIHERTZ_LEAST && *millihertz <= MILLIHERTZ_MOST) ||
           parse_fail(p, "frequency %s is out of range, expected 1kHz to 50MHz", text);
}

static bool width_parse(struct parse *p, struct token t, int64_t *ps)
{
    char text[TOKEN_SHOWN];
    struct error e = {""};
    if (!token_copy(t, text, sizeof text))
        return parse_fail(p, "time '%.*s...' is too long, expected one such as 145ns", token_shown(t), t.text);
    if (time_parse(text, ps, &e) != STATUS_OK)
        return parse_fail(p, "%s", e.text);
    return (*ps >= 1 && *ps <= PERIOD_MOST_PS) || parse_fail(p, "time %s is out of range, expected 1ps to 1ms", text);
}

static bool period_in_range(struct parse *p, int64_t ps)
{
    return (ps >= PERIOD_LEAST_PS && ps <= PERIOD_MOST_PS) ||
           parse_fail(p, "period %s is out of range, expected 20ns to 1ms", TIME_TEXT(ps));
}

static bool widths_parse(struct parse *p, struct token t, const char *slash, struct osc *osc)
{
    const struct token high = {.text = t.text, .size = (int)(slash - t.text)};
    const struct token low = {.text = slash + 1, .size = t.size - high.size - 1};
    *osc = (struct osc){0};
    return width_parse(p, high, &osc->high_ps) && width_parse(p, low, &osc->low_ps) &&
           period_in_range(p, osc->high_ps + osc->low_ps);
}

/* What follows a frequency or period. */
static bool duty_take(struct parse *p, unsigned *duty)
{
    static const char *const name[] = {"duty"};
    char text[TOKEN_SHOWN];
    int i = 0;
    *duty = OSC_DUTY_WHOLE / 2;
    if (!lex_pick(p, name, 1, &i))
        return true;
    if (lex_peek(p).kind == TOKEN_END)
        return parse_expected(p, "a share such as 40%");
    const struct token t = lex_word(p);
    const size_t whole = token_copy(t, text, sizeof text) ? strspn(text, DIGITS) : 0;
    const size_t places = whole && text[whole] == '.' ? strspn(text + whole + 1, DIGITS) : 0;
    if (!whole || strcmp(text + whole + (places ? places + 1 : 0), "%") != 0)
        return parse_fail(p, "'%.*s' is not a duty, expected a share such as 40%%", token_shown(t), t.text);
    if (places > DUTY_PLACES)
        return parse_fail(p, "duty '%.*s' has too many digits, expected at most %d after the point", token_shown(t),
                          t.text, DUTY_PLACES);
    const long share = lround(fmin(strtod(text, NULL), 100) * OSC_DUTY_WHOLE / 100);
    if (share < DUTY_LEAST || share > OSC_DUTY_WHOLE - DUTY_LEAST)
        return parse_fail(p, "duty %.*s is out of range, expected 1%% to 99%%", token_shown(t), t.text);
    *duty = (unsigned)share;
    return true;
}

static bool osc_take(struct parse *p, struct osc *osc)
{
    unsigned duty = 0;
    uint64_t millihertz = 0;
    int64_t period_ps = 0;
    if (lex_peek(p).kind == TOKEN_END)
        return parse_expected(p, "a frequency such as 4MHz, a period such as 145ns or high and low such as 70ns/75ns");
    const struct token t = lex_word(p);
    const char *slash = memchr(t.text, '/', (size_t)t.size);
    if (slash)
        return widths_parse(p, t, slash, osc);
    if (t.size > 0 && t.text[t.size - 1] == 's') {
        if (!width_parse(p, t, &period_ps) || !period_in_range(p, period_ps) || !duty_take(p, &duty))
            return false;
        *osc = osc_of_period(period_ps, duty);
        return true;
    }
    if (!millihertz_parse(p, t, &millihertz) || !duty_take(p, &duty))
        return false;
    *osc = osc_of_millihertz(millihertz, duty);
    return true;
}

static bool set_osc(struct parse *p)
{
    return first_time(p, "osc", &p->s->osc_line) && osc_take(p, &p->s->osc);
}

static bool is_file_name(const char *name, bool variant)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    static const char others[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (strspn(name, letters) == 0)
        return false;
    const char *rest = name + strspn(name, others);
    if (variant && *rest == ':' && rest[1] != '\0')
        rest += 1 + strspn(rest + 1, others);
    return *rest == '\0';
}

static bool take_file_name(struct parse *p, bool variant, char name[48], const char *expected)
{
    if (lex_peek(p).kind == TOKEN_END)
        return parse_expected(p, expected);
    struct token t = lex_word(p);
    if (!token_copy(t, name, 48))
        return parse_fail(p, "name '%.40s...' has %d characters, expected at most 47", t.text, t.size);
    return is_file_name(name, variant) || parse_fail(p, "'%s' cannot be a name, expected %s", name, expected);
}

/* What is left of the line, with its blanks, if it is the path of a machine's file. */
static bool rest_is_path(struct parse *p, char *text, size_t size)
{
    const char *from = p->at, *to = p->stop;
    while (from < to && strchr(" \t", *from))
        from++;
    while (to > from && strchr(" \t\r", to[-1]))
        to--;
    const struct token rest = {.kind = TOKEN_WORD, .text = from, .size = (int)(to - from)};
    if (!token_copy(rest, text, size) || !machine_is_path(text))
        return false;
    p->at = p->stop;
    return true;
}

/* A name, or the path of a file. */
static bool set_machine(struct parse *p)
{
    const char *path;
    char text[sizeof p->s->machine];
    if (!first_time(p, "machine", &p->s->machine_line))
        return false;
    if (!rest_is_path(p, text, sizeof text))
        return take_file_name(
            p, true, p->s->machine,
            "the name of a machine, such as sun3-160 or sun3-160:window, or a path that ends in .ini");
    if (!file_beside(p, text, &path))
        return false;
    if (strlen(path) >= sizeof p->s->machine)
        return parse_fail(p, "'%.40s...' has %zu characters with the folder, expected at most %zu", path, strlen(path),
                          sizeof p->s->machine - 1);
    strcpy(p->s->machine, path);
    return true;
}

static bool set_part(struct parse *p)
{
    return first_time(p, "part", &p->s->part_line) &&
           take_file_name(p, false, p->s->part, "the name of a part, such as am9513a");
}

static bool set_pal_part(struct parse *p)
{
    return first_time(p, "pal-part", &p->s->pal_part_line) &&
           take_file_name(p, true, p->s->pal_part, "the name of a PAL, such as pal16xxb or pal16xxb:12ns");
}

/* `pal`, or `pal-part`: to the reader of words its rest is no part of the first. */
static bool set_pal(struct parse *p)
{
    static const char *const rest[] = {"-part"};
    int i = 0;
    if (p->at < p->stop && *p->at == '-' && lex_pick(p, rest, 1, &i))
        return set_pal_part(p);
    i = choose(p, "pal", &p->s->pal_line, pal_kind_name, PAL_KINDS, "flipflop or direct");
    p->s->pal = i < 0 ? p->s->pal : (enum pal_kind)i;
    return i >= 0;
}

static bool set_wire(struct parse *p)
{
    enum pin output = PIN_OUT1, input = PIN_SRC1;
    if (!pin_take(p, false, &output) || !pin_take(p, true, &input))
        return false;
    if (p->s->wire[input] != 0)
        return parse_fail(p, "%s is wired to %s in line %s already, expected it once", pin_name[input],
                          pin_name[p->s->wire[input] - 1], LINE_TEXT(p->s, p->s->wire_line[input]));
    p->s->wire[input] = 1 + (int)output;
    p->s->wire_line[input] = p->line;
    return true;
}

static bool is_choice(int figure)
{
    return figure >= 0 && choice_name(figure);
}

/* The value of an override, which it ends. */
static bool take_override(struct parse *p, const char *expected)
{
    struct override *o = &p->s->override[p->s->overrides];
    if (lex_peek(p).kind == TOKEN_END)
        return parse_expected(p, expected);
    struct token t = lex_word(p);
    if (!token_copy(t, o->value, sizeof o->value))
        return parse_fail(p, "value '%.40s...' is too long, expected at most 47 characters", t.text);
    for (struct override *before = p->s->override; before < o; before++) {
        int line = before->line;
        if (before->home != o->home || strcmp(before->key, o->key) != 0)
            continue;
        if (!first_time(p, o->key, &line))
            return false;
        *before = *o;
        return true;
    }
    p->s->overrides++;
    return true;
}

static bool room_for_override(struct parse *p)
{
    return p->s->overrides < (p->replaces ? OVERRIDES_ROOM : OVERRIDES_MAX) ||
           parse_fail(p, "too many overrides, expected at most %d", OVERRIDES_MAX);
}

/* "choice." and the name; the value follows. */
static bool take_choice(struct parse *p, const char *name)
{
    struct override *o = &p->s->override[p->s->overrides];
    *o = (struct override){.line = p->line};
    (void)snprintf(o->key, sizeof o->key, "choice.%s", name);
    if (is_choice(figure_find(o->key)))
        return take_override(p, "one of its values; `tmr0 choices` lists them");
    char list[256];
    return parse_fail(p, "'%s' is not a choice, expected one of: %s", name, choices_list(list, sizeof list));
}

static bool set_choice(struct parse *p)
{
    char name[40];
    if (lex_peek(p).kind == TOKEN_END)
        return parse_expected(p, "the name of a choice; `tmr0 choices` lists them");
    struct token t = lex_word(p);
    if (!token_copy(t, name, sizeof name))
        return parse_fail(p, "'%.40s...' is not a choice, expected at most 39 characters", t.text);
    return room_for_override(p) && take_choice(p, name);
}

static bool check_override(struct parse *p, const struct override *o)
{
    const char *owner = figure_owner[o->home].name;
    const int figure = figure_find(o->key);
    const enum figure_home home = figure < 0 || is_choice(figure) ? HOME_NONE : figure_info[figure].home;
    if (home == HOME_NONE)
        return parse_fail(p, "'%s' is not a figure, expected one of the %s's file, such as %s", o->key, owner,
                          figure_owner[o->home].example);
    return home == o->home || parse_fail(p, "'%s' is not a figure of the %s, expected set %s.KEY VALUE for it", o->key,
                                         owner, figure_owner[home].name);
}

static bool set_figure(struct parse *p)
{
    struct token t = lex_word(p);
    char text[56]; /* "machine." and 47 more */
    const char *key;
    if (!room_for_override(p))
        return false;
    if (!token_copy(t, text, sizeof text))
        return parse_fail(p, "'%.40s...' is not a figure, expected at most 47 characters", t.text);
    if (strncmp(text, "choice.", 7) == 0 && text[7])
        return take_choice(p, text + 7);
    struct override *o = &p->s->override[p->s->overrides];
    *o = (struct override){.home = figure_owner_find(text, &key), .line = p->line};
    if (o->home == HOME_NONE || !*key)
        return parse_fail(p, "'%.40s' cannot be set, expected machine.KEY, part.KEY, pal.KEY or choice.NAME", text);
    (void)snprintf(o->key, sizeof o->key, "%.47s", key);
    return check_override(p, o) && take_override(p, "a value such as 24ns, yes or 0xff");
}

bool settings_check(struct parse *p)
{
    const struct scenario *s = p->s;
    int board = s->machine_line ? s->machine_line : s->pal_line ? s->pal_line : s->pal_part_line, chip = 0;
    const char *what = s->machine_line ? "machine" : s->pal_line ? "pal" : "pal-part";
    for (size_t i = 0; i < s->overrides && board == 0; i++)
        if (s->override[i].home != HOME_CHIP) {
            board = s->override[i].line;
            what = "set";
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

const struct word setting_words[] = {
    {"target", .set = set_target}, {"machine", .set = set_machine},
    {"pal", .set = set_pal},       {"part", .set = set_part},

    {"osc", .set = set_osc},       {"corner", .set = set_corner},
    {"seed", .set = set_seed},     {"effects", .set = set_effects},
    {"set", .set = set_figure},    {"choice", .set = set_choice},
    {"wire", .set = set_wire},     {.text = NULL},
};
