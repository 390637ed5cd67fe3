/* SPDX-License-Identifier: MIT
 * tmr0 in the page: the commands that need no second process, `check` for the editor, and `names` for its choices. */
#include <getopt.h> /* optind */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "sim/command/commands.h"
#include "sim/figures/figures.h"
#include "sim/language/play.h"
#include "sim/language/scenario_lex.h"

#define MACHINES_MAX 64

/* Reads the scenario and the figures of its board, and plays nothing. */
static int check_file(const char *file, const char *dir, struct error *e)
{
    struct scenario s;
    int status = scenario_load(&s, file, NULL, e);
    if (status == STATUS_OK) {
        struct rig *rig = memory_new(1, sizeof *rig);
        struct board_config config;
        status = session_board(&config, rig, &s, dir, e);
        free(rig);
        scenario_free(&s);
    }
    return status;
}

static int command_check(int argc, char **argv, const char *data_dir)
{
    const struct options options = {"tmr0 check", "FILE", "Finds the first mistake of a scenario.\n",
                                    .operands = OPERANDS_LAST};
    struct error e;
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    if (argc - optind != 1)
        return options_bad(options.command, "%d files, expected one", argc - optind);
    status = check_file(argv[optind], data_dir, &e);
    return status ? error_print(&e, "tmr0", status) : STATUS_OK;
}

/* A machine, or each of its variants. */
static int add_machine(cJSON *machines, const char *name, const char *dir, struct error *e)
{
    struct machine m;
    char variant[sizeof m.name + sizeof *m.variant_name];
    int status = machine_load(&m, dir, name, e);
    if (status)
        return status;
    if (m.variants == 0)
        cJSON_AddItemToArray(machines, cJSON_CreateString(name));
    for (size_t n = 0; n < m.variants; n++) {
        (void)snprintf(variant, sizeof variant, "%s:%s", m.name, m.variant_name[n]);
        cJSON_AddItemToArray(machines, cJSON_CreateString(variant));
    }
    return STATUS_OK;
}

/* What may begin a line */
static void add_words(cJSON *statements, const struct word *words)
{
    for (const struct word *w = words; w->text; w++)
        cJSON_AddItemToArray(statements, cJSON_CreateString(w->text));
}

static int command_names(int argc, char **argv, const char *data_dir)
{
    char names[MACHINES_MAX][48];
    size_t count;
    struct error e;
    (void)argc;
    (void)argv;
    cJSON *all = cJSON_CreateObject(), *machines = cJSON_AddArrayToObject(all, "machines");
    cJSON *statements = cJSON_AddArrayToObject(all, "statements");
    add_words(statements, setting_words);
    add_words(statements, statement_words);
    words_add(all);
    int status = data_list(names, MACHINES_MAX, &count, data_dir, "machine", &e);
    for (size_t n = 0; n < count && status == STATUS_OK; n++)
        status = add_machine(machines, names[n], data_dir, &e);
    if (status)
        return error_print(&e, "tmr0", status);
    char *text = cJSON_Print(all);
    puts(text);
    free(text);
    cJSON_Delete(all);
    return STATUS_OK;
}

static const struct command commands[] = {
    {"run", command_run, "run scenario files (driver sequences) on the RTL and check them", NULL},
    {"check", command_check, "find the first mistake of a scenario", NULL},
    {"names", command_names, "print machines, statements, marks and checks as JSON", NULL},
    {"capture", command_capture, "judge a logic analyser's capture of the chip", NULL},
    {"timing", command_timing, "check the bus timing of every machine with both strobe translators", NULL},
    {NULL, NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
    const struct program program = {"tmr0", "a simulator of the Am9513A timer board", commands, true};
    (void)umask(022); /* emscripten begins with 0777, and a file then cannot be renamed */
    return command_main(&program, argc, argv);
}
