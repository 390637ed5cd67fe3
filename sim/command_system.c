/* SPDX-License-Identifier: MIT
 * tmr0 system: driver, kernel and processes that time their own code, on the virtual CPU. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>

#include "commands.h"
#include "options.h"
#include "output.h"
#include "platform.h"
#include "report.h"
#include "workload.h"

#define COMMAND "tmr0 system"
#define OSC_HALF_PS 125000
#define PROCESSES_MAX 16
#define SAMPLES_MAX 65536
#define INTERRUPTED_US 10 /* above the least: what one who times would call interrupted */

enum harness { HARNESS_SYSTEMC, HARNESS_PLAIN, HARNESSES };
static const char *const harness_name[HARNESSES] = {"systemc", "plain"};
static const char *const workload_name[WORKLOADS] = {"user", "user-twice", "syscall", "compute"};

struct system_options {
    const char *json, *machine, *part;
    enum engine engine;
    int harness;
    enum workload_kind kind[PROCESSES_MAX];
    unsigned processes;
    int64_t slice_ps, time_ps, quantum_ps;
    uint64_t cycles;
    bool keep_all, blank, direct;
};

struct simulation {
    const struct system_options *o;
    unsigned slice_ticks;
    uint64_t ticks;
    struct kernel kernel;
    struct workload load[PROCESSES_MAX];
    int error;
    uint64_t interrupts;
};

static const char usage[] =
    "usage: tmr0 system [options]\n\n"
    "Runs the driver under a small preemptive kernel with processes that time a stretch of their own code again and\n"
    "again, and tells the times by what fell into them: nothing, clock interrupts, other processes' slices.\n\n"
    "  --process KIND    user (mapped registers), user-twice (read twice and compared), syscall, compute; may be "
    "given\n"
    "                    again. Default: one user, one compute\n"
    "  --harness H       systemc (default) or plain: the same answers\n"
    "  --engine E        rtl, model or both; default rtl\n"
    "  --machine NAME    default sun3-60\n"
    "  --part NAME       default am9513a\n"
    "  --time T          of the workstation, default 1s\n"
    "  --slice T         of the round robin, default 100ms: a multiple of the clock interrupts that count, every "
    "other\n"
    "  --cycles N        of the code that is timed, default 2000\n"
    "  --keep-all        no clock interrupt is dropped\n"
    "  --blank           the display is blanked (3/50)\n"
    "  --direct          the direct translator, not the flip-flop\n"
    "  --quantum T       systemc: how far the CPU runs ahead, default 1ms; must divide the clock interrupt's period\n"
    "  --json FILE       write the results, - for standard output\n";

/* Runs on the virtual CPU. */
static void boot(struct vcpu *cpu, void *arg)
{
    struct simulation *s = arg;
    s->error = kernel_boot(&s->kernel, cpu, s->o->direct, TMR_WAIT_SHORT, s->slice_ticks);
    s->kernel.keep_all = s->o->keep_all;
    for (unsigned n = 0; n < s->o->processes && !s->error; n++)
        s->error = kernel_spawn(&s->kernel, workload_main, &s->load[n]);
    if (!s->error)
        kernel_run(&s->kernel, s->ticks);
}

/* ---- What the processes measured */

enum what { WHAT_CLEAN, WHAT_INTERRUPTED, WHAT_DESCHEDULED, WHATS };
static const char *const what_name[WHATS] = {"undisturbed", "interrupted", "descheduled"};

struct tally {
    uint32_t samples[WHATS], least[WHATS], most[WHATS];
    double sum[WHATS];
    uint32_t told[WHATS][WHATS]; /* what it was, what one would tell from the time alone */
    uint32_t given_up, nonsense, lost;
};

static enum what truth_of(const struct workload_sample *s)
{
    return s->descheduled ? WHAT_DESCHEDULED : s->interrupts ? WHAT_INTERRUPTED : WHAT_CLEAN;
}

/* From the times alone: far above the least is a slice of somebody else. */
static enum what told_of(uint32_t us, uint32_t least, uint32_t slice_us)
{
    return us - least > slice_us / 2 ? WHAT_DESCHEDULED : us - least > INTERRUPTED_US ? WHAT_INTERRUPTED : WHAT_CLEAN;
}

static void tally_up(struct tally *t, const struct workload *load, uint32_t run_us, uint32_t slice_us)
{
    const uint32_t kept = load->samples < load->room ? load->samples : load->room;
    uint32_t least = UINT32_MAX;
    *t = (struct tally){.lost = load->samples - kept};
    for (uint32_t n = 0; n < kept; n++)
        if (!load->sample[n].given_up && load->sample[n].us < least)
            least = load->sample[n].us;
    for (uint32_t n = 0; n < kept; n++) {
        const struct workload_sample *s = &load->sample[n];
        const enum what what = truth_of(s);
        if (s->given_up) {
            t->given_up++;
            continue;
        }
        if (s->us > run_us) { /* longer than the machine has run, or backwards */
            t->nonsense++;
            continue;
        }
        if (!t->samples[what] || s->us < t->least[what])
            t->least[what] = s->us;
        if (s->us > t->most[what])
            t->most[what] = s->us;
        t->samples[what]++;
        t->sum[what] += s->us;
        t->told[what][told_of(s->us, least, slice_us)]++;
    }
}

static void print_tally(unsigned number, const struct workload *load, const struct tally *t)
{
    printf("process %u, %s: %" PRIu32 " times", number, workload_name[load->kind], load->samples);
    if (t->lost)
        printf(" (the last %" PRIu32 " not kept)", t->lost);
    if (t->given_up)
        printf(", %" PRIu32 " given up", t->given_up);
    if (t->nonsense)
        printf(", %" PRIu32 " nonsense", t->nonsense);
    printf("\n");
    for (int n = 0; n < WHATS; n++)
        if (t->samples[n])
            printf("  %-12s %8" PRIu32 "   us: least %8" PRIu32 " mean %10.1f most %8" PRIu32
                   "   told from the time: %" PRIu32 " undisturbed, %" PRIu32 " interrupted, %" PRIu32 " descheduled\n",
                   what_name[n], t->samples[n], t->least[n], t->sum[n] / t->samples[n], t->most[n], t->told[n][0],
                   t->told[n][1], t->told[n][2]);
}

static cJSON *tally_json(const struct workload *load, const struct tally *t)
{
    cJSON *one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "process", workload_name[load->kind]);
    cJSON_AddNumberToObject(one, "times", load->samples);
    cJSON_AddNumberToObject(one, "given_up", t->given_up);
    cJSON_AddNumberToObject(one, "nonsense", t->nonsense);
    for (int n = 0; n < WHATS; n++) {
        cJSON *what = cJSON_AddObjectToObject(one, what_name[n]);
        cJSON_AddNumberToObject(what, "times", t->samples[n]);
        cJSON_AddNumberToObject(what, "least_us", t->least[n]);
        cJSON_AddNumberToObject(what, "mean_us", t->samples[n] ? t->sum[n] / t->samples[n] : 0);
        cJSON_AddNumberToObject(what, "most_us", t->most[n]);
        for (int told = 0; told < WHATS; told++) {
            char name[32];
            (void)snprintf(name, sizeof name, "told_%s", what_name[told]);
            cJSON_AddNumberToObject(what, name, t->told[n][told]);
        }
    }
    return one;
}

static void print_all(const struct simulation *s, const struct margins *m, cJSON *json)
{
    const struct system_options *o = s->o;
    char time[32], slice[32], checks[256];
    printf("%s, engine %s, %s, slices of %s, %s: %" PRIu64 " clock interrupts%s\n", o->machine, engine_name[o->engine],
           harness_name[o->harness], time_text(slice, sizeof slice, o->slice_ps),
           time_text(time, sizeof time, o->time_ps), s->interrupts, o->keep_all ? "" : ", every other one dropped");
    cJSON *all = cJSON_AddArrayToObject(json, "processes");
    for (unsigned n = 0; n < o->processes; n++) {
        struct tally t;
        if (o->kind[n] == WORKLOAD_COMPUTE)
            continue;
        tally_up(&t, &s->load[n], (uint32_t)(o->time_ps / 1000000), (uint32_t)(o->slice_ps / 1000000));
        print_tally(n + 1, &s->load[n], &t);
        cJSON_AddItemToArray(all, tally_json(&s->load[n], &t));
    }
    cJSON_AddNumberToObject(json, "clock_interrupts", (double)s->interrupts);
    if (o->engine != ENGINE_MODEL)
        printf("checks broken: %s\n", checks_text(checks, sizeof checks, margins_broken(m), m));
}

/* ---- Running */

static int simulate(struct simulation *s, const struct rig *rig, struct margins *margins, struct error *e)
{
    const struct system_options *o = s->o;
    struct board_config config = rig_config(rig, TARGET_BOARD);
    config.pal_kind = o->direct ? PAL_DIRECT : PAL_FLIPFLOP;
    config.corner = CORNER_TYP;
    config.osc_high_ps = config.osc_low_ps = OSC_HALF_PS;
    config.seed = 1;
    config.engine = o->engine;
    struct harness_setup setup = {.machine = &rig->machine,
                                  .blank = o->blank,
                                  .clock = true,
                                  .quantum_ps = (uint64_t)o->quantum_ps,
                                  .interrupts = &s->interrupts};
    int status = board_open(&setup.board, &config, e);
    if (status)
        return status;
    status = (o->harness == HARNESS_PLAIN ? harness_run : platform_run)(&setup, boot, s, e);
    margins_take(margins, setup.board);
    board_close(setup.board);
    for (unsigned n = 0; n < o->processes && !s->error; n++)
        s->error = s->load[n].error;
    if (status == STATUS_OK && s->error)
        status = error_set(e, STATUS_INPUT,
                           "the driver or a process fails with error %d, expected a board that answers", -s->error);
    return status;
}

/* Slice and time in clock interrupts. */
static int count_ticks(struct simulation *s, const struct machine *machine, struct error *e)
{
    const struct system_options *o = s->o;
    const int64_t period = machine->figure[FIG_CLOCK_INTERRUPT].value[CORNER_TYP];
    const int64_t counted = o->keep_all ? period : 2 * period;
    char text[32], given[32];
    if (o->slice_ps <= 0 || o->slice_ps % counted || o->slice_ps / counted > 100000)
        return error_set(e, STATUS_INPUT, "--slice %s, expected a multiple of %s, the clock interrupts that count",
                         time_text(given, sizeof given, o->slice_ps), time_text(text, sizeof text, counted));
    if (o->time_ps < period)
        return error_set(e, STATUS_INPUT, "--time %s, expected at least one clock interrupt, %s",
                         time_text(given, sizeof given, o->time_ps), time_text(text, sizeof text, period));
    s->slice_ticks = (unsigned)(o->slice_ps / counted);
    s->ticks = (uint64_t)(o->time_ps / period);
    return STATUS_OK;
}

static int run(struct simulation *s, const char *data_dir, cJSON *json, struct margins *margins, struct error *e)
{
    char dir[1024];
    struct rig *rig = calloc(1, sizeof *rig);
    if (!rig)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    int status = data_find(dir, sizeof dir, data_dir, e);
    if (status == STATUS_OK)
        status = rig_load(rig, dir, TARGET_BOARD, s->o->part, s->o->machine, e);
    if (status == STATUS_OK)
        status = count_ticks(s, &rig->machine, e);
    for (unsigned n = 0; n < s->o->processes && status == STATUS_OK; n++) {
        s->load[n] = (struct workload){.kind = s->o->kind[n],
                                       .cycles = (uint32_t)s->o->cycles,
                                       .direct = s->o->direct,
                                       .waits = TMR_WAIT_SHORT,
                                       .room = SAMPLES_MAX};
        s->load[n].sample = malloc(SAMPLES_MAX * sizeof *s->load[n].sample);
        if (!s->load[n].sample)
            status = error_set(e, STATUS_SYSTEM, "out of memory");
    }
    if (status == STATUS_OK)
        status = simulate(s, rig, margins, e);
    if (status == STATUS_OK) {
        print_all(s, margins, json);
        printf("\nUnverified figures of cost ([E] estimate, [1] one source):\n");
        doubts_print(stdout, rig->machine.figure, HOME_MACHINE, true, rig->machine.name);
    }
    for (unsigned n = 0; n < s->o->processes; n++)
        free(s->load[n].sample);
    free(rig);
    return status;
}

static int take_time(const char *option, const char *value, int64_t *ps)
{
    struct error e;
    if (time_parse(value, ps, &e) == STATUS_OK && *ps > 0 && *ps <= INT64_C(3600000000000000))
        return STATUS_OK;
    return option_bad(COMMAND, option, value, "a time above 0 with a unit, up to 3600s");
}

static int take_option(struct system_options *o, int option)
{
    int choice, status;
    switch (option) {
    case 'p':
        if (o->processes == PROCESSES_MAX)
            return option_bad(COMMAND, "process", optarg, "at most 16 of them");
        status = option_choice(COMMAND, "process", optarg, workload_name, WORKLOADS, &choice);
        o->kind[o->processes++] = (enum workload_kind)choice;
        return status;
    case 'e':
        status = option_choice(COMMAND, "engine", optarg, engine_name, ENGINES, &choice);
        o->engine = (enum engine)choice;
        return status;
    case 'H':
        return option_choice(COMMAND, "harness", optarg, harness_name, HARNESSES, &o->harness);
    case 't':
        return take_time("time", optarg, &o->time_ps);
    case 's':
        return take_time("slice", optarg, &o->slice_ps);
    case 'q':
        return take_time("quantum", optarg, &o->quantum_ps);
    case 'c':
        return option_number(COMMAND, "cycles", optarg, 1, 1000000, &o->cycles);
    case 'm':
        o->machine = optarg;
        break;
    case 'P':
        o->part = optarg;
        break;
    case 'k':
        o->keep_all = true;
        break;
    case 'b':
        o->blank = true;
        break;
    case 'd':
        o->direct = true;
        break;
    case 'j':
        o->json = optarg;
        break;
    case 'h':
        (void)fputs(usage, stdout);
        return -1;
    default:
        return STATUS_INPUT;
    }
    return STATUS_OK;
}

static int parse_options(struct system_options *o, int argc, char **argv)
{
    static const struct option options[] = {
        {"process", required_argument, NULL, 'p'},
        {"engine", required_argument, NULL, 'e'},
        {"harness", required_argument, NULL, 'H'},
        {"machine", required_argument, NULL, 'm'},
        {"part", required_argument, NULL, 'P'},
        {"time", required_argument, NULL, 't'},
        {"slice", required_argument, NULL, 's'},
        {"quantum", required_argument, NULL, 'q'},
        {"cycles", required_argument, NULL, 'c'},
        {"keep-all", no_argument, NULL, 'k'},
        {"blank", no_argument, NULL, 'b'},
        {"direct", no_argument, NULL, 'd'},
        {"json", required_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option, status = STATUS_OK;
    optind = 1;
    while (status == STATUS_OK && (option = getopt_long(argc, argv, "", options, NULL)) != -1)
        status = take_option(o, option);
    if (status == STATUS_OK && optind < argc) {
        (void)fprintf(stderr, COMMAND ": '%s', expected options only\n", argv[optind]);
        status = STATUS_INPUT;
    }
    if (!o->processes) {
        o->kind[o->processes++] = WORKLOAD_USER;
        o->kind[o->processes++] = WORKLOAD_COMPUTE;
    }
    return status;
}

int command_system(int argc, char **argv, const char *data_dir)
{
    struct system_options o = {.machine = "sun3-60",
                               .part = "am9513a",
                               .cycles = 2000,
                               .slice_ps = INT64_C(100000000000),
                               .time_ps = INT64_C(1000000000000),
                               .quantum_ps = INT64_C(1000000000)};
    struct output_json out;
    struct margins margins;
    struct error e;
    int status = parse_options(&o, argc, argv);
    if (status)
        return status < 0 ? STATUS_OK : status;
    struct simulation *s = calloc(1, sizeof *s);
    cJSON *json = cJSON_CreateObject();
    if (!s || !json) {
        free(s);
        cJSON_Delete(json);
        (void)fprintf(stderr, "tmr0: out of memory\n");
        return STATUS_SYSTEM;
    }
    s->o = &o;
    status = output_json_open(&out, o.json, &e);
    if (status == STATUS_OK)
        status = run(s, data_dir, json, &margins, &e);
    const bool broken = status == STATUS_OK && margins_broken(&margins) != 0;
    status = output_json_close(&out, json, status, &e);
    cJSON_Delete(json);
    free(s);
    if (status) {
        (void)fflush(stdout);
        (void)fprintf(stderr, "tmr0: %s\n", e.text);
        return status;
    }
    printf("\nverdict: %s\n", broken ? "FAIL, the driver broke the chip's timing" : "pass");
    return broken ? STATUS_BAD : STATUS_OK;
}
