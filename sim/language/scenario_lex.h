/* SPDX-License-Identifier: MIT
 * Internals of the scenario reader: lines, tokens, numbers, names and memory, shared by scenario*.c and expr.c.
 * Functions that return bool are false on error; the text and the status are then in the parse. */
#ifndef TMR0_SCENARIO_LEX_H
#define TMR0_SCENARIO_LEX_H

#include "scenario.h"

enum {
    SCENARIO_BYTES_MAX = 4 << 20,
    SCENARIO_LINE_MAX = 1000,
    SCENARIO_DEPTH_MAX = 32,
    SCENARIO_NAMES_MAX = 4096,
    EXPR_NESTED_MAX = 64,
};

struct block {
    struct statement *repeat; /* NULL for the file itself */
    struct statement **tail;
    int64_t at_ps; /* last `at` of this block; at_line 0: none */
    int at_line;
};

struct parse {
    struct scenario *s;
    struct error *e;
    int status;

    /* Text */
    const char *next, *end; /* the lines not yet read */
    const char *at, *stop;  /* rest of the present line, without comment and line end */
    int line;               /* as in struct statement */
    int lines;              /* of all files so far */
    size_t bytes, sources_room;
    int includes; /* files under way */

    /* Tree */
    struct block block[SCENARIO_DEPTH_MAX + 1];
    int depth, floor; /* floor: blocks that are open where the file begins */
    size_t names_room;
    const struct expr_range *range; /* of the operands of the present statement */
    bool settings;                  /* settings alone are expected */
    const char *options;            /* lines of settings that come before the first statement; NULL: none are left */
    bool replaces;                  /* the present line is one of them */
    bool started;                   /* a statement that is no setting was seen */
    int nested;                     /* brackets and signs of the expression that are open */
};

/* A token's kind is its character, or one of these. */
enum token_kind {
    TOKEN_END = 256, /* the line ends */
    TOKEN_NUMBER,    /* starts with a digit; not checked further */
    TOKEN_WORD,
    TOKEN_NAME, /* $word */
    TOKEN_SHL,
    TOKEN_SHR,
    TOKEN_ARROW,      /* -> */
    TOKEN_PLUS_MINUS, /* +- */
    TOKEN_EQUAL,      /* == */
    TOKEN_UNEQUAL,
    TOKEN_LESS_EQUAL,
    TOKEN_MORE_EQUAL,
};

struct token {
    int kind;
    const char *text;
    int size;
};

/* How much of a token a message repeats. */
#define TOKEN_SHOWN 40
int token_shown(struct token t);

bool parse_fail(struct parse *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "unexpected 'x', expected WHAT", or that the line ends too early. */
bool parse_expected(struct parse *p, const char *what);
/* Zeroed memory that lives as long as the scenario. */
void *parse_memory(struct parse *p, size_t size);
/* The list with twice its room, counted in elements, or with room for `first` of them if it has none. */
void *parse_grow(struct parse *p, void *list, size_t *room, size_t first, size_t size);

/* Goes to the next line; false at the end of the text (status 0) and on error. */
bool lex_line(struct parse *p);
struct token lex_peek(const struct parse *p);
struct token lex_take(struct parse *p);
bool lex_accept(struct parse *p, int kind);
bool lex_accept_word(struct parse *p, const char *text);
/* All up to the next blank or brace, size 0 at the end: times, names of files and figures. */
struct token lex_word(struct parse *p);
/* Takes a text in quotes, which lives as long as the scenario. */
bool lex_text(struct parse *p, const char **text);
/* Takes one of the words of a list; false, without an error, if the line goes on otherwise. */
bool lex_pick(struct parse *p, const char *const *list, int count, int *index);
bool token_is(struct token t, const char *text);
/* The name of a file as the folder of the file under way has it; one in an option stays as it is. */
bool file_beside(struct parse *p, const char *name, const char **file);
/* The token as a string; false, without an error, if it does not fit. */
bool token_copy(struct token t, char *to, size_t size);

bool number_take(struct parse *p, const char *expected, uint64_t *number);

#define NAME_NOW "now" /* $now is the simulated time */
bool name_find(const struct scenario *s, struct token name, size_t *index);
/* Takes a bare name from the line; enters a name, if it is new. */
bool name_take(struct parse *p, struct token *name);
bool name_enter(struct parse *p, struct token name, size_t *index);

struct expr_range {
    const char *what; /* of which number the message speaks */
    int64_t least, most;
    const char *text; /* the bounds as the message shows them */
};

/* Parses an expression. Where it is constant it must lie in the range; NULL for no range. */
bool expr_parse(struct parse *p, const struct expr_range *range, struct expr **out);
/* What follows `count`: the number of a counter. */
bool expr_parse_count(struct parse *p, struct expr **out);
/* As expr_parse() for a number, $name or expression in brackets. */
bool expr_parse_primary(struct parse *p, const struct expr_range *range, struct expr **out);

/* ---- The words that lines begin with: settings (scenario_settings.c) and statements (scenario_statements.c) */

enum { ON_BOARD = 1 << TARGET_BOARD, ON_CHIP = 1 << TARGET_CHIP, ON_BOTH = ON_BOARD | ON_CHIP, CONTROL = 4 /* port */ };

struct word {
    const char *text;
    bool (*set)(struct parse *p); /* settings: takes all that follows */
    /* Statements */
    int targets;
    enum statement_kind kind;
    const struct expr_range *range;
    bool (*parse)(struct parse *p, struct statement *st); /* takes what follows, of repeat up to its {; or NULL */
};

/* A word without text ends the list. */
extern const struct word setting_words[], statement_words[];

/* A statement that this word begins in the present line. */
struct statement statement_of(const struct parse *p, const struct word *word);
/* Appends a copy of `like`, without what follows it, to the present block, which it belongs to. */
struct statement *statement_add(struct parse *p, const struct statement *like);
/* Checks that no setting is for the other target, wherever `target` is among them. */
bool settings_check(struct parse *p);
/* An input pin, or an output. */
bool pin_take(struct parse *p, bool input, enum pin *pin);

#endif
