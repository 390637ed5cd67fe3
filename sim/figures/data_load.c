/* SPDX-License-Identifier: MIT
 * The .ini files of parts/ and machines/: their sections, their keys, and what they say. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/input.h"
#include "data_internal.h"
#include "ini.h"

#define DEPTH_MAX 4  /* files that inherit from each other */
#define BASE "base/" /* folder in machines/ of files that only others inherit from */
#define KEYS_MAX 5

struct key_set {
    const char *name[KEYS_MAX];
    unsigned optional; /* bit i: name[i] may be missing */
};

enum { PART_TITLE, PART_KIND };
static const struct key_set part_keys = {{"title", "kind"}, 0};
enum { MACHINE_TITLE, MACHINE_SOURCE, MACHINE_BUFFER, MACHINE_READINGS, MACHINE_INHERIT };
static const struct key_set machine_keys = {{"title", "source", "buffer", "readings", "inherit"},
                                            1U << MACHINE_READINGS | 1U << MACHINE_INHERIT};
/* A machine that inherits may leave these out too. */
#define MACHINE_INHERITED (1U << MACHINE_SOURCE | 1U << MACHINE_BUFFER)
enum { VALUE_VALUE, VALUE_SOURCE };
static const struct key_set value_keys = {{"value", "source"}, 0};
enum { DELAY_MIN, DELAY_TYP, DELAY_MAX, DELAY_SOURCE };
static const struct key_set delay_keys = {{"min", "typ", "max", "source"}, 0};
static const struct key_set expect_keys = {{"flipflop.slow", "flipflop.fast", "direct.slow", "direct.fast"}, 0};
static const struct key_set spread_keys = {{NULL}, 0}; /* names of delays */

/* Section numbers after those of the figures */
enum { SECTION_HEAD = FIG_COUNT, SECTION_EXPECT, SECTION_SPREAD, SECTIONS };

/* A file while it is read. */
struct loader {
    char file[DATA_PATH_SIZE];
    const char *dir;
    struct ini ini;
    int status; /* of the first error; nothing is read after it */
    struct error *e;
    struct part *part; /* one of these two is loaded, the other is NULL */
    struct machine *machine;
    const char *what;                 /* "part" or "machine" */
    struct figure *figure;            /* its figures */
    enum figure_home home;            /* their home; a part's is known after [part] */
    char wanted[DATA_NAME_SIZE];      /* the requested reading, "" for the first */
    size_t selected;                  /* its index */
    bool of_reading[FIG_COUNT];       /* the figure is that reading's own */
    int spread_line[FIG_COUNT];       /* of [spread] in this file, 0: not seen */
    int seen[READINGS_MAX][SECTIONS]; /* line of each section's head, 0: not seen */
    bool inherited[READINGS_MAX][SECTIONS];
    int depth; /* 0: the file asked for; above: a file that it inherits from */

    const struct key_set *keys; /* of the section being read, NULL before the first */
    char section[INI_NAME_SIZE];
    int section_line;
    int number; /* FIG_x or SECTION_x */
    size_t reading;
    char text[KEYS_MAX][INI_LINE_SIZE];
    int text_line[KEYS_MAX]; /* 0: not seen */
};

static const char *const kind_name[] = {[HOME_CHIP] = "chip", [HOME_PAL] = "pal", [HOME_BUFFER] = "buffer"};
static int load_file(struct loader *l, const char *sub, const char *name);

/* Keeps the first error only. line 0: the error concerns the whole file. */
static void fail(struct loader *l, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void fail(struct loader *l, int line, const char *format, ...)
{
    char text[sizeof l->e->text];
    va_list args;

    if (l->status != STATUS_OK)
        return;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (line > 0)
        l->status = error_set(l->e, STATUS_INPUT, "%s:%d: %s", l->file, line, text);
    else
        l->status = error_set(l->e, STATUS_INPUT, "%s: %s", l->file, text);
}

static const char *list_keys(char *list, size_t size, const struct key_set *keys)
{
    list[0] = '\0';
    for (size_t i = 0; i < KEYS_MAX && keys->name[i]; i++)
        data_list_add(list, size, keys->name[i]);
    return list;
}

/* "[DS] text": separates the mark from the text. */
static bool source_parse(const char *text, struct figure *figure)
{
    for (enum mark mark = MARK_C; mark < MARK_SET; mark++) {
        const char *name = mark_name(mark);
        size_t n = strlen(name);
        if (text[0] != '[' || strncmp(text + 1, name, n) != 0 || text[n + 1] != ']')
            continue;
        text += n + 2;
        text += strspn(text, " \t");
        figure->mark = mark;
        (void)snprintf(figure->source, sizeof figure->source, "%s", text);
        return text[0] != '\0';
    }
    return false;
}

static void figure_close(struct loader *l)
{
    const struct figure_info *info = &figure_info[l->number];
    struct figure figure = {0};
    bool delay = info->kind == KIND_DELAY;
    int source = delay ? DELAY_SOURCE : VALUE_SOURCE;
    struct error why;

    for (int i = 0; i < CORNERS; i++) {
        int key = delay ? i : VALUE_VALUE;
        if (figure_value_parse(info, l->text[key], &figure.value[i], &why) != STATUS_OK)
            fail(l, l->text_line[key], "[%s] %s: %s", l->section, l->keys->name[key], why.text);
    }
    if (figure.value[CORNER_MIN] > figure.value[CORNER_TYP])
        fail(l, l->text_line[DELAY_TYP], "[%s] min %s is above typ %s, expected min <= typ <= max", l->section,
             l->text[DELAY_MIN], l->text[DELAY_TYP]);
    if (figure.value[CORNER_TYP] > figure.value[CORNER_MAX])
        fail(l, l->text_line[DELAY_MAX], "[%s] typ %s is above max %s, expected min <= typ <= max", l->section,
             l->text[DELAY_TYP], l->text[DELAY_MAX]);
    if (!source_parse(l->text[source], &figure))
        fail(l, l->text_line[source],
             "[%s] source has no known mark followed by a text, expected it to begin with [C], [DS], [2C], [HW], "
             "[1C], [1], [G], [GK] or [E]",
             l->section);
    if (l->status != STATUS_OK || (l->reading ? l->reading != l->selected : l->of_reading[l->number]))
        return;
    figure.spread = l->figure[l->number].spread;
    l->figure[l->number] = figure;
    l->of_reading[l->number] = l->reading != 0;
}

static void verdict_word(struct loader *l, int key, const char *word, struct verdict *verdict, bool *clean)
{
    int check = figure_find(word);
    bool again = *clean;

    if (strcmp(word, "clean") == 0) {
        again = again || verdict->reads_wrong || verdict->checks;
        *clean = true;
    } else if (strcmp(word, "reads-wrong") == 0) {
        again = again || verdict->reads_wrong;
        verdict->reads_wrong = true;
    } else if (check >= 0 && check < FIG_CHECKS && figure_info[check].kind != KIND_NOTE) {
        again = again || (verdict->checks >> check & 1) != 0;
        verdict->checks |= UINT64_C(1) << check;
    } else {
        fail(l, l->text_line[key],
             "[%s] %s: \"%.40s\" is not a check, expected clean, or names such as TAVRL, or "
             "reads-wrong",
             l->section, l->keys->name[key], word);
    }
    if (again)
        fail(l, l->text_line[key],
             "[%s] %s: \"%s\" does not fit the words before it, expected clean alone or each "
             "name once",
             l->section, l->keys->name[key], word);
}

static void expect_close(struct loader *l)
{
    static const enum corner corner[] = {CORNER_MAX, CORNER_MIN};

    for (int key = 0; key < 2 * PAL_KINDS; key++) {
        struct verdict verdict = {.given = true};
        char text[INI_LINE_SIZE], *save = NULL;
        bool clean = false;

        (void)snprintf(text, sizeof text, "%s", l->text[key]);
        for (char *word = strtok_r(text, " \t,", &save); word; word = strtok_r(NULL, " \t,", &save))
            verdict_word(l, key, word, &verdict, &clean);
        if (!clean && !verdict.checks && !verdict.reads_wrong)
            fail(l, l->text_line[key], "[%s] %s is empty, expected clean or names of checks", l->section,
                 l->keys->name[key]);
        if (l->reading == l->selected)
            l->machine->expect[key / 2][corner[key % 2]] = verdict;
    }
}

static void take_title(struct loader *l, char *title, size_t size, int key)
{
    if (strlen(l->text[key]) >= size)
        fail(l, l->text_line[key], "title is too long, expected at most %zu characters", size - 1);
    (void)snprintf(title, size, "%.*s", (int)size - 1, l->text[key]);
}

static void part_close(struct loader *l)
{
    for (enum figure_home home = HOME_CHIP; home <= HOME_BUFFER; home++) {
        if (strcmp(l->text[PART_KIND], kind_name[home]) == 0) {
            l->part->home = l->home = home;
            take_title(l, l->part->title, sizeof l->part->title, PART_TITLE);
            return;
        }
    }
    fail(l, l->text_line[PART_KIND], "kind \"%s\" is unknown, expected chip, pal or buffer", l->text[PART_KIND]);
}

static int buffer_check(struct loader *l, const char *name)
{
    struct part part;
    struct error why;

    int status = part_load(&part, l->dir, name, &why);
    if (status != STATUS_OK)
        fail(l, l->text_line[MACHINE_BUFFER], "buffer = %s: %s", name, why.text);
    else if (part.home != HOME_BUFFER)
        fail(l, l->text_line[MACHINE_BUFFER],
             "buffer = %s is a part of kind %s, expected none or a part of kind buffer", name, kind_name[part.home]);
    return status;
}

static void readings_parse(struct loader *l)
{
    struct machine *m = l->machine;
    int line = l->text_line[MACHINE_READINGS];
    char text[INI_LINE_SIZE], *save = NULL;

    (void)snprintf(text, sizeof text, "%s", l->text[MACHINE_READINGS]);
    for (char *word = strtok_r(text, " \t,", &save); word; word = strtok_r(NULL, " \t,", &save)) {
        if (m->readings == READINGS_MAX) {
            fail(l, line, "readings: more than %d names, expected fewer", READINGS_MAX);
            return;
        }
        if (!data_name_valid(word, sizeof m->reading_name[0]))
            fail(l, line, "readings: \"%.40s\" is not a name, expected at most %zu letters, digits, - and _", word,
                 sizeof m->reading_name[0] - 1);
        for (size_t i = 0; i < m->readings; i++) {
            if (strcmp(word, m->reading_name[i]) == 0)
                fail(l, line, "readings: \"%s\" appears twice, expected each name once", word);
        }
        (void)snprintf(m->reading_name[m->readings++], sizeof m->reading_name[0], "%.23s", word);
    }
    if (line > 0 && m->readings == 0)
        fail(l, line, "readings is empty, expected names or no such key");
}

static struct loader machine_loader(struct machine *machine, const char *dir, struct error *e)
{
    return (struct loader){
        .dir = dir, .e = e, .machine = machine, .what = "machine", .figure = machine->figure, .home = HOME_MACHINE};
}

/* The file that takes over one reading of another has that one alone. */
static void inherit_reading(struct loader *l)
{
    l->machine->readings = 0;
    l->machine->reading[0] = '\0';
    l->selected = READINGS_MAX;
    memset(l->of_reading, 0, sizeof l->of_reading);
}

/* Takes over all sections of another machine file, and its buffer and readings: "NAME", or "NAME:READING". */
static void inherit(struct loader *l, const char *from)
{
    struct loader base = machine_loader(l->machine, l->dir, l->e);
    struct stat st;
    char name[sizeof l->text[0]];
    const char *reading = strchr(from, ':');
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(from, ":"), from);
    const size_t folder = strncmp(name, BASE, strlen(BASE)) == 0 ? strlen(BASE) : 0;
    const char *sub = folder ? "machines/base" : "machines";

    base.depth = l->depth + 1;
    if (base.depth > DEPTH_MAX) {
        fail(l, l->text_line[MACHINE_INHERIT],
             "inherit = %.47s: more than %d files inherit, expected fewer and no circle", name, DEPTH_MAX);
        return;
    }
    (void)snprintf(base.file, sizeof base.file, "%s/%s/%s.ini", l->dir, sub, name + folder);
    if (!data_name_valid(name + folder, DATA_NAME_SIZE) || stat(base.file, &st) != 0) {
        fail(l, l->text_line[MACHINE_INHERIT],
             "inherit = %.47s: no such file, expected NAME of machines/NAME.ini or " BASE "NAME", name);
        return;
    }
    (void)snprintf(base.wanted, sizeof base.wanted, "%s", reading ? reading + 1 : l->wanted);
    l->status = load_file(&base, sub, name + folder);
    memcpy(l->of_reading, base.of_reading, sizeof l->of_reading);
    l->selected = base.selected;
    if (reading && l->status == STATUS_OK && l->selected == READINGS_MAX)
        fail(l, l->text_line[MACHINE_INHERIT], "inherit = %.47s: no such reading, expected one of the file's", from);
    for (size_t i = 0; i < READINGS_MAX; i++)
        for (size_t n = 0; n < SECTIONS; n++)
            l->inherited[i][n] = base.seen[i][n] || base.inherited[i][n];
    if (reading)
        inherit_reading(l);
    l->inherited[0][SECTION_HEAD] = false;
}

/* The index of the reading that is asked for. */
static void reading_select(struct loader *l)
{
    struct machine *m = l->machine;
    char list[DATA_LIST_SIZE] = "";

    if (l->text_line[MACHINE_READINGS] && m->readings)
        fail(l, l->text_line[MACHINE_READINGS], "readings are inherited, expected no such key");
    else if (l->text_line[MACHINE_READINGS])
        readings_parse(l);
    for (size_t i = 0; i < m->readings; i++) {
        data_list_add(list, sizeof list, m->reading_name[i]);
        if (strcmp(m->reading_name[i], l->wanted) == 0)
            l->selected = i;
    }
    if (l->wanted[0] == '\0')
        l->selected = 0;
    if (l->selected == READINGS_MAX && l->depth == 0)
        fail(l, 0, "no reading \"%s\", expected %s", l->wanted, m->readings ? list : "the name alone: it has only one");
    else if (m->readings > 0 && l->selected < READINGS_MAX)
        (void)snprintf(m->reading, sizeof m->reading, "%s", m->reading_name[l->selected]);
}

static void machine_close(struct loader *l)
{
    struct machine *m = l->machine;

    l->selected = READINGS_MAX;
    if (l->text_line[MACHINE_INHERIT])
        inherit(l, l->text[MACHINE_INHERIT]);
    if (l->status != STATUS_OK)
        return;
    take_title(l, m->title, sizeof m->title, MACHINE_TITLE);
    if (l->text_line[MACHINE_BUFFER])
        m->buffer[0] = '\0';
    if (l->text_line[MACHINE_BUFFER] && strcmp(l->text[MACHINE_BUFFER], "none") != 0 &&
        buffer_check(l, l->text[MACHINE_BUFFER]) == STATUS_OK)
        (void)snprintf(m->buffer, sizeof m->buffer, "%.47s", l->text[MACHINE_BUFFER]);
    reading_select(l);
}

static void section_close(struct loader *l)
{
    if (!l->keys || l->status != STATUS_OK)
        return;
    unsigned optional = l->keys->optional;
    if (l->keys == &machine_keys && l->text_line[MACHINE_INHERIT])
        optional |= MACHINE_INHERITED;
    for (int i = 0; i < KEYS_MAX && l->keys->name[i]; i++) {
        if (l->text_line[i] == 0 && (optional >> i & 1) == 0) {
            char list[DATA_LIST_SIZE];
            fail(l, l->section_line, "[%s] has no %s, expected %s", l->section, l->keys->name[i],
                 list_keys(list, sizeof list, l->keys));
            return;
        }
    }
    if (l->number < FIG_COUNT)
        figure_close(l);
    else if (l->number == SECTION_SPREAD)
        return; /* take_spread() has done it */
    else if (l->number == SECTION_EXPECT)
        expect_close(l);
    else if (l->part)
        part_close(l);
    else
        machine_close(l);
}

/* Splits "reading:name"; false and an error if there is no such reading. */
static bool section_reading(struct loader *l, const char **name)
{
    const char *colon = strchr(*name, ':');
    size_t n = colon ? (size_t)(colon - *name) : 0;

    l->reading = 0;
    if (!l->machine || !colon)
        return true;
    for (size_t i = 1; i < l->machine->readings; i++) {
        const char *reading = l->machine->reading_name[i];
        if (strlen(reading) == n && strncmp(reading, *name, n) == 0) {
            l->reading = i;
            *name = colon + 1;
            return true;
        }
    }
    fail(l, l->ini.line, "[%s] is for no further reading, expected one that readings names, but not the first",
         l->section);
    return false;
}

static void section_open(struct loader *l)
{
    const char *name = l->section;
    bool first = l->keys == NULL;
    char list[DATA_LIST_SIZE];

    section_close(l);
    l->section_line = l->ini.line;
    memset(l->text_line, 0, sizeof l->text_line);
    (void)snprintf(l->section, sizeof l->section, "%s", l->ini.name);
    if (l->status != STATUS_OK || !section_reading(l, &name))
        return;
    l->number = figure_find(name);
    if (strcmp(l->section, l->what) == 0) {
        l->number = SECTION_HEAD;
        l->keys = l->part ? &part_keys : &machine_keys;
    } else if (first) {
        fail(l, l->ini.line, "[%s] comes first, expected [%s]", l->section, l->what);
        return;
    } else if (strcmp(l->section, "spread") == 0) {
        l->number = SECTION_SPREAD;
        l->keys = &spread_keys;
    } else if (l->machine && strcmp(name, "expect") == 0) {
        l->number = SECTION_EXPECT;
        l->keys = &expect_keys;
    } else if (l->number < 0 || figure_info[l->number].home != l->home) {
        fail(l, l->ini.line, "[%s] is unknown here, expected one of: %s", l->section,
             data_list_figures(list, sizeof list, l->home));
        return;
    } else {
        l->keys = figure_info[l->number].kind == KIND_DELAY ? &delay_keys : &value_keys;
    }
    int *seen = &l->seen[l->reading][l->number];
    if (*seen)
        fail(l, l->ini.line, "[%s] appears a second time, expected it once, as in line %d", l->section, *seen);
    *seen = l->ini.line;
}

/* A line of [spread]: DELAY = DISTRIBUTION. */
static void take_spread(struct loader *l, const char *name, const char *value)
{
    const int number = figure_find(name);
    int spread = 0;
    if (number < 0 || figure_info[number].home != l->home || figure_info[number].kind != KIND_DELAY) {
        fail(l, l->ini.line, "[spread] \"%.40s\" is not a delay of this file, expected a section with min, typ and max",
             name);
        return;
    }
    while (spread < SPREADS && strcmp(value, spread_name[spread]) != 0)
        spread++;
    if (spread == SPREADS)
        fail(l, l->ini.line, "[spread] %s = \"%.40s\", expected uniform, triangular or normal", name, value);
    else if (l->spread_line[number])
        fail(l, l->ini.line, "[spread] %s appears a second time, expected it once, as in line %d", name,
             l->spread_line[number]);
    l->spread_line[number] = l->ini.line;
    l->figure[number].spread = (enum spread)spread;
}

static void take_key(struct loader *l)
{
    const char *name = l->ini.name, *value = l->ini.value;
    int line = l->ini.line, key = 0;

    if (!l->keys) {
        fail(l, line, "\"%.40s\" comes before any section, expected [%s]", name, l->what);
        return;
    }
    if (l->number == SECTION_SPREAD) {
        take_spread(l, name, value);
        return;
    }
    while (key < KEYS_MAX && l->keys->name[key] && strcmp(name, l->keys->name[key]) != 0)
        key++;
    if (key == KEYS_MAX || !l->keys->name[key]) {
        char list[DATA_LIST_SIZE];
        fail(l, line, "[%s] has no key \"%.40s\", expected %s", l->section, name,
             list_keys(list, sizeof list, l->keys));
        return;
    }
    if (l->text_line[key])
        fail(l, line, "[%s] %s appears a second time, expected it once, as in line %d", l->section, name,
             l->text_line[key]);
    else if (value[0] == '\0')
        fail(l, line, "[%s] %s has no value, expected %s = ...", l->section, name, name);
    l->text_line[key] = line;
    (void)snprintf(l->text[key], sizeof l->text[key], "%s", value);
}

static void check_order(struct loader *l)
{
    struct disorder d;
    char text[120];
    if (!figures_disorder(l->figure, l->home, &d))
        return;
    int line = l->seen[l->of_reading[d.smaller] ? l->selected : 0][d.smaller];
    fail(l, line, "[%s] %s %s", figure_info[d.smaller].name,
         figure_info[d.smaller].kind == KIND_DELAY ? corner_name[d.corner] : "value",
         disorder_text(text, sizeof text, &d));
}

static void check_whole(struct loader *l)
{
    if (l->ini.line == 1 && !l->keys)
        fail(l, 0, "the file is empty, expected [%s] and figures", l->what);
    if (!l->seen[0][SECTION_HEAD])
        fail(l, 0, "[%s] is missing, expected it first", l->what);
    if (l->depth > 0)
        return; /* the file that inherits this one may add what is missing */
    for (int i = 0; i < FIG_COUNT; i++) {
        bool delay = figure_info[i].kind == KIND_DELAY;
        if (figure_info[i].home == l->home && !l->seen[0][i] && !l->inherited[0][i])
            fail(l, 0, "[%s] is missing, expected it with %s", figure_info[i].name,
                 delay ? "min, typ, max and source" : "value and source");
    }
    for (size_t i = 0; l->machine && (i == 0 || i < l->machine->readings); i++) {
        if (!l->seen[i][SECTION_EXPECT] && !l->inherited[i][SECTION_EXPECT])
            fail(l, 0,
                 "[%s%sexpect] is missing, expected it with flipflop.slow, flipflop.fast, direct.slow, direct.fast",
                 i ? l->machine->reading_name[i] : "", i ? ":" : "");
    }
    if (l->status == STATUS_OK)
        check_order(l);
}

static void read_items(struct loader *l)
{
    struct error why;
    do {
        if (ini_next(&l->ini, &why) != STATUS_OK)
            fail(l, l->ini.line, "%s", why.text);
        else if (l->ini.item == INI_HEAD)
            section_open(l);
        else if (l->ini.item == INI_KEY)
            take_key(l);
    } while (l->status == STATUS_OK && l->ini.item != INI_END);
    section_close(l);
}

static int load_file(struct loader *l, const char *sub, const char *name)
{
    struct stat st;

    if (!data_name_valid(name, DATA_NAME_SIZE))
        return data_unknown_name(l->what, name, l->dir, sub, l->e);
    if (snprintf(l->file, sizeof l->file, "%s/%s/%s.ini", l->dir, sub, name) >= (int)sizeof l->file)
        return error_set(l->e, STATUS_INPUT, "%.60s...: the path is too long, expected at most %d characters", l->dir,
                         DATA_PATH_SIZE - 1);
    if (stat(l->file, &st) != 0 && errno == ENOENT)
        return data_unknown_name(l->what, name, l->dir, sub, l->e);
    if (stat(l->file, &st) == 0 && !S_ISREG(st.st_mode))
        return error_set(l->e, STATUS_INPUT, "%s: not a file, expected an .ini file", l->file);
    l->ini.in = input_open(l->file, l->e);
    if (!l->ini.in)
        return STATUS_INPUT;
    read_items(l);
    (void)fclose(l->ini.in);
    check_whole(l);
    return l->status;
}

/* part_load(), and whether the file begins with [part]. */
static int load_part(struct part *part, const char *dir, const char *name, bool *headed, struct error *e)
{
    struct loader l = {.dir = dir, .e = e, .part = part, .what = "part", .figure = part->figure};

    memset(part, 0, sizeof *part);
    (void)snprintf(part->name, sizeof part->name, "%s", name);
    const int status = load_file(&l, "parts", name);
    *headed = l.seen[0][SECTION_HEAD] > 0;
    return status;
}

int part_load(struct part *part, const char *dir, const char *name, struct error *e)
{
    bool headed;
    return load_part(part, dir, name, &headed, e);
}

int part_list(char names[][48], size_t size, size_t *count, const char *dir, enum figure_home home, struct error *e)
{
    struct part part;
    size_t files;
    int status = data_list_kind(names, size, &files, dir, "part", e);
    *count = 0;
    for (size_t n = 0; n < files && status == STATUS_OK; n++) {
        bool headed;
        status = load_part(&part, dir, names[n], &headed, e);
        if (status == STATUS_OK && part.home == home)
            memmove(names[(*count)++], names[n], sizeof names[0]);
        status = headed ? status : STATUS_OK;
    }
    return status;
}

int machine_load(struct machine *machine, const char *dir, const char *name, struct error *e)
{
    struct loader l = machine_loader(machine, dir, e);
    char file[DATA_NAME_SIZE];
    const char *colon = strchr(name, ':');

    memset(machine, 0, sizeof *machine);
    if (strlen(name) >= sizeof file || (colon && !data_name_valid(colon + 1, sizeof machine->reading)))
        return data_unknown_name("machine", name, dir, "machines", e);
    (void)snprintf(machine->name, sizeof machine->name, "%s", name);
    (void)snprintf(file, sizeof file, "%.*s", (int)(colon ? colon - name : (int)strlen(name)), name);
    (void)snprintf(l.wanted, sizeof l.wanted, "%s", colon ? colon + 1 : "");
    return load_file(&l, "machines", file);
}
