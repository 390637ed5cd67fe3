/* SPDX-License-Identifier: MIT
 * Gives files to a reader, for AFL++, or to the command that has it, to play again what AFL++ found (`make soak`).
 * Usage, from the root of the tree: build/afl/readers READER FOLDER FILE...
 * FOLDER has the folders parts/ and machines/, with machines/base, for the .ini files. A reader may refuse the file,
 * but not crash, hang or report that the system failed. Under afl-fuzz it reads one FILE, which changes, many times. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/input.h"
#include "cli/memory.h"
#include "measure/cli/commands.h"
#include "measure/cli/fit_table.h"
#include "model/am9513.h"
#include "sim/capture/samples.h"
#include "sim/command/commands.h"
#include "sim/figures/data.h"
#include "sim/language/scenario.h"

#ifdef __AFL_LOOP
#define AGAIN() __extension__ __AFL_LOOP(10000) /* outside of afl-fuzz: true once */
#else
#define AGAIN() 0 /* another compiler only checks this file */
#endif

#define PATH_SIZE 4096

static const char *folder;

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    (void)fprintf(stderr, "readers: %s\n", what);
    abort();
}

static void took(int status)
{
    must(status <= STATUS_INPUT, "status 3, expected that the file is taken or refused");
}

static void read_scenario(const char *file)
{
    struct scenario s;
    struct error e;
    const int status = scenario_load(&s, file, NULL, &e);
    took(status);
    if (status == STATUS_OK)
        scenario_free(&s);
}

static void link_as(const char *file, const char *name)
{
    char path[PATH_SIZE], *place = realpath(file, NULL);
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    (void)unlink(path);
    must(place && symlink(place, path) == 0, path);
    free(place);
}

/* As a part and as a machine, which may inherit from those of the tree */
static void read_ini(const char *file)
{
    static const char *linked;
    static struct part part;
    static struct machine machine;
    struct error e;
    if (linked != file) {
        link_as(file, "parts/x.ini");
        link_as(file, "machines/x.ini");
    }
    linked = file;
    took(part_load(&part, folder, "x", &e));
    took(machine_load(&machine, folder, "x", &e));
}

static void read_levels(const char *file)
{
    struct levels levels;
    struct error e;
    bool more = true;
    struct source *v = memory_new(1, sizeof *v);
    int status = survey_open(v, WIRES_CHIP, file, NULL, &e);
    while (status == STATUS_OK && more)
        status = v->next(v, &levels, &more, &e);
    took(status);
    source_close(v);
    free(v);
}

static void play_capture(const char *file)
{
    took(command_capture(4, (char *[]){"capture", "--scenario", "/dev/null", (char *)file, NULL}, "."));
}

static void read_json(const char *file)
{
    struct error e;
    cJSON *tree = NULL;
    took(input_json(file, &tree, &e));
    cJSON_Delete(tree);
}

static void play_report(const char *file)
{
    took(command_report(4, (char *[]){"report", "--out", "/dev/null", (char *)file, NULL}, NULL));
}

static void read_table(const char *file)
{
    struct fit_table table;
    struct error e;
    took(fit_table_load(&table, file, &e));
    fit_table_free(&table);
}

static void play_fit(const char *file)
{
    took(command_fit(2, (char *[]){"fit", (char *)file, NULL}, NULL));
}

static void play_durations(const char *file)
{
    took(command_measure(3, (char *[]){"measure", "--file", (char *)file, NULL}, NULL));
}

static const char *text_of(const char *file)
{
    static char text[1000];
    FILE *f = fopen(file, "r");
    must(f != NULL, file);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    (void)fclose(f);
    return text;
}

/* Words that are taken are those of the value. */
static void read_words(const char *file)
{
    uint16_t value, again;
    char words[200], wanted[400];
    const char *text = text_of(file);
    for (enum am9513_kind kind = AM9513_MODE; kind <= AM9513_COMMAND; kind++) {
        if (am9513_value(kind, text, &value, wanted, sizeof wanted) != AM9513_OK)
            continue;
        must(am9513_words(kind, value, words, sizeof words) > 0, "a value without words");
        must(am9513_value(kind, words, &again, wanted, sizeof wanted) == AM9513_OK && again == value, words);
    }
}

static void play_decode(const char *file)
{
    static char *const kind[] = {"--master", "--command"};
    char *text = (char *)text_of(file);
    took(command_decode(3, (char *[]){"decode", "--", text, NULL}, NULL));
    took(command_decode(4, (char *[]){"decode", "--encode", "--", text, NULL}, NULL));
    for (int n = 0; n < 2; n++) {
        took(command_decode(4, (char *[]){"decode", kind[n], "--", text, NULL}, NULL));
        took(command_decode(5, (char *[]){"decode", "--encode", kind[n], "--", text, NULL}, NULL));
    }
}

static const struct reader {
    const char *name;
    void (*read)(const char *file);
} readers[] = {{"scenario", read_scenario},   {"ini", read_ini},         {"vcd", read_levels},
               {"csv", read_levels},          {"capture", play_capture}, {"json", read_json},
               {"report", play_report},       {"table", read_table},     {"fit", play_fit},
               {"durations", play_durations}, {"words", read_words},     {"decode", play_decode}};

int main(int argc, char **argv)
{
    const struct reader *reader = readers;
    const struct reader *end = readers + sizeof readers / sizeof *readers;
    while (reader < end && (argc < 4 || strcmp(argv[1], reader->name) != 0))
        reader++;
    if (reader == end)
        return STATUS_INPUT;
    folder = argv[2];
    if (argc == 4)
        while (AGAIN())
            reader->read(argv[3]);
    for (int n = 3; argc > 4 && n < argc; n++)
        reader->read(argv[n]);
    return STATUS_OK;
}
