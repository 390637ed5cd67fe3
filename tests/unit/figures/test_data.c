/* SPDX-License-Identifier: MIT
 * Figures, marks, and the loading of parts/ and machines/ as they are. Runs from the root of the tree. */
#include "sim/figures/data.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

TEST(table)
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
    CU_ASSERT_EQUAL(found, COUNT(notes));
    for (size_t i = 0; i < COUNT(notes); i++)
        CU_ASSERT_EQUAL(figure_info[notes[i]].kind, KIND_NOTE);
    CU_ASSERT_STRING_EQUAL(pal_kind_name[PAL_FLIPFLOP], "flipflop");
    CU_ASSERT_STRING_EQUAL(pal_kind_name[PAL_DIRECT], "direct");
}

TEST(marks)
{
    static const struct {
        enum mark mark;
        const char *name;
        bool doubtful;
    } row[] = {{MARK_NONE, "", false}, {MARK_C, "C", false},  {MARK_DS, "DS", false},  {MARK_2C, "2C", false},
               {MARK_HW, "HW", false}, {MARK_1C, "1C", true}, {MARK_1, "1", true},     {MARK_G, "G", true},
               {MARK_GK, "GK", true},  {MARK_E, "E", true},   {MARK_SET, "SET", false}};
    for (size_t i = 0; i < COUNT(row); i++) {
        CU_ASSERT_STRING_EQUAL(mark_name(row[i].mark), row[i].name);
        CU_ASSERT_EQUAL(mark_is_doubtful(row[i].mark), row[i].doubtful);
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

TEST(chip)
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
    for (size_t i = 0; i < COUNT(row); i++) {
        CU_ASSERT(value_is(&chip.figure[row[i].number], row[i].ns * 1000));
        CU_ASSERT_EQUAL(chip.figure[row[i].number].mark, row[i].mark);
    }
    CU_ASSERT(strncmp(chip.figure[FIG_TAVRL].source, "recalled AMD figure", 19) == 0);
    CU_ASSERT_EQUAL(chip.figure[FIG_CPU_CLOCK].mark, MARK_NONE);
}

/* What the data sheet gives of each delay, and what must hold between them. */
TEST(chip_delays)
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
    CU_ASSERT_EQUAL(f[FIG_TEHYV_COMPARE].value[CORNER_MAX], 350000);
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

TEST(pal_and_buffer)
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
    const char *name, *title, *variant, *buffer;
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
    CU_ASSERT_STRING_EQUAL(m.variant, h->variant);
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

TEST(machines)
{
    static const struct host hosts[] = {
        {"sun3-160", "Sun-3/160", "drawn", "74als245a", 60000, 120000, 120000, 180000, 315000, 240000, MARK_C},
        {"sun3-160:drawn", "Sun-3/160", "drawn", "74als245a", 60000, 120000, 120000, 180000, 315000, 240000, MARK_C},
        {"sun3-160:window", "Sun-3/160", "window", "74als245a", 60000, 300000, 300000, 60000, 315000, 240000, MARK_E},
        {"sun3-60", "Sun-3/60", "", "", 50000, 550000, 500000, 50000, 262500, 200000, MARK_E},
        {"sun3-260", "Sun-3/260", "w4", "74als245a", 40000, 240000, 200000, 52500, 210000, 160000, MARK_E},
        {"sun3-75:window", "Sun-3/75", "window", "74als245a", 60000, 300000, 300000, 60000, 315000, 240000, MARK_E},
        {"sun4-110", "Sun-4/110", "w4", "", 70000, 420000, 350000, 87500, 367500, 280000, MARK_E},
        {"sun4-280:w8", "Sun-4/280", "w8", "", 60000, 600000, 540000, 77500, 315000, 240000, MARK_E},
        {"sun3-260:w8", "Sun-3/260", "w8", "74als245a", 40000, 400000, 360000, 52500, 210000, 160000, MARK_E},
    };
    static struct machine m;
    struct error e;
    for (size_t i = 0; i < COUNT(hosts); i++)
        check_host(&hosts[i]);

    CU_ASSERT_EQUAL(machine_load(&m, ".", "sun3-160", &e), STATUS_OK);
    CU_ASSERT_EQUAL(m.variants, 2);
    CU_ASSERT_STRING_EQUAL(m.variant_name[0], "drawn");
    CU_ASSERT_STRING_EQUAL(m.variant_name[1], "window");
    CU_ASSERT(value_is(&m.figure[FIG_RW_SETUP], 150000));
    CU_ASSERT(value_is(&m.figure[FIG_WDATA_SETUP], 60000));
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_ON_READ].mark, MARK_1);
    CU_ASSERT_EQUAL(machine_load(&m, ".", "sun3-60", &e), STATUS_OK);
    CU_ASSERT_EQUAL(m.variants, 0);
}

/* The drawn strobe, 120 ns, is shorter than both pulses; with the direct PAL C/D moves with the strobe. */
TEST(list)
{
    char names[16][48];
    size_t count;
    struct error e;
    CU_ASSERT_EQUAL(data_list(names, 16, &count, ".", "machine", &e), STATUS_OK);
    CU_ASSERT_FATAL(count == 12);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT(i == 0 || strcmp(names[i - 1], names[i]) < 0);
        found = found || strcmp(names[i], "sun3-160") == 0;
    }
    CU_ASSERT(found);
    char first[2][48];
    size_t all = count;
    CU_ASSERT_EQUAL(data_list(names, all, &count, ".", "machine", &e), STATUS_OK);
    CU_ASSERT_EQUAL(data_list(first, 2, &count, ".", "machine", &e), STATUS_INPUT);
    CU_ASSERT_EQUAL(count, all);
    CU_ASSERT(error_has(&e, "./machines: "));
    CU_ASSERT_STRING_EQUAL(first[0], names[0]);
    CU_ASSERT_STRING_EQUAL(first[1], names[1]);
    CU_ASSERT_EQUAL(data_list(names, 16, &count, "no/such", "machine", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "no/such/machines: "));
}

/* m68020.ini is no part. */
TEST(part_list)
{
    char names[16][48];
    size_t count;
    struct error e;
    CU_ASSERT_EQUAL(part_list(names, 16, &count, ".", HOME_CHIP, &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(count, 2);
    CU_ASSERT_STRING_EQUAL(names[0], "am9513a");
    CU_ASSERT_STRING_EQUAL(names[1], "cts9513-2");
    CU_ASSERT_EQUAL(part_list(names, 16, &count, ".", HOME_PAL, &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(count, 6);
    CU_ASSERT_STRING_EQUAL(names[0], "pal16xx");
    CU_ASSERT_STRING_EQUAL(names[4], "pal22v10a");
    CU_ASSERT_STRING_EQUAL(names[5], "tibpal16l8-25");
    CU_ASSERT_EQUAL(part_list(names, 2, &count, ".", HOME_PAL, &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "./parts: 10 part files, expected at most 2"));
}

TEST(find)
{
    char dir[64];
    struct error e;
    CU_ASSERT_EQUAL(data_find(dir, sizeof dir, ".", &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(dir, ".");
    CU_ASSERT_EQUAL(data_find(dir, sizeof dir, "parts", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "parts: no folders parts and machines"));
    CU_ASSERT_EQUAL(data_find(dir, 1, ".", &e), STATUS_INPUT);
}

TEST(names)
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
    for (size_t i = 0; i < COUNT(refused); i++) {
        CU_ASSERT_EQUAL(part_load(&part, ".", refused[i], &e), STATUS_INPUT);
        CU_ASSERT(error_has(&e, "no part \""));
        CU_ASSERT_EQUAL(machine_load(&m, ".", refused[i], &e), STATUS_INPUT);
        CU_ASSERT(error_has(&e, "no machine \""));
    }
    CU_ASSERT_EQUAL(part_load(&part, ".", "z80", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "no part \"z80\", expected one of ./parts: 74als245a, "));
    CU_ASSERT(error_has(&e, "am9513a"));
    CU_ASSERT_EQUAL(machine_load(&m, ".", "vax:fast", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "no machine \"vax\", expected one of ./machines: "));
    CU_ASSERT(error_has(&e, "sun3-50, sun3-60, sun3-75, sun4-110"));
    CU_ASSERT_EQUAL(machine_load(&m, ".", "sun3-160:fast", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "no variant \"fast\", expected drawn, window"));
    CU_ASSERT_EQUAL(machine_load(&m, ".", "sun3-60:fast", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "no variant \"fast\", expected the name alone"));
    CU_ASSERT_EQUAL(machine_load(&m, ".", "sun3-160:", &e), STATUS_INPUT);
    CU_ASSERT_EQUAL(machine_load(&m, ".", ":drawn", &e), STATUS_INPUT);
}

TEST(figure_set)
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
    CU_ASSERT(error_has(&e, "part.TAVRL: \"24\" has no unit"));
    CU_ASSERT(value_is(&chip.figure[FIG_TAVRL], 25000));
    CU_ASSERT_EQUAL(chip.figure[FIG_TAVRL].mark, MARK_GK);
    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "TAVRL", "100.000001us", &e), STATUS_INPUT);
    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "TAVRL", "100us", &e), STATUS_OK);
    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "TAVRL", "-100us", &e), STATUS_OK);
    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "TAVRL", "-100.000001us", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "part.TAVRL: \"-100.000001us\" is out of range"));
    CU_ASSERT_EQUAL(figure_set(chip.figure, HOME_CHIP, "cpu_clock", "60ns", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "part has no figure \"cpu_clock\", expected one of: TAVRL"));
    CU_ASSERT_EQUAL(figure_set(m.figure, HOME_MACHINE, "osc_high", "60ns", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "machine has no figure \"osc_high\", expected one of: HOST_READ, cpu_clock"));
}
