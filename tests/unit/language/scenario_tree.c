/* SPDX-License-Identifier: MIT */
#include "scenario_tree.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static void add(struct tree_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct tree_text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->buffer + t->used, sizeof t->buffer - t->used, format, args);
    va_end(args);
    t->used += (size_t)n;
    if (t->used >= sizeof t->buffer)
        t->used = sizeof t->buffer - 1;
}

static void add_expr(struct tree_text *t, const struct scenario *s, const struct expr *x)
{
    static const char *const sign[] = {
        [EXPR_NEG] = "-", [EXPR_NOT] = "~",  [EXPR_MUL] = "*",  [EXPR_DIV] = "/", [EXPR_MOD] = "%", [EXPR_ADD] = "+",
        [EXPR_SUB] = "-", [EXPR_SHL] = "<<", [EXPR_SHR] = ">>", [EXPR_AND] = "&", [EXPR_XOR] = "^", [EXPR_OR] = "|"};
    if (x->op == EXPR_NOW) {
        add(t, "$now");
    } else if (x->op == EXPR_COUNT) {
        add(t, "count %" PRId64, x->number);
    } else if (x->op == EXPR_NUMBER) {
        add(t, "%" PRId64, x->number);
    } else if (x->op == EXPR_NAME) {
        add(t, "$%s", s->name[x->name]);
    } else {
        add(t, "(%s ", sign[x->op]);
        add_expr(t, s, x->a);
        if (x->b != NULL) {
            add(t, " ");
            add_expr(t, s, x->b);
        }
        add(t, ")");
    }
}

static void add_optional(struct tree_text *t, const struct scenario *s, const char *label, const struct expr *x)
{
    if (x != NULL) {
        add(t, " %s", label);
        add_expr(t, s, x);
    }
}

static void add_match(struct tree_text *t, const struct scenario *s, const struct match *match)
{
    add_optional(t, s, "&", match->mask);
    add_optional(t, s, "=", match->value);
    if (match->keep)
        add(t, " ->%s", s->name[match->name]);
}

void tree_add(struct tree_text *t, const struct scenario *s, const struct statement *st)
{
    static const char *const kind[] = {
        [ST_PIN] = "pin",
        [ST_PULSE] = "pulse",
        [ST_TIMING] = "timing",
        [ST_LEGAL] = "legal",
        [ST_GAP] = "gap",
        [ST_WAIT] = "wait",
        [ST_WAIT_PIN] = "wait-pin",
        [ST_WAIT_READ] = "wait-read",
        [ST_AT] = "at",
        [ST_EXPECT_PIN] = "expect-pin",
        [ST_EXPECT_VIOLATION] = "expect-violation",
        [ST_EXPECT_CLEAN] = "expect-clean",
        [ST_EXPECT_NOTES] = "expect-notes",
        [ST_EXPECT_MARGIN] = "expect-margin",
        [ST_EXPECT] = "expect",
        [ST_LET] = "let",
        [ST_PRINT] = "print",
        [ST_SHOW] = "show",
        [ST_REPEAT] = "repeat",
    };
    for (; st != NULL; st = st->next) {
        add(t, "%d:%s", st->line, st->kind == ST_ACCESS ? st->word : kind[st->kind]);
        if (st->kind == ST_ACCESS && s->target == TARGET_BOARD)
            add(t, " %d", st->offset);
        if (st->kind == ST_PIN || st->kind == ST_EXPECT_PIN || st->kind == ST_WAIT_PIN)
            add(t, " %s %d", pin_name[st->pin], (int)st->level);
        if (st->kind == ST_PULSE)
            add(t, " %s", pin_name[st->pin]);
        if (st->kind == ST_TIMING || st->kind == ST_EXPECT_MARGIN)
            add(t, " %s", figure_info[st->figure].name);
        if (st->kind == ST_LET)
            add(t, " %s", s->name[st->name]);
        if (st->time.ps != 0)
            add(t, " %" PRId64 "ps", st->time.ps);
        add_optional(t, s, "times ", st->time.count);
        for (int n = 0; n < FIG_CHECKS; n++)
            if (st->checks >> n & 1)
                add(t, " %s", figure_info[n].name);
        if (st->text)
            add(t, " \"%s\"", st->text);
        add_optional(t, s, "", st->value);
        add(t, st->hex ? " hex" : "");
        add_optional(t, s, relation_text[st->relation], st->value2);
        add_optional(t, s, "+-", st->tolerance);
        add_match(t, s, &st->match);
        if (st->kind == ST_REPEAT || st->kind == ST_WAIT_READ) {
            add(t, " {");
            tree_add(t, s, st->body);
            add(t, "}");
        }
        add(t, st->next != NULL ? "; " : "");
    }
}
