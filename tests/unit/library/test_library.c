/* SPDX-License-Identifier: MIT
 * libtmr0 through tmr0/board.h. Runs from the root of the tree. */
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tmr0/board.h>
#include <tmr0/vcpu.h>
#include <unistd.h>

#include "tests/suite.h"
#include "tests/unit/drawn.h"

#define US INT64_C(1000000)

static struct tmr0_board *open_board(const char *settings, const char *engine)
{
    struct tmr0_board *b;
    const struct tmr0_options options = {
        .settings = settings, .engine = engine, .data = ".", .fout = strstr(settings, "chip") != NULL};
    CU_ASSERT_EQUAL_FATAL(tmr0_open(&b, &options), TMR0_OK);
    return b;
}

/* The call has failed with that status, and the thread's error has the phrase. */
static bool refused(int status, int wanted, const char *phrase)
{
    const bool good = status == wanted && strstr(tmr0_error(), phrase);
    if (!good)
        (void)fprintf(stderr, "\nstatus %d, expected %d; expected: %s\nmessage: %s\n", status, wanted, phrase,
                      tmr0_error());
    return good;
}
#define REFUSED(call, phrase) CU_ASSERT(refused(call, TMR0_INPUT, phrase))

static int try_open(const char *settings, const char *engine, const char *data, bool waves)
{
    struct tmr0_board *b = (struct tmr0_board *)1;
    const struct tmr0_options options = {.settings = settings, .engine = engine, .data = data, .waves = waves};
    const int status = tmr0_open(&b, &options);
    CU_ASSERT_EQUAL(b == NULL, status != TMR0_OK);
    (void)tmr0_close(b);
    return status;
}

TEST(open)
{
    static const char *const engine[] = {"rtl", "model", "both"};
    for (size_t n = 0; n < COUNT(engine); n++)
        CU_ASSERT_EQUAL(try_open(NULL, engine[n], ".", false), TMR0_OK);
    CU_ASSERT_EQUAL(try_open("\n# none\n", NULL, ".", true), TMR0_OK);
    REFUSED(try_open("machine sun3-160\nw 0 0\n", NULL, ".", false), "settings:2: w is a statement");
    REFUSED(try_open("machine sun9\n", NULL, ".", false), "settings:1: no machine \"sun9\"");
    REFUSED(try_open("\nset part.TWHDX 5\n", NULL, ".", false), "settings:2: ");
    REFUSED(try_open("effects on\n", "model", ".", false), "expected rtl");
    REFUSED(try_open(NULL, "fast", ".", false), "no engine \"fast\", expected rtl, model or both");
    REFUSED(try_open(NULL, "model", ".", true), "the model writes none");
    REFUSED(try_open(NULL, NULL, "none", false), "none: cannot read");
}

TEST(time)
{
    int64_t ps = 0;
    CU_ASSERT_EQUAL(tmr0_time("-1.5us", &ps), TMR0_OK);
    CU_ASSERT_EQUAL(ps, -1500000);
    REFUSED(tmr0_time("5", &ps), "expected");
    struct tmr0_board *b = open_board("target chip\n", "model");
    CU_ASSERT_EQUAL(tmr0_run_until(b, 5 * US), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_now_ps(b), 5 * US);
    REFUSED(tmr0_run_until(b, 4 * US), "lies in the past");
    REFUSED(tmr0_run_until(b, UINT64_MAX), "time runs out");
    REFUSED(tmr0_step(b, 4 * US), "lies in the past");
    REFUSED(tmr0_gap(b, -1), "gap out of range");
    CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_close(NULL), TMR0_OK);
}

static void count_call(void *context, const struct tmr0_violation *v)
{
    if (v->note)
        return;
    CU_ASSERT_STRING_EQUAL(v->check, "TWHDX");
    CU_ASSERT_STRING_EQUAL(v->text, "TWHDX: required 20ns [GK], observed 19ns");
    CU_ASSERT_STRING_EQUAL(v->what, "write high to data don't care");
    CU_ASSERT_STRING_EQUAL(v->mark, "GK");
    CU_ASSERT(v->amounts);
    CU_ASSERT_EQUAL(v->required_ps, 20000);
    CU_ASSERT_EQUAL(v->observed_ps, 19000);
    CU_ASSERT_EQUAL(v->access, 2);
    ++*(int *)context;
}

/* An access whose data are held too short: one violation, reported once, in the margin too. */
TEST(violation)
{
    static const char *const engine[] = {"rtl", "model", "both"};
    for (size_t n = 0; n < COUNT(engine); n++) {
        int calls = 0;
        struct tmr0_margin m = {.check = ""};
        struct tmr0_board *b = open_board("target chip\n", engine[n]);
        CU_ASSERT_EQUAL(tmr0_last(b)->number, 0);
        tmr0_on_violation(b, count_call, &calls);
        CU_ASSERT_EQUAL(tmr0_chip_write(b, true, 8, 0xff), TMR0_OK);
        CU_ASSERT_EQUAL(tmr0_violations(b), 0);
        CU_ASSERT_EQUAL(tmr0_timing(b, "TWHDX", 19000), TMR0_OK);
        CU_ASSERT_EQUAL(tmr0_chip_write(b, true, 8, 0xa1), TMR0_OK);
        CU_ASSERT_EQUAL(tmr0_violations(b), 1);
        CU_ASSERT_EQUAL(calls, 1);
        CU_ASSERT_EQUAL(tmr0_last(b)->number, 2);
        tmr0_timing_legal(b);
        CU_ASSERT_EQUAL(tmr0_chip_write(b, true, 8, 0xa1), TMR0_OK);
        CU_ASSERT_EQUAL(tmr0_violations(b), 1);
        unsigned checks = 0;
        while (tmr0_margin(b, checks, &m) && strcmp(m.check, "TWHDX") != 0)
            checks++;
        CU_ASSERT_STRING_EQUAL(m.check, "TWHDX");
        CU_ASSERT_EQUAL(m.slack_ps, -1000);
        CU_ASSERT_EQUAL(m.violations, 1);
        CU_ASSERT(m.observed && !m.note);
        CU_ASSERT_EQUAL(tmr0_margin(b, 1000, &m), 0);
        CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
    }
}

TEST(chip)
{
    struct tmr0_board *b = open_board("target chip\nwire out1 src2\n", "both");
    REFUSED(tmr0_write(b, 0, 0), "needs target board, but the target is chip");
    REFUSED(tmr0_run_program(b, 0, NULL, NULL), "needs target board");
    REFUSED(tmr0_chip_write(b, true, 12, 0), "12 bits, expected 8 or 16");
    REFUSED(tmr0_chip_write(b, true, 8, 256), "value 256 out of range, expected 0..255");
    REFUSED(tmr0_timing(b, "TXYZ", 1), "no parameter \"TXYZ\"");
    REFUSED(tmr0_timing(b, "TRLQV", 1), "not a parameter that an access applies");
    REFUSED(tmr0_set_pin(b, "src2", true), "src2 is wired to out1");
    REFUSED(tmr0_set_pin(b, "out1", true), "no pin \"out1\", expected src1 to src5");
    REFUSED(tmr0_pulse(b, "src1", 0, 1), "a pulse of 0 ps");
    REFUSED(tmr0_pin(b, "src1"), "no pin \"src1\", expected out1 to out5 or fout");
    CU_ASSERT_EQUAL(tmr0_chip_write(b, true, 8, 0x01), TMR0_OK); /* mode of counter 1: count SRC1 */
    static const unsigned mode_and_load[] = {0x2a, 0x01, 0, 0};  /* up, repeat, TC toggles */
    for (size_t n = 0; n < COUNT(mode_and_load); n++)
        CU_ASSERT_EQUAL(tmr0_chip_write(b, false, 8, mode_and_load[n]), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_chip_write(b, true, 8, 0x61), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_run_until(b, tmr0_now_ps(b) + US), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_pulse(b, "src1", US, 7), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_chip_write(b, true, 8, 0xa1), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_chip_write(b, true, 8, 0x11), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_chip_read(b, false, 8), 7);
    CU_ASSERT(tmr0_last(b)->driven && tmr0_last(b)->valid);
    CU_ASSERT_EQUAL(tmr0_pin(b, "out1"), TMR0_LOW);
    CU_ASSERT_EQUAL(tmr0_pin(b, "out2"), TMR0_LOW);
    CU_ASSERT(tmr0_pin(b, "fout") >= 0);
    const int before = tmr0_pin(b, "fout"); /* F1 / 16: it moves every 2 us */
    const uint64_t from_ps = tmr0_now_ps(b);
    while (tmr0_pin(b, "fout") == before && tmr0_now_ps(b) < from_ps + 5 * US)
        CU_ASSERT_EQUAL(tmr0_step(b, from_ps + 5 * US), TMR0_OK);
    CU_ASSERT(tmr0_now_ps(b) <= from_ps + 2 * US);
    CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
}

static void put_control(struct vcpu *cpu, void *arg)
{
    *(int *)arg = vcpu_put(cpu, VCPU_SOCKET, 0) + vcpu_put(cpu, VCPU_SOCKET + 2, 0xff);
}

static void work_and_put(struct vcpu *cpu, void *arg)
{
    vcpu_work(cpu, 10000);
    put_control(cpu, arg);
}

TEST(board)
{
    struct tmr0_board *b = open_board("machine sun3-60\n", "model");
    int said = -1;
    REFUSED(tmr0_write(b, 1, 0), "offset 1, expected 0 or 2");
    REFUSED(tmr0_write(b, 0, 256), "value 256 out of range");
    REFUSED(tmr0_set_pin(b, "src1", true), "needs target chip");
    REFUSED(tmr0_pin(b, "fout"), "fout is not watched");
    REFUSED(tmr0_run_program(b, 8, put_control, &said), "flags 0x8");
    CU_ASSERT_EQUAL(tmr0_run_program(b, TMR0_CLOCK | TMR0_BLANK, put_control, &said), TMR0_OK);
    CU_ASSERT_EQUAL(said, 0);
    CU_ASSERT_EQUAL(tmr0_settle(b), TMR0_OK);
    CU_ASSERT(tmr0_read(b, 2) >= 0);
    CU_ASSERT_EQUAL(tmr0_last(b)->number, 3);
    for (int flags = 0; flags < 8; flags++) { /* 10000 cycles of 50 ns, unless work is free */
        const uint64_t from_ps = tmr0_now_ps(b);
        CU_ASSERT_EQUAL(tmr0_run_program(b, (unsigned)flags, work_and_put, &said), TMR0_OK);
        CU_ASSERT_EQUAL(tmr0_now_ps(b) < from_ps + 500 * US, (flags & TMR0_FREE) != 0);
    }
    CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
}

static void see_figure(void *context, const struct tmr0_figure *f)
{
    if (strcmp(f->name, "TWHDX") == 0) {
        CU_ASSERT_EQUAL(f->typ, 20000);
        CU_ASSERT_STRING_EQUAL(f->unit, "ps");
        CU_ASSERT_STRING_EQUAL(f->mark, "GK");
        CU_ASSERT(f->source[0] != '\0');
    }
    ++*(int *)context;
}

TEST(figures)
{
    int part = 0, machine = 0;
    CU_ASSERT_EQUAL(tmr0_figures(".", "part", "am9513a", see_figure, &part), TMR0_OK);
    CU_ASSERT(part > 30);
    CU_ASSERT_EQUAL(tmr0_figures(".", "machine", "sun3-160:window", see_figure, &machine), TMR0_OK);
    CU_ASSERT(machine > 15);
    REFUSED(tmr0_figures(".", "pal", "pal16xx", see_figure, &part), "expected machine or part");
    REFUSED(tmr0_figures(".", "part", "z80", see_figure, &part), "no part \"z80\"");
}

TEST(waves)
{
    char folder[] = "/tmp/tmr0-library.XXXXXX", file[64];
    struct tmr0_board *b;
    struct stat st;
    const struct tmr0_options options = {.settings = "target chip\n", .data = ".", .waves = true};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    (void)snprintf(file, sizeof file, "%s/a.fst", folder);
    CU_ASSERT_EQUAL_FATAL(tmr0_open(&b, &options), TMR0_OK);
    REFUSED(tmr0_waves_end(b), "no waves are written");
    REFUSED(tmr0_waves(b, "/dev/null"), "/dev/null: not a regular file");
    CU_ASSERT(refused(tmr0_waves(b, "/nowhere/a.fst"), TMR0_SYSTEM, "/nowhere/a.fst: cannot write: No such file"));
    CU_ASSERT_EQUAL(tmr0_waves(b, file), TMR0_OK);
    REFUSED(tmr0_waves(b, file), "already");
    CU_ASSERT_EQUAL(tmr0_chip_write(b, true, 8, 0xff), TMR0_OK);
    CU_ASSERT_NOT_EQUAL(stat(file, &st), 0); /* not before it is whole */
    CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
    CU_ASSERT_EQUAL(stat(file, &st), 0);
    CU_ASSERT(st.st_size > 1000);
    CU_ASSERT_EQUAL(unlink(file), 0);

    (void)snprintf(file, sizeof file, "%s/a.vcd", folder);
    CU_ASSERT_EQUAL_FATAL(tmr0_open(&b, &options), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_waves(b, file), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_chip_write(b, true, 8, 0xff), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
    FILE *vcd = fopen(file, "r");
    char text[4096] = "";
    CU_ASSERT(vcd && fread(text, 1, sizeof text - 1, vcd) > 1000);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "$timescale"));
    (void)(vcd && fclose(vcd));
    CU_ASSERT_EQUAL(unlink(file), 0);

    b = open_board("target chip\n", "rtl");
    REFUSED(tmr0_waves(b, file), "opened without waves");
    CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
    CU_ASSERT_EQUAL(rmdir(folder), 0); /* nothing is left */
}

struct reader {
    const char *engine;
    pthread_barrier_t *together; /* of the threads; NULL: alone */
    uint64_t hash;               /* of the counts and times that its board reads; 0: it did not open */
};

static void *read_counts(void *context)
{
    struct reader *reader = context;
    uint64_t hash = 1;
    struct tmr0_board *b;
    if (reader->together)
        (void)pthread_barrier_wait(reader->together);
    const struct tmr0_options options = {.settings = "machine sun3-60\n", .engine = reader->engine, .data = "."};
    for (int n = 0; n < 10; n++)
        if (tmr0_open(&b, &options) || tmr0_close(b))
            return NULL;
    if (tmr0_open(&b, &options))
        return NULL;
    (void)tmr0_gap(b, 1500000);
    (void)tmr0_write(b, 0, 0);
    (void)tmr0_write(b, 2, 0xff);
    (void)tmr0_write(b, 2, 0x5f);
    for (int n = 0; n < 50; n++)
        hash = hash * 31 + (uint64_t)tmr0_read(b, 2) + tmr0_now_ps(b);
    (void)tmr0_write(b, 3, 0);
    hash += strstr(tmr0_error(), "offset 3") != NULL;
    (void)tmr0_close(b);
    reader->hash = hash;
    return NULL;
}

static size_t tasks(void)
{
    size_t count = 0;
    DIR *all = opendir("/proc/self/task");
    while (all && readdir(all))
        count++;
    if (all)
        (void)closedir(all);
    return count;
}

/* Boards of several threads, opened and used at one time, do what they do alone. */
TEST(threads)
{
    pthread_barrier_t together;
    struct reader reader[] = {{"rtl", &together, 0}, {"model", &together, 0}, {"both", &together, 0},
                              {"rtl", &together, 0}, {"model", &together, 0}, {"both", &together, 0}};
    pthread_t thread[COUNT(reader)];
    CU_ASSERT_EQUAL_FATAL(pthread_barrier_init(&together, NULL, COUNT(reader)), 0);
    const size_t before = tasks();
    struct tmr0_board *alone = open_board("target chip\n", "rtl");
    CU_ASSERT_EQUAL(tasks(), before); /* a board starts no thread */
    CU_ASSERT_EQUAL(tmr0_close(alone), TMR0_OK);
    REFUSED(tmr0_time("x", &(int64_t){0}), "expected");
    for (size_t n = 0; n < COUNT(reader); n++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[n], NULL, read_counts, &reader[n]), 0);
    for (size_t n = 0; n < COUNT(reader); n++)
        CU_ASSERT_EQUAL(pthread_join(thread[n], NULL), 0);
    (void)pthread_barrier_destroy(&together);
    CU_ASSERT_PTR_NOT_NULL(strstr(tmr0_error(), "\"x\" is not a time")); /* the others' errors are their own */
    for (size_t n = 0; n < COUNT(reader); n++) {
        struct reader same = {reader[n].engine, NULL, 0};
        (void)read_counts(&same);
        CU_ASSERT_NOT_EQUAL(same.hash, 0);
        CU_ASSERT_EQUAL(reader[n].hash, same.hash);
    }
    /* Two in one thread, in turns */
    struct tmr0_board *a = open_board("target chip\n", "rtl"), *b = open_board("target chip\nosc 1MHz\n", "rtl");
    CU_ASSERT_EQUAL(tmr0_chip_write(a, true, 8, 0xff), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_now_ps(b), 0);
    CU_ASSERT_EQUAL(tmr0_run_until(b, US), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_close(a), TMR0_OK);
    CU_ASSERT(tmr0_chip_read(b, true, 8) >= 0);
    CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
}

/* Boards are closed in any order. */
TEST(closing_order)
{
    enum { BOARDS = 100 };
    struct tmr0_board *b[BOARDS];
    for (int n = 0; n < BOARDS; n++)
        b[n] = open_board("target chip\n", "rtl");
    for (int n = 0; n < BOARDS; n++) /* every number once: 37 and 100 have no common divisor */
        CU_ASSERT_EQUAL(tmr0_close(b[(n * 37 + 99) % BOARDS]), TMR0_OK);
    REFUSED(tmr0_close(b[0]), "the board is not open");
    struct tmr0_board *first = open_board("target chip\n", "rtl"), *second = open_board("target chip\n", "both");
    CU_ASSERT_EQUAL(tmr0_close(second), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_run_until(first, US), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_close(first), TMR0_OK);
}

struct handed {
    struct tmr0_board *board;
    char waves[64]; /* the file of waves */
};

static void *use_and_close(void *handed)
{
    const struct handed *h = handed;
    const bool good = tmr0_chip_write(h->board, true, 8, 0xff) == TMR0_OK && tmr0_waves(h->board, h->waves) == TMR0_OK;
    return tmr0_close(h->board) == TMR0_OK && good ? handed : NULL;
}

/* A board is opened in one thread, then used and closed in another, while the first has a board of its own. */
TEST(handed_over)
{
    char folder[] = "/tmp/tmr0-library.XXXXXX";
    struct handed handed;
    struct tmr0_board *own = open_board("target chip\n", "rtl");
    const struct tmr0_options options = {.settings = "target chip\n", .data = ".", .waves = true};
    pthread_t thread;
    void *done = NULL;
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    (void)snprintf(handed.waves, sizeof handed.waves, "%s/a.fst", folder);
    CU_ASSERT_EQUAL_FATAL(tmr0_open(&handed.board, &options), TMR0_OK);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, use_and_close, &handed), 0);
    for (int n = 1; n <= 20; n++)
        CU_ASSERT_EQUAL(tmr0_run_until(own, (uint64_t)n * US), TMR0_OK);
    CU_ASSERT_EQUAL(pthread_join(thread, &done), 0);
    CU_ASSERT_PTR_NOT_NULL(done);
    CU_ASSERT_EQUAL(tmr0_close(own), TMR0_OK);
    CU_ASSERT_EQUAL(unlink(handed.waves), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0); /* nothing is left */
}

TEST(null)
{
    struct tmr0_board *b = open_board("target chip\n", "model");
    struct tmr0_margin margin;
    const struct tmr0_options options = {.data = "."};
    static const char of_open[] = "NULL, expected a board that tmr0_open() gave";
    REFUSED(tmr0_open(NULL, &options), "NULL, expected room");
    REFUSED(tmr0_open(&(struct tmr0_board *){NULL}, NULL), "NULL, expected options");
    REFUSED(tmr0_time(NULL, &(int64_t){0}), "NULL, expected a time");
    REFUSED(tmr0_time("1us", NULL), "NULL, expected room");
    REFUSED(tmr0_run_until(NULL, 0), of_open);
    REFUSED(tmr0_step(NULL, 0), of_open);
    REFUSED(tmr0_settle(NULL), of_open);
    REFUSED(tmr0_gap(NULL, 0), of_open);
    REFUSED(tmr0_write(NULL, 0, 0), of_open);
    REFUSED(tmr0_read(NULL, 0), of_open);
    REFUSED(tmr0_chip_write(NULL, false, 8, 0), of_open);
    REFUSED(tmr0_chip_read(NULL, false, 8), of_open);
    REFUSED(tmr0_timing(NULL, "TWHDX", 0), of_open);
    REFUSED(tmr0_timing(b, NULL, 0), "NULL, expected a parameter");
    REFUSED(tmr0_set_pin(NULL, "src1", true), of_open);
    REFUSED(tmr0_set_pin(b, NULL, true), "no pin \"\"");
    REFUSED(tmr0_pulse(NULL, "src1", 1, 1), of_open);
    REFUSED(tmr0_pin(NULL, "out1"), of_open);
    REFUSED(tmr0_pin(b, NULL), "no pin \"\"");
    REFUSED(tmr0_margin(NULL, 0, &margin), of_open);
    REFUSED(tmr0_margin(b, 0, NULL), "NULL, expected room");
    REFUSED(tmr0_waves(NULL, "x.fst"), of_open);
    REFUSED(tmr0_waves(b, NULL), "NULL, expected the name of a file");
    REFUSED(tmr0_waves_end(NULL), of_open);
    REFUSED(tmr0_run_program(NULL, 0, NULL, NULL), of_open);
    REFUSED(tmr0_figures(".", NULL, "am9513a", NULL, NULL), "NULL, expected machine or part");
    REFUSED(tmr0_figures(".", "part", NULL, NULL, NULL), "NULL, expected the name");
    REFUSED(tmr0_figures(".", "part", "am9513a", NULL, NULL), "NULL, expected a function");
    tmr0_on_violation(NULL, NULL, NULL);
    tmr0_timing_legal(NULL);
    CU_ASSERT_EQUAL(tmr0_now_ps(NULL), 0);
    CU_ASSERT_EQUAL(tmr0_violations(NULL), 0);
    CU_ASSERT_PTR_NULL(tmr0_last(NULL));
    CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
    b = open_board("target board\n", "model");
    REFUSED(tmr0_run_program(b, 0, NULL, NULL), "NULL, expected a program");
    CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
}

static unsigned char state[65536], again[65536];

/* What is no whole state of the first board changes nothing. */
static void check_saved(struct tmr0_board *first, struct tmr0_board *second, struct tmr0_board *rtl, bool chip)
{
    for (int n = 0; n < 3; n++) /* on the board too fast: TWHWL */
        CU_ASSERT_EQUAL(chip ? tmr0_chip_write(first, true, 8, 0x61) : tmr0_write(first, n > 0 ? 2 : 0, 0xff), 0);
    const int whole = tmr0_save(first, NULL, 0);
    CU_ASSERT_FATAL(whole > 1000 && whole < (int)sizeof state);
    const size_t size = (size_t)whole;
    CU_ASSERT_EQUAL(tmr0_save(first, state, size), whole);
    REFUSED(tmr0_save(rtl, state, size), "engine model alone");
    REFUSED(tmr0_load(rtl, state, size), "engine model alone");
    REFUSED(tmr0_load(second, NULL, size), "NULL, expected");
    REFUSED(tmr0_load(second, state, size - 1), "cut short");
    REFUSED(tmr0_load(second, state, 3), "cut short");
    for (size_t at = 0; at < size; at += at < 100 ? 1 : 97) {
        state[at] ^= 1;
        CU_ASSERT_EQUAL(tmr0_load(second, state, size), TMR0_INPUT);
        state[at] ^= 1;
    }
    CU_ASSERT_EQUAL(tmr0_now_ps(second), 0);
    CU_ASSERT_EQUAL(tmr0_load(second, state, size), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_violations(second) > 0, !chip);
}

TEST(saved)
{
    static const char *const settings[] = {"machine sun3-60\n", "target chip\n", "machine sun3-60\nseed 9\n"};
    for (int chip = 0; chip < 2; chip++) {
        struct tmr0_board *board[] = {open_board(settings[chip], "model"), open_board(settings[chip], "model"),
                                      open_board(settings[chip], "rtl")};
        check_saved(board[0], board[1], board[2], chip);
        for (size_t n = 0; n < COUNT(board); n++)
            CU_ASSERT_EQUAL(tmr0_close(board[n]), TMR0_OK);
    }
    struct tmr0_board *b = open_board(settings[0], "model"), *other = open_board(settings[2], "model");
    const int size = tmr0_save(b, state, sizeof state);
    REFUSED(tmr0_load(other, state, (size_t)size), "other settings");
    REFUSED(tmr0_save(NULL, NULL, 0), "expected a board");
    REFUSED(tmr0_load(NULL, state, 0), "expected a board");
    CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_close(other), TMR0_OK);
}

static int operate_board(struct tmr0_board *b)
{
    switch (draw(5)) {
    case 0:
        return tmr0_gap(b, INT64_C(1000) * draw(2000));
    case 1:
        return tmr0_run_until(b, tmr0_now_ps(b) + draw(3000000));
    case 2:
        return tmr0_read(b, 2 * draw(1));
    case 3:
        return tmr0_write(b, 0, draw(255));
    default:
        return tmr0_write(b, 2, draw(1) ? 0x61 : draw(255));
    }
}

static int operate_chip(struct tmr0_board *b)
{
    static const char *const pin[] = {"src1", "src2", "gate1", "gate2"};
    static const char *const parameter[] = {"TWHDX", "TAVWH", "TWHWL", "TRLRH"};
    switch (draw(8)) {
    case 0:
        return tmr0_timing(b, parameter[draw(3)], 10000 + draw(200000));
    case 1:
        tmr0_timing_legal(b);
        return tmr0_run_until(b, tmr0_now_ps(b) + draw(3000000));
    case 2:
        return tmr0_set_pin(b, pin[draw(3)], draw(1));
    case 3:
        return tmr0_pulse(b, pin[draw(3)], 1 + draw(100000), draw(3));
    case 4:
    case 5:
        return tmr0_chip_read(b, draw(1), 8);
    case 6:
        return tmr0_chip_write(b, false, 8, draw(255));
    default:
        return tmr0_chip_write(b, true, 8, draw(1) ? 0x61 + draw(30) : draw(255));
    }
}

/* A board that takes over a state in the middle of anything goes on as the one that was saved, to the last byte. */
TEST(saved_anywhere)
{
    random_word = 9513;
    for (int place = 0; place < 300; place++) {
        int (*operate)(struct tmr0_board *) = place % 2 ? operate_chip : operate_board;
        const char *settings = place % 2 ? "target chip\nwire out2 gate3\n" : "machine sun3-60\n";
        struct tmr0_board *first = open_board(settings, "model"), *second = open_board(settings, "model");
        for (unsigned n = draw(60); n; n--)
            (void)operate(first);
        for (unsigned n = draw(10); n; n--)
            (void)operate(second);
        const int size = tmr0_save(first, state, sizeof state);
        CU_ASSERT_EQUAL_FATAL(tmr0_load(second, state, (size_t)size), TMR0_OK);
        bool same = tmr0_last(second)->number == tmr0_last(first)->number;
        for (unsigned n = 0; n < 20; n++) {
            const uint64_t drawn = random_word;
            const int value = operate(first);
            random_word = drawn;
            same = same && operate(second) == value;
        }
        const int last = tmr0_save(first, state, sizeof state);
        CU_ASSERT(same && tmr0_save(second, again, sizeof again) == last && memcmp(state, again, (size_t)last) == 0);
        (void)tmr0_close(first);
        (void)tmr0_close(second);
    }
}

/* Drawn bytes and a right sum: refused, or a board that goes on. BLOBS=100000 in the environment plays more of them. */
TEST(saved_altered)
{
    static const unsigned char extreme[] = {0, 1, 0x7f, 0x80, 0xff};
    const char *many = getenv("BLOBS");
    const long blobs = many ? strtol(many, NULL, 10) : 2000;
    struct tmr0_board *const boards[] = {open_board("machine sun3-60\n", "model"),
                                         open_board("target chip\n", "model")};
    long taken = 0;
    random_word = 60;
    for (long n = 0; n < blobs; n++) {
        struct tmr0_board *b = boards[n % 2];
        for (unsigned operations = draw(10); operations; operations--)
            (void)(n % 2 ? operate_chip : operate_board)(b);
        const int size = tmr0_save(b, state, sizeof state);
        memcpy(again, state, sizeof again);
        for (unsigned bytes = 1 + draw(2); bytes; bytes--)
            again[16 + draw((unsigned)size - 21)] = (unsigned char)(draw(1) ? extreme[draw(4)] : draw(255));
        make_sum(again, (size_t)size);
        if (tmr0_load(b, again, (size_t)size) == TMR0_OK && tmr0_now_ps(b) < UINT64_C(1000000000000)) {
            taken++;
            for (int operations = 0; operations < 10; operations++)
                (void)(n % 2 ? operate_chip : operate_board)(b);
            const int whole = tmr0_save(b, again, sizeof again);
            CU_ASSERT_EQUAL(tmr0_load(b, again, (size_t)whole), TMR0_OK);
        }
        CU_ASSERT_EQUAL_FATAL(tmr0_load(b, state, (size_t)size), TMR0_OK);
    }
    CU_ASSERT(taken > blobs / 20 && taken < blobs - blobs / 20);
    CU_ASSERT_EQUAL(tmr0_close(boards[0]), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_close(boards[1]), TMR0_OK);
}

/* With the sum that is right for them */
static int load_changed(struct tmr0_board *b, size_t size, size_t at, unsigned char byte)
{
    static unsigned char changed[65536];
    memcpy(changed, state, size);
    changed[at] = byte;
    make_sum(changed, size);
    return tmr0_load(b, changed, size);
}

/* States of another version, of other settings, or with a member out of range change nothing. */
TEST(saved_impossible)
{
    struct tmr0_board *b = open_board("machine sun3-60\n", "model");
    for (int n = 0; n < 40; n++)
        (void)operate_board(b);
    const size_t size = (size_t)tmr0_save(b, state, sizeof state);
    REFUSED(load_changed(b, size, 6, 1), "another version");
    REFUSED(load_changed(b, size, 7, 1), "another version");
    REFUSED(load_changed(b, size, 15, 1), "other settings");
    REFUSED(load_changed(b, size, 27, 0x80), "altered"); /* end of the last access: after the last time */
    CU_ASSERT_EQUAL(load_changed(b, size, 7, 1), TMR0_INPUT);
    CU_ASSERT_EQUAL(tmr0_save(b, again, sizeof again), (int)size);
    CU_ASSERT_EQUAL(memcmp(state, again, size), 0);
    CU_ASSERT_EQUAL(tmr0_close(b), TMR0_OK);
}
