/* SPDX-License-Identifier: MIT
 * The oscillator of a scenario: `osc 4MHz`, `osc 145ns`, `osc 70ns/75ns`, the first two with `duty 40%`. */
#include <math.h>
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

bool osc_take(struct parse *p, struct osc *osc)
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
