/* SPDX-License-Identifier: MIT
 * Points of a sweep a second, and what a point costs in a large sweep over a small one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "bench.h"
#include "sim/sweep/sweep_run.h"

#define RUNS 5
#define SMALL 1000
#define LARGE 200000

struct cost {
    double real_s, cpu_s; /* of a point */
};

static double cpu_s(void)
{
    double s = 0;
    for (int n = 0; n < 2; n++) {
        struct rusage usage;
        (void)getrusage(n ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage);
        s += (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
        s += (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec / 1e6;
    }
    return s;
}

/* All of a random sweep: points, joining, the points repeated on the RTL, the summary. */
static struct cost sweep_once(uint64_t points)
{
    static struct sweep_loaded loaded;
    char folder[] = "/tmp/tmr0-benchXXXXXX", command[64];
    struct sweep_summary summary;
    struct sweep sweep = {.data = ".",
                          .machine = "sun3-60",
                          .part = "am9513a",
                          .pal_part = RIG_PAL,
                          .corner = CORNER_TYP,
                          .reads = 20,
                          .seed = 1,
                          .random = points};
    if (!mkdtemp(folder))
        bench_give_up(error_set(&bench_error, STATUS_SYSTEM, "%s: cannot make the folder", folder));
    bench_need(sweep_prepare(&sweep, &loaded, &bench_error));
    const double real = seconds_now(), cpu = cpu_s();
    bench_need(sweep_run(&loaded, folder, 0, sweep.shares, &bench_error));
    bench_need(sweep_finish(&loaded, folder, &summary, &bench_error));
    const struct cost cost = {(seconds_now() - real) / (double)points, (cpu_s() - cpu) / (double)points};
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0) // NOLINT(cert-env33-c): a name of mkdtemp()
        bench_give_up(error_set(&bench_error, STATUS_SYSTEM, "%s: cannot delete", folder));
    return cost;
}

void bench_sweep(cJSON *all)
{
    double small[RUNS];
    const struct cost large = sweep_once(LARGE);
    for (int n = 0; n < RUNS; n++)
        small[n] = sweep_once(SMALL).cpu_s;
    bench_value(all, "sweep_points_per_s", 1 / large.real_s, "1/s", true);
    bench_value(all, "sweep_scaling", large.cpu_s / bench_median(small, RUNS), "x", false);
}
