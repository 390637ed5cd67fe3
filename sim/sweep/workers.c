/* SPDX-License-Identifier: MIT */
#include "sweep_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/memory.h"
#include "cli/progress.h"
#include "cli/seconds.h"

#define WORKERS_MAX 256
#define PAUSE_NS 100000000 /* between looks at the children */

/* In memory that parent and children share. */
struct shared {
    atomic_uint_fast64_t next; /* piece */
    uint64_t done[WORKERS_MAX];
    int status[WORKERS_MAX];
    struct error error[WORKERS_MAX];
};

/* No child outlives the parent by more than a piece, even where SIGTERM is ignored. */
static void work(const struct workers_job *job, struct shared *shared, unsigned self, pid_t parent)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM); /* not SIGKILL: the child deletes its file in progress */
    for (uint64_t piece; getppid() == parent && (piece = atomic_fetch_add(&shared->next, 1)) < job->pieces;) {
        shared->status[self] = job->piece(job->context, piece, &shared->done[self], &shared->error[self]);
        if (shared->status[self])
            return;
    }
}

static void show(const struct workers_job *job, const struct shared *shared, double start_s, struct progress *progress)
{
    uint64_t here = 0;
    for (size_t n = 0; n < WORKERS_MAX; n++)
        here += *(const volatile uint64_t *)&shared->done[n];
    const double seconds = seconds_now() - start_s, rate = seconds > 0 ? (double)here / seconds : 0;
    const uint64_t done = job->done + here;
    progress_show(progress, "%" PRIu64 " of %" PRIu64 " %s, %.0f/s, %.0f s left", done, job->units, job->what, rate,
                  rate > 0 ? (double)(job->units - done) / rate : (double)INFINITY);
}

/* Waits for all children; after the first failure ends the others. Returns false if one died. */
static bool await(const struct workers_job *job, struct shared *shared, const pid_t *child, unsigned children)
{
    const bool terminal = isatty(STDERR_FILENO) == 1;
    const double start_s = seconds_now();
    struct progress progress = {0};
    bool good = true;
    for (unsigned left = children; left > 0;) {
        int status = 0;
        const pid_t pid = waitpid(-1, &status, terminal ? WNOHANG : 0);
        if (pid < 0 && errno != EINTR)
            return false;
        if (pid > 0) {
            left--;
            if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
                continue;
            good = good && WIFEXITED(status);
            atomic_store(&shared->next, job->pieces);
            for (unsigned n = 0; n < children; n++)
                if (child[n] != pid)
                    (void)kill(child[n], SIGTERM);
            while (waitpid(-1, &status, 0) > 0 || errno == EINTR)
                ;
            break;
        }
        if (terminal) {
            const struct timespec pause = {.tv_nsec = PAUSE_NS};
            show(job, shared, start_s, &progress);
            (void)nanosleep(&pause, NULL);
        }
    }
    progress_end(&progress);
    return good;
}

/* A Slurm task keeps to the CPUs that it was given. */
static unsigned workers_wanted(const struct workers_job *job)
{
    const char *given = getenv("SLURM_CPUS_PER_TASK");
    const long cpus = given ? strtol(given, NULL, 10) : sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = cpus < 1 ? 1 : cpus > WORKERS_MAX ? WORKERS_MAX : (unsigned)cpus;
    return job->pieces < wanted ? (unsigned)job->pieces : wanted;
}

int workers_run(const struct workers_job *job, struct error *e)
{
    pid_t child[WORKERS_MAX];
    unsigned children = 0;
    int zero = open("/dev/zero", O_RDWR); /* mapped shared: memory that the children write and this process reads */
    struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
    if (zero >= 0)
        (void)close(zero);
    if (shared == MAP_FAILED)
        memory_gone();
    (void)fflush(NULL); /* or each child would print what is in the buffers */
    const pid_t parent = getpid();
    for (const unsigned wanted = workers_wanted(job); children < wanted; children++) {
        child[children] = fork();
        if (child[children] == 0) {
            work(job, shared, children, parent);
            _exit(shared->status[children] != STATUS_OK);
        }
        if (child[children] < 0)
            break;
    }
    int status = children ? STATUS_OK : error_set(e, STATUS_SYSTEM, "cannot start a process: %s", strerror(errno));
    if (children && !await(job, shared, child, children))
        status = error_set(e, STATUS_SYSTEM, "a worker process died, expected it to end by itself");
    for (unsigned n = 0; n < children && status == STATUS_OK; n++)
        if (shared->status[n]) {
            status = shared->status[n];
            *e = shared->error[n];
        }
    (void)munmap(shared, sizeof *shared);
    return status;
}
