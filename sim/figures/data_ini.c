/* SPDX-License-Identifier: MIT
 * The .ini files of parts/ and machines/: reading and checking. libinih splits the lines. It cuts long lines and names
 * without a message and does not count lines for us, so the reader below checks each line before libinih does. */
#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#include "data_loader.h"

void data_fail(struct loader *l, int line, const char *format, ...)
{
    char text[sizeof l->e->text];
    va_list args;

    if (l->status != STATUS_OK)
        return;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    l->fail_line = l->line;
    if (line > 0)
        l->status = error_set(l->e, STATUS_INPUT, "%s:%d: %s", l->file, line, text);
    else
        l->status = error_set(l->e, STATUS_INPUT, "%s: %s", l->file, text);
}

/* "[name]", blanks and a comment may follow. */
static void head_line(struct loader *l, char *line)
{
    char *end = strchr(line, ']');
    const char *rest = end ? end + 1 + strspn(end + 1, " \t\r\n") : NULL;

    if (!end || (*rest != '\0' && *rest != ';')) {
        data_fail(l, l->line, "a section's head is not closed or has more after it, expected [NAME]");
    } else if ((size_t)(end - line) > sizeof l->section) {
        data_fail(l, l->line, "a section's name is longer than %zu characters, expected one of the known names",
                  sizeof l->section - 1);
    } else {
        *end = '\0';
        data_section_open(l, line + 1);
        *end = ']';
    }
}

/* Called by libinih for each line. Leading blanks are removed, so that no line continues the one before. */
static char *read_line(char *line, int size, void *user)
{
    struct loader *l = user;
    int n = 0, c = 0;

    if (l->status != STATUS_OK)
        return NULL;
    l->line++;
    while (n < size - 1 && c != '\n' && (c = getc(l->in)) != EOF) {
        if (c != '\t' && c != '\r' && c != '\n' && (c < ' ' || c > '~')) {
            data_fail(l, l->line, "byte 0x%02x is not text, expected plain ASCII", (unsigned)c);
            return NULL;
        }
        if (n > 0 || (c != ' ' && c != '\t'))
            line[n++] = (char)c;
    }
    line[n] = '\0';
    if (ferror(l->in)) {
        data_fail(l, 0, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    if (n == size - 1 && c != '\n') {
        data_fail(l, l->line, "the line is too long, expected at most %d characters", size - 2);
        return NULL;
    }
    if (n == 0 && c == EOF)
        return NULL;
    if (line[0] == '[')
        head_line(l, line);
    return l->status == STATUS_OK ? line : NULL;
}

/* A line of [spread]: DELAY = DISTRIBUTION. */
static void take_spread(struct loader *l, const char *name, const char *value)
{
    const enum figure_home home = l->part ? l->part->home : HOME_MACHINE;
    const int number = figure_find(name);
    int spread = 0;
    if (number < 0 || figure_info[number].home != home || figure_info[number].kind != KIND_DELAY) {
        data_fail(l, l->line,
                  "[spread] \"%.40s\" is not a delay of this file, expected a section with min, typ and max", name);
        return;
    }
    while (spread < SPREADS && strcmp(value, spread_name[spread]) != 0)
        spread++;
    if (spread == SPREADS)
        data_fail(l, l->line, "[spread] %s = \"%.40s\", expected uniform, triangular or normal", name, value);
    else if (l->spread_line[number])
        data_fail(l, l->line, "[spread] %s appears a second time, expected it once, as in line %d", name,
                  l->spread_line[number]);
    l->spread_line[number] = l->line;
    l->spread[number] = (enum spread)spread;
}

/* Called by libinih for each key. read_line has already recognized the sections. */
static int take_key(void *user, const char *section, const char *name, const char *value)
{
    struct loader *l = user;
    char list[DATA_LIST_SIZE];
    (void)section;

    if (l->status != STATUS_OK)
        return 1;
    if (!l->keys) {
        data_fail(l, l->line, "\"%.40s\" comes before any section, expected [%s]", name, l->part ? "part" : "machine");
        return 1;
    }
    if (l->number == SECTION_SPREAD) {
        take_spread(l, name, value);
        return 1;
    }
    for (int i = 0; i < KEYS_MAX && l->keys->name[i]; i++) {
        if (strcmp(name, l->keys->name[i]) != 0)
            continue;
        if (l->text_line[i])
            data_fail(l, l->line, "[%s] %s appears a second time, expected it once, as in line %d", l->section, name,
                      l->text_line[i]);
        else if (value[0] == '\0')
            data_fail(l, l->line, "[%s] %s has no value, expected %s = ...", l->section, name, name);
        l->text_line[i] = l->line;
        (void)snprintf(l->text[i], sizeof l->text[i], "%s", value);
        return 1;
    }
    data_fail(l, l->line, "[%s] has no key \"%.40s\", expected %s", l->section, name,
              data_list_keys(list, sizeof list, l->keys));
    return 1;
}

static void check_order(struct loader *l)
{
    struct figure figure[FIG_COUNT];
    struct disorder d;
    char share[16];
    memcpy(figure, l->part ? l->part->figure : l->machine->figure, sizeof figure);
    for (int i = 0; i < FIG_COUNT; i++)
        if (l->over[i].mark != MARK_NONE)
            figure[i] = l->over[i];
    if (!figures_disorder(figure, l->part ? l->part->home : HOME_MACHINE, &d))
        return;
    int line = l->over[d.less].mark != MARK_NONE ? l->seen[l->selected][d.less] : l->seen[0][d.less];
    data_fail(l, line, "[%s] %s is above %sthat of [%s], expected at most as much", figure_info[d.less].name,
              figure_info[d.less].kind == KIND_DELAY ? corner_name[d.corner] : "value",
              disorder_share(share, sizeof share, &d), figure_info[d.more].name);
}

static void check_whole(struct loader *l)
{
    const char *head = l->part ? "part" : "machine";
    enum figure_home home = l->part ? l->part->home : HOME_MACHINE;

    if (l->line == 1 && !l->keys)
        data_fail(l, 0, "the file is empty, expected [%s] and figures", head);
    if (!l->seen[0][SECTION_HEAD])
        data_fail(l, 0, "[%s] is missing, expected it first", head);
    if (l->depth > 0)
        return; /* the file that inherits this one may add what is missing */
    for (int i = 0; i < FIG_COUNT; i++) {
        bool delay = figure_info[i].kind == KIND_DELAY;
        if (figure_info[i].home == home && !l->seen[0][i] && !l->inherited[0][i])
            data_fail(l, 0, "[%s] is missing, expected it with %s", figure_info[i].name,
                      delay ? "min, typ, max and source" : "value and source");
    }
    for (size_t i = 0; l->machine && (i == 0 || i < l->machine->readings); i++) {
        if (!l->seen[i][SECTION_EXPECT] && !l->inherited[i][SECTION_EXPECT])
            data_fail(
                l, 0,
                "[%s%sexpect] is missing, expected it with flipflop.slow, flipflop.fast, direct.slow, direct.fast",
                i ? l->machine->reading_name[i] : "", i ? ":" : "");
    }
    struct figure *figure = l->part ? l->part->figure : l->machine->figure;
    for (int i = 0; i < FIG_COUNT; i++)
        figure[i].spread = l->over[i].spread = l->spread[i];
    if (l->status == STATUS_OK)
        check_order(l);
}

int data_load_file(struct loader *l, const char *sub, const char *name)
{
    const char *what = l->part ? "part" : "machine";
    struct stat st;

    if (!data_name_valid(name, DATA_NAME_SIZE))
        return data_unknown_name(what, name, l->dir, sub, l->e);
    if (snprintf(l->file, sizeof l->file, "%s/%s/%s.ini", l->dir, sub, name) >= (int)sizeof l->file)
        return error_set(l->e, STATUS_INPUT, "%.60s...: the path is too long, expected at most %d characters", l->dir,
                         DATA_PATH_SIZE - 1);
    if (stat(l->file, &st) != 0 && errno == ENOENT)
        return data_unknown_name(what, name, l->dir, sub, l->e);
    if (stat(l->file, &st) == 0 && !S_ISREG(st.st_mode))
        return error_set(l->e, STATUS_INPUT, "%s: not a file, expected an .ini file", l->file);
    l->in = fopen(l->file, "r");
    if (!l->in)
        return error_set(l->e, STATUS_INPUT, "%s: cannot be read: %s", l->file, strerror(errno));
    int line = ini_parse_stream(read_line, l, take_key, l);
    (void)fclose(l->in);
    /* libinih continues after a line that it cannot split, so its error replaces a later one of ours. */
    if (line > 0 && line < l->fail_line)
        l->status = STATUS_OK;
    if (line > 0)
        data_fail(l, line, "neither [section] nor key nor comment, expected KEY = VALUE");
    else if (line < 0)
        data_fail(l, 0, "cannot be read: out of memory");
    data_section_close(l);
    check_whole(l);
    return l->status;
}

int part_load(struct part *part, const char *dir, const char *name, struct error *e)
{
    struct loader l = {.dir = dir, .e = e, .part = part};

    memset(part, 0, sizeof *part);
    (void)snprintf(part->name, sizeof part->name, "%s", name);
    return data_load_file(&l, "parts", name);
}

int machine_load(struct machine *machine, const char *dir, const char *name, struct error *e)
{
    struct loader l = {.dir = dir, .e = e, .machine = machine};
    char file[DATA_NAME_SIZE];
    const char *colon = strchr(name, ':');

    memset(machine, 0, sizeof *machine);
    if (strlen(name) >= sizeof file || (colon && !data_name_valid(colon + 1, sizeof machine->reading)))
        return data_unknown_name("machine", name, dir, "machines", e);
    (void)snprintf(machine->name, sizeof machine->name, "%s", name);
    (void)snprintf(file, sizeof file, "%.*s", (int)(colon ? colon - name : (int)strlen(name)), name);
    (void)snprintf(l.wanted, sizeof l.wanted, "%s", colon ? colon + 1 : "");
    int status = data_load_file(&l, "machines", file);
    for (int i = 0; i < FIG_COUNT; i++) {
        if (l.over[i].mark != MARK_NONE)
            machine->figure[i] = l.over[i];
    }
    return status;
}
