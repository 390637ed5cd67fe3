/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* wait4() */
#include "workload.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wordexp.h>

#include "cli/memory.h"

extern char **environ;

#define COUNT 1000
#define COPY 4096

static void run_empty(void)
{
}

/* The counting loop of Krutar's note. */
static void run_count(void)
{
    for (volatile unsigned n = COUNT; n; n = n - 1)
        ;
}

static void run_copy(void)
{
    static char from[COPY], to[COPY];
    memcpy(to, from, COPY);
    __asm__ volatile("" : : "r"(to) : "memory"); /* the copy is wanted */
}

static void run_call(void)
{
    (void)getppid();
}

static void run_sleep(void)
{
    struct timespec t = {.tv_nsec = 100000};
    (void)nanosleep(&t, NULL);
}

/* --help of `measure` says what they are. */
static const struct workload builtins[] = {
    {.name = "empty", .builtin = run_empty}, {.name = "count", .builtin = run_count},
    {.name = "copy", .builtin = run_copy},   {.name = "call", .builtin = run_call},
    {.name = "sleep", .builtin = run_sleep},
};

bool workload_find(struct workload *w, const char *name)
{
    for (size_t n = 0; n < sizeof builtins / sizeof builtins[0]; n++)
        if (strcmp(name, builtins[n].name) == 0) {
            *w = builtins[n];
            return true;
        }
    return false;
}

int workload_command(struct workload *w, const char *text, const char *shell, struct error *e)
{
    wordexp_t words = {.we_wordc = 0};
    const char *const split = shell ? shell : text;
    *w = (struct workload){.line = memory_text(text)};
    w->name = w->line;
    switch (wordexp(split, &words, WRDE_NOCMD | WRDE_UNDEF)) {
    case 0:
        break;
    case WRDE_NOSPACE:
        memory_gone();
    case WRDE_BADVAL:
        return error_set(e, STATUS_INPUT, "'%s' names a variable that is not set", split);
    default:
        return error_set(e, STATUS_INPUT, "'%s', expected the words of one command; --shell sh allows more", split);
    }
    w->argv = memory_new(words.we_wordc + 3, sizeof *w->argv);
    for (size_t n = 0; n < words.we_wordc; n++)
        w->argv[n] = memory_text(words.we_wordv[n]);
    if (shell && w->argv[0]) {
        w->argv[words.we_wordc] = memory_text("-c");
        w->argv[words.we_wordc + 1] = memory_text(text);
    }
    wordfree(&words);
    return w->argv[0] ? STATUS_OK : error_set(e, STATUS_INPUT, "'%s' is no command", split);
}

void workload_free(struct workload *w)
{
    for (size_t n = 0; w->argv && w->argv[n]; n++)
        free(w->argv[n]);
    free(w->argv);
    free(w->line);
    *w = (struct workload){0};
}

static double time_s(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static int wait_for(pid_t child, const char *name, struct workload_usage *usage, struct error *e)
{
    int ended;
    struct rusage used;
    while (wait4(child, &ended, 0, &used) < 0)
        if (errno != EINTR)
            return error_set(e, STATUS_SYSTEM, "%s: cannot wait for it: %s", name, strerror(errno));
    *usage = (struct workload_usage){time_s(used.ru_utime), time_s(used.ru_stime), (double)used.ru_nivcsw, ended != 0};
    if (WIFSIGNALED(ended))
        return error_set(e, STATUS_BAD, "%s: ended by signal %d, expected exit status 0", name, WTERMSIG(ended));
    if (WEXITSTATUS(ended))
        return error_set(e, STATUS_BAD, "%s: exit status %d, expected 0", name, WEXITSTATUS(ended));
    return STATUS_OK;
}

int workload_run(const struct workload *w, struct workload_usage *usage, struct error *e)
{
    *usage = (struct workload_usage){0};
    if (w->builtin)
        w->builtin();
    if (!w->argv)
        return STATUS_OK;
    pid_t child;
    posix_spawn_file_actions_t actions;
    (void)posix_spawn_file_actions_init(&actions);
    int failed =
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, w->input ? w->input : "/dev/null", O_RDONLY, 0);
    if (!failed && !w->shown)
        failed = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!failed)
        failed = posix_spawnp(&child, w->argv[0], &actions, NULL, w->argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return error_set(e, failed == ENOMEM || failed == EAGAIN ? STATUS_SYSTEM : STATUS_INPUT, "%s: cannot run: %s",
                         w->argv[0], strerror(failed));
    return wait_for(child, w->name, usage, e);
}
