/* SPDX-License-Identifier: MIT
 * Preloaded: when its processes have written as many bytes to regular files as the number in the file FULL says, the
 * disk is full; that file has what is left. The kernel gives each write() and fallocate() to on_write(): those from
 * inside of the C library, too. For x86-64. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define OWN 0x7d2e8e19 /* the sixth argument of the calls made here */

static long *left;

static void on_write(int number, siginfo_t *info, void *context)
{
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    const int before = errno, file = (int)r[REG_RDI];
    const bool allocates = info->si_syscall == SYS_fallocate;
    const long asked = r[allocates ? REG_R10 : REG_RDX];
    struct stat is;
    const bool counts = fstat(file, &is) == 0 && S_ISREG(is.st_mode);
    const long size = counts && asked > *left ? *left : asked;
    (void)number;
    if (allocates || (asked && !size)) {
        r[REG_RAX] = size < asked ? -ENOSPC : 0;
        return;
    }
    const long done = syscall(SYS_write, file, r[REG_RSI], size, 0L, 0L, (long)OWN);
    *left -= counts && done > 0 ? done : 0;
    r[REG_RAX] = done < 0 ? -errno : done;
    errno = before;
}

__attribute__((constructor)) static void start(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fallocate, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[5])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    const struct sigaction action = {.sa_sigaction = on_write, .sa_flags = SA_SIGINFO | SA_NODEFER};
    const int file = open(getenv("FULL"), O_RDWR);
    left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    (void)close(file);
    if (left == MAP_FAILED || sigaction(SIGSYS, &action, NULL) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        abort();
}
