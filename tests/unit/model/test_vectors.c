/* SPDX-License-Identifier: MIT
 * The runner of tests/vectors (tests/vectors/runner.c) as a program: what it takes, what it refuses and how it says so,
 * and that an expectation can fail. That the vectors pass is tools/test.py's business. */
#include "tests/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILE_NAME "case.txt"

static char said[4096];

/* Plays these bytes; gives the exit status, what was said is in said. */
static int play_bytes(const char *text, size_t bytes)
{
    char folder[] = "/tmp/tmr0_vectorsXXXXXX", path[64], command[256];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder)); /* the suites may play twice at once */
    (void)snprintf(path, sizeof path, "%s/" FILE_NAME, folder);
    (void)snprintf(command, sizeof command,
                   "runner=$PWD/build/test/vector-runner; cd %s && \"$runner\" " FILE_NAME " 2>&1", folder);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(text, 1, bytes, file), bytes);
    CU_ASSERT_EQUAL(fclose(file), 0);
    FILE *out = popen(command, "r"); // NOLINT(cert-env33-c): a fixed command
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    size_t size = fread(said, 1, sizeof said - 1, out);
    said[size] = '\0';
    int status = pclose(out);
    CU_ASSERT_EQUAL(remove(path), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int play(const char *text)
{
    return play_bytes(text, strlen(text));
}

TEST(wrong)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", ":1: the file has no statement, expected one such as cmd or expect"},
        {"cmd 0xff\n", ":1: unexpected cmd, expected `target chip` as the first statement"},
        {"target board\n", ":1: unexpected target, expected `target chip`, once"},
        {"target chip\n", ":1: the file has no statement, expected one such as cmd or expect"},
        {"target chip\ncmd 0xff\n", ":1: the file expects nothing, expected a read with = or an expect"},
        {"target chip\ncmd 0x100\n", ":2: unexpected 0x100, expected a number from 0 to 255"},
        {"target chip\ncmd 0b2\n", ":2: unexpected 0b2, expected a number"},
        {"target chip\ncmd 0x\n", ":2: unexpected 0x, expected a number"},
        {"target chip\ncmd 99999999999999999999\n", ":2: unexpected 99999999999999999999, expected a number"},
        {"target chip\ncmd\n", ":2: unexpected the end of the line, expected a number"},
        {"target chip\ncmd 1 2\n", ":2: unexpected 2, expected the end of the line"},
        {"target chip\nword 0x10000\n", ":2: unexpected 0x10000, expected a number from 0 to 65535"},
        {"target chip\nread 1\n", ":2: unexpected 1, expected = and a value"},
        {"target chip\nread & 1 = 2\n", ":2: unexpected 2, expected a number from 0 to 1"},
        {"target chip\nread -> a\n", ":2: unexpected ->, expected = and a value"},
        {"target chip\nexpect src1 = 1\n", ":2: unexpected src1, expected out1 to out5 or fout"},
        {"target chip\nexpect out1 = 2\n", ":2: unexpected 2, expected level 0, 1 or z"},
        {"target chip\nexpect out1 1\n", ":2: unexpected 1, expected = and a level"},
        {"target chip\nexpect clean\n", ":2: unexpected clean, expected out1 to out5 or fout"},
        {"target chip\npin out1 1\n", ":2: unexpected out1, expected src1 to src5 or gate1 to gate5"},
        {"target chip\npin src1 z\n", ":2: unexpected z, expected level 0 or 1"},
        {"target chip\nwire out1 src1\npin src1 1\n", ":3: src1 is wired, expected an input that is not"},
        {"target chip\nwire out1 src1\nwire out2 src1\n", ":3: src1 is wired already"},
        {"target chip\ncmd 1\nwire out1 src1\n", ":3: wire, expected it before the first statement that acts"},
        {"target chip\nosc 1MHz\nosc 1MHz\n", ":3: osc, expected it once"},
        {"target chip\nosc 3.0000000001MHz\n", ":2: unexpected 3.0000000001MHz, expected a frequency"},
        {"target chip\nosc 999Hz\n", ":2: unexpected 999Hz, expected a frequency from 1kHz"},
        {"target chip\nosc 51MHz\n", ":2: unexpected 51MHz, expected a frequency"},
        {"target chip\nwait 1\n", ":2: unexpected 1, expected a time such as 1.5us"},
        {"target chip\nwait 0.5ps\n", ":2: unexpected 0.5ps, expected a time"},
        {"target chip\nwait 1001s\n", ":2: unexpected 1001s, expected a time such as 1.5us, at most 1000s"},
        {"target chip\nwait .5us\n", ":2: unexpected .5us, expected a time"},
        {"target chip\npulse src1 0ps\n", ":2: unexpected 0ps, expected a time"},
        {"target chip\npulse src1 1us 0\n", ":2: unexpected 0, expected a number from 1"},
        {"target chip\nrepeat 2 {\ncmd 1\n", ":2: the repeat does not end, expected a line with }"},
        {"target chip\n}\n", ":2: } without a repeat, expected a statement"},
        {"target chip\nrepeat 2\n", ":2: unexpected the end of the line, expected {"},
        {"target chip\nrepeat 0 {\n", ":2: unexpected 0, expected a number from 1"},
        {"target chip\ntiming TAVRL 1ns\n", ":2: unexpected timing, expected a statement"},
        {"target chip\nwait 2us\nat 1us\nexpect out1 = 0\n", ":3: the fast chip refuses"},
        {"target chip\nrepeat 5000 {\nwait 1000s\n}\nexpect out1 = 0\n",
         ":3: the fast chip refuses at 4611000000000000000 ps, expected a time that lies neither in the past nor "
         "after "
         "4611686018427387904 ps"},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        char wanted[256];
        (void)snprintf(wanted, sizeof wanted, FILE_NAME "%s", cases[n].says);
        CU_ASSERT_EQUAL(play(cases[n].text), 2);
        CU_ASSERT_PTR_NOT_NULL(strstr(said, wanted));
        if (!strstr(said, wanted))
            printf("said: %s\nnot:  %s\n", said, wanted);
    }
}

/* No byte is passed over, and none that is no text goes to the terminal. */
TEST(bytes)
{
    static const char nul[] = "target chip\nexpect out1 = 0\0 = 1\n";
    char text[300] = "target chip\nexpect out1 = 0\n";
    CU_ASSERT_EQUAL(play_bytes(nul, sizeof nul - 1), 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(said, FILE_NAME ":2: byte 0x00 in column 16, expected plain printable text\n"));
    CU_ASSERT_EQUAL(play("target chip\n# \033[31m\nexpect out1 = 0\n"), 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(said, FILE_NAME ":2: byte 0x1b in column 3, expected"));
    CU_ASSERT_EQUAL(play("target chip\nexpect out1 = 0 \xc2\xb5\n"), 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(said, FILE_NAME ":2: byte 0xc2 in column 17, expected"));
    CU_ASSERT_EQUAL(play("target chip\r\n\texpect\tout1 = 0\r\n"), 0);
    CU_ASSERT_EQUAL(play("target chip\nexpect out1 = 0"), 0);
    size_t begin = strlen(text);
    memset(text + begin, '#', 255);
    CU_ASSERT_EQUAL(play_bytes(text, begin + 254), 0);
    CU_ASSERT_EQUAL(play_bytes(text, begin + 255), 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(said, FILE_NAME ":3: the line is too long, expected at most 254 characters\n"));
}

TEST(verdict)
{
    CU_ASSERT_EQUAL(play("target chip\nexpect out1 = 0\n"), 0);
    CU_ASSERT_STRING_EQUAL(said, FILE_NAME ": pass\n");
    CU_ASSERT_EQUAL(play("target chip\nexpect out1 = 1\n"), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(said, FILE_NAME ":2: fast chip at 0.000000 us: out1 is 0, expected 1\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(said, FILE_NAME ": FAIL, 5 expectations failed\n"));
    CU_ASSERT_EQUAL(play("target chip\nrepeat 2 {\nrepeat 2 {\nstatus & 1 = 0\n}\n}\n"), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(said, "read 0x01, expected 0x00"));
    CU_ASSERT_PTR_NOT_NULL(strstr(said, FILE_NAME ": FAIL, 20 expectations failed\n"));
}

/* Both sides of a time: FOUT is X2 by 16, high with rise 16, at 1.55 us and up to 650 ns later. */
TEST(time)
{
    CU_ASSERT_EQUAL(play("target chip\nosc 10MHz\nat 1549.999ns\nexpect fout = 0\nat 2.2us\nexpect fout = 1\n"), 0);
    CU_ASSERT_EQUAL(play("target chip\nosc 10MHz\nat 1.55us\nexpect fout = 0\n"), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(said, "fast chip at 1.550000 us: fout is 1"));
    CU_ASSERT_EQUAL(play("target chip\nosc 3MHz\nat 5.166666us\nexpect fout = 0\nat 5.816667us\nexpect fout = 1\n"), 0);
    CU_ASSERT_EQUAL(play("target chip\nosc 3MHz\nat 5.166667us\nexpect fout = 0\n"), 1);
    CU_ASSERT_PTR_NULL(strstr(said, "slow chip"));
}

/* The bounds that docs/vectors.md promises are tried, and nothing beyond them: a picosecond sooner the slow ones fail.
 */
TEST(bounds)
{
#define COUNTER_1                                                                                                      \
    "cmd 0xff\ncmd 0x01\ndata 0x21\ndata 0x01\ndata 2\ndata 0\ncmd 0x41\nwait 1us\n" /* SRC1; OUT is TC                \
                                                                                      */
    static const struct {
        const char *before, *bound, *sooner, *after, *says;
    } cases[] = {
        {"osc 10MHz\nat", "2.2us", "2199.999ns", "expect fout = 1\n", ": slow chip at"},
        {COUNTER_1 "cmd 0x21\nwait 1us\npulse src1 1us\nwait 1us\npin src1 1\nwait", "650ns", "649.999ns",
         "expect out1 = 1\n", ": slow chip at"},
        {"cmd 0x01\ndata 0x22\ndata 0\ncmd 0xe9\nwait", "650ns", "649.999ns", "expect out1 = 1\n",
         ": slow chip on a fast bus at"},
        {COUNTER_1 "cmd 0x21\nwait", "550ns", "549.999ns", "pulse src1 2us 2\nexpect out1 = 1\n",
         ": slow chip on a fast bus at"},
        {"cmd 0xff\nat", "1.1us", "1099.999ns", "expect out1 = 0\n", "the slow chip refuses"},
        {"cmd 0xff\ncmd 0xff\nat", "3.6us", "3599.999ns", "expect out1 = 0\n", "the slow chip refuses"},
    };
#undef COUNTER_1
    for (size_t n = 0; n < COUNT(cases); n++) {
        char text[512];
        (void)snprintf(text, sizeof text, "target chip\n%s %s\n%s", cases[n].before, cases[n].bound, cases[n].after);
        CU_ASSERT_EQUAL(play(text), 0);
        (void)snprintf(text, sizeof text, "target chip\n%s %s\n%s", cases[n].before, cases[n].sooner, cases[n].after);
        CU_ASSERT_NOT_EQUAL(play(text), 0);
        CU_ASSERT_PTR_NOT_NULL(strstr(said, cases[n].says));
        CU_ASSERT_PTR_NULL(strstr(said, "fast chip"));
    }
}

/* FOUT, X2 by 16, tied to SRC2 and counted there: 10 in 40 us, or one more. */
TEST(wire)
{
    static const char text[] = "target chip\nwire fout src2\ncmd 0xff\ncmd 0x02\ndata 0x28\ndata 0x02\ncmd 0x62\n"
                               "wait 40us\ncmd 0xa2\ncmd 0x12\nread & 0xfe = 0x0a\nread = 0\n";
    CU_ASSERT_EQUAL(play(text), 0);
}
