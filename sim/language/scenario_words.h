/* SPDX-License-Identifier: MIT
 * The words that lines of a scenario begin with: settings (scenario_settings.c) and statements
 * (scenario_statements.c). Functions that return bool are false on error, as in scenario_lex.h. */
#ifndef TMR0_SCENARIO_WORDS_H
#define TMR0_SCENARIO_WORDS_H

#include "scenario_lex.h"

enum { ON_BOARD = 1 << TARGET_BOARD, ON_CHIP = 1 << TARGET_CHIP, ON_BOTH = ON_BOARD | ON_CHIP };

struct word {
    const char *text;
    bool (*set)(struct parse *p); /* settings: takes all that follows */
    /* Statements */
    int targets;
    enum statement_kind kind;
    const struct expr_range *range;
    bool (*parse)(struct parse *p, struct statement *st); /* takes what follows; of repeat, up to its { */
};

/* A word without text ends the list. */
extern const struct word setting_words[], statement_words[];

/* Appends a copy of `like`, without what follows it, to the present block, which it belongs to. */
struct statement *statement_add(struct parse *p, const struct statement *like);
/* Reads a file of at most so many bytes. After STATUS_OK the text is to be freed. */
int source_read(const char *file, char **text, size_t *size, size_t most, struct error *e);
/* A frequency or period, perhaps with a duty, or two widths (scenario_osc.c). */
bool osc_take(struct parse *p, struct osc *osc);
/* Checks that no setting is for the other target, wherever `target` is among them. */
bool settings_check(struct parse *p);
/* An input pin, or an output. */
bool pin_take(struct parse *p, bool input, enum pin *pin);

#endif
