/* SPDX-License-Identifier: MIT
 * A small preemptive kernel: processes, round-robin slices, system calls, a clock interrupt. A process in user mode is
 * preempted at the end of its slice; in the kernel, when it leaves it. System calls return 0 or more, or a negative
 * enum tmr_error. They are called in user mode. */
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
    /* Since it began: what fell into its time */
    uint64_t interrupts, descheduled;
};

struct kernel {
    struct vcpu *cpu;
    struct tmr_driver driver;
    struct vcpu_context *boot; /* kernel_run's */
    struct process process[KERNEL_PROCESSES];
    unsigned processes, now, slice_ticks, slice_left;
    bool keep_all; /* clock interrupts; by default every other one is dropped */
    bool due;      /* for a change of process, when the kernel is left */
    uint64_t ticks, stop_ticks;
};

/* slice_ticks: clock interrupts that count in a slice, EINVAL for 0. Attaches the driver: ENXIO. */
int kernel_boot(struct kernel *kernel, struct vcpu *cpu, bool direct, enum tmr_waits waits, unsigned slice_ticks);
/* EINVAL if there is no room. */
int kernel_spawn(struct kernel *kernel, void (*main)(struct process *process, void *arg), void *arg);
/* Until all processes have ended, or for so many clock interrupts (0: without end). May be called again: goes on with
 * those that have not ended. */
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
