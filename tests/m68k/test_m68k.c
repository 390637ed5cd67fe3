/* SPDX-License-Identifier: MIT
 * The 68020: clocks of instructions, and time of small programs, against counts worked out by hand from
 * parts/m68020.ini; and random programs, which must end without a crash or a hang.
 * Usage: m68k-test CLOCKS | m68k-test CLOCKS PROGRAMS SEED */
#define _GNU_SOURCE /* registers of a signal, dladdr() */
#include <dlfcn.h>
#include <execinfo.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "cli/random.h"
#include "sim/m68k/clocks.h"
#include "sim/m68k/m68k.h"

/* Operation word, the next, best, cache and worst case. A sum: operand's table + instruction's. */
static const int by_hand[][5] = {
    {0x4e71, 0, 2, 2, 2},                        /* nop */
    {0x7001, 0, 0, 2, 3},                        /* moveq */
    {0x2001, 0, 0, 2, 3},                        /* move.l d1,d0 */
    {0x2009, 0, 0, 2, 3},                        /* move.l a1,d0 */
    {0x2249, 0, 0, 2, 3},                        /* movea.l a1,a1 */
    {0x2011, 0, 3, 6, 7},                        /* move.l (a1),d0 */
    {0x2019, 0, 4 + 0, 4 + 2, 4 + 3},            /* move.l (a1)+,d0 */
    {0x2021, 0, 3 + 0, 5 + 2, 5 + 3},            /* move.l -(a1),d0 */
    {0x2029, 0, 3, 7, 9},                        /* move.l (d16,a1),d0 */
    {0x2031, 0, 4, 9, 11},                       /* move.l (d8,a1,d0),d0 */
    {0x203a, 0, 3, 7, 9},                        /* move.l (d16,pc),d0 */
    {0x203b, 0, 4, 9, 11},                       /* move.l (d8,pc,d0),d0 */
    {0x2038, 0, 3 + 0, 4 + 2, 6 + 3},            /* move.l xxx.w,d0 */
    {0x2039, 0, 3 + 0, 4 + 2, 7 + 3},            /* move.l xxx.l,d0 */
    {0x303c, 0, 0 + 0, 2 + 2, 3 + 3},            /* move.w #,d0 */
    {0x203c, 0, 0 + 0, 4 + 2, 5 + 3},            /* move.l #,d0 */
    {0x2081, 0, 3, 4, 5},                        /* move.l d1,(a0) */
    {0x20c1, 0, 4, 4, 5},                        /* move.l d1,(a0)+ */
    {0x2101, 0, 3, 5, 6},                        /* move.l d1,-(a0) */
    {0x2141, 0, 3, 5, 7},                        /* move.l d1,(d16,a0) */
    {0x2181, 0, 4, 7, 9},                        /* move.l d1,(d8,a0,d0) */
    {0x21c1, 0, 3, 4, 7},                        /* move.l d1,xxx.w */
    {0x23c1, 0, 5, 6, 9},                        /* move.l d1,xxx.l */
    {0x13c1, 0, 5, 6, 9},                        /* move.b d1,xxx.l */
    {0x2091, 0, 6, 7, 9},                        /* move.l (a1),(a0) */
    {0x20d1, 0, 6, 7, 9},                        /* move.l (a1),(a0)+ */
    {0x2151, 0, 6, 7, 11},                       /* move.l (a1),(d16,a0) */
    {0x2191, 0, 8, 9, 11},                       /* move.l (a1),(d8,a0,d0) */
    {0x20a9, 0, 6, 8, 11},                       /* move.l (d16,a1),(a0) */
    {0x2169, 0, 6, 8, 13},                       /* move.l (d16,a1),(d16,a0) */
    {0x21a9, 0, 8, 10, 13},                      /* move.l (d16,a1),(d8,a0,d0) */
    {0x20b1, 0, 7, 10, 13},                      /* move.l (d8,a1,d0),(a0) */
    {0x2171, 0, 7, 10, 15},                      /* move.l (d8,a1,d0),(d16,a0) */
    {0x21b1, 0, 9, 12, 15},                      /* move.l (d8,a1,d0),(d8,a0,d0) */
    {0xd081, 0, 0, 2, 3},                        /* add.l d1,d0 */
    {0xd091, 0, 3 + 0, 4 + 2, 4 + 3},            /* add.l (a1),d0 */
    {0xd191, 0, 3 + 3, 4 + 4, 4 + 6},            /* add.l d0,(a1) */
    {0x9081, 0, 0, 2, 3},                        /* sub.l d1,d0 */
    {0xc081, 0, 0, 2, 3},                        /* and.l d1,d0 */
    {0x8081, 0, 0, 2, 3},                        /* or.l d1,d0 */
    {0xb081, 0, 0, 2, 3},                        /* cmp.l d1,d0 */
    {0xb181, 0, 0, 2, 3},                        /* eor.l d0,d1 */
    {0xb1c1, 0, 4, 4, 4},                        /* cmpa.l d1,a0 */
    {0xd1c1, 0, 0, 2, 3},                        /* adda.l d1,a0 */
    {0x5280, 0, 0, 2, 3},                        /* addq.l #1,d0 */
    {0x5391, 0, 3 + 3, 4 + 4, 4 + 6},            /* subq.l #1,(a1) */
    {0x0681, 0, 1 + 0, 4 + 2, 5 + 3},            /* addi.l #,d1 */
    {0x0641, 0, 0 + 0, 2 + 2, 3 + 3},            /* addi.w #,d1 */
    {0x0c91, 0, 3 + 0, 4 + 2, 7 + 3},            /* cmpi.l #,(a1) */
    {0x0651, 0, 3 + 3, 4 + 4, 4 + 6},            /* addi.w #,(a1) */
    {0x4480, 0, 0, 2, 3},                        /* neg.l d0 */
    {0x4691, 0, 3 + 3, 4 + 4, 4 + 6},            /* not.l (a1) */
    {0x4a80, 0, 0, 2, 3},                        /* tst.l d0 */
    {0x4a91, 0, 3 + 2, 4 + 2, 4 + 2},            /* tst.l (a1), open */
    {0x4280, 0, 2, 2, 2},                        /* clr.l d0 */
    {0x4840, 0, 1, 4, 4},                        /* swap d0 */
    {0x48c0, 0, 4, 4, 4},                        /* ext.l d0 */
    {0xc141, 0, 2, 2, 2},                        /* exg d0,d1 */
    {0xe188, 0, 1, 4, 4},                        /* lsl.l #8,d0 */
    {0xe3a8, 0, 3, 6, 6},                        /* lsl.l d1,d0 */
    {0xe180, 0, 5, 8, 8},                        /* asl.l #8,d0 */
    {0xe080, 0, 3, 6, 6},                        /* asr.l #8,d0 */
    {0xe058, 0, 5, 8, 8},                        /* ror.w #8,d0 */
    {0x0800, 1, 4, 4, 4},                        /* btst #1,d0 */
    {0x0811, 1, 3 + 8, 4 + 8, 4 + 8},            /* btst #1,(a1) */
    {0xc0c1, 0, 25, 27, 28},                     /* mulu.w d1,d0 */
    {0x4c01, 0, 41, 43, 44},                     /* mulu.l d1,d0 */
    {0x80c1, 0, 42, 44, 44},                     /* divu.w d1,d0 */
    {0x81c1, 0, 54, 56, 57},                     /* divs.w d1,d0 */
    {0x4c41, 0, 76, 78, 79},                     /* divu.l d1,d0, open */
    {0x4c41, 0x800, 88, 90, 91},                 /* divs.l d1,d0, open */
    {0x66fc, 0, 1, 4, 5},                        /* bne.s, not taken */
    {0x6600, 0, 3, 6, 7},                        /* bne.w, not taken */
    {0x6000, 0, 3, 6, 9},                        /* bra.w */
    {0x6100, 0, 7, 7, 7},                        /* bsr.w */
    {0x4ed0, 0, 4, 4, 4},                        /* jmp (a0) */
    {0x4eb9, 0, 4 + 3, 4 + 3, 4 + 3},            /* jsr xxx.l */
    {0x4e75, 0, 10, 10, 10},                     /* rts */
    {0x4e73, 0, 20, 20, 20},                     /* rte */
    {0x4e40, 0, 20, 20, 20},                     /* trap #0 */
    {0x41d0, 0, 6, 6, 6},                        /* lea (a0),a0, open */
    {0x41e8, 0, 7, 7, 7},                        /* lea (d16,a0),a0, open */
    {0x4850, 0, 9, 9, 9},                        /* pea (a0) */
    {0x4e50, 0, 5, 5, 5},                        /* link.w */
    {0x4e58, 0, 6, 6, 6},                        /* unlk */
    {0x48e0, 0xff00, 4 + 24, 4 + 24, 4 + 24},    /* movem.l d0-d7,-(a0) */
    {0x4cd8, 0x00ff, 8 + 32, 8 + 32, 8 + 32},    /* movem.l (a0)+,d0-d7 */
    {0x4cd0, 0x000f, 12 + 16, 12 + 16, 12 + 16}, /* movem.l (a0),d0-d3 */
    {0x46c0, 0, 8, 8, 8},                        /* move d0,sr */
    {0x46fc, 0, 10, 10, 10},                     /* move #,sr */
    {0x4e60, 0, 2, 2, 2},                        /* move a0,usp */
    {0x007c, 0, 12, 12, 12},                     /* ori #,sr */
};

/* What clocks.h asks of instructions, by M68000PRM: s sets N, Z, V and C whatever they were, e ends a block, w is a
 * turn of a waiting loop. Where s would be right, but is not needed, there is none. One or two words each. */
static const char *const meaning[][2] = {
    {"s", "0001 0039 0281 0440 0680 0a00 0c91 1001 2001 3010 4200 4440 4680 4a00 4880 48c0 49c0 4840 5240 5381 "
          "7001 8041 8191 9081 9151 b041 b1c1 b109 b181 c041 c191 d081 d191 e188 e1d0 e3a8 ce3c 538066fa "
          "558066fc 538067fc 534066fc "},
    {"", "003c 023c 0a3c 0100 0800 0e10 00d0 2041 3041 40c0 42c0 4000 4800 41d0 48e0 4e71 4e50 4e58 4e60 4e7a "
         "5089 50c0 57d0 80c1 8100 8108 90c1 9180 9188 c100 c140 c148 c188 d0c1 d180 d188 a123 f200 4848 "
         "538866fc "},
    {"e", "6000 66fc 61fe 51c8 4e73 4e74 4e75 4e77 4e90 4ed0 46c0 46fc 007c 027c 0a7c "},
    {"sw", "538066fc 538766fc "},
};

static int check_meaning(const struct clocks *clocks)
{
    int wrong = 0;
    for (size_t n = 0; n < sizeof meaning / sizeof meaning[0]; n++)
        for (const char *at = meaning[n][1]; *at; at += strcspn(at, " ") + 1) {
            struct decoded d;
            char is[4];
            const unsigned long words = strtoul(at, NULL, 16);
            decode(&d, clocks, (uint32_t)(strcspn(at, " ") > 4 ? words : words << 16));
            (void)snprintf(is, sizeof is, "%s%s%s", d.sets ? "s" : "", d.ends ? "e" : "", d.waits ? "w" : "");
            if (strcmp(is, meaning[n][0]) == 0)
                continue;
            (void)printf("words %lx are \"%s\", by hand \"%s\"\n", words, is, meaning[n][0]);
            wrong = 1;
        }
    return wrong;
}

static int check_by_hand(const char *file)
{
    static struct clocks clocks;
    struct error e;
    int wrong = clocks_load(&clocks, file, &e);
    if (wrong)
        (void)printf("%s\n", e.text);
    for (size_t n = 0; !wrong && n < sizeof by_hand / sizeof by_hand[0]; n++)
        for (int k = 0; k < M68K_CASES; k++) {
            const int *row = by_hand[n];
            const uint64_t is = clocks_of(&clocks, (uint16_t)row[0], (uint16_t)row[1], (enum m68k_case)k);
            if (is == (uint64_t)row[2 + k])
                continue;
            (void)printf("word %04x %04x, case %d: %" PRIu64 " clocks by [%s], by hand %d\n", (unsigned)row[0],
                         (unsigned)row[1], k, is, clocks_row(&clocks, (uint16_t)row[0], (uint16_t)row[1])->name,
                         row[2 + k]);
            wrong = 1;
        }
    return wrong || check_meaning(&clocks);
}

static bool socket_access(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    (void)host;
    *now_ps += 300000;
    *value = write ? *value : (uint8_t)offset;
    return true;
}

static uint64_t stretch(void *host, uint64_t now_ps, uint64_t work_ps)
{
    (void)host;
    (void)now_ps;
    return 2 * work_ps;
}

static void console(void *host, char c)
{
    (void)host;
    (void)c;
}

/* Programs at 0x1000 from 7 us on, 60 ns a clock, a clock interrupt at 20 us. An access at the socket takes 300 ns for
 * 3 clocks. In the worst case the display steals: bus cycles to memory, each 3 clocks, take twice as long, one for each
 * long word of code that is not in the cache, or one an instruction. */
#define END "23fc 0000 0000 001e 0004 " /* move.l #0,0x1e0004: 0 + 5, worst 5 + 9 */
static const struct {
    const char *words;
    uint64_t clocks, ps;
    bool worst; /* and the display steals */
} program[] = {
    {"13c0 001c 0000 " END, 5 + 5, 7000000 + 300000 + (2 + 5) * 60000, false},
    {"7000 6600 0004 4e71 " END, 3 + 7 + 2 + 14, 7000000 + (26 + 12) * 60000, true}, /* bne.w, not taken */
    {"263c 0001 0000 51cb fffe " END, 0 + 10 + 5, 7000000 + 15 * 60000, false},      /* dbf d3: its low word counts */
    /* moveq; 2: moveq; move.w #nop,2b; dbf 2b: the second turn has a nop */
    {"7001 7200 31fc 4e71 1002 51c8 fff6 " END, 0 + 0 + 3 + 3 + 2 + 3 + 10 + 5, 7000000 + 26 * 60000, false},
    /* move.l (a0),d0: one cycle for each instruction, one for the data */
    {"2010 " END, 7 + 14, 7000000 + (21 + 9) * 60000, true},
    /* bra.w to a nop whose two long words are both fetched */
    {"6000 000c 0 0 0 0 0 4e71 " END, 9 + 2 + 14, 7000000 + (25 + 3 + 6 + 3) * 60000, true},
    /* trap #0 and rte; line A, whose handler adds 2 to the address; STOP and an interrupt. Vectors are set before */
    {"21fc 0000 1014 0080 4e40 " END "4e73", 3 + 20 + 20 + 5, 7000000 + 48 * 60000, false},
    {"21fc 0000 1014 0028 a000 " END "54af 0002 4e73", 3 + 4 + 20 + 6 + 20 + 5, 7000000 + 58 * 60000, false},
    {"21fc 0000 101e 0074 13fc 0001 001e 0008 4e72 2000 " END "4e73", 3 + 5 + 8 + 26 + 20 + 5,
     20000000 + (26 + 20 + 5) * 60000, false},
};

static size_t image_of(uint8_t *image, const char *words)
{
    size_t size = 0;
    for (char *end = NULL; *words; words = end + strspn(end, " ")) {
        const unsigned long word = strtoul(words, &end, 16);
        image[size++] = (uint8_t)(word >> 8);
        image[size++] = (uint8_t)word;
    }
    return size;
}

/* Runs that image; false if the CPU cannot be opened. */
static bool play_image(const char *file, const uint8_t *image, size_t size, struct m68k_setup setup,
                       struct m68k_result *r)
{
    struct m68k *cpu = NULL;
    struct error e;
    setup.clocks = file;
    setup.image = image;
    setup.image_size = size;
    setup.cycle_ps = 60000;
    setup.tick_ps = 20000000;
    setup.limit_ps = 200000000;
    setup.access = socket_access;
    setup.stretch = stretch;
    setup.console = console;
    if (m68k_calls.open(&cpu, &setup, &e))
        return false;
    m68k_calls.run(cpu, r);
    m68k_calls.close(cpu);
    return true;
}

static void play_words(const char *file, const char *words, bool worst, bool steals, struct m68k_result *r)
{
    uint8_t image[64];
    const struct m68k_setup setup = {
        .clocks_case = worst ? M68K_WORST : M68K_BEST, .steals = steals, .start_ps = 7000000};
    if (!play_image(file, image, image_of(image, words), setup, r))
        exit(2);
}

static int check_programs(const char *file)
{
    static struct m68k_result r;
    int wrong = 0;
    for (size_t n = 0; n < sizeof program / sizeof program[0]; n++) {
        play_words(file, program[n].words, program[n].worst, program[n].worst, &r);
        if (r.end == M68K_EXIT && r.clocks == program[n].clocks && r.now_ps == program[n].ps)
            continue;
        (void)printf("%s: %" PRIu64 " clocks, %" PRIu64 " ps, by hand %" PRIu64 " and %" PRIu64 "%s\n",
                     program[n].words, r.clocks, r.now_ps, program[n].clocks, program[n].ps, r.text);
        wrong = 1;
    }
    /* A loop that reads memory is interrupted within a turn, 6 + 3 clocks, though its time is twice that of its work */
    play_words(file, "13fc 0001 001e 0008 46fc 2000 2010 60fc", false, true, &r);
    if (r.end == M68K_FAULT && strstr(r.text, "interrupt (vector 29)") == r.text && r.now_ps >= 20000000 &&
        r.now_ps < 20000000 + 9 * 60000)
        return wrong;
    (void)printf("interrupted at %" PRIu64 " ps: %s", r.now_ps, r.text);
    return 1;
}

/* Random words; every other program has vectors and a bias to what touches devices, the stack and modes. */
static void draw(uint64_t *state, uint8_t *image, size_t size)
{
    static const uint16_t often[] = {0x4e73, 0x4e72, 0x2700, 0x2000, 0x46fc, 0x0000, 0x4e40, 0x13c0,
                                     0x001c, 0x001e, 0x0008, 0x4848, 0x4e7b, 0x4afc, 0x60fe, 0x4e75,
                                     0x4e71, 0x23fc, 0x1000, 0x31fc, 0x4ef8, 0x51c8};
    const bool biased = random_below(state, 2);
    for (size_t n = 0; n < size; n += 2) {
        uint64_t word = random_below(state, 65536);
        if (biased && random_below(state, 2))
            word = often[random_below(state, sizeof often / sizeof often[0])];
        image[n] = (uint8_t)(word >> 8);
        image[n + 1] = (uint8_t)word;
    }
}

/* A process of its own plays programs one after the other. Unicorn, which is not ours, ends it at some words that are
 * no instructions; another process then goes on with the next program. */
enum { CRASHED = M68K_HOST, HUNG, BATCH = 1000 /* programs of a process: uc_close() keeps some memory */ };

struct played {
    uint64_t seed, end; /* of the present program; of the last one and 1 */
    uint64_t ends[HUNG + 1];
};

/* Whether the signal is Unicorn's: what ran, but for libc, is neither this program nor a library but Unicorn's. */
static bool by_unicorn(const ucontext_t *context)
{
    void *frame[16];
    const int frames = backtrace(frame, 16);
    bool reached = false; /* frames before it are of this handler */
    for (int n = 0; n < frames; n++) {
        Dl_info at = {0};
        reached = reached || (uintptr_t)frame[n] == (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
        if (!reached)
            continue;
        if (!dladdr(frame[n], &at) || !at.dli_fname) /* translated code */
            return true;
        if (!strstr(at.dli_fname, "/libc.so"))
            return strstr(at.dli_fname, "libunicorn") != NULL;
    }
    return !reached; /* translated code again, which has no frames */
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    _exit(by_unicorn(context) ? CRASHED : 99);
}

static void play_batch(const char *file, struct played *p)
{
    static struct m68k_result r;
    const struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    (void)sigaction(SIGSEGV, &action, NULL);
    (void)sigaction(SIGABRT, &action, NULL);
    const struct itimerval hang = {.it_value = {.tv_sec = 10}}; /* of processor time: a loaded host is no hang */
    for (; p->seed < p->end; p->seed++) {
        uint64_t state = p->seed;
        uint8_t image[256];
        draw(&state, image, sizeof image);
        (void)setitimer(ITIMER_PROF, &hang, NULL);
        if (!play_image(file, image, sizeof image, (struct m68k_setup){.clocks_case = M68K_CACHE}, &r))
            _exit(98);
        p->ends[strncmp(r.text, "Unicorn hangs", 13) == 0 ? HUNG : (int)r.end]++;
    }
    _exit(0);
}

static int play_random(const char *file, uint64_t programs, uint64_t seed)
{
    static const char *const text[] = {"exits", "at the limit", "faults", "crashes of Unicorn", "hangs of it"};
    struct played *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint64_t wrong = 0;
    if (p == MAP_FAILED)
        return 2;
    for (p->seed = seed; p->seed < seed + programs;) {
        int status = 0;
        p->end = p->seed + BATCH < seed + programs ? p->seed + BATCH : seed + programs;
        const pid_t child = fork();
        if (child == 0)
            play_batch(file, p);
        if (waitpid(child, &status, 0) != child)
            return 2;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            continue;
        if (WIFEXITED(status) && WEXITSTATUS(status) == CRASHED) {
            p->ends[CRASHED]++;
        } else {
            (void)printf("seed %" PRIu64 ": %s; alone: m68k-test %s 1 %" PRIu64 "\n", p->seed,
                         WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF ? "hangs" : "fails", file, p->seed);
            wrong++;
        }
        p->seed++;
    }
    (void)printf("%" PRIu64 " programs, seeds %" PRIu64 " to %" PRIu64 ":", programs, seed, seed + programs - 1);
    for (int n = 0; n <= HUNG; n++)
        (void)printf(" %" PRIu64 " %s%s", p->ends[n], text[n], n < HUNG ? "," : "\n");
    return wrong || !programs || (programs > 50 && (!p->ends[M68K_LIMIT] || !p->ends[M68K_FAULT]));
}

int main(int argc, char **argv)
{
    if (argc == 4)
        return play_random(argv[1], strtoull(argv[2], NULL, 0), strtoull(argv[3], NULL, 0));
    return argc == 2 ? check_by_hand(argv[1]) || check_programs(argv[1]) : 2;
}
