/* SPDX-License-Identifier: MIT
 * Files of figures that are bad, cut or out of the ordinary. Runs from the root of the tree. */
#include "sim/figures/data.h"
#include "tests/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_SIZE 32768
#define BIT(check) (UINT64_C(1) << (check))

static const char ini_part[] = "parts/t.ini", ini_machine[] = "machines/t.ini";

/* Folder with parts/ and machines/, both with the shipped files, for bad files to be added as t.ini. */
static char folder[] = "/tmp/tmr0_dataXXXXXX";
static char text[FILE_SIZE];
/* A machine with all sections in one file: sun3-160:drawn without what inherits. */
static char whole_machine[128];

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

static const char *const copied[] = {"parts/am9513a.ini",           "parts/pal16xx.ini",
                                     "parts/74als245a.ini",         "machines/sun3-160.ini",
                                     "machines/sun3-160/drawn.ini", "machines/sun3-160/window.ini",
                                     "machines/base/sun.ini"};
#define COPIED COUNT(copied)

/* Each section of the variant's file, or else of the machine's, or else of what that inherits; [expect] comes last. */
static bool write_whole(void)
{
    static const char *const from[] = {"machines/sun3-160/drawn.ini", "machines/sun3-160.ini", "machines/base/sun.ini"};
    char whole[FILE_SIZE] = "; All in one\n\n[machine]\ntitle = Sun-3/160\nsource = s\nbuffer = 74als245a",
         expect[400] = "", head[64];
    size_t used = strlen(whole);
    for (size_t i = 0; i < COUNT(from); i++) {
        text[read_text(from[i]) - 1] = '\0'; /* without its last line end */
        for (char *section = strstr(text, "\n\n["), *next; section; section = next) {
            next = strstr(section + 1, "\n\n[");
            const int size = (int)(next ? (size_t)(next - section) : strlen(section));
            (void)snprintf(head, sizeof head, "%.*s", (int)strcspn(section, "]") + 1, section);
            if (strcmp(head, "\n\n[expect]") == 0)
                (void)snprintf(expect, sizeof expect, "%.*s\n", size, section);
            else if (!strstr(whole, head))
                used += (size_t)snprintf(whole + used, sizeof whole - used, "%.*s", size, section);
        }
    }
    used += (size_t)snprintf(whole + used, sizeof whole - used, "%s", expect);
    (void)snprintf(whole_machine, sizeof whole_machine, "%s/whole.ini", folder);
    return write_file("whole.ini", whole, used);
}

static int set_up(void)
{
    char path[128];
    if (!mkdtemp(folder))
        return 1;
    static const char *const sub[] = {"parts", "machines", "machines/base", "machines/sun3-160", "machines/t"};
    for (size_t i = 0; i < COUNT(sub); i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, sub[i]);
        if (mkdir(path, 0700) != 0)
            return 1;
    }
    for (size_t i = 0; i < COPIED; i++) {
        size_t size = read_text(copied[i]);
        if (size == 0 || !write_file(copied[i], text, size))
            return 1;
    }
    return !write_whole();
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
    remove_file("whole.ini");
    remove_file("parts");
    remove_file("machines/base");
    remove_file("machines/sun3-160");
    remove_file("machines/t");
    remove_file("machines");
    return rmdir(folder);
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
    CU_ASSERT(error_has(&e, place));
    CU_ASSERT(error_has(&e, phrase));
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
    int line = change(whole_machine, ini_machine, after, from, to);
    expect_bad(ini_machine, line + offset, phrase);
}

SUITE(set_up, tear_down)

TEST(verdicts)
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

    (void)change(whole_machine, ini_machine, "[expect]", "flipflop.slow = TRLRH TWLWH HOST_READ reads-wrong",
                 "flipflop.slow = FF_RACE,TAVRL  reads-wrong, HOST_READ");
    CU_ASSERT_EQUAL_FATAL(machine_load(&m, folder, "t", &e), STATUS_OK);
    CU_ASSERT_EQUAL(m.expect[PAL_FLIPFLOP][CORNER_MAX].checks, BIT(FIG_FF_RACE) | BIT(FIG_TAVRL) | BIT(FIG_HOST_READ));
    CU_ASSERT(m.expect[PAL_FLIPFLOP][CORNER_MAX].reads_wrong);
    (void)change(whole_machine, ini_machine, "[expect]", "direct.fast = TAVRL TWHAX TWLWH",
                 "direct.fast = reads-wrong");
    CU_ASSERT_EQUAL_FATAL(machine_load(&m, folder, "t", &e), STATUS_OK);
    CU_ASSERT_EQUAL(m.expect[PAL_DIRECT][CORNER_MIN].checks, 0);
    CU_ASSERT(m.expect[PAL_DIRECT][CORNER_MIN].reads_wrong);
}

TEST(bad_values)
{
    static struct machine m;
    struct error e;
    bad_part("[TAVRL]", "value = 25ns", "value = 25", 0, "[TAVRL] value: \"25\" has no unit");
    bad_part("[TAVRL]", "value = 25ns", "value = 25mm", 0, "unknown unit \"mm\"");
    bad_part("[TAVRL]", "value = 25ns", "value = 1s", 0, "\"1s\" is out of range, expected -100us to 100us");
    bad_part("[TEHFV]", "max = 500ns", "max = 1000001ps", 0, "\"1000001ps\" is out of range, expected 0ns to 1us");
    bad_part("[TRLRH]", "value = 160ns", "value = -1ns", 0, "\"-1ns\" is out of range, expected 1ns to 100us");
    bad_part("[TAVRL]", "value = 25ns", "value =", 0, "[TAVRL] value has no value");
    bad_part("[TRLQV]", "min = 20ns", "min = 66ns", 1, "[TRLQV] min 66ns is above typ 65ns");
    bad_part("[TRLQV]", "typ = 65ns", "typ = 111ns", 1, "[TRLQV] typ 111ns is above max 110ns");
    bad_part("[TRLQX]", "max = 65ns", "max = 111ns", -3, "[TRLQX] max is above TRLQV, expected");
    bad_part("[TRHQX]", "min = 10ns", "min = 10.001ns", -1, "[TRHQX] min is above TRHQZ, expected");
    bad_part("[TCMD]", "typ = 325ns", "typ = 376ns", -2, "[TCMD] typ is above TWHYV, expected");
    bad_machine("[control_strobe_on_read]", "yes", "maybe", 0, "\"maybe\" is not a flag, expected yes or no");
    bad_machine("[floating_bus]", "0xff", "0x100", 0, "\"0x100\" is out of range, expected 0x00 to 0xff");
    bad_machine("[floating_bus]", "0xff", "0xffffffffffffffffffffff", 0, "out of range");
    bad_machine("[floating_bus]", "0xff", "0x", 0, "is not a byte");
    bad_machine("[floating_bus]", "0xff", "ff", 0, "is not a byte");
    bad_machine("[cpu_clock]", "60ns", "0ns", 0, "expected 1ns to 100us");
    bad_machine("[read_latch]", "0ns", "121ns", -1, "[read_latch] value is above control_strobe_read, expected");
    bad_machine("[display_steal]", "0ns", "901ns", -1, "value is above 90 % of display_period, expected");
    bad_machine("[strobe_hold]", "180ns", "-85ns", -1,
                "[strobe_hold] value makes a write a read, expected more than strobe_delay less control_strobe_write");
    (void)change(whole_machine, ini_machine, "[strobe_hold]", "180ns", "-84.999ns");
    CU_ASSERT_EQUAL(machine_load(&m, folder, "t", &e), STATUS_OK);
    (void)change(whole_machine, ini_machine, "[display_steal]", "0ns", "900ns");
    CU_ASSERT_EQUAL(machine_load(&m, folder, "t", &e), STATUS_OK);
}

TEST(bad_sources)
{
    bad_part("[TAVRL]", "source = [GK]", "source = GK", 0, "[TAVRL] source has no known mark");
    bad_part("[TAVRL]", "source = [GK]", "source = [gk]", 0, "[TAVRL] source has no known mark");
    bad_part("[TAVRL]", "source = [GK]", "source = [SET]", 0, "[TAVRL] source has no known mark");
    bad_part("[TAVRL]", "source = [GK]", "source = [G K]", 0, "[TAVRL] source has no known mark");
    bad_part("[TAVRL]", "source = [GK]", "source = [GK] ;", 0, "[TAVRL] source has no known mark");
    bad_machine("[strobe_hold]", "source = [C]", "source =", 0, "[strobe_hold] source has no known");
}

TEST(bad_sections)
{
    bad_part("[TAVRL]", "[TAVRL]", "[TAVRX]", 0, "[TAVRX] is unknown here, expected one of: TAVRL");
    bad_part("[TAVRL]", "[TAVRL]", "[cpu_clock]", 0, "[cpu_clock] is unknown here");
    bad_part("[TAVRL]", "[TAVRL]", "[FF_RACE]", 0, "[FF_RACE] is unknown here");
    bad_part("[TAVRL]", "[TAVRL]", "[drawn:TAVRL]", 0, "[drawn:TAVRL] is unknown here");
    bad_part("[TAVRL]", "[TAVRL]", "[expect]", 0, "[expect] is unknown here");
    bad_part("[TAVRL]", "[TAVRL]", "[]", 0, "[] is unknown here");
    bad_part("[TAVRL]", "[TAVRL]", "[TAVRL", 0, "head is not closed");
    bad_part("[TAVRL]", "[TAVRL]", "[TAVRL] x", 0, "head is not closed or has more after it");
    bad_part("[TAVRL]", "[TAVRL]", "[a-section-with-a-name-of-more-than-47-characters-]", 0, "longer than 47");
    bad_part("[TAVWH]", "[TAVWH]", "[TAVRL]", 0, "[TAVRL] appears a second time, expected it once, as in line ");
    bad_part("[TAVWH]", "[TAVWH]", "[part]", 0, "[part] appears a second time");
    bad_part("[part]", "[part]", "", 1, "\"title\" comes before any section, expected [part]");
    bad_part("[part]", "[part]", "[TAVRL]", 0, "[TAVRL] comes first, expected [part]");
    bad_machine("[machine]", "[machine]", "[part]", 0, "[part] comes first, expected [machine]");
    bad_machine("[cpu_clock]", "[cpu_clock]", "[TAVRL]", 0, "[TAVRL] is unknown here, expected one of: HOST_READ");
    bad_machine("[strobe_hold]", "strobe_hold", "window:strobe_hold", 0, "[window:strobe_hold] is unknown here");
    bad_machine("[control_strobe_read]", "control_strobe_read", "strobe_hold", 0, "appears a second time");
}

TEST(bad_keys)
{
    bad_part("[TAVRL]", "value = ", "valeu = ", 0, "[TAVRL] has no key \"valeu\", expected value, source");
    bad_part("[TAVRL]", "value = 25ns", "min = 25ns", 0, "[TAVRL] has no key \"min\"");
    bad_part("[TRLQV]", "min = ", "value = ", 0, "[TRLQV] has no key \"value\", expected min, typ, max, source");
    bad_part("[TAVRL]", "value = 25ns", "value = 25ns\nvalue = 25ns", 1, "value appears a second time, expected it");
    bad_part("[TAVRL]", "value = 25ns", "value = 25ns\n  more", 1, "neither [section] nor key");
    bad_part("[TAVRL]", "value = 25ns", "value = 25ns\n  value = 26ns", 1, "value appears a second time");
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
}

TEST(bad_machine_head)
{
    bad_machine("[machine]", "title = Sun-3/160", "title = T\nvariants = drawn drawn", 1,
                "variants: \"drawn\" appears twice");
    bad_machine("[machine]", "title = Sun-3/160", "title = T\nvariants = a b c d e f g h i", 1, "more than 8 names");
    bad_machine("[machine]", "title = Sun-3/160", "title = T\nvariants = drawn win/dow", 1,
                "\"win/dow\" is not a name");
    bad_machine("[machine]", "title = Sun-3/160", "title = T\nvariants = drawn variant-of-24-characters", 1,
                "is not a name, expected at most 23");
    bad_machine("[machine]", "title = Sun-3/160", "title = T\nvariants = ,", 1, "variants is empty");
    bad_machine("[machine]", "buffer = 74als245a", "buffer = 74ls245", 0, "buffer = 74ls245: no part \"74ls245\"");
    bad_machine("[machine]", "buffer = 74als245a", "buffer = ../x", 0, "no part \"../x\"");
    bad_machine("[machine]", "buffer = 74als245a", "buffer = pal16xx", 0, "is a part of kind pal, expected none");
    bad_machine("[machine]", "title = Sun",
                "title = 0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890",
                0, "title is too long, expected at most 95");
}

TEST(spread)
{
    static struct part part;
    struct error e;
    (void)change("parts/74als245a.ini", ini_part, "[part]", "[buf_tpd]", "[spread]\nbuf_tpd = normal\n\n[buf_tpd]");
    CU_ASSERT_EQUAL_FATAL(part_load(&part, folder, "t", &e), STATUS_OK);
    CU_ASSERT_EQUAL(part.figure[FIG_BUF_TPD].spread, SPREAD_NORMAL);
    CU_ASSERT_EQUAL_FATAL(part_load(&part, folder, "74als245a", &e), STATUS_OK);
    CU_ASSERT_EQUAL(part.figure[FIG_BUF_TPD].spread, SPREAD_UNIFORM);
    bad_part("[part]", "[TAVRL]", "[spread]\nTAVRL = normal\n\n[TAVRL]", 1, "\"TAVRL\" is not a delay of this file");
    bad_part("[part]", "[TAVRL]", "[spread]\nbuf_tpd = normal\n\n[TAVRL]", 1, "\"buf_tpd\" is not a delay of this");
    bad_part("[part]", "[TAVRL]", "[spread]\nTRLQV = flat\n\n[TAVRL]", 1,
             "TRLQV = \"flat\", expected uniform, triangular or normal");
    bad_part("[part]", "[TAVRL]", "[spread]\nTRLQV = normal\nTRLQV = normal\n\n[TAVRL]", 2, "appears a second time");
}

static bool load_text(struct machine *m, const char *name, const char *file)
{
    struct error e;
    write_bytes(ini_machine, file, strlen(file));
    return machine_load(m, folder, name, &e) == STATUS_OK;
}

/* A section replaces the inherited one of the same name, with the variant that it has; buffer and variants are
 * inherited too. */
TEST(inherit)
{
    static struct machine base, m;
    struct error e;
    CU_ASSERT_EQUAL_FATAL(machine_load(&base, folder, "sun3-160:window", &e), STATUS_OK);
    CU_ASSERT_FATAL(load_text(&m, "t:window", "[machine]\ntitle = T\ninherit = sun3-160\n"));
    CU_ASSERT_STRING_EQUAL(m.title, "T");
    CU_ASSERT_STRING_EQUAL(m.variant, "window");
    CU_ASSERT_STRING_EQUAL(m.buffer, base.buffer);
    CU_ASSERT_EQUAL(m.variants, 2);
    CU_ASSERT_EQUAL(memcmp(m.figure, base.figure, sizeof m.figure), 0);

    /* The file's own section replaces that of each variant; a variant of its own comes after it. */
    CU_ASSERT_FATAL(load_text(&m, "t:window",
                              "[machine]\ninherit = sun3-160\nbuffer = none\n"
                              "[control_strobe_read]\nvalue = 200ns\nsource = [E] t\n"
                              "[spread]\nstrobe_delay = triangular\n"
                              "[des_clock]\nvalue = 300ns\nsource = [E] t\n"));
    CU_ASSERT_STRING_EQUAL(m.title, "Sun-3/160");
    CU_ASSERT_STRING_EQUAL(m.buffer, "");
    CU_ASSERT_EQUAL(m.figure[FIG_STROBE_DELAY].spread, SPREAD_TRIANGULAR);
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_READ].value[0], 200000);
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_WRITE].value[0], 300000);
    CU_ASSERT_EQUAL(m.figure[FIG_DES_CLOCK].value[0], 300000);
    static const char own[] = "[machine]\ninherit = t\n[control_strobe_write]\nvalue = 250ns\nsource = [1] t\n";
    write_bytes("machines/t/window.ini", own, sizeof own - 1);
    CU_ASSERT_EQUAL_FATAL(machine_load(&m, folder, "t:window", &e), STATUS_OK);
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_READ].value[0], 200000);
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_WRITE].value[0], 250000);
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_WRITE].mark, MARK_1);
    CU_ASSERT_EQUAL(m.figure[FIG_STROBE_HOLD].value[0], 60000);
    remove_file("machines/t/window.ini");
    CU_ASSERT_EQUAL_FATAL(machine_load(&m, folder, "t", &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(m.variant, "drawn");
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_READ].value[0], 200000);
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_WRITE].value[0], 120000);

    /* One variant of the other file, which is then the only one */
    CU_ASSERT_FATAL(load_text(&m, "t",
                              "[machine]\ntitle = T\ninherit = sun3-160:window\n"
                              "[control_strobe_write]\nvalue = 250ns\nsource = [HW] t\n"));
    CU_ASSERT_STRING_EQUAL(m.variant, "");
    CU_ASSERT_EQUAL(m.variants, 0);
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_READ].value[0], 300000);
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_WRITE].value[0], 250000);
    static const char second[] = "[machine]\ninherit = t\n[control_strobe_read]\nvalue = 1us\nsource = [E] t\n";
    write_bytes("machines/t/b.ini", second, sizeof second - 1);
    CU_ASSERT_FATAL(load_text(&m, "t:b", "[machine]\ntitle = T\ninherit = sun3-160:drawn\nvariants = a b\n"));
    CU_ASSERT_EQUAL(m.variants, 2);
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_READ].value[0], 1000000);
    CU_ASSERT_EQUAL(m.figure[FIG_MAS_WRITE].value[0], 120000);
    expect_bad(ini_machine, 0, "variant a has no file, expected it in the folder of the same name: a.ini");
    CU_ASSERT_EQUAL(machine_load(&m, folder, "t:c", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "no variant \"c\", expected a, b"));
    remove_file("machines/t/b.ini");
    /* The same by its path, from which no variant is found */
    char outside[300];
    (void)snprintf(outside, sizeof outside, "%s/%s", folder, ini_machine);
    CU_ASSERT_EQUAL(machine_load(&m, folder, outside, &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "t.ini:4: variants of a file outside machines/, expected the file and its variants there"));
    CU_ASSERT_FATAL(load_text(&m, "t", "[machine]\ntitle = T\ninherit = sun3-160\n"));
    CU_ASSERT_EQUAL(machine_load(&m, folder, outside, &e), STATUS_OK);

    static const char head[] = "[machine]\ntitle = T\ninherit = ";
    static const struct {
        const char *rest, *phrase;
        int line;
    } bad[] = {
        {"sun3\n", "inherit = sun3: no such file, expected NAME of machines/NAME.ini or base/NAME", 3},
        {"base/../sun3-160\n", "inherit = base/../sun3-160: no such file", 3},
        {"/etc/x\n", "no such file", 3},
        {"t\n", "inherit = t: the file itself, expected another", 3},
        {"t:window\n", "inherit = t:window: the file itself, expected another", 3},
        {"circle\n", "inherit = circle: more than 6 files inherit, expected fewer and no circle", 3},
        {"sun3-160:x\n", "inherit = sun3-160:x: no such variant, expected one of the file's", 3},
        {"base/sun:x\n", "inherit = base/sun:x: no such variant", 3},
        {"sun3-160\nvariants = a b\n", "variants are inherited, expected no such key", 4},
        {"base/sun\nsource = s\n", "[cpu_clock] is missing", 0},
    };
    static const char circle[] = "[machine]\ntitle = C\ninherit = t\n";
    write_bytes("machines/circle.ini", circle, sizeof circle - 1);
    for (size_t i = 0; i < COUNT(bad); i++) {
        char file[256];
        int n = snprintf(file, sizeof file, "%s%s", head, bad[i].rest);
        write_bytes(ini_machine, file, (size_t)n);
        expect_bad(ini_machine, bad[i].line, bad[i].phrase);
    }
    remove_file("machines/circle.ini");
    /* An error in the inherited file names that file. */
    static const char no_source[] = "[machine]\ntitle = X\n[what]\n",
                      heir[] = "[machine]\ntitle = T\ninherit = base/x\n";
    write_bytes("machines/base/x.ini", no_source, sizeof no_source - 1);
    write_bytes(ini_machine, heir, sizeof heir - 1);
    CU_ASSERT_EQUAL(machine_load(&m, folder, "t", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "/machines/base/x.ini:1: [machine] has no source"));
    remove_file("machines/base/x.ini");
}

/* Of two [expect], which are 0 but for what was read */
static bool same_expect(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct verdict[PAL_KINDS][CORNERS])) == 0;
}

/* A file that changes a figure or the buffer takes over no [expect]; one that gives another name to the same board
 * does. */
TEST(expect)
{
    static const struct verdict none[PAL_KINDS][CORNERS];
    static struct machine base, m;
    struct error e;
    CU_ASSERT_EQUAL_FATAL(machine_load(&base, folder, "sun3-160:window", &e), STATUS_OK);
    CU_ASSERT_TRUE(base.expect[PAL_DIRECT][CORNER_MIN].given);
#define FIGURE "[des_clock]\nvalue = 300ns\nsource = [E] t\n"
#define ROWS "[expect]\nflipflop.slow = clean\nflipflop.fast = clean\ndirect.slow = TAVRL\ndirect.fast = TWHAX\n"
    static const struct {
        const char *name, *file;
        enum { NONE, BASE, OWN } rows;
    } cases[] = {
        {"t:window", "[machine]\ninherit = sun3-160\ntitle = T\n", BASE},
        {"t", "[machine]\ninherit = sun3-160:window\n", BASE},
        {"t:window", "[machine]\ninherit = sun3-160\n" FIGURE, NONE},
        {"t", "[machine]\ninherit = sun3-160:window\n" FIGURE, NONE},
        {"t", "[machine]\ninherit = sun3-160:window\nbuffer = none\n", NONE},
        {"t", "[machine]\ninherit = sun3-160:window\n" FIGURE ROWS, OWN},
        {"t", "[machine]\ninherit = sun3-160:window\n" ROWS FIGURE, OWN},
        {"t:window", "[machine]\ninherit = sun3-160\nbuffer = none\n" ROWS, OWN},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        CU_ASSERT_FATAL(load_text(&m, cases[n].name, cases[n].file));
        const bool own = cases[n].rows == OWN;
        CU_ASSERT_EQUAL(same_expect(m.expect, cases[n].rows == BASE ? (const void *)base.expect : none), !own);
        CU_ASSERT_TRUE(!own || m.expect[PAL_DIRECT][CORNER_MAX].checks == BIT(FIG_TAVRL));
    }
    /* The file of a variant, too */
    static const char variant[] = "[machine]\ninherit = t\n" FIGURE;
    write_bytes("machines/t/window.ini", variant, sizeof variant - 1);
    CU_ASSERT_FATAL(load_text(&m, "t:drawn", "[machine]\ninherit = sun3-160\n" ROWS));
    CU_ASSERT_EQUAL(m.expect[PAL_DIRECT][CORNER_MAX].checks, BIT(FIG_TAVRL));
    CU_ASSERT_EQUAL_FATAL(machine_load(&m, folder, "t:window", &e), STATUS_OK);
    CU_ASSERT_TRUE(same_expect(m.expect, none));
    remove_file("machines/t/window.ini");
}

static void write_part(const char *name, const char *content)
{
    write_bytes(name, content, strlen(content));
}

/* Parts inherit as machines do: kind, title unless the file has one, and all sections that it has not. */
TEST(inherit_part)
{
    static struct part base, part;
    struct error e;
    write_part("parts/u.ini", "[part]\ntitle = U\ninherit = am9513a\n[TAVRL]\nvalue = 1ns\nsource = [HW] u\n"
                              "[spread]\nTRLQV = normal\n");
    write_part(ini_part, "[part]\ninherit = u\n[TRLQV]\nmin = 1ns\ntyp = 70ns\nmax = 80ns\nsource = [E] t\n");
    CU_ASSERT_EQUAL_FATAL(part_load(&base, folder, "am9513a", &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(part_load(&part, folder, "t", &e), STATUS_INPUT); /* TRLQX is longer */
    CU_ASSERT(error_has(&e, "/parts/t.ini: [TRLQX] min is above TRLQV"));
    write_part(ini_part, "[part]\ninherit = u\n[TRLQV]\nmin = 70ns\ntyp = 70ns\nmax = 80ns\nsource = [E] t\n");
    CU_ASSERT_EQUAL_FATAL(part_load(&part, folder, "t", &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(part.name, "t");
    CU_ASSERT_STRING_EQUAL(part.title, "U");
    CU_ASSERT_EQUAL(part.home, HOME_CHIP);
    CU_ASSERT_EQUAL(part.figure[FIG_TAVRL].value[CORNER_TYP], 1000);
    CU_ASSERT_EQUAL(part.figure[FIG_TAVRL].mark, MARK_HW);
    CU_ASSERT_EQUAL(part.figure[FIG_TRLQV].value[CORNER_MAX], 80000);
    CU_ASSERT_EQUAL(part.figure[FIG_TRLQV].spread, SPREAD_NORMAL);
    part.figure[FIG_TAVRL] = base.figure[FIG_TAVRL];
    part.figure[FIG_TRLQV] = base.figure[FIG_TRLQV];
    CU_ASSERT_EQUAL(memcmp(part.figure, base.figure, sizeof part.figure), 0);
    static const struct {
        const char *text, *phrase;
        int line;
    } bad[] = {
        {"[part]\ninherit = t\n", "inherit = t: the file itself, expected another", 2},
        {"[part]\ninherit = u\n", "inherit = u: more than 6 files inherit, expected fewer and no circle", 2},
        {"[part]\ninherit = am9513\n", "inherit = am9513: no such file, expected NAME of parts/NAME.ini", 2},
        {"[part]\ninherit = am9513a:x\n", "inherit = am9513a:x: no such file", 2},
        {"[part]\ninherit = base/sun\n", "inherit = base/sun: no such file", 2},
        {"[part]\nkind = chip\ninherit = am9513a\n", "kind is inherited, expected no such key", 2},
        {"[part]\ninherit = pal16xx\n[TAVRL]\nvalue = 1ns\nsource = [E] t\n", "[TAVRL] is unknown here", 3},
        {"[part]\ntitle = T\n", "[part] has no kind, expected title, kind, inherit", 1},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        write_part("parts/u.ini", i == 1 ? "[part]\ninherit = t\n" : "[part]\ninherit = am9513a\n");
        write_part(ini_part, bad[i].text);
        expect_bad(ini_part, bad[i].line, bad[i].phrase);
    }
    write_part("parts/u.ini", "[part]\ntitle = U\nkind = chips\n");
    write_part(ini_part, "[part]\ninherit = u\n");
    CU_ASSERT_EQUAL(part_load(&part, folder, "t", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "/parts/u.ini:3: kind \"chips\" is unknown"));
    remove_file("parts/u.ini");
}

TEST(bad_verdicts)
{
    bad_machine("[expect]", "flipflop.fast = TRLRH", "flipflop.fast = TRLRX", 0, "\"TRLRX\" is not a check");
    bad_machine("[expect]", "flipflop.fast = TRLRH", "flipflop.fast = TEHWH", 0, "\"TEHWH\" is not a check");
    bad_machine("[expect]", "flipflop.fast = TRLRH", "flipflop.fast = TRLQV", 0, "\"TRLQV\" is not a check");
    bad_machine("[expect]", "flipflop.fast = TRLRH", "flipflop.fast = TWLWH", 0, "each name once");
    bad_machine("[expect]", "flipflop.fast = TRLRH", "flipflop.fast = clean", 0, "expected clean alone");
    bad_machine("[expect]", "TRLRH TWLWH HOST_READ reads-wrong", "reads-wrong clean", 0, "expected clean alone");
    bad_machine("[expect]", "TRLRH TWLWH HOST_READ reads-wrong", "reads-wrong reads-wrong", 0, "each name once");
    bad_machine("[expect]", "TRLRH TWLWH HOST_READ reads-wrong", ",", 0, "flipflop.slow is empty, expected clean");
    bad_machine("[expect]", "direct.fast = TAVRL", "direct.fast = TAVRR", 0, "[expect] direct.fast: ");
}

static void bad_bytes(const char *file, const char *bytes, size_t size, int line, const char *phrase)
{
    write_bytes(file, bytes, size);
    expect_bad(file, line, phrase);
}

TEST(bad_files)
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
    CU_ASSERT_EQUAL(symlink(path, path), 0); /* an error for root, too */
    expect_bad(ini_part, 0, "cannot read: Too many levels of symbolic links");
    (void)unlink(path);
}

/* Each section of each kind of file, taken away alone, is missed by name, except [expect]. */
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
        int n = snprintf(changed, sizeof changed, "%.*s%s", (int)(p - text), text, end ? end : "\n");
        write_bytes(file, changed, (size_t)n);
        bool first = i == 0;
        (void)snprintf(phrase, sizeof phrase, first ? "comes first, expected %s" : "%s is missing, expected it", head);
        static struct part part;
        static struct machine m;
        struct error e = {""};
        int status = file == ini_part ? part_load(&part, folder, "t", &e) : machine_load(&m, folder, "t", &e);
        const bool optional = strcmp(head, "[expect]") == 0;
        CU_ASSERT_EQUAL(status, optional ? STATUS_OK : STATUS_INPUT);
        CU_ASSERT(optional ? !m.expect[PAL_DIRECT][CORNER_MIN].given : error_has(&e, phrase));
    }
    CU_ASSERT(heads > 1);
}

TEST(missing)
{
    each_missing("parts/am9513a.ini", ini_part);
    each_missing("parts/pal16xx.ini", ini_part);
    each_missing("parts/74als245a.ini", ini_part);
    each_missing(whole_machine, ini_machine);
}

static size_t line_start(const char *whole, size_t at)
{
    while (whole[at - 1] != '\n')
        at--;
    return at;
}

/* A file cut anywhere before its last line is an error with a message; the last may read well cut, too, and so may the
 * last before [expect]. */
static void each_prefix(const char *source, const char *file)
{
    static char whole[FILE_SIZE];
    size_t size = read_text(source);
    CU_ASSERT_FATAL(size > 100);
    memcpy(whole, text, size);
    const size_t last = line_start(whole, size - 1);
    const char *expect = strstr(whole, "\n\n[expect]");
    const size_t most = expect ? (size_t)(expect - whole) + 2 : 0, least = expect ? line_start(whole, most - 2) : 1;
    for (size_t n = 0; n <= size; n++) {
        static struct part part;
        static struct machine m;
        struct error e = {""};
        write_bytes(file, whole, n);
        int status = file == ini_part ? part_load(&part, folder, "t", &e) : machine_load(&m, folder, "t", &e);
        const bool complete = n > last || (n > least && n <= most);
        if (status == STATUS_OK ? e.text[0] != '\0' || !complete : !strstr(e.text, "/t.ini"))
            CU_FAIL("a cut file was taken, or the message is wrong");
    }
}

TEST(prefixes)
{
    each_prefix("parts/am9513a.ini", ini_part);
    each_prefix(whole_machine, ini_machine);
}

TEST(lenient)
{
    static struct part part;
    struct error e;
    static const char dos[] =
        "# comment\r\n[part] ; head\r\n  title: T ; tail\r\nkind=buffer\r\n\r\n[buf_tpd]\r\nmin=1ns\r\n"
        "typ=2ns\r\nmax=3ns\r\nsource=[DS] a: b = c";
    write_bytes(ini_part, dos, sizeof dos - 1);
    CU_ASSERT_EQUAL_FATAL(part_load(&part, folder, "t", &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(part.title, "T");
    const int64_t *value = part.figure[FIG_BUF_TPD].value;
    CU_ASSERT(value[CORNER_MIN] == 1000 && value[CORNER_TYP] == 2000 && value[CORNER_MAX] == 3000);
    CU_ASSERT_EQUAL(part.figure[FIG_BUF_TPD].mark, MARK_DS);
    CU_ASSERT_STRING_EQUAL(part.figure[FIG_BUF_TPD].source, "a: b = c");
}
