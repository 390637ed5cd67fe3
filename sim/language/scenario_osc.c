/* SPDX-License-Identifier: MIT
 * The oscillator of a scenario: `osc 4MHz`, `osc 145ns`, `osc 70ns/75ns`, the first two with `duty 40%`. */
#include <string.h>

#include "cli/time_text.h"
#include "scenario_words.h"

#define SHOWN_MAX 40 /* characters of the user's text that a message repeats */
#define PERIOD_LEAST_PS INT64_C(20000)
#define PERIOD_MOST_PS INT64_C(1000000000)
#define MILLIHERTZ_LEAST UINT64_C(1000000)
#define MILLIHERTZ_MOST UINT64_C(50000000000)
#define DIGITS_MAX UINT64_C(1000000000000)
#define DUTY_PLACES 3
#define DUTY_LEAST (OSC_DUTY_WHOLE / 100)

static int shown(struct token t)
{
    return t.size < SHOWN_MAX ? t.size : SHOWN_MAX;
}

static uint64_t power_of_ten(int exponent)
{
    uint64_t power = 1;
    while (exponent-- > 0)
        power *= 10;
    return power;
}

struct decimal {
    uint64_t digits; /* without the point; DIGITS_MAX: too many */
    int places;      /* digits after the point */
    struct token rest;
};

/* Digits, perhaps with a point between them. */
static bool decimal_read(struct token t, struct decimal *d)
{
    bool point = false, any = false;
    int i = 0;
    *d = (struct decimal){0};
    for (; i < t.size && ((t.text[i] >= '0' && t.text[i] <= '9') || (t.text[i] == '.' && !point)); i++) {
        if (t.text[i] == '.') {
            point = true;
            continue;
        }
        any = true;
        d->digits = d->digits * 10 + (uint64_t)(t.text[i] - '0');
        if (d->digits > DIGITS_MAX)
            d->digits = DIGITS_MAX;
        d->places += point;
    }
    d->rest = (struct token){.text = t.text + i, .size = t.size - i};
    return any && t.text[i - 1] != '.';
}

static bool millihertz_parse(struct parse *p, struct token t, uint64_t *millihertz)
{
    char text[SHOWN_MAX];
    struct error e = {""};
    if (!token_copy(t, text, sizeof text))
        return parse_fail(p, "frequency '%.*s...' is too long, expected one such as 4MHz", shown(t), t.text);
    if (frequency_parse(text, millihertz, &e) != STATUS_OK)
        return parse_fail(p, "%s", e.text);
    return (*millihertz >= MILLIHERTZ_LEAST && *millihertz <= MILLIHERTZ_MOST) ||
           parse_fail(p, "frequency %s is out of range, expected 1kHz to 50MHz", text);
}

static bool width_parse(struct parse *p, struct token t, int64_t *ps)
{
    char text[SHOWN_MAX];
    struct error e = {""};
    if (!token_copy(t, text, sizeof text))
        return parse_fail(p, "time '%.*s...' is too long, expected one such as 145ns", shown(t), t.text);
    if (time_parse(text, ps, &e) != STATUS_OK)
        return parse_fail(p, "%s", e.text);
    if (*ps < 1 || *ps > PERIOD_MOST_PS)
        return parse_fail(p, "time %s is out of range, expected 1ps to 1ms", text);
    return true;
}

static bool period_in_range(struct parse *p, int64_t ps)
{
    char text[32];
    return (ps >= PERIOD_LEAST_PS && ps <= PERIOD_MOST_PS) ||
           parse_fail(p, "period %s is out of range, expected 20ns to 1ms", time_text(text, sizeof text, ps));
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
    int i = 0;
    struct decimal d;
    *duty = OSC_DUTY_WHOLE / 2;
    if (!lex_pick(p, name, 1, &i))
        return true;
    if (lex_peek(p).kind == TOKEN_END)
        return parse_expected(p, "a share such as 40%");
    const struct token t = lex_word(p);
    if (!decimal_read(t, &d) || !token_is(d.rest, "%"))
        return parse_fail(p, "'%.*s' is not a duty, expected a share such as 40%%", shown(t), t.text);
    if (d.digits == DIGITS_MAX || d.places > DUTY_PLACES)
        return parse_fail(p, "duty '%.*s' has too many digits, expected at most %d after the point", shown(t), t.text,
                          DUTY_PLACES);
    const uint64_t share = d.digits * power_of_ten(DUTY_PLACES - d.places);
    if (share < DUTY_LEAST || share > OSC_DUTY_WHOLE - DUTY_LEAST)
        return parse_fail(p, "duty %.*s is out of range, expected 1%% to 99%%", shown(t), t.text);
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
