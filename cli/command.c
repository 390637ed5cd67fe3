/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <stdio.h>
#include <string.h>

#include "edits.h"
#include "error.h"
#include "options.h"
#include "output.h"

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)
const char command_version[] = TEXT(TMR0_VERSION);

static void print_help(const struct program *p, FILE *f)
{
    (void)fprintf(f,
                  "%s: %s\n\nusage: %s COMMAND [options]%s\n       %s --help | --version\n       %s COMMAND --help\n",
                  p->name, p->about, p->name, p->data ? " [--data DIR]" : "", p->name, p->name);
    for (const struct command *c = p->commands; c->name; c++) {
        if (c->group)
            (void)fprintf(f, "\n%s:\n", c->group);
        (void)fprintf(f, "  %-11s %s\n", c->name, c->text);
    }
    if (p->data)
        (void)fprintf(f, "\n  --data DIR  folder that holds parts/ and machines/; may come anywhere in the line\n");
    (void)fprintf(f, "\nexit status: 0 the verdict is good, 1 it is bad, 2 wrong usage or bad input, 3 the system "
                     "failed\n");
}

static const struct command *find_command(const struct program *p, const char *name)
{
    for (const struct command *c = p->commands; c->name; c++)
        if (strcmp(name, c->name) == 0)
            return c;
    return NULL;
}

/* A command of which the name is the beginning, or from which one edit makes it; NULL: none. */
static const char *nearest(const struct program *p, const char *name)
{
    for (const struct command *c = p->commands; c->name; c++)
        if (strncmp(name, c->name, strlen(name)) == 0 || edits(name, strlen(name), c->name) == 1)
            return c->name;
    return NULL;
}

static int unknown_command(const struct program *p, const char *name)
{
    const char *near = nearest(p, name);
    return near ? options_bad(p->name, "unknown command '%s', did you mean %s?", name, near)
                : options_bad(p->name, "unknown command '%s', expected one of %s --help", name, p->name);
}

/* Takes --data DIR and --data=DIR out of the arguments, wherever it is before a lone --. Returns their new number, -1
 * after a message. */
static int take_data(const struct program *p, int argc, char **argv, const char **data_dir)
{
    int kept = 1, n = 1;
    for (; n < argc && strcmp(argv[n], "--") != 0; n++) {
        if (strncmp(argv[n], "--data=", 7) == 0) {
            *data_dir = argv[n] + 7;
        } else if (strcmp(argv[n], "--data") != 0) {
            argv[kept++] = argv[n];
        } else if (n + 1 == argc) {
            (void)options_bad(p->name, "--data without a folder, expected --data DIR");
            return -1;
        } else {
            *data_dir = argv[++n];
        }
    }
    for (; n < argc; n++)
        argv[kept++] = argv[n];
    argv[kept] = NULL;
    return kept;
}

static bool is_help(const char *name)
{
    return strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0;
}

int command_main(const struct program *p, int argc, char **argv)
{
    const char *data_dir = NULL;
    static char title[48]; /* argv[0] of the command; getopt begins its messages with it */
    output_start();
    if (p->data)
        argc = take_data(p, argc, argv, &data_dir);
    if (argc < 0)
        return STATUS_INPUT;
    const char *name = argc > 1 ? argv[1] : "";
    if (is_help(name) && argc > 3)
        return options_bad(p->name, "'%s' after '%s %s', expected one command", argv[3], name, argv[2]);
    if (is_help(name) && argc > 2) { /* help COMMAND: COMMAND --help */
        static char option[] = "--help";
        argv[1] = argv[2];
        argv[2] = option;
        name = argv[1];
    }
    if (is_help(name)) {
        print_help(p, stdout);
        return output_end(p->name, STATUS_OK);
    }
    if (strcmp(name, "--version") == 0 && argc > 2)
        return options_bad(p->name, "'%s' after --version, expected nothing", argv[2]);
    if (strcmp(name, "--version") == 0) {
        printf("%s %s\n", p->name, command_version);
        return output_end(p->name, STATUS_OK);
    }
    if (name[0] == '-')
        return options_bad(p->name, "option '%s', expected --help%s", name,
                           p->data ? ", --version or --data DIR" : " or --version");
    const struct command *c = find_command(p, name);
    if (!c && name[0])
        return unknown_command(p, name);
    if (!c) {
        print_help(p, stderr);
        return STATUS_INPUT;
    }
    (void)snprintf(title, sizeof title, "%s %s", p->name, name);
    argv[1] = title;
    int status = c->call(argc - 1, argv + 1, data_dir);
    return output_end(p->name, status == OPTIONS_HELP ? STATUS_OK : status);
}
