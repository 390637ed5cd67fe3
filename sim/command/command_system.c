/* SPDX-License-Identifier: MIT
 * tmr0 system: the kernel, its processes and the board. */
#include <inttypes.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/output.h"
#include "commands.h"
#include "machine_run.h"
#include "sim/board/margins.h"
#include "sim/workstation/harness.h"
#include "sim/workstation/object.h"

#define COMMAND "tmr0 system"

struct system_options {
    struct machine_options machine;
    int path;
    uint64_t processes, slice, work, samples;
    double quantum_s;
    bool keep_all, plain;
};

struct system_run {
    const struct system_options *options;
    struct system_machine machine;
    void *systemc; /* platform_run(), or NULL */
};

static const char *const path_name[INSTRUMENT_PATHS] = {"user32", "user32-lock", "syscall", "syscalltimeval", "file64"};

static const char usage[] =
    "Runs a small preemptive kernel on the virtual CPU, with the driver and processes that all time a part of their\n"
    "own code by the board's clock. Prints which samples an interrupt or a change of process fell into, whether\n"
    "they are outliers, and which are wrong. Exit status 1 if one is wrong or has no value, or a bus parameter was "
    "violated.\n\n"
    "  --reader KIND   user32, user32-lock, syscall, syscalltimeval or file64; default syscall\n"
    "  --processes N   1..32, default 3\n"
    "  --slice N       clock interrupts in a time slice, of those not dropped; default 1\n"
    "  --keep-all      drop no clock interrupt (by default every other one, as SunOS does)\n"
    "  --work N        CPU cycles of the code that is timed, default 5000\n"
    "  --samples N     samples of each process, default 500\n"
    "  --blank         the display is blanked: it steals no memory cycles\n"
    "  --plain         run without SystemC; the results are the same\n"
    "  --quantum TIME  with SystemC: the most by which the CPU runs ahead, 1ns to 1s; default 1ms\n" MACHINE_USAGE;

static int parse_options(struct system_options *o, int argc, char **argv)
{
    bool quantum = false;
    const struct option_rule rule[] = {
        {"reader", .choice = &o->path, .names = path_name, .count = INSTRUMENT_PATHS},
        {"processes", .number = &o->processes, .least = 1, .most = KERNEL_PROCESSES},
        {"slice", .number = &o->slice, .least = 1, .most = 1000000},
        {"keep-all", .given = &o->keep_all},
        {"work", .number = &o->work, .least = 0, .most = 1000000000},
        {"samples", .number = &o->samples, .least = 1, .most = 1000000},
        MACHINE_RULES(&o->machine),
        {"plain", .given = &o->plain},
        {"quantum", .given = &quantum, .seconds = &o->quantum_s},
    };
    const struct options options = {COMMAND, "[options]", usage, OPTION_RULES(rule)};
    const int status = options_take(&options, argc, argv);
    if (status == STATUS_OK && o->plain && quantum)
        return options_bad(COMMAND, "--quantum with --plain, expected it with SystemC");
    if (status == STATUS_OK && (o->quantum_s < 1e-9 || o->quantum_s > 1))
        return options_bad(COMMAND, "--quantum below 1ns or above 1s, expected a time between them");
    return status;
}

static void print_result(const struct system_result *r)
{
    printf("%-12s %9s %12s %12s %9s %7s %9s\n", "samples", "", "least us", "most us", "outliers", "wrong", "no value");
    for (int n = 0; n < SYSTEM_CLASSES; n++) {
        const struct system_class_result *c = &r->of[n];
        printf("%-12s %9" PRIu64, system_class_text[n], c->samples);
        if (c->least_us <= c->most_us)
            printf(" %12" PRIu64 " %12" PRIu64, c->least_us, c->most_us);
        else
            printf(" %12s %12s", "-", "-");
        printf(" %9" PRIu64 " %7" PRIu64 " %9" PRIu64 "\n", c->outliers, c->wrong, c->given_up);
    }
    printf("\n");
    wrap_print(0,
               "median %" PRIu64 " us; outliers are more than %d us from it. %" PRIu64 " clock interrupts, %" PRIu64
               " changes of process, %.6f s of the machine's time.",
               r->median_us, SYSTEM_OUTLIER_US, r->ticks, r->switches, 1e-12 * (double)r->end_ps);
    if (r->stolen_ps)
        wrap_print(0, "The display slowed the machine by %.1f %%; the paper of a 3/50: more than twenty percent.",
                   100 * (double)r->stolen_ps / (double)(r->end_ps - r->stolen_ps));
}

static void print_head(const struct system_options *o)
{
    wrap_print(0,
               "system: %s, engine %s, %s, %" PRIu64 " processes of %" PRIu64 " samples by %s, slices of %" PRIu64
               " clock interrupt%s%s",
               o->machine.name, engine_name[o->machine.engine], o->plain ? "plain C" : "SystemC", o->processes,
               o->samples, path_name[o->path], o->slice, o->slice == 1 ? "" : "s",
               o->keep_all ? "" : ", every other one dropped");
    printf("\n");
}

static int run_machine(const struct system_run *run, struct system_result *r, struct error *e)
{
    const struct system_options *o = run->options;
    struct system_setup setup = {.harness = &run->machine.harness,
                                 .run = harness_run,
                                 .path = (enum instrument_path)o->path,
                                 .processes = (unsigned)o->processes,
                                 .slice_ticks = (unsigned)o->slice,
                                 .keep_all = o->keep_all,
                                 .waits = TMR_WAIT_SHORT,
                                 .work = (uint32_t)o->work,
                                 .samples = (uint32_t)o->samples};
    if (run->systemc)
        memcpy(&setup.run, &run->systemc, sizeof run->systemc);
    int status = system_run(&setup, r, e);
    if (status == STATUS_OK && r->error)
        status = error_set(e, STATUS_INPUT, "the kernel or a process ended with error %d, expected none", -r->error);
    return status;
}

static int run_all(void *context, struct error *e)
{
    struct system_run *run = context;
    struct system_result r = {0};
    struct margins margins;
    static const char expected[] = "beside tmr0 or in ../lib/tmr0, or --plain";
    if (!run->options->plain &&
        !(run->systemc = object_symbol("SystemC", "tmr0-systemc.so", "platform_run", expected, e)))
        return STATUS_INPUT;
    print_head(run->options);
    run->machine.harness.quantum_ps = (uint64_t)(run->options->quantum_s * 1e12 + 0.5);
    const int status = run_machine(run, &r, e);
    if (status)
        return status;
    margins_take(&margins, run->machine.harness.board);
    const uint64_t broken = margins_broken(&margins);
    const bool good = !broken && !system_failures(&r);
    print_result(&r);
    if (broken) {
        char checks[256];
        printf("broken: %s\n", checks_text(checks, sizeof checks, broken, &margins));
    }
    printf("\nUnverified figures of cost ([E] estimate, [1] one source):\n");
    doubts_print(stdout, run->machine.rig.machine.figure, HOME_MACHINE, true, run->machine.rig.machine.name);
    printf("\nverdict: %s\n", good ? "pass" : "FAIL");
    return good ? STATUS_OK : STATUS_BAD;
}

int command_system(int argc, char **argv, const char *data_dir)
{
    static struct system_run run;
    struct system_options o = {.machine = MACHINE_OPTIONS,
                               .path = INSTRUMENT_CALL,
                               .processes = 3,
                               .slice = 1,
                               .work = 5000,
                               .samples = 500,
                               .quantum_s = PLATFORM_QUANTUM_PS / 1e12};
    struct error e = {""};
    for (int n = 1; n < argc; n++)
        if (strncmp(argv[n], "--program", 9) == 0) /* of 0.3.0 */
            return command_program(argc, argv, data_dir);
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    run = (struct system_run){.options = &o};
    status = data_find(o.machine.dir, sizeof o.machine.dir, data_dir, &e);
    if (status == STATUS_OK)
        status = output_distinct(&o.machine.wave, 1, &e);
    if (status == STATUS_OK)
        status = machine_run(&run.machine, &o.machine, "board.gtkw", run_all, &run, &e);
    return status > STATUS_BAD ? error_print(&e, COMMAND, status) : status;
}
