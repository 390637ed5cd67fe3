/* SPDX-License-Identifier: MIT
 * tmr0 program FILE: machine code on a 68020 in front of the board, and what is expected of it. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/columns.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/memory.h"
#include "cli/output.h"
#include "commands.h"
#include "machine_run.h"
#include "model/am9513_internal.h"
#include "program_print.h"
#include "sim/board/margins.h"
#include "sim/workstation/m68k_host.h"

#define COMMAND "tmr0 program"
#define EXPECTED 8 /* console texts */

struct program_options {
    const char *file, *json;
    struct machine_options machine;
    int clocks_case;
    double limit_s;
    bool prints, accesses; /* prints: each instruction; accesses: each access */
    bool debugged;         /* by gdb, at that port */
    uint64_t gdb_port;
    /* What is expected: an exit code (-1: any), texts on the console, violations of exactly these checks */
    uint64_t violations;
    const char *console[EXPECTED];
    int consoles, code;
    bool clean, exits; /* said with --expect. Unless exits alone, an access to the chip is due, and its 8-bit bus */
};

static const char *const case_name[M68K_CASES] = {"best", "cache", "worst"};

static const char usage[] =
    "Runs a program of your own on a 68020 in front of the board, after `make m68k`. It costs the clocks of its\n"
    "instructions, and the waves have the program counter and the instruction as text. Exit status 1 unless it ends\n"
    "as expected, by default with exit code 0, an access to the chip and no violation; with exit=N as the only\n"
    "expectation no access is needed.\n\n"
    "  FILE.elf        freestanding; sim/m68k/m68k.h has the addresses\n"
    "  --limit TIME    end of the program; default 10s\n"
    "  --cycles CASE   best, cache or worst of parts/m68020.ini; default cache: worst where the cache misses\n"
    "  --trace         print each instruction, and the registers that it changes\n"
    "  --accesses      print each access to the chip in words, with its source line\n"
    "  --gdb PORT      wait for gdb-multiarch at this port of localhost, 0: any; `monitor show` prints the chip\n"
    "  --json FILE     write the result\n"
    "  --expect WHAT   exit=N, exit=any, console=TEXT, violation=PARAMETER or clean; may be repeated\n"
    "  --blank         the display is blanked: it steals no memory cycles\n" MACHINE_USAGE;

struct program_run {
    const struct program_options *program;
    cJSON *tree; /* what it did becomes members of it */
    struct system_machine machine;
    struct m68k_host host;
    struct program_print print;
    struct m68k_gdb gdb;
    char *console; /* what the program printed */
};

/* ---- What is expected */

/* exit=N, exit=any, console=TEXT, violation=NAME or clean. Default: exit=0, and clean if no exit or violation is. */
static int take_expected(void *to, struct argument a)
{
    struct program_options *p = to;
    const char *value = strchr(a.text, '=');
    const size_t kind = value ? (size_t)(value - a.text) : 0;
    value = value ? value + 1 : "";
    if (strcmp(a.text, "clean") == 0) {
        p->violations = 0;
        p->clean = true;
        return STATUS_OK;
    }
    if (kind == 4 && strncmp(a.text, "exit", kind) == 0) {
        uint64_t code = 0;
        const bool any = strcmp(value, "any") == 0;
        const int status =
            any ? STATUS_OK : argument_number((struct argument){a.command, a.option, value}, 0, 255, &code);
        p->code = any ? -1 : (int)code;
        p->exits = true;
        return status;
    }
    const int check = figure_find(value);
    if (kind == 9 && strncmp(a.text, "violation", kind) == 0 && check >= 0 && check < FIG_CHECKS) {
        p->violations |= UINT64_C(1) << check;
        return STATUS_OK;
    }
    if (kind == 7 && strncmp(a.text, "console", kind) == 0 && *value && p->consoles < EXPECTED) {
        p->console[p->consoles++] = value;
        return STATUS_OK;
    }
    return argument_bad(a, "exit=N, exit=any, console=TEXT (up to 8), violation=PARAMETER or clean");
}

/* Prints each expectation that failed. */
static bool as_expected(const struct program_run *run, const struct m68k_result *r, const struct margins *m,
                        const struct chip_state *chip)
{
    const struct program_options *p = run->program;
    const uint64_t broken = margins_broken(m);
    const bool clean = p->clean || (!p->exits && !p->violations);
    const bool judged = margin_observed(&m->check[FIG_TRLRH]) || margin_observed(&m->check[FIG_TWLWH]);
    bool good = true;
    if (r->end != M68K_EXIT || (p->code >= 0 && r->code != p->code)) {
        if (p->code >= 0)
            printf("expected exit code %d\n", p->code);
        else
            printf("expected an exit\n");
        good = false;
    }
    for (int n = 0; n < p->consoles; n++)
        if (!strstr(run->console, p->console[n])) {
            printf("expected on the console: %s\n", p->console[n]);
            good = false;
        }
    if (broken != p->violations) {
        char want[256], got[256];
        printf("expected violations: %s; found: %s\n", checks_text(want, sizeof want, p->violations, NULL),
               checks_text(got, sizeof got, broken, NULL));
        good = false;
    } else if (clean && !judged) {
        printf("expected accesses to the chip; found none, nothing was judged\n");
        good = false;
    }
    if (clean && chip->master & MM_WIDE) { /* registers' upper bytes are then ones: the board connects D0 to D7 */
        printf("expected the chip at an 8-bit bus, as the board is; the program set it to 16 bits\n");
        good = false;
    }
    if (clean && sequence_stood(&run->host.sequence)) {
        printf("expected counters that count; one that was saved has not\n");
        good = false;
    }
    return good;
}

/* ---- The run */

/* The status of call(run) in a process of its own. STATUS_BAD with a message if a signal ended it: Unicorn, which is
 * not ours, crashes on some words that are no instructions. */
static int run_apart(int (*call)(struct program_run *run), struct program_run *run)
{
    int status = 0;
    struct error e;
    (void)fflush(NULL);
    interrupt_watch(); /* in both: the child prints what it has, and the parent waits for it */
    const pid_t child = fork();
    if (child == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
        status = call(run);
        _exit(output_end(COMMAND, status));
    }
    if (child < 0)
        return error_print(&e, COMMAND, error_set(&e, STATUS_SYSTEM, "cannot start a process: %s", strerror(errno)));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        if (interrupted)
            (void)kill(child, SIGINT); /* Ctrl-C has reached it, but not kill -INT of the parent alone */
    if (WIFEXITED(status))
        return interrupted ? STATUS_INTERRUPTED : WEXITSTATUS(status);
    const int number = WTERMSIG(status);
    if (number == SIGPIPE || number == SIGTERM || number == SIGINT || number == SIGHUP)
        (void)raise(number);
    (void)fprintf(stderr,
                  COMMAND ": the CPU's emulator ended with signal %d, probably at words that are no "
                          "instructions; --trace shows what came before\n",
                  number);
    return STATUS_BAD;
}

static void print_clocks(const struct m68k_result *r)
{
    wrap_print(0,
               "%" PRIu64 " instructions, %" PRIu64 " clocks without those at the socket, %" PRIu64
               " clock interrupts; %" PRIu64 " clocks are figures on which sources disagree, and would be %" PRIu64
               " by the other.",
               r->instructions, r->clocks, r->interrupts, r->open_clocks, r->other_clocks);
}

/* It did not end of its own accord. */
static bool has_place(const struct m68k_result *r)
{
    return r->end == M68K_LIMIT || r->end == M68K_FAULT || r->end == M68K_INTERRUPTED;
}

static void print_end(struct program_run *run, const struct m68k_result *r)
{
    const double us = 1e-6 * (double)r->now_ps;
    m68k_host_end_line(&run->host);
    if (r->end == M68K_EXIT)
        printf("exit code %d after %.3f us\n", r->code, us);
    if (r->end == M68K_LIMIT)
        printf("still running at the limit, %.3f us\n", us);
    if (r->end == M68K_FAULT)
        printf("ended after %.3f us: %s", us, r->text);
    if (r->end == M68K_HOST)
        printf("killed by the debugger after %.3f us\n", us);
    if (r->end == M68K_INTERRUPTED)
        printf("interrupted after %.3f us\n", us);
    if (has_place(r)) {
        const struct m68k_place place = run->host.calls.place(run->host.cpu);
        program_print_instruction(&run->print, &place);
    }
    print_clocks(r);
}

static void fill_json(const struct program_run *run, const struct m68k_result *r, const struct margins *m, bool good,
                      cJSON *tree)
{
    static const char *const end[] = {[M68K_EXIT] = "exit",
                                      [M68K_LIMIT] = "limit",
                                      [M68K_FAULT] = "fault",
                                      [M68K_HOST] = "killed",
                                      [M68K_INTERRUPTED] = "interrupted"};
    cJSON_AddStringToObject(tree, "tmr0", command_version);
    cJSON_AddStringToObject(tree, "file", run->program->file);
    cJSON_AddStringToObject(tree, "machine", run->program->machine.name);
    cJSON_AddStringToObject(tree, "part", run->program->machine.part);
    cJSON_AddBoolToObject(tree, "pass", good);
    cJSON_AddStringToObject(tree, "end", end[r->end]);
    if (r->end == M68K_EXIT)
        cJSON_AddNumberToObject(tree, "code", r->code);
    if (r->end == M68K_FAULT)
        cJSON_AddStringToObject(tree, "fault", r->text);
    if (has_place(r)) {
        const struct m68k_place place = run->host.calls.place(run->host.cpu);
        cJSON_AddNumberToObject(tree, "pc", place.pc);
        cJSON_AddStringToObject(tree, "source", source_line(run->program->file, &place));
    }
    output_json_count(tree, "end_ps", r->now_ps);
    output_json_count(tree, "instructions", r->instructions);
    output_json_count(tree, "clocks", r->clocks);
    output_json_count(tree, "interrupts", r->interrupts);
    cJSON_AddNumberToObject(tree, "accesses", tmr0_last(run->machine.harness.board)->number);
    program_print_json(&run->print, m, tree);
}

static int open_cpu(struct program_run *run, struct error *e)
{
    const struct program_options *p = run->program;
    const double limit_ps = 1e12 * p->limit_s;
    struct m68k_setup setup = {.program = p->file,
                               .clocks_case = (enum m68k_case)p->clocks_case,
                               .interrupted = &interrupted,
                               .limit_ps = limit_ps < 4e18 ? (uint64_t)limit_ps : UINT64_C(4000000000000000000)};
    run->host.prints = p->prints;
    run->host.waves = p->machine.wave != NULL;
    run->gdb = (struct m68k_gdb){.calls = &run->host.calls, .cpu = &run->host.cpu, .board = run->machine.harness.board};
    run->host.gdb = p->debugged ? &run->gdb : NULL;
    return m68k_host_open(&run->host, &setup, &run->machine.harness, p->machine.dir, e);
}

static int run_cpu(struct program_run *run, struct m68k_result *r, struct error *e)
{
    const struct program_options *p = run->program;
    struct m68k_host *host = &run->host;
    program_print_start(&run->print, p->file, host, p->prints || p->accesses);
    host->accessed = p->accesses ? program_print_access : NULL;
    host->context = &run->print;
    board_on_violation(host->board, program_print_violation, &run->print);
    host->console = memory_stream(&run->console, &(size_t){0});
    host->calls.run(host->cpu, r);
    if (p->debugged)
        m68k_gdb_end(&run->gdb, r);
    (void)fclose(host->console);
    /* The last access may cause violations after its end. */
    return host->status ? host->status : board_result(tmr0_settle(host->board), e);
}

/* STATUS_BAD if an expectation fails. */
static int judge(struct program_run *run, const struct m68k_result *r)
{
    struct margins margins;
    struct chip_state chip;
    margins_take(&margins, run->host.board);
    board_state(run->host.board, &chip);
    sequence_end(&run->host.sequence, &chip);
    print_end(run, r);
    program_print_checks(&run->print, &margins);
    const bool good = as_expected(run, r, &margins, &chip);
    fill_json(run, r, &margins, good, run->tree);
    printf("verdict: %s\n", good ? "pass" : "FAIL");
    return good ? STATUS_OK : STATUS_BAD;
}

static int play(void *context, struct error *e)
{
    struct program_run *run = context;
    static struct m68k_result r;
    const struct program_options *p = run->program;
    printf("system: %s, %s on a 68020\n", p->machine.name, p->file);
    int status = open_cpu(run, e);
    if (status)
        return status;
    if (p->debugged)
        status = m68k_gdb_open(&run->gdb, (unsigned)p->gdb_port, p->file, e);
    status = status ? status : run_cpu(run, &r, e);
    status = status ? status : judge(run, &r);
    run->host.calls.close(run->host.cpu);
    free(run->console);
    return status;
}

static int play_to_json(void *context, cJSON *tree, struct error *e)
{
    struct program_run *run = context;
    run->tree = tree;
    return machine_run(&run->machine, &run->program->machine, "m68k.gtkw", play, run, e);
}

static int run_program(struct program_run *run)
{
    struct error e = {""};
    const struct program_options *p = run->program;
    int status = output_distinct((const char *const[]){p->machine.wave, p->json}, 2, &e);
    if (status == STATUS_OK)
        status = output_json_run(p->json, cJSON_CreateObject(), play_to_json, run, &e);
    return status > STATUS_BAD ? error_print(&e, COMMAND, status) : status;
}

static int parse_options(struct program_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"limit", .seconds = &o->limit_s},
        {"cycles", .choice = &o->clocks_case, .names = case_name, .count = M68K_CASES},
        {"trace", .given = &o->prints},
        {"accesses", .given = &o->accesses},
        {"gdb", .given = &o->debugged, .number = &o->gdb_port, .least = 0, .most = 65535},
        {"json", .output = &o->json},
        {"expect", .take = take_expected, .to = o},
        MACHINE_RULES(&o->machine),
        {"program", .text = &o->file}, /* of `system` in 0.3.0 */
    };
    const struct options options = {COMMAND, "[options] FILE.elf", usage, .operands = OPERANDS_ANYWHERE,
                                    OPTION_RULES(rule)};
    const int status = options_take(&options, argc, argv);
    const int files = status ? 1 : argc - optind + (o->file != NULL);
    if (files != 1)
        return options_bad(COMMAND, "%d files, expected one", files);
    o->file = o->file ? o->file : argv[optind];
    return status;
}

int command_program(int argc, char **argv, const char *data_dir)
{
    static struct program_run run;
    struct program_options o = {.machine = MACHINE_OPTIONS, .limit_s = 10, .clocks_case = M68K_CACHE};
    struct error e;
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    status = data_find(o.machine.dir, sizeof o.machine.dir, data_dir, &e);
    run = (struct program_run){.program = &o};
    return status ? error_print(&e, COMMAND, status) : run_apart(run_program, &run);
}
