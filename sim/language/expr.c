/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>

#include "scenario_lex.h"

const char *const relation_text[RELATIONS] = {"=", "!=", "<", "<=", ">", ">="};

/* An expression while it is parsed: its value is known where it is constant. */
struct operand {
    struct expr *x;
    bool constant, written; /* written: one number as it is in the file */
    int64_t value;
};

static const struct {
    int token;
    enum expr_op op;
    int level; /* binds tighter the higher */
} binary[] = {
    {'|', EXPR_OR, 1},  {'^', EXPR_XOR, 2}, {'&', EXPR_AND, 3}, {TOKEN_SHL, EXPR_SHL, 4}, {TOKEN_SHR, EXPR_SHR, 4},
    {'+', EXPR_ADD, 5}, {'-', EXPR_SUB, 5}, {'*', EXPR_MUL, 6}, {'/', EXPR_DIV, 6},       {'%', EXPR_MOD, 6},
};

/* Unsigned arithmetic throughout: it wraps. */
static int64_t value_of(enum expr_op op, int64_t a, int64_t b)
{
    const uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    return op == EXPR_NEG   ? (int64_t)(0 - ua)
           : op == EXPR_NOT ? ~a
           : op == EXPR_MUL ? (int64_t)(ua * ub)
           : op == EXPR_DIV ? (b == -1 ? (int64_t)(0 - ua) : a / b)
           : op == EXPR_MOD ? (b == -1 ? 0 : a % b)
           : op == EXPR_ADD ? (int64_t)(ua + ub)
           : op == EXPR_SUB ? (int64_t)(ua - ub)
           : op == EXPR_SHL ? (int64_t)(ua << ub)
           : op == EXPR_SHR ? (int64_t)(a < 0 ? ~(~ua >> ub) : ua >> ub) /* keeps the sign */
           : op == EXPR_AND ? a & b
           : op == EXPR_XOR ? a ^ b
                            : a | b;
}

static int apply(enum expr_op op, int64_t a, int64_t b, int64_t *out, struct error *e)
{
    if ((op == EXPR_DIV || op == EXPR_MOD) && b == 0)
        return error_set(e, STATUS_INPUT, "division by zero");
    if ((op == EXPR_SHL || op == EXPR_SHR) && (uint64_t)b > 63)
        return error_set(e, STATUS_INPUT, "shift by %" PRId64 ", expected 0..63", b);
    *out = value_of(op, a, b);
    return STATUS_OK;
}

int expr_eval(const struct expr *x, const struct expr_values *values, int64_t *out, struct error *e)
{
    int64_t a = 0, b = 0;
    if (x->op == EXPR_NUMBER) {
        *out = x->number;
        return STATUS_OK;
    }
    if (x->op == EXPR_NAME) {
        if (!values->set[x->name])
            return error_set(e, STATUS_INPUT, "$%s has no value yet", values->name[x->name]);
        *out = values->kept[x->name];
        return STATUS_OK;
    }
    if (x->op == EXPR_NOW || x->op == EXPR_COUNT) {
        *out = values->look(values->context, x);
        return STATUS_OK;
    }
    int status = expr_eval(x->a, values, &a, e);
    if (status == STATUS_OK && x->b != NULL)
        status = expr_eval(x->b, values, &b, e);
    return status != STATUS_OK ? status : apply(x->op, a, b, out, e);
}

static bool make_node(struct parse *p, struct expr node, struct operand *out)
{
    out->x = parse_memory(p, sizeof *out->x);
    *out->x = node;
    return true;
}

/* a and b stay as written in the tree; constant parts are computed to find mistakes. */
static bool join(struct parse *p, enum expr_op op, struct operand a, struct operand b, struct operand *out)
{
    struct error e = {""};
    bool divides = op == EXPR_DIV || op == EXPR_MOD, shifts = op == EXPR_SHL || op == EXPR_SHR;
    bool constant = a.constant && b.constant;
    int64_t value = 0;
    if ((constant || (b.constant && (divides || shifts))) && apply(op, a.value, b.value, &value, &e) != STATUS_OK)
        return parse_fail(p, "%s%s", e.text, divides ? ", expected another divisor" : "");
    out->constant = constant;
    out->written = false;
    out->value = value;
    return make_node(p, (struct expr){.op = op, .a = a.x, .b = b.x}, out);
}

static bool parse_binary(struct parse *p, int level, struct operand *out);

static bool parse_name(struct parse *p, struct operand *out)
{
    struct token t = lex_take(p);
    struct token name = {.text = t.text + 1, .size = t.size - 1};
    size_t index = 0;
    if (name.size == 0)
        return parse_fail(p, "'$' without a name, expected $name");
    out->constant = false;
    if (token_is(name, NAME_NOW))
        return make_node(p, (struct expr){.op = EXPR_NOW}, out);
    if (!name_find(p->s, name, &index))
        return parse_fail(p, "%.*s has no value yet, expected a name that let or -> gave a value before",
                          token_shown(t), t.text);
    return make_node(p, (struct expr){.op = EXPR_NAME, .name = index}, out);
}

static bool nest(struct parse *p)
{
    return ++p->nested <= EXPR_NESTED_MAX ||
           parse_fail(p, "brackets and signs are nested too deep, expected at most %d in each other", EXPR_NESTED_MAX);
}

static bool parse_primary(struct parse *p, struct operand *out)
{
    const int kind = lex_peek(p).kind;
    *out = (struct operand){.constant = true};
    if (kind == TOKEN_NAME)
        return parse_name(p, out);
    if (kind == TOKEN_NUMBER) {
        uint64_t number = 0;
        if (!number_take(p, "a number", &number))
            return false;
        out->written = true;
        out->value = (int64_t)number;
        return make_node(p, (struct expr){.op = EXPR_NUMBER, .number = out->value}, out);
    }
    if (!lex_accept(p, '('))
        return parse_expected(p, "a number, $name or (");
    if (!nest(p) || !parse_binary(p, 1, out))
        return false;
    p->nested--;
    return lex_accept(p, ')') || parse_expected(p, ") or an operator");
}

static bool parse_unary(struct parse *p, struct operand *out)
{
    int kind = lex_peek(p).kind;
    if (kind != '-' && kind != '~')
        return parse_primary(p, out);
    struct operand a = {0}, none = {.constant = true};
    (void)lex_take(p);
    if (!nest(p) || !parse_unary(p, &a))
        return false;
    p->nested--;
    return join(p, kind == '-' ? EXPR_NEG : EXPR_NOT, a, none, out);
}

static bool parse_binary(struct parse *p, int level, struct operand *out)
{
    const size_t operators = sizeof binary / sizeof *binary;
    if (!parse_unary(p, out))
        return false;
    for (;;) {
        int kind = lex_peek(p).kind;
        size_t i = 0;
        while (i < operators && (binary[i].token != kind || binary[i].level < level))
            i++;
        if (i == operators)
            return true;
        struct operand left = *out, right = {0};
        (void)lex_take(p);
        if (!parse_binary(p, binary[i].level + 1, &right) || !join(p, binary[i].op, left, right, out))
            return false;
    }
}

static bool in_range(struct parse *p, const struct expr_range *range, struct operand o)
{
    if (range == NULL || !o.constant || (o.value >= range->least && o.value <= range->most))
        return true;
    char value[24]; /* a number as written has no sign */
    if (o.written)
        (void)snprintf(value, sizeof value, "%" PRIu64, (uint64_t)o.value);
    else
        (void)snprintf(value, sizeof value, "%" PRId64, o.value);
    return parse_fail(p, "%s %s is out of range, expected %s", range->what, value, range->text);
}

bool expr_parse(struct parse *p, const struct expr_range *range, struct expr **out)
{
    struct operand o = {0};
    if (!parse_binary(p, 1, &o) || !in_range(p, range, o))
        return false;
    *out = o.x;
    return true;
}

bool expr_parse_count(struct parse *p, struct expr **out)
{
    uint64_t number = 0;
    if (!number_take(p, "a counter, 1 to 5", &number))
        return false;
    if (number < 1 || number > 5)
        return parse_fail(p, "counter %" PRIu64 " is out of range, expected 1 to 5", number);
    struct operand o;
    (void)make_node(p, (struct expr){.op = EXPR_COUNT, .number = (int64_t)number}, &o);
    *out = o.x;
    return true;
}

bool expr_parse_primary(struct parse *p, const struct expr_range *range, struct expr **out)
{
    struct operand o = {0};
    if (!parse_primary(p, &o) || !in_range(p, range, o))
        return false;
    *out = o.x;
    return true;
}
