/* SPDX-License-Identifier: MIT */
#include "sweep_slurm.h"

#include <errno.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH_SIZE ((size_t)4096)
#define WRAP_SIZE (4 * PATH_SIZE)
#define COMMAND_NOT_FOUND 127

extern char **environ;

/* Runs sbatch, and puts the first line that it prints into line[size]. */
static int sbatch(char *const argv[], char *line, size_t size, struct error *e)
{
    int ends[2], status = 0;
    pid_t pid;
    posix_spawn_file_actions_t actions;
    line[0] = '\0';
    if (pipe(ends) != 0 || posix_spawn_file_actions_init(&actions) != 0)
        return error_set(e, STATUS_SYSTEM, "cannot start sbatch: %s", strerror(errno));
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    (void)posix_spawn_file_actions_addclose(&actions, ends[0]);
    const int failed = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(ends[1]);
    FILE *from = fdopen(ends[0], "r");
    if (!failed && from && fgets(line, (int)size, from))
        line[strcspn(line, ";\n")] = '\0'; /* --parsable: JOB, or JOB;CLUSTER */
    if (from)
        (void)fclose(from);
    while (!failed && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (failed == ENOENT || (WIFEXITED(status) && WEXITSTATUS(status) == COMMAND_NOT_FOUND))
        return error_set(e, STATUS_INPUT, "no command sbatch, expected that of Slurm on the PATH");
    if (failed || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return error_set(e, STATUS_SYSTEM, "sbatch failed, see its message");
    return STATUS_OK;
}

int slurm_find(struct error *e)
{
    char line[64];
    char *const argv[] = {"sbatch", "--version", NULL};
    return sbatch(argv, line, sizeof line, e);
}

/* Appends 'text' as one word of the shell. */
static void add_word(char *wrap, const char *text)
{
    size_t used = strlen(wrap);
    used += (size_t)snprintf(wrap + used, WRAP_SIZE - used, " '");
    for (; *text && used + 8 < WRAP_SIZE; text++)
        used += (size_t)snprintf(wrap + used, WRAP_SIZE - used, *text == '\'' ? "'\\''" : "%c", *text);
    (void)snprintf(wrap + used, WRAP_SIZE - used, "'");
}

static int absolute(const char *path, char *to, struct error *e)
{
    return realpath(path, to) ? STATUS_OK : error_set(e, STATUS_SYSTEM, "%s: %s", path, strerror(errno));
}

/* exec TMR0 [--data DIR] sweep --resume DIR */
static int command_of(const char *dir, const char *data_dir, char *wrap, struct error *e)
{
    char path[PATH_SIZE];
    (void)snprintf(wrap, WRAP_SIZE, "exec");
    int status = absolute("/proc/self/exe", path, e);
    if (status)
        return status;
    add_word(wrap, path);
    if (data_dir) {
        status = absolute(data_dir, path, e);
        if (status)
            return status;
        add_word(wrap, "--data");
        add_word(wrap, path);
    }
    status = absolute(dir, path, e);
    add_word(wrap, "sweep");
    add_word(wrap, "--resume");
    add_word(wrap, path);
    return status;
}

int slurm_submit(const char *dir, const char *data_dir, uint64_t tasks, struct slurm_jobs *jobs, struct error *e)
{
    char wrap[WRAP_SIZE], all[WRAP_SIZE + 64], array[48], after[64], folder[PATH_SIZE], log[PATH_SIZE + 32];
    int status = command_of(dir, data_dir, wrap, e);
    if (status == STATUS_OK)
        status = absolute(dir, folder, e);
    if (status)
        return status;
    (void)snprintf(array, sizeof array, "--array=0-%" PRIu64, tasks - 1);
    (void)snprintf(all, sizeof all, "%s --task \"$SLURM_ARRAY_TASK_ID\"/%" PRIu64, wrap, tasks);
    (void)snprintf(log, sizeof log, "--output=%s/slurm-%%j.txt", folder);
    char *const first[] = {"sbatch",
                           "--parsable",
                           "--requeue",
                           "--cpus-per-task=1",
                           "--job-name=tmr0-sweep",
                           array,
                           log,
                           "--chdir",
                           folder,
                           "--wrap",
                           all,
                           NULL};
    status = sbatch(first, jobs->array, sizeof jobs->array, e);
    if (status)
        return status;
    (void)snprintf(after, sizeof after, "--dependency=afterany:%s", jobs->array);
    char *const last[] = {"sbatch",
                          "--parsable",
                          "--requeue",
                          "--cpus-per-task=1",
                          "--job-name=tmr0-sweep-end",
                          after,
                          log,
                          "--chdir",
                          folder,
                          "--wrap",
                          wrap,
                          NULL};
    return sbatch(last, jobs->last, sizeof jobs->last, e);
}
