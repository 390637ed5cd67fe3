/* SPDX-License-Identifier: MIT
 * Points of a sweep a second. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "sim/sweep/sweep.h"

#define POINTS 200000

static struct sweep sweep = {.data = ".",
                             .machine = "sun3-60",
                             .part = "am9513a",
                             .pal_part = RIG_PAL,
                             .corner = CORNER_TYP,
                             .reads = 20,
                             .seed = 1,
                             .random = POINTS};
static struct sweep_loaded loaded;

/* All of a random sweep: points, joining, the points repeated on the RTL, the summary. */
static double sweep_s(void)
{
    char folder[] = "/tmp/tmr0-benchXXXXXX", command[64];
    struct sweep_summary summary;
    if (!mkdtemp(folder))
        bench_give_up(error_set(&bench_error, STATUS_SYSTEM, "%s: cannot make the folder", folder));
    bench_need(sweep_prepare(&sweep, &loaded, &bench_error));
    const double from_s = seconds_now();
    bench_need(sweep_run(&loaded, folder, 0, sweep.shares, &bench_error));
    bench_need(sweep_finish(&loaded, folder, &summary, &bench_error));
    const double took_s = seconds_now() - from_s;
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0) // NOLINT(cert-env33-c): a name of mkdtemp()
        bench_give_up(error_set(&bench_error, STATUS_SYSTEM, "%s: cannot delete", folder));
    return took_s;
}

void bench_sweep_points(unsigned points)
{
    struct sweep_result result;
    bench_need(sweep_prepare(&sweep, &loaded, &bench_error));
    for (unsigned n = 0; n < points; n++) {
        sweep_values(&loaded, n);
        bench_need(sweep_play(&loaded, n, ENGINE_MODEL, &result, &bench_error));
    }
}

void bench_sweep(cJSON *all)
{
    bench_value(all, "sweep_points_per_s", POINTS / sweep_s(), "1/s", true);
}
