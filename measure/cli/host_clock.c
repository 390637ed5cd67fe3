/* SPDX-License-Identifier: MIT */
#include "host_clock.h"

#include <glob.h>
#include <math.h>
#include <string.h>

#define CALIBRATE_S 0.2
#define WORD 32            /* of a file of /sys */
#define PATIENCE 400000000 /* reads without a change: some seconds */
#define SLEW 1e-3          /* adjtime slews by 500 ppm at most; twice that */

void host_clock_look(struct host_clock *h, size_t steps, uint64_t calls, double confidence)
{
    struct measure_overhead overhead;
    h->verdict = h->clock.hz > 0 ? MEASURE_OK : measure_host_calibrate(&h->clock, CALIBRATE_S);
    if (h->verdict == MEASURE_OK) {
        uint64_t step[HOST_CLOCK_STEPS_MAX];
        h->verdict = measure_clock_character(&h->clock, step, steps, PATIENCE, SLEW, &h->character);
    }
    if (h->verdict)
        return;
    h->tick_s = h->character.tick / h->clock.hz;
    h->call_s = h->character.call_s;
    /* A tick that spans many calls hides them from one-call/two-call differences. */
    if (h->tick_s < 10 * h->call_s && measure_clock_overhead(&h->clock, calls, confidence, &overhead) == MEASURE_OK)
        h->call_s = overhead.call_s;
}

double host_clock_single_s(const struct host_clock *h)
{
    return 100 * fmax((double)h->character.least / h->clock.hz, h->call_s);
}

/* Whether a file below sys/devices/system/cpu has another word than the expected one; NULL: than the first of them. */
static bool is_odd(char word[WORD], const char *sys, const char *pattern, const char *expected)
{
    glob_t files;
    char path[512], first[WORD];
    bool odd = false;
    (void)snprintf(path, sizeof path, "%s/devices/system/cpu/%s", sys, pattern);
    if (glob(path, 0, NULL, &files))
        return false;
    for (size_t n = 0; n < files.gl_pathc && !odd; n++) {
        FILE *f = fopen(files.gl_pathv[n], "r");
        odd = f && fscanf(f, "%31s", word) == 1 && (expected || n) && strcmp(word, expected ? expected : first) != 0;
        if (n == 0)
            (void)strcpy(first, word);
        if (f)
            (void)fclose(f);
    }
    globfree(&files);
    return odd;
}

void host_clock_note(FILE *f, const char *who, const char *sys)
{
    uint32_t cpus[MEASURE_CPUS];
    size_t count = MEASURE_CPUS;
    char governor[WORD] = "", word[WORD] = "";
    const bool governed = is_odd(governor, sys, "cpu[0-9]*/cpufreq/scaling_governor", "performance");
    const bool turbo = is_odd(word, sys, "intel_pstate/no_turbo", "1") || is_odd(word, sys, "cpufreq/boost", "0");
    const bool differ = is_odd(word, sys, "cpu[0-9]*/cpufreq/cpuinfo_max_freq", NULL);
    if ((!governed && !turbo && !differ) || measure_host_cpus(cpus, &count))
        return;
    (void)fprintf(f, "%s: note: the speed of the CPUs changes:%s%s%s%s", who, governed ? " governor " : "",
                  governed ? governor : "", turbo ? " turbo" : "", differ ? " not all are alike" : "");
    if (count > 1)
        (void)fprintf(f, "; this process may use %zu of them, taskset keeps it on one", count);
    (void)fputc('\n', f);
}
