/* SPDX-License-Identifier: MIT
 * Figures, marks, times, and the loading of parts/ and machines/. Runs from the root of the source tree. */
#include "data.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void suite_data(void);

#define FILE_SIZE 32768
#define BIT(check) (UINT64_C(1) << (check))

static const char ini_part[] = "parts/t.ini", ini_machine[] = "machines/t.ini";

/* Folder with parts/ and machines/, both with the shipped files, for bad files to be added as t.ini. */
static char folder[] = "/tmp/tmr0_dataXXXXXX";
static char text[FILE_SIZE];

static size_t read_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        (void)fclose(f);
    text[n] = '\0';
    return n;
}

static bool write_file(const char *name, const char *bytes, size_t size)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    if (!f)
        return false;
    bool good = fwrite(bytes, 1, size, f) == size;
    return fclose(f) == 0 && good;
}

static void write_bytes(const char *name, const char *bytes, size_t size)
{
    CU_ASSERT_FATAL(write_file(name, bytes, size));
}

static const char *const copied[] = {"parts/am9513a.ini", "parts/pal16xx.ini", "parts/74als245a.ini",
                                     "machines/sun3-160.ini"};
#define COPIED (sizeof copied / sizeof copied[0])

static int set_up(void)
{
    char path[128];
    if (!mkdtemp(folder))
        return 1;
    (void)snprintf(path, sizeof path, "%s/parts", folder);
    if (mkdir(path, 0700) != 0)
        return 1;
    (void)snprintf(path, sizeof path, "%s/machines", folder);
    if (mkdir(path, 0700) != 0)
        return 1;
    for (size_t i = 0; i < COPIED; i++) {
        size_t size = read_text(copied[i]);
        if (size == 0 || !write_file(copied[i], text, size))
            return 1;
    }
    return 0;
}

static void remove_file(const char *name)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    (void)remove(path);
}

static int tear_down(void)
{
    for (size_t i = 0; i < COPIED; i++)
        remove_file(copied[i]);
    remove_file(ini_part);
    remove_file(ini_machine);
    remove_file("parts");
    remove_file("machines");
    return rmdir(folder);
}

static bool has(const struct error *e, const char *phrase)
{
    bool found = strstr(e->text, phrase) != NULL;
    if (!found)
        (void)fprintf(stderr, "\nexpected: %s\nmessage:  %s\n", phrase, e->text);
    return found;
}

/* Loads t.ini and looks for "t.ini:LINE: " (line 0: "t.ini: ") and the phrase in the message. */
static void expect_bad(const char *file, int line, const char *phrase)
{
    static struct part part;
    static struct machine machine;
    struct error e = {""};
    char place[32];

    int status = file == ini_part ? part_load(&part, folder, "t", &e) : machine_load(&machine, folder, "t", &e);
    CU_ASSERT_EQUAL(status, STATUS_INPUT);
    if (line)
        (void)snprintf(place, sizeof place, "/t.ini:%d: ", line);
    else
        (void)snprintf(place, sizeof place, "/t.ini: ");
    CU_ASSERT(has(&e, place));
    CU_ASSERT(has(&e, phrase));
    CU_ASSERT_PTR_NULL(strchr(e.text, '\n'));
}

/* A copy of a good file in which the first `from` after the first `after` becomes `to`. The line of that
 * place is returned. */
static int change(const char *source, const char *file, const char *after, const char *from, const char *to)
{
    char changed[FILE_SIZE];
    (void)read_text(source);
    char *at = strstr(text, after);
    at = at ? strstr(at, from) : NULL;
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    if (!at)
        return 0;
    int n = snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    write_bytes(file, changed, (size_t)n);
    int line = 1;
    for (const char *p = text; p < at; p++)
        line += *p == '\n';
    return line;
}

static void bad_part(const char *after, const char *from, const char *to, int offset, const char *phrase)
{
    int line = change("parts/am9513a.ini", ini_part, after, from, to);
    expect_bad(ini_part, line + offset, phrase);
}

static void bad_machine(const char *after, const char *from, const char *to, int offset, const char *phrase)
{
    int line = change("machines/sun3-160.ini", ini_machine, after, from, to);
    expect_bad(ini_machine, line + offset, phrase);
}

static void test_table(void)
{
    for (int i = 0; i < FIG_COUNT; i++) {
        const struct figure_info *info = &figure_info[i];
        CU_ASSERT_PTR_NOT_NULL_FATAL(info->name);
        CU_ASSERT_EQUAL(figure_find(info->name), i);
        CU_ASSERT(info->text[0] != '\0');
        CU_ASSERT(info->least <= info->most);
        CU_ASSERT(info->kind == KIND_COST || (info->least >= INT32_MIN && info->most <= INT32_MAX));
        CU_ASSERT(info->kind != KIND_HAZARD || info->home == HOME_NONE);
    }
    CU_ASSERT_EQUAL(figure_find("tavrl"), -1);
    CU_ASSERT_EQUAL(figure_find(""), -1);
    CU_ASSERT_EQUAL(figure_find("TCMD"), FIG_TCMD);
    CU_ASSERT_EQUAL(figure_find("control_strobe_read"), FIG_MAS_READ);
    static const int notes[] = {FIG_TEHWH, FIG_TWHEH, FIG_TEHRL, FIG_TRHEH, FIG_TWHEH_DOUBLE,
                                FIG_TGVWH, FIG_TWHGV, FIG_TGVEH, FIG_TEHGV};
    size_t found = 0;
    for (int i = 0; i < FIG_COUNT; i++)
        found += figure_info[i].kind == KIND_NOTE;
    CU_ASSERT_EQUAL(found, sizeof notes / sizeof notes[0]);
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++)
        CU_ASSERT_EQUAL(figure_info[notes[i]].kind, KIND_NOTE);
    CU_ASSERT_STRING_EQUAL(pal_kind_name[PAL_FLIPFLOP], "flipflop");
    CU_ASSERT_STRING_EQUAL(pal_kind_name[PAL_DIRECT], "direct");
}

static void test_marks(void)
{
    static const struct {
        enum mark mark;
        const char *name;
        bool doubtful;
    } row[] = {{MARK_NONE, "", false}, {MARK_C, "C", false},  {MARK_DS, "DS", false},  {MARK_2C, "2C", false},
               {MARK_HW, "HW", false}, {MARK_1C, "1C", true}, {MARK_1, "1", true},     {MARK_G, "G", true},
               {MARK_GK, "GK", true},  {MARK_E, "E", true},   {MARK_SET, "SET", false}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        CU_ASSERT_STRING_EQUAL(mark_name(row[i].mark), row[i].name);
        CU_ASSERT_EQUAL(mark_is_doubtful(row[i].mark), row[i].doubtful);
    }
}

static void test_time_parse(void)
{
    static const struct {
        const char *text;
        int64_t ps;
    } good[] = {
        {"12ns", 12000},
        {"-1.5us", -1500000},
        {"250ps", 250},
        {"0ns", 0},
        {"-0s", 0},
        {"24.999ns", 24999},
        {"1s", INT64_C(1000000000000)},
        {"0.000000000001s", 1},
        {"2.5ms", INT64_C(2500000000)},
        {"00012ns", 12000},
        {"4611686018427387904ps", INT64_C(1) << 62},
        {"-4611686018427387904ps", -(INT64_C(1) << 62)},
        {"4611686.018427387904s", INT64_C(1) << 62},
    };
    static const struct {
        const char *text, *phrase;
    } bad[] = {
        {"", "not a time"},
        {"ns", "not a time"},
        {"-", "not a time"},
        {"+1ns", "not a time"},
        {" 1ns", "not a time"},
        {".5ns", "not a time"},
        {"12", "no unit"},
        {"1.5", "no unit"},
        {"1.ns", "unknown unit"},
        {"1 ns", "unknown unit"},
        {"1.5.5ns", "unknown unit"},
        {"1nS", "unknown unit"},
        {"1h", "unknown unit"},
        {"0x10ns", "unknown unit"},
        {"1e3ns", "unknown unit"},
        {"1.0ps", "finer than a picosecond"},
        {"1.2345ns", "finer than a picosecond"},
        {"4611686018427387905ps", "too large"},
        {"-4611686018427387905ps", "too large"},
        {"4611686.018427387905s", "too large"},
        {"18446744073709551616ps", "too large"},
        {"18446745s", "too large"},
        {"99999999999999999999999999999999999999999999999s", "too large"},
    };
    struct error e;
    int64_t ps;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CU_ASSERT_EQUAL(time_parse(good[i].text, &ps, &e), STATUS_OK);
        CU_ASSERT_EQUAL(ps, good[i].ps);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        e.text[0] = '\0';
        CU_ASSERT_EQUAL(time_parse(bad[i].text, &ps, &e), STATUS_INPUT);
        CU_ASSERT(has(&e, bad[i].phrase));
        CU_ASSERT(has(&e, "expected"));
    }
}

static void test_time_text(void)
{
    static const struct {
        int64_t ps;
        const char *text;
    } row[] = {
        {24000, "24ns"},
        {1500000, "1.5us"},
        {24999, "24.999ns"},
        {-3, "-3ps"},
        {0, "0ns"},
        {999, "999ps"},
        {1000, "1ns"},
        {1001, "1.001ns"},
        {1010, "1.01ns"},
        {-1000000, "-1us"},
        {1000001, "1.000001us"},
        {INT64_C(1000000000000), "1s"},
        {INT64_C(1) << 62, "4611686.018427387904s"},
        {INT64_MIN, "-9223372.036854775808s"},
    };
    char buffer[32];
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        CU_ASSERT_STRING_EQUAL(time_text(buffer, sizeof buffer, row[i].ps), row[i].text);
    CU_ASSERT_STRING_EQUAL(time_text(buffer, 4, 24999), "24.");
}

static void test_time_round_trip(void)
{
    uint64_t x = 1;
    for (int i = 0; i < 20000; i++) {
        x = x * UINT64_C(6364136223846793005) + 1442695040888963407U;
        int64_t ps = (int64_t)(x >> (2 + i % 60)), back = -1;
        struct error e;
        char buffer[32];
        if (i % 2)
            ps = -ps;
        if (time_parse(time_text(buffer, sizeof buffer, ps), &back, &e) != STATUS_OK || back != ps)
            CU_FAIL("time_text and time_parse do not agree");
    }
}

static bool delay_is(const struct figure *f, int64_t min, int64_t typ, int64_t max)
{
    return f->value[CORNER_MIN] == min && f->value[CORNER_TYP] == typ && f->value[CORNER_MAX] == max;
}

static bool value_is(const struct figure *f, int64_t value)
{
    return delay_is(f, value, value, value);
}

static void test_chip(void)
{
    static const struct {
        int number;
        int64_t ns;
        enum mark mark;
    } row[] = {
        {FIG_TAVRL, 25, MARK_GK},         {FIG_TAVWH, 170, MARK_GK},        {FIG_TDVWH, 80, MARK_GK},
        {FIG_TRHAX, 0, MARK_GK},          {FIG_TRHRL, 1000, MARK_GK},       {FIG_TRHSH, 0, MARK_GK},
        {FIG_TRHWL, 1000, MARK_GK},       {FIG_TRLRH, 160, MARK_GK},        {FIG_TSLRL, 20, MARK_GK},
        {FIG_TSLWH, 170, MARK_GK},        {FIG_TWHAX, 20, MARK_GK},         {FIG_TWHDX, 20, MARK_GK},
        {FIG_TWHRL, 1500, MARK_GK},       {FIG_TWHSH, 20, MARK_GK},         {FIG_TWHWL, 1500, MARK_GK},
        {FIG_TWLWH, 150, MARK_GK},        {FIG_TEHWH, -100, MARK_GK},       {FIG_TWHEH, 550, MARK_GK},
        {FIG_TEHRL, 190, MARK_GK},        {FIG_TRHEH, 0, MARK_GK},          {FIG_TWHRL_SHORT, 1000, MARK_DS},
        {FIG_TWHWL_SHORT, 1000, MARK_DS}, {FIG_TWHEH_DOUBLE, 700, MARK_DS}, {FIG_TCHCH, 145, MARK_GK},
        {FIG_TCHCL, 70, MARK_GK},         {FIG_TCLCH, 70, MARK_GK},         {FIG_TEHEH, 145, MARK_GK},
        {FIG_TEHEL, 70, MARK_GK},         {FIG_TELEH, 70, MARK_GK},         {FIG_TEHGV, 10, MARK_GK},
        {FIG_TGVEH, 100, MARK_GK},        {FIG_TGVGV, 145, MARK_GK},        {FIG_TGVWH, -100, MARK_GK},
        {FIG_TWHGV, 475, MARK_GK},
    };
    static struct part chip;
    struct error e;
    CU_ASSERT_EQUAL_FATAL(part_load(&chip, ".", "am9513a", &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(chip.name, "am9513a");
    CU_ASSERT(strncmp(chip.title, "Am9513A", 7) == 0);
    CU_ASSERT_EQUAL(chip.home, HOME_CHIP);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        CU_ASSERT(value_is(&chip.figure[row[i].number], row[i].ns * 1000));
        CU_ASSERT_EQUAL(chip.figure[row[i].number].mark, row[i].mark);
    }
    CU_ASSERT(strncmp(chip.figure[FIG_TAVRL].source, "recalled AMD figure", 19) == 0);
    CU_ASSERT_EQUAL(chip.figure[FIG_CPU_CLOCK].mark, MARK_NONE);
}

/* What the data sheet gives of each delay, and what must hold between them. */
static void test_chip_delays(void)
{
    static struct part chip;
    struct error e;
    CU_ASSERT_EQUAL_FATAL(part_load(&chip, ".", "am9513a", &e), STATUS_OK);
    const struct figure *f = chip.figure;

    CU_ASSERT_EQUAL(f[FIG_TRLQV].value[CORNER_MAX], 110000);
    CU_ASSERT_EQUAL(f[FIG_TRLQX].value[CORNER_MIN], 20000);
    CU_ASSERT_EQUAL(f[FIG_TRHQX].value[CORNER_MIN], 10000);
    CU_ASSERT_EQUAL(f[FIG_TRHQZ].value[CORNER_MAX], 85000);
    CU_ASSERT_EQUAL(f[FIG_TEHYV].value[CORNER_MAX], 300000);
    CU_ASSERT_EQUAL(f[FIG_TEHFV].value[CORNER_MAX], 500000);
    CU_ASSERT_EQUAL(f[FIG_TWHYV].value[CORNER_MAX], 650000);
    CU_ASSERT_EQUAL(f[FIG_TFN].value[CORNER_MAX], 75000);
    CU_ASSERT(delay_is(&f[FIG_TCMD], 100000, 325000, 550000));
    for (int i = 0; i < CORNERS; i++) {
        CU_ASSERT(f[FIG_TRLQX].value[i] <= f[FIG_TRLQV].value[i]);
        CU_ASSERT(f[FIG_TRHQX].value[i] <= f[FIG_TRHQZ].value[i]);
        CU_ASSERT(f[FIG_TCMD].value[i] <= f[FIG_TWHYV].value[i]);
        CU_ASSERT(f[FIG_TCMD].value[i] >= -f[FIG_TEHWH].value[i]);
        CU_ASSERT(f[FIG_TCMD].value[i] <= f[FIG_TWHEH].value[i]);
    }
    for (int i = 0; i < FIG_COUNT; i++) {
        if (figure_info[i].home == HOME_CHIP && figure_info[i].kind == KIND_DELAY)
            CU_ASSERT_EQUAL(f[i].mark, MARK_E);
    }
}

static void test_pal_and_buffer(void)
{
    static struct part part;
    struct error e;
    CU_ASSERT_EQUAL_FATAL(part_load(&part, ".", "pal16xx", &e), STATUS_OK);
    CU_ASSERT_EQUAL(part.home, HOME_PAL);
    CU_ASSERT(delay_is(&part.figure[FIG_PAL_TPD], 0, 17500, 35000));
    CU_ASSERT(value_is(&part.figure[FIG_PAL_SKEW], 1000));
    CU_ASSERT_EQUAL(part.figure[FIG_PAL_TPD].mark, MARK_E);
    CU_ASSERT_EQUAL(part.figure[FIG_PAL_SKEW].mark, MARK_E);
    CU_ASSERT_EQUAL_FATAL(part_load(&part, ".", "74als245a", &e), STATUS_OK);
    CU_ASSERT_EQUAL(part.home, HOME_BUFFER);
    CU_ASSERT(delay_is(&part.figure[FIG_BUF_TPD], 3000, 6500, 10000));
    CU_ASSERT_EQUAL(part.figure[FIG_BUF_TPD].mark, MARK_E);
    CU_ASSERT_EQUAL(part.figure[FIG_PAL_TPD].mark, MARK_NONE);
}

struct host {
    const char *name, *title, *reading, *buffer;
    int64_t clock_ps, mas_read_ps, mas_write_ps, hold_ps, mds_ps, des_ps;
    enum mark strobe_mark;
};

static void check_host(const struct host *h)
{
    static struct machine m;
    struct error e = {""};
    CU_ASSERT_EQUAL(machine_load(&m, ".", h->name, &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(e.text, "");
    CU_ASSERT_STRING_EQUAL(m.name, h->name);
    CU_ASSERT_STRING_EQUAL(m.title, h->title);
    CU_ASSERT_STRING_EQUAL(m.reading, h->reading);
    CU_ASSERT_STRING_EQUAL(m.buffer, h->buffer);
    CU_ASSERT(value_is(&m.figure[FIG_CPU_CLOCK], h->clock_ps));
    CU_ASSERT(value_is(&m.figure[FIG_MAS_READ], h->mas_read_ps));
    CU_ASSERT(value_is(&m.figure[FIG_MAS_WRITE], h->mas_write_ps));
    CU_ASSERT(value_is(&m.figure[FIG_STROBE_HOLD], h->hold_ps));
    CU_ASSERT(value_is(&m.figure[FIG_MDS_LOW], h->mds_ps));
    CU_ASSERT(value_is(&m.figure[FIG_DES_CLOCK], h->des_ps));
    CU_ASSERT(value_is(&m.figure[FIG_MAS_ON_READ], 1));
    CU_ASSERT(value_is(&m.figure[FIG_FLOAT], 0xff));
    CU_ASSERT(value_is(&m.figure[FIG_HOST_READ], 0));
    CU_ASSERT(delay_is(&m.figure[FIG_MDS_AFTER], 20000, 45000, 70000));
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_READ].mark, h->strobe_mark);
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_WRITE].mark, h->strobe_mark);
    for (int i = 0; i < FIG_COUNT; i++)
        CU_ASSERT_EQUAL(m.figure[i].mark != MARK_NONE, figure_info[i].home == HOME_MACHINE);
    for (int pal = 0; pal < PAL_KINDS; pal++) {
        CU_ASSERT(m.expect[pal][CORNER_MIN].given);
        CU_ASSERT(m.expect[pal][CORNER_MAX].given);
        CU_ASSERT(!m.expect[pal][CORNER_TYP].given);
    }
}

static void test_machines(void)
{
    static const struct host hosts[] = {
        {"sun3-160", "Sun-3/160", "drawn", "74als245a", 60000, 120000, 120000, 180000, 315000, 240000, MARK_C},
        {"sun3-160:drawn", "Sun-3/160", "drawn", "74als245a", 60000, 120000, 120000, 180000, 315000, 240000, MARK_C},
        {"sun3-160:window", "Sun-3/160", "window", "74als245a", 60000, 300000, 300000, 60000, 315000, 240000, MARK_E},
        {"sun3-60", "Sun-3/60", "", "", 50000, 550000, 500000, 50000, 262500, 200000, MARK_E},
        {"sun3-260", "Sun-3/260", "w4", "74als245a", 40000, 240000, 200000, 40000, 210000, 160000, MARK_E},
        {"sun3-260:w8", "Sun-3/260", "w8", "74als245a", 40000, 400000, 360000, 40000, 210000, 160000, MARK_E},
    };
    static struct machine m;
    struct error e;
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++)
        check_host(&hosts[i]);

    CU_ASSERT_EQUAL(machine_load(&m, ".", "sun3-160", &e), STATUS_OK);
    CU_ASSERT_EQUAL(m.readings, 2);
    CU_ASSERT_STRING_EQUAL(m.reading_name[0], "drawn");
    CU_ASSERT_STRING_EQUAL(m.reading_name[1], "window");
    CU_ASSERT(value_is(&m.figure[FIG_RW_SETUP], 150000));
    CU_ASSERT(value_is(&m.figure[FIG_WDATA_SETUP], 60000));
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_ON_READ].mark, MARK_1);
    CU_ASSERT_EQUAL(machine_load(&m, ".", "sun3-60", &e), STATUS_OK);
    CU_ASSERT_EQUAL(m.readings, 0);
}

/* The drawn strobe, 120 ns, is shorter than both pulses; behind the direct PAL C/D moves with the strobe. */
static void test_verdicts(void)
{
    static struct machine m;
    struct error e;
    CU_ASSERT_EQUAL_FATAL(machine_load(&m, ".", "sun3-160", &e), STATUS_OK);
    for (int corner = CORNER_MIN; corner <= CORNER_MAX; corner += 2) {
        uint64_t pulses = BIT(FIG_TRLRH) | BIT(FIG_TWLWH);
        CU_ASSERT_EQUAL(m.expect[PAL_FLIPFLOP][corner].checks & pulses, pulses);
        CU_ASSERT_EQUAL(m.expect[PAL_FLIPFLOP][corner].checks & BIT(FIG_TAVRL), 0);
    }
    CU_ASSERT(m.expect[PAL_FLIPFLOP][CORNER_MAX].reads_wrong);
    CU_ASSERT(!m.expect[PAL_FLIPFLOP][CORNER_MIN].reads_wrong);
    CU_ASSERT_EQUAL_FATAL(machine_load(&m, ".", "sun3-160:window", &e), STATUS_OK);
    CU_ASSERT_EQUAL(m.expect[PAL_FLIPFLOP][CORNER_MAX].checks, 0);
    CU_ASSERT_EQUAL(m.expect[PAL_DIRECT][CORNER_MAX].checks & BIT(FIG_TAVRL), BIT(FIG_TAVRL));

    (void)change("machines/sun3-160.ini", ini_machine, "[expect]", "flipflop.slow = TRLRH TWLWH HOST_READ reads-wrong",
                 "flipflop.slow = FF_RACE,TAVRL  reads-wrong, HOST_READ");
    CU_ASSERT_EQUAL_FATAL(machine_load(&m, folder, "t", &e), STATUS_OK);
    CU_ASSERT_EQUAL(m.expect[PAL_FLIPFLOP][CORNER_MAX].checks, BIT(FIG_FF_RACE) | BIT(FIG_TAVRL) | BIT(FIG_HOST_READ));
    CU_ASSERT(m.expect[PAL_FLIPFLOP][CORNER_MAX].reads_wrong);
    (void)change("machines/sun3-160.ini", ini_machine, "[expect]", "direct.fast = TAVRL TWHAX TWLWH",
                 "direct.fast = reads-wrong");
    CU_ASSERT_EQUAL_FATAL(machine_load(&m, folder, "t", &e), STATUS_OK);
    CU_ASSERT_EQUAL(m.expect[PAL_DIRECT][CORNER_MIN].checks, 0);
    CU_ASSERT(m.expect[PAL_DIRECT][CORNER_MIN].reads_wrong);
}

static void test_list(void)
{
    char names[8][48];
    size_t count;
    struct error e;
    CU_ASSERT_EQUAL(machine_list(names, 8, &count, ".", &e), STATUS_OK);
    CU_ASSERT_FATAL(count >= 3 && count <= 8);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT(i == 0 || strcmp(names[i - 1], names[i]) < 0);
        found = found || strcmp(names[i], "sun3-160") == 0;
    }
    CU_ASSERT(found);
    char first[2][48];
    size_t all = count;
    CU_ASSERT_EQUAL(machine_list(names, all, &count, ".", &e), STATUS_OK);
    CU_ASSERT_EQUAL(machine_list(first, 2, &count, ".", &e), STATUS_INPUT);
    CU_ASSERT_EQUAL(count, all);
    CU_ASSERT(has(&e, "./machines: "));
    CU_ASSERT_STRING_EQUAL(first[0], names[0]);
    CU_ASSERT_STRING_EQUAL(first[1], names[1]);
    CU_ASSERT_EQUAL(machine_list(names, 8, &count, "no/such", &e), STATUS_INPUT);
    CU_ASSERT(has(&e, "no/such/machines: "));
}

static void test_find(void)
{
    char dir[64];
    struct error e;
    CU_ASSERT_EQUAL(data_find(dir, sizeof dir, ".", &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(dir, ".");
    CU_ASSERT_EQUAL(data_find(dir, sizeof dir, "parts", &e), STATUS_INPUT);
    CU_ASSERT(has(&e, "parts: no folders parts and machines"));
    CU_ASSERT_EQUAL(data_find(dir, 1, ".", &e), STATUS_INPUT);
}

static void test_names(void)
{
    static struct part part;
    static struct machine m;
    struct error e;
    static const char *const refused[] = {"../parts/am9513a",
                                          "a/b",
                                          "..",
                                          "",
                                          ".",
                                          "a..b",
                                          "/etc/passwd",
                                          "x y",
                                          "a-name-of-more-than-forty-seven-characters-is-too-long"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        CU_ASSERT_EQUAL(part_load(&part, ".", refused[i], &e), STATUS_INPUT);
        CU_ASSERT(has(&e, "no part \""));
        CU_ASSERT_EQUAL(machine_load(&m, ".", refused[i], &e), STATUS_INPUT);
        CU_ASSERT(has(&e, "no machine \""));
    }
    CU_ASSERT_EQUAL(part_load(&part, ".", "z80", &e), STATUS_INPUT);
    CU_ASSERT(has(&e, "no part \"z80\", expected one of: 74als245a, "));
    CU_ASSERT(has(&e, "am9513a"));
    CU_ASSERT_EQUAL(machine_load(&m, ".", "vax:fast", &e), STATUS_INPUT);
    CU_ASSERT(has(&e, "no machine \"vax\", expected one of: "));
    CU_ASSERT(has(&e, "sun3-160, sun3-260, sun3-50, sun3-60"));
    CU_ASSERT_EQUAL(machine_load(&m, ".", "sun3-160:fast", &e), STATUS_INPUT);
    CU_ASSERT(has(&e, "no reading \"fast\", expected drawn, window"));
    CU_ASSERT_EQUAL(machine_load(&m, ".", "sun3-60:fast", &e), STATUS_INPUT);
    CU_ASSERT(has(&e, "no reading \"fast\", expected the name alone"));
    CU_ASSERT_EQUAL(machine_load(&m, ".", "sun3-160:", &e), STATUS_INPUT);
    CU_ASSERT_EQUAL(machine_load(&m, ".", ":drawn", &e), STATUS_INPUT);
}

static void test_bad_values(void)
{
    bad_part("[TAVRL]", "value = 25ns", "value = 25", 0, "[TAVRL] value: \"25\" has no unit");
    bad_part("[TAVRL]", "value = 25ns", "value = 25mm", 0, "unknown unit \"mm\"");
    bad_part("[TAVRL]", "value = 25ns", "value = 1s", 0, "\"1s\" is out of range, expected -100us to 100us");
    bad_part("[TRLRH]", "value = 160ns", "value = -1ns", 0, "\"-1ns\" is out of range, expected 1ns to 100us");
    bad_part("[TAVRL]", "value = 25ns", "value =", 0, "[TAVRL] value has no value");
    bad_part("[TRLQV]", "min = 20ns", "min = 66ns", 1, "[TRLQV] min 66ns is above typ 65ns");
    bad_part("[TRLQV]", "typ = 65ns", "typ = 111ns", 1, "[TRLQV] typ 111ns is above max 110ns");
    bad_part("[TRLQX]", "max = 65ns", "max = 111ns", -3, "[TRLQX] max is above that of [TRLQV]");
    bad_part("[TRHQX]", "min = 10ns", "min = 10.001ns", -1, "[TRHQX] min is above that of [TRHQZ]");
    bad_part("[TCMD]", "typ = 325ns", "typ = 376ns", -2, "[TCMD] typ is above that of [TWHYV]");
    bad_machine("[control_strobe_on_read]", "yes", "maybe", 0, "\"maybe\" is not a flag, expected yes or no");
    bad_machine("[floating_bus]", "0xff", "0x100", 0, "\"0x100\" is out of range, expected 0x00 to 0xff");
    bad_machine("[floating_bus]", "0xff", "0xffffffffffffffffffffff", 0, "out of range");
    bad_machine("[floating_bus]", "0xff", "0x", 0, "is not a byte");
    bad_machine("[floating_bus]", "0xff", "ff", 0, "is not a byte");
    bad_machine("[cpu_clock]", "60ns", "0ns", 0, "expected 1ns to 100us");
    bad_machine("[read_latch]", "0ns", "121ns", -1, "[read_latch] value is above that of [control_strobe_read]");
}

static void test_bad_sources(void)
{
    bad_part("[TAVRL]", "source = [GK]", "source = GK", 0, "[TAVRL] source has no known mark");
    bad_part("[TAVRL]", "source = [GK]", "source = [gk]", 0, "[TAVRL] source has no known mark");
    bad_part("[TAVRL]", "source = [GK]", "source = [SET]", 0, "[TAVRL] source has no known mark");
    bad_part("[TAVRL]", "source = [GK]", "source = [G K]", 0, "[TAVRL] source has no known mark");
    bad_part("[TAVRL]", "source = [GK]", "source = [GK] ;", 0, "[TAVRL] source has no known mark");
    bad_machine("[window:strobe_hold]", "source = [E]", "source =", 0, "[window:strobe_hold] source has no known");
}

static void test_bad_sections(void)
{
    bad_part("[TAVRL]", "[TAVRL]", "[TAVRX]", 0, "[TAVRX] is unknown here, expected one of: TAVRL");
    bad_part("[TAVRL]", "[TAVRL]", "[cpu_clock]", 0, "[cpu_clock] is unknown here");
    bad_part("[TAVRL]", "[TAVRL]", "[FF_RACE]", 0, "[FF_RACE] is unknown here");
    bad_part("[TAVRL]", "[TAVRL]", "[drawn:TAVRL]", 0, "[drawn:TAVRL] is unknown here");
    bad_part("[TAVRL]", "[TAVRL]", "[expect]", 0, "[expect] is unknown here");
    bad_part("[TAVRL]", "[TAVRL]", "[]", 0, "[] is unknown here");
    bad_part("[TAVRL]", "[TAVRL]", "[TAVRL", 0, "head is not closed");
    bad_part("[TAVRL]", "[TAVRL]", "[TAVRL] x", 0, "head is not closed or has more behind it");
    bad_part("[TAVRL]", "[TAVRL]", "[a-section-with-a-name-of-more-than-47-characters-]", 0, "longer than 47");
    bad_part("[TAVWH]", "[TAVWH]", "[TAVRL]", 0, "[TAVRL] stands a second time, expected it once, as in line ");
    bad_part("[TAVWH]", "[TAVWH]", "[part]", 0, "[part] stands a second time");
    bad_part("[part]", "[part]", "", 1, "\"title\" stands before any section, expected [part]");
    bad_part("[part]", "[part]", "[TAVRL]", 0, "[TAVRL] stands first, expected [part]");
    bad_machine("[machine]", "[machine]", "[part]", 0, "[part] stands first, expected [machine]");
    bad_machine("[cpu_clock]", "[cpu_clock]", "[TAVRL]", 0, "[TAVRL] is unknown here, expected one of: HOST_READ");
    bad_machine("[window:strobe_hold]", "window:", "drawn:", 0, "[drawn:strobe_hold] is for no further reading");
    bad_machine("[window:strobe_hold]", "window:", "windo:", 0, "[windo:strobe_hold] is for no further reading");
    bad_machine("[window:strobe_hold]", "window:", ":", 0, "[:strobe_hold] is for no further reading");
    bad_machine("[window:strobe_hold]", "strobe_hold", "TAVRL", 0, "[window:TAVRL] is unknown here");
    bad_machine("[window:strobe_hold]", "strobe_hold", "machine", 0, "[window:machine] is unknown here");
    bad_machine("[window:control_strobe_read]", "control_strobe_read", "strobe_hold", 0, "stands a second time");
}

static void test_bad_keys(void)
{
    bad_part("[TAVRL]", "value = ", "valeu = ", 0, "[TAVRL] has no key \"valeu\", expected value, source");
    bad_part("[TAVRL]", "value = 25ns", "min = 25ns", 0, "[TAVRL] has no key \"min\"");
    bad_part("[TRLQV]", "min = ", "value = ", 0, "[TRLQV] has no key \"value\", expected min, typ, max, source");
    bad_part("[TAVRL]", "value = 25ns", "value = 25ns\nvalue = 25ns", 1, "value stands a second time, expected it");
    bad_part("[TAVRL]", "value = 25ns", "value = 25ns\n  more", 1, "neither [section] nor key");
    bad_part("[TAVRL]", "value = 25ns", "value = 25ns\n  value = 26ns", 1, "value stands a second time");
    bad_part("[TAVRL]", "value = 25ns", "value 25ns", 0, "neither [section] nor key nor comment");
    bad_part("[TAVRL]", "value = 25ns", "= 25ns", 0, "has no key \"\"");
    bad_part("[TAVRL]", "value = 25ns\n", "", -1, "[TAVRL] has no value, expected value, source");
    bad_part("[TRLQV]", "typ = 65ns\n", "", -2, "[TRLQV] has no typ, expected min, typ, max, source");
    bad_part("[part]", "kind = chip", "kind = chop", 0, "kind \"chop\" is unknown, expected chip, pal or buffer");
    bad_part("[part]", "kind = chip\n", "", -2, "[part] has no kind, expected title, kind");
    bad_machine("[machine]", "title = Sun-3/160\n", "", -1, "[machine] has no title");
    bad_machine("[expect]", "direct.fast", "direct.quick", 0,
                "[expect] has no key \"direct.quick\", expected flipflop");
    bad_machine("[expect]", "direct.fast = TAVRL TWHAX TWLWH\n", "", -4, "[expect] has no direct.fast");
    bad_machine("[window:expect]", "flipflop.slow = clean\n", "", -1, "[window:expect] has no flipflop.slow");
}

static void test_bad_machine_head(void)
{
    bad_machine("[machine]", "drawn window", "drawn drawn", 0, "readings: \"drawn\" stands twice");
    bad_machine("[machine]", "drawn window", "a b c d e f g h i", 0, "more than 8 names");
    bad_machine("[machine]", "drawn window", "drawn win/dow", 0, "\"win/dow\" is no name");
    bad_machine("[machine]", "drawn window", "drawn reading-of-24-characters", 0, "is no name, expected at most 23");
    bad_machine("[machine]", "drawn window", ",", 0, "readings is empty");
    bad_machine("[machine]", "buffer = 74als245a", "buffer = 74ls245", 0, "buffer = 74ls245: no part \"74ls245\"");
    bad_machine("[machine]", "buffer = 74als245a", "buffer = ../x", 0, "no part \"../x\"");
    bad_machine("[machine]", "buffer = 74als245a", "buffer = pal16xx", 0, "is a part of kind pal, expected none");
    bad_machine("[machine]", "title = Sun",
                "title = 0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890",
                0, "title is too long, expected at most 95");
}

static void test_bad_verdicts(void)
{
    bad_machine("[expect]", "flipflop.fast = TRLRH", "flipflop.fast = TRLRX", 0, "\"TRLRX\" is no check");
    bad_machine("[expect]", "flipflop.fast = TRLRH", "flipflop.fast = TEHWH", 0, "\"TEHWH\" is no check");
    bad_machine("[expect]", "flipflop.fast = TRLRH", "flipflop.fast = TRLQV", 0, "\"TRLQV\" is no check");
    bad_machine("[expect]", "flipflop.fast = TRLRH", "flipflop.fast = TWLWH", 0, "each name once");
    bad_machine("[expect]", "flipflop.fast = TRLRH", "flipflop.fast = clean", 0, "expected clean alone");
    bad_machine("[expect]", "TRLRH TWLWH HOST_READ reads-wrong", "reads-wrong clean", 0, "expected clean alone");
    bad_machine("[expect]", "TRLRH TWLWH HOST_READ reads-wrong", "reads-wrong reads-wrong", 0, "each name once");
    bad_machine("[expect]", "TRLRH TWLWH HOST_READ reads-wrong", ",", 0, "flipflop.slow is empty, expected clean");
    bad_machine("[window:expect]", "direct.fast = TAVRL", "direct.fast = TAVRR", 0, "[window:expect] direct.fast: ");
}

static void bad_bytes(const char *file, const char *bytes, size_t size, int line, const char *phrase)
{
    write_bytes(file, bytes, size);
    expect_bad(file, line, phrase);
}

static void test_bad_files(void)
{
    char big[400];
    bad_bytes(ini_part, "", 0, 0, "the file is empty, expected [part]");
    bad_bytes(ini_machine, "", 0, 0, "the file is empty, expected [machine]");
    bad_bytes(ini_part, "; nothing\n\n", 11, 0, "[part] is missing, expected it first");
    bad_bytes(ini_part,
              "\n\x7f"
              "ELF",
              5, 2, "byte 0x7f is not text");
    bad_bytes(ini_part, "[part]\n\0\0", 9, 2, "byte 0x00 is not text");
    bad_bytes(ini_part, "\xef\xbb\xbf[part]\n", 10, 1, "byte 0xef is not text");
    memset(big, 'x', sizeof big);
    memcpy(big, "[part]\ntitle = ", 15);
    bad_bytes(ini_part, big, sizeof big, 2, "the line is too long, expected at most 198");
    bad_bytes(ini_part, "[part]\ntitle = t\nkind = pal\n", 28, 0, "[pal_tpd] is missing, expected it with min, typ,");
    bad_bytes(ini_part, "[part]\nnonsense\ntitle = t\nwrong = 1\n", 36, 2, "neither [section] nor key");

    char path[128];
    remove_file(ini_part);
    (void)snprintf(path, sizeof path, "%s/%s", folder, ini_part);
    CU_ASSERT_EQUAL(mkdir(path, 0700), 0);
    expect_bad(ini_part, 0, "not a file");
    (void)rmdir(path);
    if (getuid() != 0) {
        bad_bytes(ini_part, "", 0, 0, "empty");
        CU_ASSERT_EQUAL(chmod(path, 0), 0);
        expect_bad(ini_part, 0, "cannot be read: Permission denied");
    }
}

/* Each section of each kind of file, taken away alone, is missed by name. */
static void each_missing(const char *source, const char *file)
{
    (void)read_text(source);
    size_t heads = 0;
    for (const char *p = text; (p = strstr(p, "\n[")) != NULL; p++)
        heads++;
    for (size_t i = 0; i < heads; i++) {
        char head[64], phrase[96], changed[FILE_SIZE];
        (void)read_text(source);
        const char *p = text;
        for (size_t k = 0; k <= i; k++)
            p = strstr(p + (k > 0), "\n[");
        const char *end = strstr(p + 1, "\n[");
        (void)snprintf(head, sizeof head, "%.*s", (int)(strchr(p, ']') - p), p + 1);
        if (strncmp(head, "[window:", 8) == 0 && strcmp(head, "[window:expect]") != 0)
            continue;
        int n = snprintf(changed, sizeof changed, "%.*s%s", (int)(p - text), text, end ? end : "\n");
        write_bytes(file, changed, (size_t)n);
        bool first = i == 0;
        (void)snprintf(phrase, sizeof phrase, first ? "stands first, expected %s" : "%s is missing, expected it", head);
        static struct part part;
        static struct machine m;
        struct error e = {""};
        int status = file == ini_part ? part_load(&part, folder, "t", &e) : machine_load(&m, folder, "t", &e);
        CU_ASSERT_EQUAL(status, STATUS_INPUT);
        CU_ASSERT(has(&e, phrase));
    }
    CU_ASSERT(heads > 1);
}

static void test_missing(void)
{
    each_missing("parts/am9513a.ini", ini_part);
    each_missing("parts/pal16xx.ini", ini_part);
    each_missing("parts/74als245a.ini", ini_part);
    each_missing("machines/sun3-160.ini", ini_machine);
}

/* A file cut anywhere before its last line is an error with a message; the last may read well cut, too. */
static void each_prefix(const char *source, const char *file)
{
    static char whole[FILE_SIZE];
    size_t size = read_text(source);
    CU_ASSERT_FATAL(size > 100);
    memcpy(whole, text, size);
    size_t last = size - 1;
    while (whole[last - 1] != '\n')
        last--;
    for (size_t n = 0; n <= size; n++) {
        static struct part part;
        static struct machine m;
        struct error e = {""};
        write_bytes(file, whole, n);
        int status = file == ini_part ? part_load(&part, folder, "t", &e) : machine_load(&m, folder, "t:window", &e);
        if (status == STATUS_OK ? e.text[0] != '\0' || n <= last : !strstr(e.text, "/t.ini"))
            CU_FAIL("a cut file was taken, or the message is wrong");
    }
}

static void test_prefixes(void)
{
    each_prefix("parts/am9513a.ini", ini_part);
    each_prefix("machines/sun3-160.ini", ini_machine);
}

static void test_lenient(void)
{
    static struct part part;
    struct error e;
    static const char dos[] =
        "# comment\r\n[part] ; head\r\n  title: T ; tail\r\nkind=buffer\r\n\r\n[buf_tpd]\r\nmin=1ns\r\n"
        "typ=2ns\r\nmax=3ns\r\nsource=[DS] a: b = c";
    write_bytes(ini_part, dos, sizeof dos - 1);
    CU_ASSERT_EQUAL_FATAL(part_load(&part, folder, "t", &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(part.title, "T");
    CU_ASSERT(delay_is(&part.figure[FIG_BUF_TPD], 1000, 2000, 3000));
    CU_ASSERT_EQUAL(part.figure[FIG_BUF_TPD].mark, MARK_DS);
    CU_ASSERT_STRING_EQUAL(part.figure[FIG_BUF_TPD].source, "a: b = c");
}

static void test_figure_set(void)
{
    static struct part chip;
    static struct machine m;
    struct error e;
    CU_ASSERT_EQUAL_FATAL(part_load(&chip, ".", "am9513a", &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(machine_load(&m, ".", "sun3-160", &e), STATUS_OK);

    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "TRLQV", "24.5ns", &e), STATUS_OK);
    CU_ASSERT(value_is(&chip.figure[FIG_TRLQV], 24500));
    CU_ASSERT_EQUAL(chip.figure[FIG_TRLQV].mark, MARK_SET);
    CU_ASSERT_EQUAL(figure_set(m.figure, HOME_MACHINE, "control_strobe_on_read", "no", &e), STATUS_OK);
    CU_ASSERT(value_is(&m.figure[FIG_MAS_ON_READ], 0));
    CU_ASSERT_EQUAL(figure_set(m.figure, HOME_MACHINE, "floating_bus", "0x5A", &e), STATUS_OK);
    CU_ASSERT(value_is(&m.figure[FIG_FLOAT], 0x5a));
    CU_ASSERT_EQUAL(figure_set(m.figure, HOME_MACHINE, "floating_bus", "255", &e), STATUS_OK);
    CU_ASSERT(value_is(&m.figure[FIG_FLOAT], 255));

    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "TAVRL", "24", &e), STATUS_INPUT);
    CU_ASSERT(has(&e, "part.TAVRL: \"24\" has no unit"));
    CU_ASSERT(value_is(&chip.figure[FIG_TAVRL], 25000));
    CU_ASSERT_EQUAL(chip.figure[FIG_TAVRL].mark, MARK_GK);
    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "TAVRL", "100.000001us", &e), STATUS_INPUT);
    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "TAVRL", "100us", &e), STATUS_OK);
    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "TAVRL", "-100us", &e), STATUS_OK);
    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "TAVRL", "-100.000001us", &e), STATUS_INPUT);
    CU_ASSERT(has(&e, "part.TAVRL: \"-100.000001us\" is out of range"));
    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "cpu_clock", "60ns", &e), STATUS_INPUT);
    CU_ASSERT(has(&e, "part has no figure \"cpu_clock\", expected one of: TAVRL"));
    CU_ASSERT_EQUAL(figure_set(m.figure, HOME_MACHINE, "osc_high", "60ns", &e), STATUS_INPUT);
    CU_ASSERT(has(&e, "machine has no figure \"osc_high\", expected one of: HOST_READ, cpu_clock"));
}

void suite_data(void)
{
    static const struct {
        const char *name;
        void (*test)(void);
    } tests[] = {
        {"list of figures", test_table},
        {"marks", test_marks},
        {"time_parse", test_time_parse},
        {"time_text", test_time_text},
        {"times both ways", test_time_round_trip},
        {"chip", test_chip},
        {"delays of the chip", test_chip_delays},
        {"PAL and buffer", test_pal_and_buffer},
        {"machines", test_machines},
        {"verdicts", test_verdicts},
        {"list of machines", test_list},
        {"data_find", test_find},
        {"names", test_names},
        {"bad values", test_bad_values},
        {"bad sources", test_bad_sources},
        {"bad sections", test_bad_sections},
        {"bad keys", test_bad_keys},
        {"bad machine head", test_bad_machine_head},
        {"bad verdicts", test_bad_verdicts},
        {"bad files", test_bad_files},
        {"missing sections", test_missing},
        {"cut files", test_prefixes},
        {"line ends, comments, colons", test_lenient},
        {"figure_set", test_figure_set},
    };
    CU_pSuite suite = CU_add_suite("data", set_up, tear_down);
    for (size_t i = 0; suite && i < sizeof tests / sizeof tests[0]; i++)
        (void)CU_add_test(suite, tests[i].name, tests[i].test);
}
