/* SPDX-License-Identifier: MIT
 * C for the mutator. It knows statements, declarations and lists in braces, and expressions only as tokens: the
 * compiler checks what comes out. So it needs a tenth of the code that a program over libclang's syntax tree would
 * need, no further package, and shares tokens, operators, numbers and the report with Verilog.
 * Not known, because the files it is for have none: switch, goto, labels, strings, typedef names before `(`. */
#include "mutator.h"

/* ---- Regions */

/* A list in braces, from the token after the {: each value is a region. Returns the token after the }. */
static size_t values(struct source *s, size_t t)
{
    while (!is(s, t, "}")) {
        if (is(s, t, ".") || is(s, t, "["))
            t = expression_end(s, t, "=") + 1;
        t = is(s, t, "{") ? values(s, t + 1) : add_region(s, t, expression_end(s, t, ",}"), false);
        t += is(s, t, ",");
    }
    return t + 1;
}

static bool is_declaration(const struct source *s, size_t t)
{
    return is_word(s, t) && (is_word(s, t + 1) || is(s, t + 1, "*"));
}

/* Returns the token after its semicolon. */
static size_t declaration(struct source *s, size_t t)
{
    if (is(s, t, "static")) /* its value is a constant */
        return expression_end(s, t, ";") + 1;
    do {
        t = expression_end(s, t, "=,;");
        if (is(s, t, "="))
            t = is(s, t + 1, "{") ? values(s, t + 2) : add_region(s, t + 1, expression_end(s, t + 1, ",;"), false);
    } while (!is(s, t++, ";"));
    return t;
}

/* Returns the token after the statement. */
static size_t statement(struct source *s, size_t t)
{
    if (is(s, t, "{")) {
        for (t++; !is(s, t, "}");)
            t = statement(s, t);
        return t + 1;
    }
    if (is(s, t, "for")) /* Its head is left alone. */
        return statement(s, expression_end(s, t + 2, ")") + 1);
    if (is(s, t, "if") || is(s, t, "while")) {
        t = statement(s, add_region(s, t + 2, expression_end(s, t + 2, ")"), false) + 1);
        return is(s, t, "else") ? statement(s, t + 1) : t;
    }
    if (is(s, t, "return") && !is(s, t + 1, ";"))
        return add_region(s, t + 1, expression_end(s, t + 1, ";"), false) + 1;
    if (is_declaration(s, t))
        return declaration(s, t);
    size_t end = add_region(s, t, expression_end(s, t, ";"), true);
    if (end > t + 1) /* not return, break, continue */
        (void)add_region(s, t, end, false);
    return end + 1;
}

void find_c_regions(struct source *s)
{
    for (size_t t = 0; t < s->tokens;) {
        t = expression_end(s, t, "{;");
        if (is(s, t, "{") && is(s, t - 1, ")"))
            t = statement(s, t);
        else if (is(s, t, "{"))
            t = expression_end(s, t + 1, "}") + 1;
        else
            t++;
    }
}

/* ---- Changes */

static bool is_one_of(const struct source *s, size_t t, const char *const *text)
{
    while (*text && !is(s, t, *text))
        text++;
    return *text != NULL;
}

/* The last token of the operand that begins beside an operator, to the right (step 1) or left (-1) of it: that before
 * an ender, a bracket around both, or the region's end. */
static size_t operand_end(const struct source *s, const struct region *r, size_t t, int step, const char *const *enders)
{
    const char *const opens[] = {"(", "[", "{", NULL}, *const closes[] = {")", "]", "}", NULL};
    for (int depth = 0;; t += (size_t)step) {
        const int bracket = (is_one_of(s, t, opens) - is_one_of(s, t, closes)) * step;
        if (t < r->first || t > r->last || depth + bracket < 0 || (depth == 0 && is_one_of(s, t, enders)))
            return t - (size_t)step;
        depth += bracket;
    }
}

/* The operands of && or ||; the left one only of the first in a row. */
static void leave_out_operands(const struct source *s, int file, size_t region, size_t t)
{
    static const char *const of_or[] = {",", "?", ":", "=", "|=", "&=", "^=", "+=", "-=", "||", NULL};
    static const char *const of_and[] = {",", "?", ":", "=", "|=", "&=", "^=", "+=", "-=", "||", "&&", NULL};
    const struct region *r = &s->region[region];
    const bool both = is(s, t, "&&");
    const char *const *enders = both ? of_and : of_or;
    const char *into = both ? "1" : "0";
    size_t left = operand_end(s, r, t - 1, -1, enders);
    if (left == r->first || !is(s, left - 1, both ? "&&" : "||"))
        add_change(file, region, left, t - 1, into);
    add_change(file, region, t + 1, operand_end(s, r, t + 1, 1, enders), into);
}

/* A condition, tokens first to last, unless it has an operator of its own whose change does as much. */
static void negate(const struct source *s, int file, size_t region, size_t first, size_t last)
{
    static const char *const enough[] = {"&&", "||", "==", "!=", "<", "<=", ">", ">=", NULL};
    const struct region r = {first, last, false};
    if (!is(s, first, "!") && operand_end(s, &r, first, 1, enough) == last)
        add_change(file, region, first, last, "!");
}

void change_c_token(const struct source *s, int file, size_t region, size_t t)
{
    static const char *const of_choice[] = {",", "?", ":", "=", "|=", "&=", "^=", "+=", "-=", NULL};
    const struct region *r = &s->region[region];
    if (is(s, t, "false") || is(s, t, "true"))
        add_change(file, region, t, t, is(s, t, "true") ? "false" : "true");
    if (is(s, t, "&&") || is(s, t, "||"))
        leave_out_operands(s, file, region, t);
    if (is(s, t, "?"))
        negate(s, file, region, operand_end(s, r, t - 1, -1, of_choice), t - 1);
    if (t == r->first && t > 1 && is(s, t - 1, "(") && (is(s, t - 2, "if") || is(s, t - 2, "while")))
        negate(s, file, region, r->first, r->last);
}
