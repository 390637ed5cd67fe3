/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "columns.h"
#include "error.h"
#include "output.h"

#define OPTION_INDENT 2 /* of a line of the usage */

enum { FIRST = 256 }; /* values that getopt returns; those below are its own */

static int take_value(const struct option_rule *r, struct argument a)
{
    if (r->number)
        return argument_number(a, r->least, r->most, r->number);
    if (r->choice)
        return argument_choice(a, r->names, r->count, r->choice);
    if (r->seconds)
        return argument_time(a, r->seconds);
    if (r->hz)
        return argument_rate(a, r->hz);
    if (r->confidence)
        return argument_positive(a, 1, r->confidence);
    if (r->positive)
        return argument_positive(a, (double)INFINITY, r->positive);
    if (r->take)
        return r->take(r->to, a);
    if (r->text || r->output)
        *(r->text ? r->text : r->output) = a.text;
    if (r->output && !*a.text)
        return options_bad(a.command, "--%s \"\" is no name, expected that of a file", a.option);
    return STATUS_OK;
}

static bool takes_value(const struct option_rule *r)
{
    return r->text || r->output || r->number || r->choice || r->seconds || r->hz || r->confidence || r->positive ||
           r->take;
}

/* Where the text of an option begins: after two blanks that follow its name. 0 if the line is not that of an option. */
static size_t option_column(const char *line, size_t length)
{
    if (strspn(line, " ") != OPTION_INDENT)
        return 0;
    for (size_t n = OPTION_INDENT; n + 2 < length; n++)
        if (line[n] == ' ' && line[n + 1] == ' ')
            return n + strspn(line + n, " ");
    return 0;
}

/* Lines whose text begins below that of the line before are joined to it, and filled. */
static void print_filled(FILE *f, const char *text)
{
    struct wrap w = {f, 0, 0};
    while (*text) {
        char words[256];
        const size_t length = strcspn(text, "\n"), column = option_column(text, length);
        const size_t start = column ? column : strspn(text, " ");
        if (!w.column || !length || column || start != w.indent) {
            if (w.column)
                (void)fputc('\n', f);
            w.indent = start;
            w.column = start ? (size_t)fprintf(f, "%.*s", (int)start - 1, text) : 0;
        }
        (void)snprintf(words, sizeof words, "%.*s", (int)(length - start), text + start);
        wrap_words(&w, words);
        if (!length)
            (void)fputc('\n', f);
        text += length + (text[length] == '\n');
    }
    if (w.column)
        (void)fputc('\n', f);
}

void options_usage(const struct options *o, FILE *f)
{
    const char *head = "usage:";
    for (const char *way = o->synopsis; *way; head = "      ") {
        const int length = (int)strcspn(way, "\n");
        (void)fprintf(f, "%s %s %.*s\n", head, o->command, length, way);
        way += length + (way[length] == '\n');
    }
    (void)fputc('\n', f);
    print_filled(f, o->usage);
}

static int print_help(const struct options *o)
{
    options_usage(o, stdout);
    if (o->more_usage)
        o->more_usage();
    bool writes = false;
    for (size_t n = 0; n < o->rules; n++)
        writes = writes || o->rule[n].output;
    if (writes)
        (void)puts("\nWhere a file is written, - is standard output; the text then goes to standard error.");
    return OPTIONS_HELP;
}

int options_bad(const char *command, const char *format, ...)
{
    struct error e;
    va_list args;
    va_start(args, format);
    error_fill(&e, format, args);
    va_end(args);
    return error_print(&e, command, STATUS_INPUT);
}

/* Of several options that write files, one may be "-". It takes standard output before anything is printed. */
static int take_standard(const struct options *o)
{
    struct error e;
    const struct option_rule *first = NULL;
    for (const struct option_rule *r = o->rule; r < o->rule + o->rules; r++) {
        if (!r->output || !*r->output || strcmp(*r->output, "-") != 0)
            continue;
        if (first)
            return options_bad(o->command, "--%s - with --%s -, expected one of them", first->name, r->name);
        first = r;
    }
    const int status = first ? output_standard(&e) : STATUS_OK;
    return status ? error_print(&e, o->command, status) : STATUS_OK;
}

int options_take(const struct options *o, int argc, char **argv)
{
    struct option list[OPTIONS_MAX + 2] = {{0}};
    char letters[2 * OPTIONS_MAX + 3];
    int used = snprintf(letters, sizeof letters, o->operands == OPERANDS_LAST ? "+h" : "h");
    for (size_t n = 0; n < o->rules; n++) {
        const bool value = takes_value(&o->rule[n]);
        list[n] = (struct option){o->rule[n].name, value ? required_argument : no_argument, NULL, FIRST + (int)n};
        if (o->rule[n].letter)
            used += snprintf(letters + used, sizeof letters - (size_t)used, value ? "%c:" : "%c", o->rule[n].letter);
    }
    list[o->rules] = (struct option){"help", no_argument, NULL, 'h'};
    bool seen[OPTIONS_MAX] = {false};
    int option;
    opterr = 0;
    optind = 0; /* 1 would go on in a word of the last call */
    for (int word = 1; (option = getopt_long(argc, argv, letters, list, NULL)) != -1; word = optind) {
        for (size_t n = 0; n < o->rules; n++)
            option = o->rule[n].letter == option ? FIRST + (int)n : option;
        if (option == 'h')
            return argc > 2 ? options_bad(o->command, "--help with more, expected it alone") : print_help(o);
        if (option < FIRST) { /* once more from that word on, and getopt prints why */
            for (int n = 1; n < argc; n++)
                (void)error_clean(argv[n]);
            opterr = 1;
            optind = 0;
            argv[word - 1] = argv[0]; /* with which it begins */
            while (getopt_long(argc - word + 1, argv + word - 1, letters, list, NULL) != '?')
                ;
            if (o->operands != OPERANDS_NONE && optopt && optopt < FIRST && !strchr(letters, optopt))
                (void)fprintf(stderr, "%s: an operand that begins with - comes after --\n", o->command);
            return STATUS_INPUT;
        }
        const struct option_rule *r = &o->rule[option - FIRST];
        int status = take_value(r, (struct argument){o->command, r->name, optarg});
        if (status)
            return status;
        if (takes_value(r) && (!r->take || r->once) && seen[option - FIRST])
            return options_bad(o->command, "--%s twice, expected it once", r->name);
        seen[option - FIRST] = true;
        if (r->given)
            *r->given = true;
    }
    if (o->operands == OPERANDS_NONE && optind < argc)
        return options_bad(o->command, "'%s', expected options only", argv[optind]);
    return take_standard(o);
}
