/* SPDX-License-Identifier: MIT
 * [000] Danzig & Melvin, section 3: the two hours and the entire day that the 20 ms clock needs, on the simulated 3/50
 * with a blanked display. Kernel, driver and process are those of driver-sim/, the board is the C model; the clock is
 * the kernel's, whose interrupts lengthen the code that they fall into. */
#include <math.h>

#include "cli/random.h"
#include "measure/measure.h"
#include "sim_experiments.h"

#define TICK_S 20e-3
#define CYCLE_S 10e-3
#define PHASES_PS UINT64_C(20000000000)
#define LEVEL 1e-3 /* of the test for independence */
#define LOOK 65536 /* cycles between looks at Ctrl-C */

static const struct example {
    double segment_s, cycles, hours, unit; /* hours of the paper; 0: it names none */
} examples[] = {{1e-3, 7e5, 2, 1}, {100e-6, 8e6, 24, 12}, {10e-6, 8e7, 0, 0}};

struct day {
    struct experiment_run *run;
    struct system_machine machine;
    struct kernel kernel;
    struct vcpu *cpu;
    uint32_t segment, rest; /* CPU cycles that are timed; of the loop after them, drawn below this */
    uint64_t state, cycles, began_ps, first_ps;
    double truth_ps; /* sum over the segments */
    struct measure_tally tally;
    int error;
};

/* The kernel's clock. The first interrupt is kept, and every other one from then on. */
static uint64_t read_clock(const struct kernel *k)
{
    return (k->ticks + 1) / 2;
}

/* The profiled code of section 3 */
static void profile(struct process *process, void *arg)
{
    struct day *d = arg;
    d->first_ps = d->cpu->now_ps;
    do {
        const uint64_t from = read_clock(process->kernel);
        d->began_ps = d->cpu->now_ps;
        vcpu_work(d->cpu, d->segment);
        d->truth_ps += (double)(d->cpu->now_ps - d->began_ps);
        measure_tally_add(&d->tally, read_clock(process->kernel) - from);
        vcpu_work(d->cpu, (uint32_t)random_below(&d->state, d->rest));
    } while (d->tally.n < d->cycles &&
             (d->tally.n % LOOK || experiment_goes_on(d->run, (double)d->tally.n, (double)d->cycles)));
}

static void boot(struct vcpu *cpu, void *arg)
{
    struct day *d = arg;
    d->cpu = cpu;
    d->error = kernel_boot(&d->kernel, cpu, false, TMR_WAIT_SHORT, 1);
    if (!d->error)
        d->error = kernel_spawn(&d->kernel, profile, d);
    if (!d->error)
        kernel_run(&d->kernel, 0);
}

static int run_loop(struct day *d, const struct example *x)
{
    struct error *e = d->run->error;
    struct tmr0_board *board = d->machine.harness.board;
    const double clock_s = 1e-12 * (double)d->machine.rig.machine.figure[FIG_CPU_CLOCK].value[CORNER_TYP];
    d->segment = (uint32_t)lround(x->segment_s / clock_s);
    d->rest = (uint32_t)lround(2 * (CYCLE_S - x->segment_s) / clock_s);
    d->cycles = (uint64_t)(d->run->quick ? x->cycles / 100 : x->cycles);
    d->tally = (struct measure_tally){0};
    d->truth_ps = 0;
    int status = board_result(tmr0_run_until(board, tmr0_now_ps(board) + random_below(&d->state, PHASES_PS)), e);
    if (status == STATUS_OK)
        status = harness_run(&d->machine.harness, boot, d, e);
    if (status == STATUS_OK && d->error)
        status = error_set(e, STATUS_INPUT, "%s: the kernel ended with error %d, expected none", EXPERIMENT_MACHINE,
                           -d->error);
    return status;
}

static void show(struct day *d, const struct example *x)
{
    const double hours = 1e-12 * (double)(d->began_ps - d->first_ps) / 3600;
    struct experiment_run *run = d->run;
    struct measure_estimate m = {0};
    struct measure_independence independence;
    struct measure_plan plan = {0};
    const double truth_s = 1e-12 * d->truth_ps / (double)d->tally.n;
    const enum measure_verdict verdict = measure_tally_estimate(&d->tally, TICK_S, EXPERIMENT_CONFIDENCE, &m);
    (void)measure_plan_digits(&plan, TICK_S, x->segment_s, 0.95, 3);
    if (x->hours > 0 && !run->quick)
        experiment_add(run, experiment_figure(x->hours, hours, x->unit), "hours of the machine's time");
    else
        experiment_add(run, experiment_value(hours), "hours of the machine's time");
    experiment_add(run, experiment_value(1e6 * truth_s), "true mean, us");
    experiment_add(run,
                   experiment_check(experiment_between(1e6 * m.mean_s, 1e6 * m.low_s, 1e6 * m.high_s),
                                    verdict == MEASURE_OK && m.low_s <= truth_s && truth_s <= m.high_s),
                   "mean by the 20 ms clock, us");
    if (!run->quick)
        experiment_add(run, experiment_value(fabs(m.mean_s - truth_s) / plan.half_width_s),
                       "its error, in units of the third digit");
    const bool apart = measure_tally_independence(&d->tally, LEVEL, &independence) == MEASURE_OK;
    experiment_add(run, experiment_value(apart), "libmeasure finds the counts independent (1: yes)");
}

static int run_days(struct experiment_run *run, void *memory)
{
    struct day *d = memory;
    d->run = run;
    d->state = run->seed;
    char title[96];
    int status = experiment_system(d->run, &d->machine);
    if (status)
        return status;
    d->machine.harness.blank = true;
    for (size_t n = 0; n < sizeof examples / sizeof examples[0] && status == STATUS_OK && !d->run->stopped; n++) {
        const struct example *x = &examples[n];
        (void)snprintf(title, sizeof title, "%g us, %g cycles around 10 ms", 1e6 * x->segment_s,
                       d->run->quick ? x->cycles / 100 : x->cycles);
        experiment_section(d->run, title);
        status = run_loop(d, x);
        if (status == STATUS_OK && !d->run->stopped)
            show(d, x);
    }
    (void)tmr0_close(d->machine.harness.board);
    return status;
}

void experiment_danzig_day(struct experiment_run *run)
{
    experiment_call(run, sizeof(struct day), run_days);
}
