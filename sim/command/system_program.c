/* SPDX-License-Identifier: MIT */
#include "system_program.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/columns.h"
#include "cli/memory.h"
#include "cli/output.h"
#include "cli/time_text.h"
#include "sim/board/margins.h"
#include "sim/workstation/m68k_host.h"
#include "sim/workstation/system.h"

struct program_run {
    const struct system_program *program;
    struct system_machine machine;
    struct m68k_host host;
    char *console; /* what the program printed */
    size_t console_size;
};

/* ---- What is expected */

int system_program_expect(void *to, struct argument a)
{
    struct system_program *p = to;
    const char *value = strchr(a.text, '=');
    const size_t kind = value ? (size_t)(value - a.text) : 0;
    value = value ? value + 1 : "";
    if (strcmp(a.text, "clean") == 0) {
        p->violations = 0;
        return STATUS_OK;
    }
    if (kind == 4 && strncmp(a.text, "exit", kind) == 0) {
        uint64_t code = 0;
        const bool any = strcmp(value, "any") == 0;
        const int status =
            any ? STATUS_OK : argument_number((struct argument){a.command, a.option, value}, 0, 255, &code);
        p->code = any ? -1 : (int)code;
        return status;
    }
    const int check = figure_find(value);
    if (kind == 9 && strncmp(a.text, "violation", kind) == 0 && check >= 0 && check < FIG_CHECKS) {
        p->violations |= UINT64_C(1) << check;
        return STATUS_OK;
    }
    if (kind == 7 && strncmp(a.text, "console", kind) == 0 && *value && p->consoles < PROGRAM_EXPECTED) {
        p->console[p->consoles++] = value;
        return STATUS_OK;
    }
    return argument_bad(a, "exit=N, exit=any, console=TEXT (up to 8), violation=PARAMETER or clean");
}

/* Prints each expectation that failed. */
static bool as_expected(const struct program_run *run, const struct m68k_result *r, uint64_t broken)
{
    const struct system_program *p = run->program;
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
    }
    return good;
}

/* ---- What is printed */

/* The source line of an address, by addr2line if one is there and the file has DWARF; else "". */
static void source_line(char *text, size_t size, const char *file, uint32_t pc)
{
    char address[16];
    const char *const argument[] = {"addr2line", "-e", file, address, NULL};
    extern char **environ;
    int ends[2];
    pid_t child = 0;
    posix_spawn_file_actions_t actions;
    text[0] = '\0';
    (void)snprintf(address, sizeof address, "0x%x", pc);
    if (pipe(ends) != 0 || posix_spawn_file_actions_init(&actions) != 0)
        return;
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    (void)posix_spawn_file_actions_addclose(&actions, ends[0]);
    (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const char *const program[] = {"m68k-linux-gnu-addr2line", "addr2line"};
    int failed = 1;
    for (int n = 0; n < 2 && failed; n++)
        failed = posix_spawnp(&child, program[n], &actions, NULL, (char *const *)argument, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    if (in) {
        char place[512] = "";
        if (!failed && fgets(place, sizeof place, in) && place[0] != '?' && !strstr(place, ":?")) {
            place[strcspn(place, "\n")] = '\0';
            const char *slash = strrchr(place, '/');
            (void)snprintf(text, size, ", %s", slash ? slash + 1 : place);
        }
        (void)fclose(in);
    }
    if (!failed)
        (void)waitpid(child, NULL, 0);
}

static void on_violation(void *host, const struct violation *v)
{
    struct program_run *run = host;
    char at[32], what[128], instruction[200], line[256];
    if (figure_info[v->check].kind == KIND_NOTE || v->record.violations > 1)
        return;
    const uint32_t pc = run->host.calls.where(run->host.cpu, instruction, sizeof instruction);
    source_line(line, sizeof line, run->program->file, pc);
    printf("%s, access %" PRIu32 ": %s\n  at %08x%s: %s\n", time_text(at, sizeof at, (int64_t)v->record.violated_at_ps),
           v->record.violated_access, violation_text(what, sizeof what, v), pc, line, instruction);
}

/* ---- The run */

int system_program_apart(int (*call)(void *context), void *context)
{
    int status = 0;
    (void)fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
        status = call(context);
        _exit(output_end("tmr0", status));
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child > 0 && WIFEXITED(status))
        return WEXITSTATUS(status);
    const int number = child > 0 ? WTERMSIG(status) : 0;
    if (number == SIGPIPE || number == SIGTERM || number == SIGINT || number == SIGHUP)
        (void)raise(number);
    (void)fprintf(stderr,
                  "tmr0 system: the CPU's emulator ended with signal %d, probably at words that are no "
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

static void print_end(const struct m68k_result *r)
{
    const double us = 1e-6 * (double)r->now_ps;
    if (r->end == M68K_EXIT)
        printf("exit code %d after %.3f us\n", r->code, us);
    if (r->end == M68K_LIMIT)
        printf("still running at the limit, %.3f us\n", us);
    if (r->end == M68K_FAULT)
        printf("ended after %.3f us: %s", us, r->text);
    print_clocks(r);
}

static int play(struct program_run *run, const char *dir, struct error *e)
{
    static struct m68k_result r;
    struct margins margins;
    const struct system_program *p = run->program;
    const double limit_ps = 1e12 * p->limit_s;
    struct m68k_setup setup = {.program = p->file,
                               .clocks_case = (enum m68k_case)p->clocks_case,
                               .limit_ps = limit_ps < 4e18 ? (uint64_t)limit_ps : UINT64_C(4000000000000000000)};
    run->machine.harness.blank = p->blank;
    run->host.prints = p->prints;
    run->host.waves = p->waves->file.file != NULL;
    const int status = m68k_host_open(&run->host, &setup, &run->machine.harness, dir, e);
    if (status)
        return status;
    board_on_violation(run->machine.harness.board, on_violation, run);
    run->host.console = memory_stream(&run->console, &run->console_size);
    run->host.calls.run(run->host.cpu, &r);
    (void)fclose(run->host.console);
    run->host.calls.close(run->host.cpu);
    margins_take(&margins, run->machine.harness.board);
    if (run->host.status) {
        free(run->console);
        return run->host.status;
    }
    const uint64_t broken = margins_broken(&margins);
    print_end(&r);
    const bool good = as_expected(run, &r, broken);
    free(run->console);
    printf("verdict: %s\n", good ? "pass" : "FAIL");
    return good ? STATUS_OK : STATUS_BAD;
}

int system_program_run(const struct system_program *program, const char *dir, struct error *e)
{
    static struct program_run run;
    run = (struct program_run){.program = program};
    int status = system_open(&run.machine, dir, program->part, program->machine, (enum engine_kind)program->engine,
                             program->waves->file.file != NULL, e);
    if (status)
        return status;
    printf("system: %s, %s on a 68020\n", program->machine, program->file);
    struct tmr0_board *board = run.machine.harness.board;
    status = waves_begin(program->waves, board, NULL, e);
    status = status ? status : play(&run, dir, e);
    status = waves_end(program->waves, board, status, e);
    system_close(&run.machine);
    return status;
}
