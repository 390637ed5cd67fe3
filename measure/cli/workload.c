/* SPDX-License-Identifier: MIT */
#include "workload.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

static const struct workload builtins[] = {
    {.name = "empty", .text = "nothing: what reading the clock costs by itself", .builtin = run_empty},
    {.name = "count", .text = "a loop that counts from 1000 to 0", .builtin = run_count},
    {.name = "copy", .text = "memcpy of 4096 bytes", .builtin = run_copy},
    {.name = "call", .text = "a system call, getppid", .builtin = run_call},
    {.name = "sleep", .text = "nanosleep of 100 us", .builtin = run_sleep},
};

const struct workload *workload_builtin(size_t n)
{
    return n < sizeof builtins / sizeof builtins[0] ? &builtins[n] : NULL;
}

bool workload_find(struct workload *w, const char *name)
{
    const struct workload *one;
    for (size_t n = 0; (one = workload_builtin(n)); n++)
        if (strcmp(name, one->name) == 0) {
            *w = *one;
            return true;
        }
    return false;
}

static int wait_for(pid_t child, const char *name, struct error *e)
{
    int ended;
    while (waitpid(child, &ended, 0) < 0)
        if (errno != EINTR)
            return error_set(e, STATUS_SYSTEM, "%s: cannot wait for it: %s", name, strerror(errno));
    if (WIFSIGNALED(ended))
        return error_set(e, STATUS_BAD, "%s: ended by signal %d, expected exit status 0", name, WTERMSIG(ended));
    if (WEXITSTATUS(ended))
        return error_set(e, STATUS_BAD, "%s: exit status %d, expected 0", name, WEXITSTATUS(ended));
    return STATUS_OK;
}

int workload_run(const struct workload *w, struct error *e)
{
    if (w->builtin) {
        w->builtin();
        return STATUS_OK;
    }
    pid_t child;
    posix_spawn_file_actions_t actions;
    (void)posix_spawn_file_actions_init(&actions);
    int failed = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!failed)
        failed = posix_spawnp(&child, w->argv[0], &actions, NULL, w->argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return error_set(e, failed == ENOMEM || failed == EAGAIN ? STATUS_SYSTEM : STATUS_INPUT, "%s: cannot run: %s",
                         w->argv[0], strerror(failed));
    return wait_for(child, w->argv[0], e);
}
