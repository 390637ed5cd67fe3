/* SPDX-License-Identifier: MIT
 * The .ini files of parts/ and machines/: their sections, their keys, and what they say. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/input.h"
#include "data.h"
#include "ini.h"

#define DEPTH_MAX 6  /* files that inherit from each other */
#define BASE "base/" /* folder in machines/ of files that only others inherit from */
#define KEYS_MAX 5

struct loader;
/* The keys of a section. */
struct key_set {
    const char *name[KEYS_MAX];
    unsigned optional;              /* bit i: name[i] may be missing */
    int inherit;                    /* key in name[] by which a file inherits; 0: none */
    unsigned inherited;             /* bit i: name[i] may be missing if the file inherits */
    void (*close)(struct loader *); /* the section has ended; NULL: nothing is left to do */
};

enum { PART_TITLE, PART_KIND, PART_INHERIT };
enum { MACHINE_TITLE, MACHINE_SOURCE, MACHINE_BUFFER, MACHINE_VARIANTS, MACHINE_INHERIT };
enum { VALUE_VALUE, VALUE_SOURCE };
enum { DELAY_MIN, DELAY_TYP, DELAY_MAX, DELAY_SOURCE };

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
    const char *what;             /* "part" or "machine" */
    struct figure *figure;        /* its figures */
    enum figure_home home;        /* their home; a part's is known after [part] */
    char variant[DATA_NAME_SIZE]; /* the one asked for, "" for none */
    bool found;                   /* its file is one of those that were loaded */
    const char *of;               /* the machine of which this file is a variant; NULL: of none */
    bool part_of;                 /* what is missing is in another file */
    bool outside;                 /* not in the folder with the others, but a path */
    int spread_line[FIG_COUNT];   /* of [spread] in this file, 0: not seen */
    int seen[SECTIONS];           /* line of each section's head, 0: not seen */
    bool inherited[SECTIONS];
    int depth; /* 0: the file asked for; above: a file that it inherits from */

    const struct key_set *keys; /* of the section being read, NULL before the first */
    char section[INI_NAME_SIZE];
    int section_line;
    int number; /* FIG_x or SECTION_x */
    char text[KEYS_MAX][INI_LINE_SIZE];
    int text_line[KEYS_MAX]; /* 0: not seen */
};

static const char *const kind_name[] = {[HOME_CHIP] = "chip", [HOME_PAL] = "pal", [HOME_BUFFER] = "buffer"};
static int load_file(struct loader *l, const char *sub, const char *name);

/* Keeps the first error only. line 0: the error concerns the whole file. */
__attribute__((format(printf, 3, 4))) static void fail(struct loader *l, int line, const char *format, ...)
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
        list_add(list, size, ", ", "%s", keys->name[i]);
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

/* The rows that the inherited file expects are of another board if this one differs from it. */
static void expect_nothing(struct loader *l)
{
    if (l->machine && !l->seen[SECTION_EXPECT])
        memset(l->machine->expect, 0, sizeof l->machine->expect);
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
    expect_nothing(l);
    figure.spread = l->figure[l->number].spread;
    l->figure[l->number] = figure;
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
             "[%s] %s: \"%.40s\" is not a check, expected clean, or names such as TAVRL, or reads-wrong", l->section,
             l->keys->name[key], word);
    }
    if (again)
        fail(l, l->text_line[key],
             "[%s] %s: \"%s\" does not fit the words before it, expected clean alone or each name once", l->section,
             l->keys->name[key], word);
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
        l->machine->expect[key / 2][corner[key % 2]] = verdict;
    }
}

static void take_title(struct loader *l, char *title, size_t size, int key)
{
    if (strlen(l->text[key]) >= size)
        fail(l, l->text_line[key], "title is too long, expected at most %zu characters", size - 1);
    (void)snprintf(title, size, "%.*s", (int)size - 1, l->text[key]);
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

static void variants_parse(struct loader *l)
{
    struct machine *m = l->machine;
    int line = l->text_line[MACHINE_VARIANTS];
    char text[INI_LINE_SIZE], *save = NULL;
    (void)snprintf(text, sizeof text, "%s", l->text[MACHINE_VARIANTS]);
    for (char *word = strtok_r(text, " \t,", &save); word; word = strtok_r(NULL, " \t,", &save)) {
        if (m->variants == VARIANTS_MAX) {
            fail(l, line, "variants: more than %d names, expected fewer", VARIANTS_MAX);
            return;
        }
        if (!data_name_valid(word, sizeof m->variant_name[0]))
            fail(l, line, "variants: \"%.40s\" is not a name, expected at most %zu letters, digits, - and _", word,
                 sizeof m->variant_name[0] - 1);
        for (size_t i = 0; i < m->variants; i++)
            if (strcmp(word, m->variant_name[i]) == 0)
                fail(l, line, "variants: \"%s\" appears twice, expected each name once", word);
        (void)snprintf(m->variant_name[m->variants++], sizeof m->variant_name[0], "%.23s", word);
    }
    if (line > 0 && m->variants == 0)
        fail(l, line, "variants is empty, expected names or no such key");
    if (line > 0 && l->outside)
        fail(l, line, "variants of a file outside machines/, expected the file and its variants there");
}

/* Of a part or a machine; the other is NULL */
static struct loader new_loader(struct part *part, struct machine *machine, const char *dir, struct error *e)
{
    struct loader l = {.dir = dir, .e = e, .part = part, .machine = machine, .what = part ? "part" : "machine"};
    l.figure = part ? part->figure : machine->figure;
    l.home = part ? HOME_CHIP : HOME_MACHINE;
    return l;
}

/* The file of the variant, if the machine has one, which inherits the machine's; else the machine's. */
static int load_machine(struct loader *l, const char *name)
{
    char sub[DATA_NAME_SIZE + 16], path[DATA_PATH_SIZE + 2 * DATA_NAME_SIZE];
    struct stat st;
    (void)snprintf(sub, sizeof sub, "machines/%s", name);
    (void)snprintf(path, sizeof path, "%s/%s/%s.ini", l->dir, sub, l->variant);
    l->found = *l->variant && data_name_valid(name, DATA_NAME_SIZE) && stat(path, &st) == 0;
    l->of = l->found ? name : NULL;
    return l->found ? load_file(l, sub, l->variant) : load_file(l, "machines", name);
}

/* The key: takes over all sections of another file of its kind, and a machine's buffer and variants: "NAME", or
 * "NAME:VARIANT" of a machine. */
static void inherit(struct loader *l, int key)
{
    struct loader base = new_loader(l->part, l->machine, l->dir, l->e);
    const char *from = l->text[key];
    const int line = l->text_line[key];
    struct stat st;
    char name[sizeof l->text[0]], path[DATA_PATH_SIZE + sizeof name];
    const char *variant = l->machine ? strchr(from, ':') : NULL;
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(from, l->machine ? ":" : ""), from);
    const size_t folder = l->machine && strncmp(name, BASE, strlen(BASE)) == 0 ? strlen(BASE) : 0;
    base.depth = l->depth + 1;
    if (base.depth > DEPTH_MAX) {
        fail(l, line, "inherit = %.47s: more than %d files inherit, expected fewer and no circle", name, DEPTH_MAX);
        return;
    }
    (void)snprintf(path, sizeof path, "%s/%ss/%s.ini", l->dir, l->what, name);
    if (!data_name_valid(name + folder, DATA_NAME_SIZE) || stat(path, &st) != 0) {
        fail(l, line, "inherit = %.47s: no such file, expected NAME of %ss/NAME.ini%s", name, l->what,
             l->machine ? " or " BASE "NAME" : "");
        return;
    }
    if (strcmp(path, l->file) == 0) {
        fail(l, line, "inherit = %.47s: the file itself, expected another", from);
        return;
    }
    (void)snprintf(base.variant, sizeof base.variant, "%s", variant ? variant + 1 : l->variant);
    if (l->part)
        l->status = load_file(&base, "parts", name);
    else if (folder || (l->of && strcmp(name, l->of) == 0))
        l->status = load_file(&base, folder ? "machines/base" : "machines", name + folder);
    else
        l->status = load_machine(&base, name);
    if (variant && !base.found)
        fail(l, line, "inherit = %.47s: no such variant, expected one of the file's", from);
    for (size_t n = 0; n < SECTIONS; n++)
        l->inherited[n] = base.seen[n] || base.inherited[n];
    l->inherited[SECTION_HEAD] = false;
    if (variant)
        l->machine->variants = 0; /* the file has that one alone */
    else
        l->found = l->found || base.found;
}

static void part_close(struct loader *l)
{
    const int kind = l->text_line[PART_KIND];
    enum figure_home home = HOME_CHIP;
    if (l->text_line[PART_INHERIT])
        inherit(l, PART_INHERIT);
    if (l->text_line[PART_TITLE])
        take_title(l, l->part->title, sizeof l->part->title, PART_TITLE);
    while (kind && home <= HOME_BUFFER && strcmp(l->text[PART_KIND], kind_name[home]) != 0)
        home++;
    if (kind && l->text_line[PART_INHERIT])
        fail(l, kind, "kind is inherited, expected no such key");
    else if (home > HOME_BUFFER)
        fail(l, kind, "kind \"%s\" is unknown, expected chip, pal or buffer", l->text[PART_KIND]);
    l->part->home = l->home = kind ? home : l->part->home;
}

static void machine_close(struct loader *l)
{
    struct machine *m = l->machine;
    if (l->text_line[MACHINE_INHERIT])
        inherit(l, MACHINE_INHERIT);
    if (l->status != STATUS_OK)
        return;
    if (l->text_line[MACHINE_TITLE])
        take_title(l, m->title, sizeof m->title, MACHINE_TITLE);
    if (l->text_line[MACHINE_BUFFER]) {
        m->buffer[0] = '\0';
        expect_nothing(l);
    }
    if (l->text_line[MACHINE_BUFFER] && strcmp(l->text[MACHINE_BUFFER], "none") != 0 &&
        buffer_check(l, l->text[MACHINE_BUFFER]) == STATUS_OK)
        (void)snprintf(m->buffer, sizeof m->buffer, "%.47s", l->text[MACHINE_BUFFER]);
    if (l->text_line[MACHINE_VARIANTS] && m->variants)
        fail(l, l->text_line[MACHINE_VARIANTS], "variants are inherited, expected no such key");
    else if (l->text_line[MACHINE_VARIANTS])
        variants_parse(l);
}

static const struct key_set part_keys = {
    {"title", "kind", "inherit"}, 1U << PART_INHERIT, PART_INHERIT, 1U << PART_TITLE | 1U << PART_KIND, part_close};
static const struct key_set machine_keys = {{"title", "source", "buffer", "variants", "inherit"},
                                            1U << MACHINE_VARIANTS | 1U << MACHINE_INHERIT,
                                            MACHINE_INHERIT,
                                            1U << MACHINE_TITLE | 1U << MACHINE_SOURCE | 1U << MACHINE_BUFFER,
                                            machine_close};
static const struct key_set value_keys = {{"value", "source"}, .close = figure_close};
static const struct key_set delay_keys = {{"min", "typ", "max", "source"}, .close = figure_close};
static const struct key_set expect_keys = {{"flipflop.slow", "flipflop.fast", "direct.slow", "direct.fast"},
                                           .close = expect_close};
static const struct key_set spread_keys = {{NULL}, .close = NULL}; /* names of delays: take_spread() */

static void section_close(struct loader *l)
{
    if (!l->keys || l->status != STATUS_OK)
        return;
    const bool inherits = l->keys->inherit && l->text_line[l->keys->inherit];
    const unsigned optional = l->keys->optional | (inherits ? l->keys->inherited : 0);
    for (int i = 0; i < KEYS_MAX && l->keys->name[i]; i++)
        if (l->text_line[i] == 0 && (optional >> i & 1) == 0) {
            char list[DATA_LIST_SIZE];
            fail(l, l->section_line, "[%s] has no %s, expected %s", l->section, l->keys->name[i],
                 list_keys(list, sizeof list, l->keys));
            return;
        }
    if (l->keys->close)
        l->keys->close(l);
}

static void section_open(struct loader *l)
{
    bool first = l->keys == NULL;
    char list[DATA_LIST_SIZE];
    section_close(l);
    l->section_line = l->ini.line;
    memset(l->text_line, 0, sizeof l->text_line);
    (void)snprintf(l->section, sizeof l->section, "%s", l->ini.name);
    if (l->status != STATUS_OK)
        return;
    l->number = figure_find(l->section);
    if (strcmp(l->section, l->what) == 0) {
        l->number = SECTION_HEAD;
        if (l->part)
            l->part->home = HOME_CHIP;
        l->keys = l->part ? &part_keys : &machine_keys;
    } else if (first) {
        fail(l, l->ini.line, "[%s] comes first, expected [%s]", l->section, l->what);
        return;
    } else if (strcmp(l->section, "spread") == 0) {
        l->number = SECTION_SPREAD;
        l->keys = &spread_keys;
    } else if (l->machine && strcmp(l->section, "expect") == 0) {
        l->number = SECTION_EXPECT;
        l->keys = &expect_keys;
    } else if (l->number < 0 || figure_info[l->number].home != l->home) {
        fail(l, l->ini.line, "[%s] is unknown here, expected one of: %s", l->section,
             data_list_figures(list, sizeof list, l->home));
        return;
    } else {
        l->keys = figure_info[l->number].kind == KIND_DELAY ? &delay_keys : &value_keys;
    }
    int *seen = &l->seen[l->number];
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
    int line = l->seen[d.smaller];
    fail(l, line, "[%s] %s %s", figure_info[d.smaller].name,
         figure_info[d.smaller].kind == KIND_DELAY ? corner_name[d.corner] : "value",
         disorder_text(text, sizeof text, &d));
}

/* No file of the variant */
static void fail_variant(struct loader *l)
{
    const struct machine *m = l->machine;
    char list[DATA_LIST_SIZE] = "";
    for (size_t i = 0; i < m->variants; i++) {
        list_add(list, sizeof list, ", ", "%s", m->variant_name[i]);
        if (strcmp(m->variant_name[i], l->variant) == 0)
            fail(l, 0, "variant %s has no file, expected it in the folder of the same name: %s.ini", l->variant,
                 l->variant);
    }
    fail(l, 0, "no variant \"%s\", expected %s", l->variant, *list ? list : "the name alone: it has only one");
}

static void check_whole(struct loader *l)
{
    if (l->ini.line == 1 && !l->keys)
        fail(l, 0, "the file is empty, expected [%s] and figures", l->what);
    if (!l->seen[SECTION_HEAD])
        fail(l, 0, "[%s] is missing, expected it first", l->what);
    if (l->depth > 0 || l->part_of)
        return;
    if (*l->variant && !l->found)
        fail_variant(l);
    for (int i = 0; i < FIG_COUNT; i++) {
        bool delay = figure_info[i].kind == KIND_DELAY;
        if (figure_info[i].home == l->home && !l->seen[i] && !l->inherited[i])
            fail(l, 0, "[%s] is missing, expected it with %s", figure_info[i].name,
                 delay ? "min, typ, max and source" : "value and source");
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

bool machine_is_path(const char *name)
{
    const char *end = strrchr(name, '.');
    return end && strncmp(end, ".ini", 4) == 0 && (!end[4] || end[4] == ':');
}

static int load_file(struct loader *l, const char *sub, const char *name)
{
    struct stat st;
    const bool path = l->machine && machine_is_path(name);
    l->outside = path;
    if (!path && !data_name_valid(name, DATA_NAME_SIZE))
        return data_unknown_name(l->what, name, l->dir, sub, l->e);
    if (path)
        (void)snprintf(l->file, sizeof l->file, "%s", name);
    else if (snprintf(l->file, sizeof l->file, "%s/%s/%s.ini", l->dir, sub, name) >= (int)sizeof l->file)
        return error_set(l->e, STATUS_INPUT, "%.60s...: the path is too long, expected at most %d characters", l->dir,
                         DATA_PATH_SIZE - 1);
    if (!path && stat(l->file, &st) != 0 && errno == ENOENT)
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

int part_load(struct part *part, const char *dir, const char *name, struct error *e)
{
    struct loader l = new_loader(part, NULL, dir, e);
    *part = (struct part){.home = HOME_NONE}; /* until the file has [part] */
    (void)snprintf(part->name, sizeof part->name, "%s", name);
    return load_file(&l, "parts", name);
}

int part_list(char names[][48], size_t size, size_t *count, const char *dir, enum figure_home home, struct error *e)
{
    struct part part;
    size_t files;
    int status = data_list(names, size, &files, dir, "part", e);
    *count = 0;
    for (size_t n = 0; n < files && status == STATUS_OK; n++) {
        status = part_load(&part, dir, names[n], e);
        if (status == STATUS_OK && part.home == home)
            memmove(names[(*count)++], names[n], sizeof names[0]);
        status = part.home == HOME_NONE ? STATUS_OK : status;
    }
    return status;
}

int machine_load(struct machine *machine, const char *dir, const char *name, struct error *e)
{
    struct loader first = new_loader(NULL, machine, dir, e), l = first;
    char file[MACHINE_NAME_SIZE];
    const char *colon = strrchr(name, ':');
    memset(machine, 0, sizeof *machine);
    if (colon && strchr(colon, '/'))
        colon = NULL;
    if (strlen(name) >= sizeof file || (colon && !data_name_valid(colon + 1, sizeof machine->variant)))
        return data_unknown_name("machine", name, dir, "machines", e);
    (void)snprintf(file, sizeof file, "%.*s", (int)(colon ? colon - name : (int)strlen(name)), name);
    first.part_of = true; /* which variants are there */
    const int status = load_file(&first, "machines", file);
    if (status)
        return status;
    (void)snprintf(l.variant, sizeof l.variant, "%s",
                   colon               ? colon + 1
                   : machine->variants ? machine->variant_name[0]
                                       : "");
    memset(machine, 0, sizeof *machine);
    (void)snprintf(machine->name, sizeof machine->name, "%s", name);
    (void)snprintf(machine->variant, sizeof machine->variant, "%.23s", l.variant);
    return load_machine(&l, file);
}
