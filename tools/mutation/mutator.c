/* SPDX-License-Identifier: MIT
 * Makes small changes to Verilog and C files, all of them in one text: where mutant 7 changes an expression stands
 * (mutant == 7 ? changed : as it was). So one build holds them all. tmr0_mutant() returns which mutant it is. Registers
 * begin as ones.
 *   mutator SEED COUNT OUT_DIR FILE...
 * Writes OUT_DIR/ with the changed files under their names and mutants.txt: one mutant a line, number, path:line, the
 * line with the change, separated by tabs. Every possible change is listed first; COUNT of them are drawn, a
 * number or "all".
 * Changes: operators (&& || & | ^ == != < <= > >= + - ! ~ and in C |= &= ^= += -= ++), numbers, an operand of && or ||
 * left out; in Verilog a name before ? negated, an assignment of a clocked block left out; in C a statement left out,
 * false and true, a condition negated. Not changed: what is in an `ifdef, declarations' ranges, parameters, case
 * labels, heads of for loops, the clock of a block. */
#include "mutator.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct change {
    int file;
    size_t region, token, last;
    char into[CHANGE_MAX];
    unsigned mutant; /* 0: not drawn */
};

static struct change change[CHANGES_MAX];
static size_t changes;

__attribute__((noreturn, format(printf, 2, 3))) static void fail(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    (void)fprintf(stderr, "\n");
    exit(status);
}

/* ---- Tokens */

bool is(const struct source *s, size_t t, const char *text)
{
    return t < s->tokens && s->token[t].size == strlen(text) && memcmp(s->token[t].text, text, s->token[t].size) == 0;
}

bool is_word(const struct source *s, size_t t)
{
    return t < s->tokens && (isalpha((unsigned char)*s->token[t].text) || *s->token[t].text == '_');
}

static bool is_number(const struct source *s, size_t t)
{
    return t < s->tokens && (isdigit((unsigned char)*s->token[t].text) || *s->token[t].text == '\'');
}

static bool is_part_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '\'';
}

static size_t token_size(const char *at)
{
    static const char *const operators[] = {
        "<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "+:", "@*", "->", "++", "--", "|=", "&=", "^=", "+=", "-="};
    if (is_part_of_word(*at) || *at == '`') {
        size_t size = 0;
        do
            size++;
        while (is_part_of_word(at[size]));
        return size;
    }
    for (size_t n = 0; n < sizeof operators / sizeof operators[0]; n++)
        if (strncmp(at, operators[n], 2) == 0)
            return 2;
    return 1;
}

static void tokenize(struct source *s)
{
    int line = 1;
    for (const char *at = s->text; *at != '\0';) {
        if (*at == '\n')
            line++;
        if (strncmp(at, "//", 2) == 0 || (s->c && *at == '#')) { /* of C also directives, of one line */
            at += strcspn(at, "\n");
        } else if (strncmp(at, "/*", 2) == 0) {
            const char *end = strstr(at, "*/");
            for (end = end ? end + 2 : at + strlen(at); at < end; at++)
                line += *at == '\n';
        } else if (isspace((unsigned char)*at) || *at == '\\') {
            at++;
        } else {
            if (s->tokens == TOKENS_MAX)
                fail(3, "%s: more than %d tokens", s->name, TOKENS_MAX);
            struct token *t = &s->token[s->tokens++];
            *t = (struct token){at, token_size(at), line};
            at += t->size;
        }
    }
}

/* ---- Regions */

size_t expression_end(const struct source *s, size_t t, const char *enders)
{
    const size_t from = t;
    int depth = 0;
    for (; t < s->tokens; t++) {
        char c = *s->token[t].text;
        if (s->token[t].size == 1 && depth == 0 && strchr(enders, c))
            return t;
        depth += c == '(' || c == '[' || c == '{';
        depth -= c == ')' || c == ']' || c == '}';
    }
    fail(3, "%s:%d: an expression without end", s->name, s->token[from].line);
}

size_t add_region(struct source *s, size_t first, size_t end, bool drop)
{
    if (s->regions == REGIONS_MAX)
        fail(3, "%s: more than %d expressions", s->name, REGIONS_MAX);
    s->region[s->regions++] = (struct region){first, end - 1, drop};
    return end;
}

/* A declaration with a value: `wire [1:0] a = ..., b = ...;`. t is the token after the first word. */
static size_t declaration(struct source *s, size_t t)
{
    while (!is(s, t, ";")) {
        size_t end = expression_end(s, t, "=,;");
        t = end + 1;
        if (is(s, end, "="))
            t = add_region(s, t, expression_end(s, t, ",;"), false);
        else if (is(s, end, ";"))
            return end;
    }
    return t;
}

static size_t skip_to(const struct source *s, size_t t, const char *text)
{
    while (t < s->tokens && !is(s, t, text))
        t++;
    return t;
}

/* From an `ifdef or `ifndef to its `endif */
static size_t skip_ifdef(const struct source *s, size_t t)
{
    int depth = 0;
    for (; t < s->tokens; t++) {
        depth += is(s, t, "`ifdef") || is(s, t, "`ifndef");
        depth -= is(s, t, "`endif");
        if (depth == 0)
            return t;
    }
    fail(3, "%s: an `ifdef without `endif", s->name);
}

/* How an assignment that begins at t is made: the token of its <= or =, 0 if t begins none. */
static size_t assignment(const struct source *s, size_t t)
{
    if (!is_word(s, t) && !is(s, t, "{"))
        return 0;
    if (is(s, t, "{"))
        t = expression_end(s, t + 1, "}");
    t++;
    while (is(s, t, "["))
        t = expression_end(s, t + 1, "]") + 1;
    return is(s, t, "<=") || is(s, t, "=") ? t : 0;
}

static bool is_keyword(const struct source *s, size_t t)
{
    static const char *const words[] = {"module",  "input",   "output", "begin",   "end",  "else",       "endcase",
                                        "default", "posedge", "signed", "integer", "case", "endfunction"};
    for (size_t n = 0; n < sizeof words / sizeof words[0]; n++)
        if (is(s, t, words[n]))
            return true;
    return false;
}

/* A port of an instance that takes an input; clocks are left alone. */
static bool is_input_port(const struct source *s, size_t t)
{
    return is(s, t, ".") && s->token[t + 1].size > 2 && strncmp(s->token[t + 1].text, "i_", 2) == 0 &&
           is(s, t + 2, "(");
}

static void find_regions(struct source *s)
{
    bool clocked = false; /* in a block at an edge of a clock */
    size_t t = skip_to(s, 0, "module");
    t = expression_end(s, t, ";");
    s->head = t;
    while (++t < s->tokens && !is(s, t, "endmodule")) {
        size_t sign;
        if (is(s, t, "parameter") || is(s, t, "localparam"))
            t = skip_to(s, t, ";");
        else if (is(s, t, "`ifdef") || is(s, t, "`ifndef"))
            t = skip_ifdef(s, t);
        else if (is(s, t, "wire") || is(s, t, "reg"))
            t = declaration(s, t + 1);
        else if (is(s, t, "always")) {
            clocked = is(s, t + 1, "@");
            t = clocked ? expression_end(s, t + 3, ")") : t + 1;
        } else if (is(s, t, "function") || is(s, t, "assign") || *s->token[t].text == '`')
            clocked = clocked && *s->token[t].text == '`';
        else if (is(s, t, "for"))
            t = expression_end(s, t + 2, ")");
        else if (is(s, t, "if") || is(s, t, "case"))
            t = add_region(s, t + 2, expression_end(s, t + 2, ")"), false);
        else if (is_input_port(s, t))
            t = add_region(s, t + 3, expression_end(s, t + 3, ")"), false);
        else if (!is_keyword(s, t) && (sign = assignment(s, t)) != 0) {
            size_t end = expression_end(s, sign + 1, ";");
            if (clocked)
                (void)add_region(s, t, end, true);
            t = add_region(s, sign + 1, end, false);
        }
    }
    s->tail = t;
}

/* ---- Changes */

void add_change(int file, size_t region, size_t first, size_t last, const char *into)
{
    if (changes == CHANGES_MAX)
        fail(3, "more than %d possible changes", CHANGES_MAX);
    change[changes] = (struct change){.file = file, .region = region, .token = first, .last = last};
    (void)snprintf(change[changes++].into, CHANGE_MAX, "%s", into);
}

/* A number with its lowest bit turned, and one more or one less than it. */
static void change_number(const struct source *s, int file, size_t region, size_t t)
{
    char text[CHANGE_MAX], into[CHANGE_MAX];
    (void)snprintf(text, sizeof text, "%.*s", (int)s->token[t].size, s->token[t].text);
    const char *quote = strchr(text, '\'');
    int base = !quote ? 0 : quote[1] == 'h' ? 16 : quote[1] == 'b' ? 2 : 10;
    const char *digits = quote ? quote + 2 : text;
    char *end;
    uint64_t value = strtoull(digits, &end, base);
    uint64_t width = quote ? strtoull(text, NULL, 10) : 31;
    const uint64_t other[2] = {value ^ 1, value & 1 ? value + 1 : value - 1};
    if (end[strspn(end, "U")] != '\0' || width == 0 || width > 63)
        return;
    for (int n = 0; n < (width == 1 ? 1 : 2); n++) {
        uint64_t changed = other[n] & ((UINT64_C(1) << width) - 1);
        if (!quote && (value == 0 && n == 1))
            continue;
        if (quote)
            (void)snprintf(into, sizeof into, "%" PRIu64 "'d%" PRIu64, width, changed);
        else
            (void)snprintf(into, sizeof into, "%" PRIu64 "%s", changed, end);
        add_change(file, region, t, t, into);
    }
}

/* A sign before an operand has no operand before it. */
static bool is_binary(const struct source *s, size_t t)
{
    return !is(s, t - 1, "return") &&
           (is_word(s, t - 1) || is_number(s, t - 1) || is(s, t - 1, ")") || is(s, t - 1, "]") || is(s, t - 1, "}"));
}

/* An operand of && or || that is one name. */
static bool stands_alone(const struct source *s, size_t t)
{
    static const char *const before[] = {"&&", "||", "(", "!", "=", "<=", ",", ":"};
    static const char *const after[] = {"&&", "||", ")", "?", ";", ",", ":"};
    bool left = false, right = false;
    for (size_t n = 0; n < sizeof before / sizeof before[0]; n++)
        left = left || is(s, t - 1, before[n]);
    for (size_t n = 0; n < sizeof after / sizeof after[0]; n++)
        right = right || is(s, t + 1, after[n]);
    return left && right;
}

static bool is_same(const struct source *s, size_t a, size_t b)
{
    return a < s->tokens && b < s->tokens && s->token[a].size == s->token[b].size &&
           memcmp(s->token[a].text, s->token[b].text, s->token[a].size) == 0;
}

/* Where the lesser or the greater is chosen, of two equal ones it is either: a < b ? a : b; if (a > most) most = a */
static bool is_choice(const struct source *s, size_t t)
{
    if (is(s, t + 2, "?"))
        return is_same(s, t - 1, t + 3) && is(s, t + 4, ":") && is_same(s, t + 1, t + 5);
    return is(s, t + 2, ")") && is_same(s, t + 1, t + 3) && is(s, t + 4, "=") &&
           is_same(s, t - 1, expression_end(s, t + 5, ";") - 1);
}

static void change_token(const struct source *s, int file, size_t region, size_t t)
{
    static const struct {
        const char *from, *into;
    } operators[] = {{"&&", "||"}, {"||", "&&"}, {"==", "!="}, {"!=", "=="}, {"<", "<="},  {"<", ">="},
                     {"<=", "<"},  {"<=", ">"},  {">", ">="},  {">", "<="},  {">=", "<"},  {">=", ">"},
                     {"!", ""},    {"~", ""},    {"&", "|"},   {"|", "&"},   {"^", "|"},   {"+", "-"},
                     {"-", "+"},   {"|=", "&="}, {"&=", "|="}, {"+=", "-="}, {"-=", "+="}, {"++", "--"}};
    for (size_t n = 0; n < sizeof operators / sizeof operators[0]; n++)
        if (is(s, t, operators[n].from) && (is_binary(s, t) || *operators[n].into == '\0') &&
            !(is_choice(s, t) && *operators[n].from == *operators[n].into))
            add_change(file, region, t, t, operators[n].into);
    bool index = is(s, t - 1, "[") && is(s, t + 1, "]"), range = is(s, t - 1, "[") || is(s, t + 1, "]");
    bool copies = is(s, t + 1, "{");
    if (is_number(s, t) && (index || !range) && !copies)
        change_number(s, file, region, t);
    if (s->c) {
        change_c_token(s, file, region, t);
        return;
    }
    bool before = is(s, t - 1, "&&") || is(s, t - 1, "||"), after = is(s, t + 1, "&&") || is(s, t + 1, "||");
    if (is_word(s, t) && (before || after) && stands_alone(s, t))
        add_change(file, region, t, t, is(s, before ? t - 1 : t + 1, "&&") ? "1'b1" : "1'b0");
    if (is_word(s, t) && !before && !is(s, t - 1, "!") && is(s, t + 1, "?") && stands_alone(s, t))
        add_change(file, region, t, t, "!");
}

static void find_changes(const struct source *s, int file)
{
    for (size_t r = 0; r < s->regions; r++) {
        const struct region *region = &s->region[r];
        if (region->drop)
            add_change(file, r, region->first, s->c ? region->last : assignment(s, region->first) - 1, "(left out)");
        for (size_t t = region->first; t <= region->last && !region->drop; t++)
            change_token(s, file, r, t);
    }
}

/* ---- Drawing. splitmix64 */

static uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Draws count changes and numbers them in the order of the text. */
static void draw(uint64_t seed, size_t count)
{
    static size_t deck[CHANGES_MAX];
    if (count > changes)
        fail(2, "mutator: %zu mutants, expected at most %zu, as many as there are possible changes", count, changes);
    for (size_t n = 0; n < changes; n++)
        deck[n] = n;
    for (size_t n = 0; n < count; n++) {
        size_t other = n + random_next(&seed) % (changes - n), card = deck[other];
        deck[other] = deck[n];
        deck[n] = card;
        change[card].mutant = 1;
    }
    unsigned number = 0;
    for (size_t n = 0; n < changes; n++)
        if (change[n].mutant)
            change[n].mutant = ++number;
}

/* ---- Writing */

/* The text of a region, with its change. */
static void put_changed(FILE *out, const struct source *s, const struct region *r, const struct change *c)
{
    const char *start = s->token[r->first].text, *hole = s->token[c->token].text;
    const char *after = s->token[c->last].text + s->token[c->last].size;
    const char *end = s->token[r->last].text + s->token[r->last].size;
    (void)fprintf(out, "%.*s", (int)(hole - start), start);
    if (strcmp(c->into, "!") == 0)
        (void)fprintf(out, "!(%.*s)", (int)(after - hole), hole);
    else
        (void)fprintf(out, " %s ", c->into);
    (void)fprintf(out, "%.*s", (int)(end - after), after);
}

/* In Verilog one comparison leads past all mutants of a region, which have numbers in a row. */
static void put_region(FILE *out, const struct source *s, int file, size_t r)
{
    const struct region *region = &s->region[r];
    const char *start = s->token[region->first].text;
    const char *end = s->token[region->last].text + s->token[region->last].size;
    unsigned first = 0, count = 0;
    for (size_t n = 0; n < changes && !region->drop; n++)
        if (change[n].file == file && change[n].region == r && change[n].mutant)
            first = count++ ? first : change[n].mutant;
    if (count)
        (void)fprintf(out, "(");
    if (count && !s->c)
        (void)fprintf(out, "mutant - 16'd%u >= 16'd%u ? (%.*s) : ", first, count, (int)(end - start), start);
    for (size_t n = 0; n < changes && count; n++)
        if (change[n].file == file && change[n].region == r && change[n].mutant) {
            (void)fprintf(out, "mutant == %u ? (", change[n].mutant);
            put_changed(out, s, region, &change[n]);
            (void)fprintf(out, ") : ");
        }
    (void)fprintf(out, count ? "(%.*s))" : "%.*s", (int)(end - start), start);
}

/* The mutant that leaves out the assignment of region r, or 0. */
static unsigned dropped_by(int file, size_t r)
{
    for (size_t n = 0; n < changes; n++)
        if (change[n].file == file && change[n].region == r)
            return change[n].mutant;
    return 0;
}

/* Clocked registers begin as ones: what power-up does not set must show. */
static void put_initial(FILE *out, const struct source *s)
{
    for (size_t r = 0; r < s->regions; r++) {
        size_t first = s->region[r].first, last = first;
        if (!s->region[r].drop)
            continue;
        if (is(s, first, "{"))
            last = expression_end(s, first + 1, "}");
        const char *start = s->token[first].text, *end = s->token[last].text + s->token[last].size;
        const char *each = is(s, first + 1, "[") ? "[i]" : "";
        (void)fprintf(out, "    initial ");
        if (*each)
            (void)fprintf(out, "foreach (%.*s%s) ", (int)(end - start), start, each);
        (void)fprintf(out, "%.*s%s = ~0;\n", (int)(end - start), start, each);
    }
}

/* From `at` to the end, with the changes. */
static void put_regions(FILE *out, const struct source *s, int file, const char *at, const char *end)
{
    const char *const begin = s->c ? "{" : "begin", *const closes = s->c ? "}" : "end";
    bool open = false; /* a statement that may be left out */
    for (size_t r = 0; r < s->regions; r++) {
        const struct region *region = &s->region[r];
        const char *start = s->token[region->first].text;
        unsigned mutant = region->drop ? dropped_by(file, r) : 0;
        (void)fprintf(out, "%.*s", (int)(start - at), at);
        at = start;
        if (mutant) {
            (void)fprintf(out, "%s if (mutant != %u) ", begin, mutant);
            open = true;
        }
        if (region->drop && r + 1 < s->regions && s->region[r + 1].first <= region->last)
            continue;
        put_region(out, s, file, r);
        at = s->token[region->last].text + s->token[region->last].size;
        if (open) {
            (void)fprintf(out, "; %s", closes);
            at = s->token[region->last + 1].text + 1;
            open = false;
        }
    }
    (void)fprintf(out, "%.*s", (int)(end - at), at);
}

static void put_source(FILE *out, const struct source *s, int file)
{
    const char *const end = s->text + strlen(s->text);
    if (s->c) {
        (void)fprintf(out, "int tmr0_mutant(void);\n#define mutant tmr0_mutant()\n");
        put_regions(out, s, file, s->text, end);
        return;
    }
    const char *after_head = s->token[s->head].text + 1, *tail = s->token[s->tail].text;
    (void)fprintf(out, "%.*s\n    import \"DPI-C\" function int tmr0_mutant();\n", (int)(after_head - s->text),
                  s->text);
    (void)fprintf(out, "    reg [15:0] mutant;\n    initial mutant = tmr0_mutant();\n");
    put_regions(out, s, file, after_head, tail);
    put_initial(out, s);
    (void)fprintf(out, "%s", tail);
}

/* Tokens first to last on one line. */
static void put_tokens(FILE *out, const struct source *s, size_t first, size_t last)
{
    for (size_t t = first; t <= last; t++) {
        const char *after = s->token[t].text + s->token[t].size;
        (void)fprintf(out, "%.*s", (int)s->token[t].size, s->token[t].text);
        if (t < last && s->token[t + 1].text > after)
            (void)fprintf(out, " ");
    }
}

/* The line of the text that a change stands in, without what is around it:
 * a = b {+ -> -} c; {a left out} <= b + c; */
static void put_line(FILE *out, const struct source *s, const struct change *c)
{
    const char *from = s->token[c->token].text, *after = s->token[c->last].text + s->token[c->last].size;
    const char *start = from, *end = after;
    while (start > s->text && start[-1] != '\n')
        start--;
    start += strspn(start, " ");
    while (*end != '\n' && *end != '\0' && strncmp(end, "//", 2) != 0)
        end++;
    while (end > after && strchr(" \\", end[-1]))
        end--;
    (void)fprintf(out, "%.*s{", (int)(from - start), start);
    put_tokens(out, s, c->token, c->last);
    if (s->region[c->region].drop)
        (void)fprintf(out, " left out}");
    else if (strcmp(c->into, "!") == 0)
        (void)fprintf(out, " negated}");
    else
        (void)fprintf(out, " -> %s}", *c->into ? c->into : "nothing");
    (void)fprintf(out, "%.*s\n", (int)(end - after), after);
}

static void put_mutants(FILE *out, const struct source *const *source)
{
    for (size_t n = 0; n < changes; n++) {
        const struct change *c = &change[n];
        const struct source *s = source[c->file];
        if (!c->mutant)
            continue;
        (void)fprintf(out, "%u\t%s:%d\t", c->mutant, s->path, s->token[c->token].line);
        put_line(out, s, c);
    }
}

static FILE *create(const char *dir, const char *name)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *out = fopen(path, "w");
    if (!out)
        fail(3, "%s: cannot write: %s", path, strerror(errno));
    return out;
}

static void finish(FILE *out, const char *name)
{
    bool bad = ferror(out) != 0;
    if (fclose(out) == EOF || bad)
        fail(3, "%s: cannot write", name);
}

static struct source *load(const char *path)
{
    struct source *s = calloc(1, sizeof *s);
    FILE *in = fopen(path, "r");
    if (!s || !in)
        fail(in ? 3 : 2, "%s: %s", path, in ? "out of memory" : strerror(errno));
    size_t size = fread(s->text, 1, TEXT_MAX - 1, in);
    if (ferror(in) || size == TEXT_MAX - 1)
        fail(2, "%s: cannot read, expected a file of less than %d bytes", path, TEXT_MAX);
    (void)fclose(in);
    s->path = path;
    s->name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *dot = strrchr(s->name, '.');
    s->c = dot && strcmp(dot, ".c") == 0;
    return s;
}

static uint64_t argument(const char *text, const char *what)
{
    char *end;
    errno = 0;
    uint64_t value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end != '\0' || errno)
        fail(2, "mutator: %s %s, expected a number", what, text);
    return value;
}

int main(int argc, char **argv)
{
    static struct source *source[64];
    int files = argc - 4;
    if (files < 1 || files > (int)(sizeof source / sizeof source[0]))
        fail(2, "usage: mutator SEED COUNT OUT_DIR FILE... (at most %zu files)", sizeof source / sizeof source[0]);
    const uint64_t seed = argument(argv[1], "seed");
    for (int n = 0; n < files; n++) {
        source[n] = load(argv[n + 4]);
        tokenize(source[n]);
        (source[n]->c ? find_c_regions : find_regions)(source[n]);
        find_changes(source[n], n);
    }
    const uint64_t count = strcmp(argv[2], "all") == 0 ? changes : argument(argv[2], "count");
    draw(seed, count);
    for (int n = 0; n < files; n++) {
        FILE *out = create(argv[3], source[n]->name);
        put_source(out, source[n], n);
        finish(out, source[n]->name);
    }
    FILE *out = create(argv[3], "mutants.txt");
    put_mutants(out, (const struct source *const *)source);
    finish(out, "mutants.txt");
    printf("%zu of %zu possible changes, seed %" PRIu64 "\n", (size_t)count, changes, seed);
    for (int n = 0; n < files; n++)
        free(source[n]);
    return 0;
}
