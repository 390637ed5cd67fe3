/* SPDX-License-Identifier: MIT */
#include "scenario_lex.h"

#include <ctype.h>
#include <obstack.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "cli/number.h"

int token_shown(struct token t)
{
    return t.size < TOKEN_SHOWN ? t.size : TOKEN_SHOWN;
}

bool parse_fail(struct parse *p, const char *format, ...)
{
    char text[sizeof p->e->text];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    p->status = scenario_at_line(p->s, p->line, p->e, error_set(p->e, STATUS_INPUT, "%s", text));
    return false;
}

bool parse_expected(struct parse *p, const char *what)
{
    struct token t = lex_peek(p);
    if (t.kind == TOKEN_END)
        return parse_fail(p, "the line ends too early, expected %s", what);
    return parse_fail(p, "unexpected '%.*s', expected %s", token_shown(t), t.text, what);
}

#define obstack_chunk_alloc obstack_chunk
#define obstack_chunk_free free

static void *obstack_chunk(size_t size)
{
    return memory_new(1, size);
}

/* The macro of glibc's obstack.h aligns by an offset to a null pointer. */
__attribute__((no_sanitize("pointer-overflow"))) void *parse_memory(struct parse *p, size_t size)
{
    struct obstack *all = p->s->memory;
    if (!all) {
        p->s->memory = all = memory_new(1, sizeof *all);
        obstack_begin(all, 8 << 10);
    }
    return memset(obstack_alloc(all, (int)size), 0, size); /* glibc measures with int */
}

void *parse_grow(struct parse *p, void *list, size_t *room, size_t first, size_t size)
{
    const size_t before = *room * size;
    *room = *room ? 2 * *room : first;
    void *more = parse_memory(p, *room * size);
    return before ? memcpy(more, list, before) : more;
}

void scenario_free(struct scenario *s)
{
    if (s->memory)
        obstack_free(s->memory, NULL);
    free(s->memory);
    *s = (struct scenario){.memory = NULL};
}

/* A # inside quotes begins no comment. */
static const char *find_comment(const char *at, const char *stop)
{
    bool quoted = false;
    for (; at < stop && (quoted || *at != '#'); at++)
        quoted ^= *at == '"';
    return at;
}

bool lex_line(struct parse *p)
{
    if (p->next == p->end)
        return false;
    const char *start = p->next;
    const char *newline = memchr(start, '\n', (size_t)(p->end - start));
    const char *stop = newline != NULL ? newline : p->end;
    p->next = newline != NULL ? newline + 1 : p->end;
    p->line++;
    if (stop > start && stop[-1] == '\r')
        stop--;
    if (stop - start > SCENARIO_LINE_MAX)
        return parse_fail(p, "the line has %td characters, expected at most %d", stop - start, SCENARIO_LINE_MAX);
    for (const char *c = start; c < stop; c++)
        if (*c != '\t' && (*c < 0x20 || *c > 0x7e))
            return parse_fail(p, "byte 0x%02x in column %td, expected plain printable text", (unsigned char)*c,
                              c - start + 1);
    p->at = start;
    p->stop = find_comment(start, stop);
    return true;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const struct parse *p)
{
    const char *at = p->at;
    while (at < p->stop && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static const char *skip_word(const char *at, const char *stop)
{
    while (at < stop && in_word(*at))
        at++;
    return at;
}

struct token lex_peek(const struct parse *p)
{
    static const struct {
        char text[3];
        int kind;
    } pair[] = {{"<<", TOKEN_SHL},   {">>", TOKEN_SHR},     {"->", TOKEN_ARROW},      {"+-", TOKEN_PLUS_MINUS},
                {"==", TOKEN_EQUAL}, {"!=", TOKEN_UNEQUAL}, {"<=", TOKEN_LESS_EQUAL}, {">=", TOKEN_MORE_EQUAL}};
    const char *at = skip_blanks(p), *stop = at;
    struct token t = {.kind = TOKEN_END, .text = at};
    if (at == p->stop)
        return t;
    if (isdigit((unsigned char)*at)) {
        t.kind = TOKEN_NUMBER;
        while (stop < p->stop && (in_word(*stop) || *stop == '.'))
            stop++;
    } else if (in_word(*at)) {
        t.kind = TOKEN_WORD;
        stop = skip_word(at, p->stop);
    } else if (*at == '$') {
        t.kind = TOKEN_NAME;
        stop = skip_word(at + 1, p->stop);
    } else {
        t.kind = (unsigned char)*at;
        stop = at + 1;
        for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
            if (p->stop - at >= 2 && memcmp(at, pair[i].text, 2) == 0) {
                t.kind = pair[i].kind;
                stop = at + 2;
            }
    }
    t.size = (int)(stop - at);
    return t;
}

struct token lex_take(struct parse *p)
{
    struct token t = lex_peek(p);
    p->at = t.text + t.size;
    return t;
}

bool lex_accept(struct parse *p, int kind)
{
    if (lex_peek(p).kind != kind)
        return false;
    (void)lex_take(p);
    return true;
}

bool lex_accept_word(struct parse *p, const char *text)
{
    if (!token_is(lex_peek(p), text))
        return false;
    (void)lex_take(p);
    return true;
}

struct token lex_word(struct parse *p)
{
    const char *start = skip_blanks(p), *at = start;
    while (at < p->stop && *at != ' ' && *at != '\t' && *at != '{' && *at != '}')
        at++;
    p->at = at;
    return (struct token){.kind = at == start ? TOKEN_END : TOKEN_WORD, .text = start, .size = (int)(at - start)};
}

bool token_is(struct token t, const char *text)
{
    return strlen(text) == (size_t)t.size && memcmp(t.text, text, (size_t)t.size) == 0;
}

bool lex_text(struct parse *p, const char **text)
{
    const char *start = skip_blanks(p);
    if (start == p->stop || *start != '"')
        return parse_expected(p, "a text in quotes");
    const char *stop = memchr(start + 1, '"', (size_t)(p->stop - start - 1));
    if (!stop)
        return parse_fail(p, "a text without its second quote, expected \"...\"");
    const size_t size = (size_t)(stop - start) - 1;
    char *copy = parse_memory(p, size + 1);
    memcpy(copy, start + 1, size);
    *text = copy;
    p->at = stop + 1;
    return true;
}

bool lex_pick(struct parse *p, const char *const *list, int count, int *index)
{
    const char *at = p->at;
    struct token t = lex_word(p);
    for (*index = 0; *index < count; ++*index)
        if (token_is(t, list[*index]))
            return true;
    p->at = at;
    return false;
}

bool token_copy(struct token t, char *to, size_t size)
{
    if ((size_t)t.size >= size)
        return false;
    memcpy(to, t.text, (size_t)t.size);
    to[t.size] = '\0';
    return true;
}

bool file_beside(struct parse *p, const char *name, const char **file)
{
    int own;
    const char *from = scenario_file_line(p->s, p->line, &own), *slash = strrchr(from, '/');
    const bool beside = slash && name[0] != '/' && !p->replaces;
    const size_t folder = beside ? (size_t)(slash - from) + 1 : 0, size = folder + strlen(name) + 1;
    if (size > SCENARIO_FILE_MAX)
        return parse_fail(p, "name \"%.40s...\" is too long, expected at most %d bytes with the folder", name,
                          SCENARIO_FILE_MAX - 1);
    char *whole = parse_memory(p, size);
    memcpy(whole, from, folder);
    memcpy(whole + folder, name, strlen(name) + 1);
    *file = whole;
    return true;
}

bool number_take(struct parse *p, const char *expected, uint64_t *number)
{
    const struct token t = lex_peek(p);
    struct number n;
    if (!lex_accept(p, TOKEN_NUMBER))
        return parse_expected(p, expected);
    enum number_fault fault = number_read(&n, t.text, (size_t)t.size);
    *number = n.value;
    if (fault == NUMBER_EMPTY)
        return parse_fail(p, "'%.*s' is not a number, expected %s", token_shown(t), t.text, n.expected);
    if (fault == NUMBER_DIGIT)
        return parse_fail(p, "wrong digit '%c' in '%.*s', expected %s", n.digit, token_shown(t), t.text, n.expected);
    if (fault == NUMBER_LARGE)
        return parse_fail(p, "number '%.*s' is too large, expected at most 64 bits", token_shown(t), t.text);
    return true;
}

bool name_find(const struct scenario *s, struct token name, size_t *index)
{
    for (*index = 0; *index < s->names; ++*index)
        if (token_is(name, s->name[*index]))
            return true;
    return false;
}

bool name_take(struct parse *p, struct token *name)
{
    struct token t = *name = lex_peek(p);
    if (t.kind == TOKEN_NAME)
        return parse_fail(p, "unexpected '%.*s', expected the name alone, without $", token_shown(t), t.text);
    if (t.kind != TOKEN_WORD)
        return parse_expected(p, "a name of letters, digits and _");
    if (token_is(t, NAME_NOW))
        return parse_fail(p, "'" NAME_NOW "' is the simulated time, expected another name");
    if ((size_t)t.size >= sizeof p->s->name[0])
        return parse_fail(p, "name '%.*s...' has %d characters, expected at most %zu", TOKEN_SHOWN - 10, t.text, t.size,
                          sizeof p->s->name[0] - 1);
    (void)lex_take(p);
    return true;
}

bool name_enter(struct parse *p, struct token name, size_t *index)
{
    struct scenario *s = p->s;
    if (name_find(s, name, index))
        return true;
    if (s->names == SCENARIO_NAMES_MAX)
        return parse_fail(p, "too many names, expected at most %d", SCENARIO_NAMES_MAX);
    if (s->names == p->names_room)
        s->name = parse_grow(p, s->name, &p->names_room, 16, sizeof *s->name);
    (void)token_copy(name, s->name[s->names++], sizeof *s->name);
    return true;
}

/* ---- The files of a scenario: the one that is run, and those that `include` names. A line's number counts all lines
 * of all files, file after file, so the number alone identifies file and line. In the first file it is the line's own.
 */

static const struct scenario_source *source_of(const struct scenario *s, int line)
{
    size_t low = 0, high = s->sources;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (s->source[middle].before < line)
            low = middle;
        else
            high = middle;
    }
    return &s->source[low];
}

const char *scenario_file_line(const struct scenario *s, int line, int *own)
{
    const struct scenario_source *from = source_of(s, line);
    *own = line - from->before;
    return from->file;
}

const char *scenario_place(char *buffer, size_t size, const struct scenario *s, int line)
{
    int own;
    const char *file = scenario_file_line(s, line, &own);
    (void)snprintf(buffer, size, source_of(s, line)->option ? "%s" : "%s:%d", file, own);
    return buffer;
}

const char *scenario_line(char *buffer, size_t size, const struct scenario *s, int line)
{
    if (source_of(s, line) != s->source)
        return scenario_place(buffer, size, s, line);
    (void)snprintf(buffer, size, "%d", line);
    return buffer;
}

int scenario_at_line(const struct scenario *s, int line, struct error *e, int status)
{
    if (status == STATUS_OK || line == 0)
        return status;
    const struct error inner = *e;
    char chain[sizeof inner.text] = "";
    size_t used = 0;
    for (int at = source_of(s, line)->included; at != 0 && used < sizeof chain; at = source_of(s, at)->included)
        used += (size_t)snprintf(chain + used, sizeof chain - used, "%s%s", used ? ", " : " (included at ",
                                 PLACE_TEXT(s, at));
    if (source_of(s, line)->option && *s->file)
        (void)snprintf(chain, sizeof chain, " (%s", s->file);
    return error_set(e, status, "%s: %s%s%s", PLACE_TEXT(s, line), inner.text, chain, *chain ? ")" : "");
}
