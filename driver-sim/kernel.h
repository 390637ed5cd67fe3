/* SPDX-License-Identifier: MIT
 * A small preemptive kernel: processes, round-robin slices, system calls, a clock interrupt. A process in user mode is
 * preempted at the end of its slice; a process in the kernel, when it leaves the kernel. System calls are made in user
 * mode and return 0 or more, or a negative enum tmr_error. */
#ifndef KERNEL_H
#define KERNEL_H

#include "tmr_driver.h"

#define KERNEL_PROCESSES 32
#define KERNEL_FILES 4
#define KERNEL_MAPS 2
#define KERNEL_DEVICE "/dev/tmr0"

struct kernel;

struct process {
    struct kernel *kernel;
    struct vcpu_context *context;
    void (*main)(struct process *process, void *arg); /* user mode; returning is exit */
    void *arg;
    bool runs;
    struct tmr_file file[KERNEL_FILES];
    uint32_t map[KERNEL_MAPS]; /* user addresses, 0: none */
    /* Clock interrupts and process changes since its start */
    uint64_t interrupts, descheduled;
};

struct kernel {
    struct vcpu *cpu;
    struct tmr_driver driver;
    struct vcpu_context *boot; /* kernel_run's */
    struct process process[KERNEL_PROCESSES];
    unsigned processes, now, slice_ticks, slice_left;
    bool keep_all; /* all clock interrupts; by default every other one is dropped */
    bool due;      /* a change of process is due on leaving the kernel */
    uint64_t ticks, stop_ticks;
};

/* Attaches the driver: ENXIO. slice_ticks: clock interrupts in a slice, without dropped ones; EINVAL for 0. */
int kernel_boot(struct kernel *kernel, struct vcpu *cpu, bool direct, enum tmr_waits waits, unsigned slice_ticks);
/* Adds a process. EINVAL if there is no room. */
int kernel_spawn(struct kernel *kernel, void (*main)(struct process *process, void *arg), void *arg);
/* Runs until all processes have ended, or for this many clock interrupts (0: no limit). A further call continues the
 * processes that have not ended. */
void kernel_run(struct kernel *kernel, uint64_t ticks);

int sys_open(struct process *p, const char *path, int flags); /* ENXIO EBUSY EINVAL EMFILE EFAULT */
int sys_close(struct process *p, int fd);                     /* EBADF for these four */
int sys_read(struct process *p, int fd, uint32_t to, uint32_t size);
int sys_ioctl(struct process *p, int fd, int request, uint32_t arg);
int64_t sys_mmap(struct process *p, int fd, uint32_t offset, uint32_t length);
int sys_munmap(struct process *p, uint32_t address);
int sys_gettime(struct process *p, enum tmr_mode mode, uint32_t to); /* tmr_gettime: ENXIO EINVAL EFAULT EIO */
void sys_yield(struct process *p);

#endif
