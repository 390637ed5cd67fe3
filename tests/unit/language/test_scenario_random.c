/* SPDX-License-Identifier: MIT
 * The scenario reader on text without sense: it parses, or is refused in one line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/random.h"
#include "scenario_tree.h"
#include "tests/suite.h"

static const char board_sample[] =
    "# a board\ntarget board\nmachine sun3-160:window\npal direct\npart am9513a\nosc 4MHz\ncorner max\nseed 7\n"
    "effects on\nset part.TAVRL -1.5ns\nset machine.cpu_clock 60ns\r\n\nw 2 0xff\nr 2 & (0x10|0xf) = 0b10 -> lo\n"
    "r 0 -> hi\nlet n = $hi << 16 | ~$lo % 3\ngap 2us\nat 1.5ms\nrepeat $n & 3 {\n\tr 2\n\trepeat 3 { r 2 }\n}\n"
    "expect $n - $lo * -1 = 100 / 7 +- 1\nexpect violation TAVRL TWHRL\nexpect clean\nprint ($n)\nexpect fout = z\n"
    "w 2 1 $n ~2 & 3\nr 2 -> a b\nwait $n ns\nwait until r 2 & 2 = 2 at most ($now) ps\nprint \"# t\" $n hex\n";

static const char chip_sample[] = "target chip\nwire fout gate1\nwire out1 src2\ncmd 0xff\ndata 0x00\nword 0x1234\n"
                                  "status = 0x00 -> s\nread & 0xf = 1\nreadw = 0x1234\npin gate2 1\n"
                                  "pulse src1 200ns 5\ntiming TAVRL 24ns\ntiming legal\nwait 4us\nexpect out1 = 1\n"
                                  "repeat 2 {\npulse src3 1us $s + 1\n}\n"
                                  "wait until out1 == 1 at most 1us\nexpect count 1 <= 7\nshow\n";

/* The copy has exactly the size, so that a sanitizer sees any read beyond it. */
static int parse_copy(const char *text, size_t size, struct error *e)
{
    struct scenario s;
    char *copy = malloc(size == 0 ? 1 : size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
    if (!copy)
        return STATUS_SYSTEM;
    memcpy(copy, text, size);
    int status = scenario_parse(&s, copy, size, "t.scn", e);
    free(copy);
    if (status == STATUS_OK) {
        struct tree_text t = {.used = 0};
        tree_add(&t, &s, s.body);
    }
    scenario_free(&s);
    return status;
}

static void check_outcome(const char *text, size_t size)
{
    struct error e = {""};
    int status = parse_copy(text, size, &e);
    bool good = status == STATUS_OK ||
                (status == STATUS_INPUT && strncmp(e.text, "t.scn:", 6) == 0 && strchr(e.text, '\n') == NULL);
    if (!good) {
        printf("\n  status %d, %s, of:\n%.*s\n", status, e.text, (int)size, text);
        CU_FAIL("neither parsed nor refused in one line");
    }
}

TEST(prefixes)
{
    const char *const sample[] = {board_sample, chip_sample};
    for (size_t i = 0; i < COUNT(sample); i++) {
        struct error e = {""};
        CU_ASSERT_EQUAL(parse_copy(sample[i], strlen(sample[i]), &e), STATUS_OK);
        CU_ASSERT_STRING_EQUAL(e.text, "");
        for (size_t size = 0; size < strlen(sample[i]); size++)
            check_outcome(sample[i], size);
    }
}

static size_t mutate(char *text, size_t size, size_t room, uint64_t *state)
{
    static const char *const piece[] = {"{",           "}",
                                        "$",           "(",
                                        ")",           "-",
                                        "->",          "+-",
                                        "\n",          "\r",
                                        "#",           "repeat 9 {\n",
                                        "0x",          "99999999999999999999",
                                        " ",           "target chip\n",
                                        "\t",          "~",
                                        "\n}\n",       "ns",
                                        "<<",          "/ 0",
                                        "let n = 1\n", "$n",
                                        "expect "};
    size_t at = random_next(state) % (size + 1);
    size_t kind = random_next(state) % 4;
    if (kind == 0 && at < size) {
        text[at] = (char)random_next(state);
    } else if (kind == 1) {
        const char *p = piece[random_next(state) % COUNT(piece)];
        if (size + strlen(p) > room)
            return size;
        memmove(text + at + strlen(p), text + at, size - at);
        memcpy(text + at, p, strlen(p));
        size += strlen(p);
    } else if (kind == 2) {
        size_t gone = random_next(state) % 12;
        if (gone > size - at)
            gone = size - at;
        memmove(text + at, text + at + gone, size - at - gone);
        size -= gone;
    } else if (size > 0) {
        size_t from = random_next(state) % size, length = random_next(state) % 24;
        if (length <= size - at && length <= size - from)
            memmove(text + at, text + from, length);
    }
    return size;
}

TEST(mutations)
{
    const uint64_t seed = 9513;
    uint64_t state = seed;
    char text[2048];
    printf(" seed %" PRIu64 " ", seed);
    for (int i = 0; i < 20000; i++) {
        const char *sample = i % 2 == 0 ? board_sample : chip_sample;
        size_t size = strlen(sample);
        memcpy(text, sample, size);
        for (uint64_t n = 1 + random_next(&state) % 4; n > 0; n--)
            size = mutate(text, size, sizeof text, &state);
        check_outcome(text, size);
    }
}

/* Lines as deep and as long as they may be. */
TEST(extremes)
{
    static const char fill[] = "(-~1+$";
    char text[1100];
    for (size_t i = 0; fill[i] != '\0'; i++) {
        memcpy(text, "print ", 6);
        memset(text + 6, fill[i], 994);
        check_outcome(text, 1000);
        text[999] = '1';
        check_outcome(text, 1000);
    }
}
