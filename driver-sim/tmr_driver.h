/* SPDX-License-Identifier: MIT
 * The driver behind /dev/tmr0: one board. What it gives users is in tmr.h, what it does to the board in tmr_chip.h.
 *
 * Functions return 0 or a negative error of tmr.h and then have changed nothing. They run in kernel mode; each sequence
 * of accesses runs with all interrupts masked, for the translator's flip-flop and the chip's pointer are shared: any
 * other access between two of its own would have it read what it did not ask for.
 *
 * EBADF: the file is not open. ENXIO: nothing is attached. */
#ifndef TMR_DRIVER_H
#define TMR_DRIVER_H

#include "tmr.h"
#include "tmr_chip.h"

struct tmr {
    bool attached;
    struct tmr_chip chip;
    struct tmr_timeval epoch; /* time of day at which the count was 0 */
    uint64_t last;            /* the newest count: a lesser one has gone over 2^64 */
    unsigned opens;
    bool exclusive;
};

struct tmr_file {
    bool open;
    enum tmr_mode mode;
    uint32_t mapped; /* user address, 0: not mapped */
};

/* Is there a board at this physical address? ENXIO: a bus error, or nothing that keeps what is written. Resets the
 * chip, so EBUSY once it is attached. */
int tmr_probe(struct tmr *t, struct vcpu *cpu, uint32_t physical, bool direct);
/* Probes and starts the count from 0. Errors of tmr_probe(). */
int tmr_attach(struct tmr *t, struct vcpu *cpu, uint32_t physical, bool direct);

/* EBUSY: see TMR_EXCLUSIVE. EINVAL: other flags. */
int tmr_open(struct tmr *t, struct tmr_file *file, unsigned flags);
/* Takes the mapping away too. */
int tmr_close(struct tmr *t, struct tmr_file *file);
/* One reading as the file's mode says, to a user address. The number of bytes; EINVAL: the buffer is shorter than that;
 * EFAULT. */
int tmr_read(struct tmr *t, const struct tmr_file *file, uint32_t to, size_t size);
/* EINVAL: unknown request, or as tmr.h says. EFAULT. */
int tmr_ioctl(struct tmr *t, struct tmr_file *file, unsigned request, uint32_t arg);
/* Maps the board's page; *address is where the user finds it. EINVAL: not within one page from offset 0, or mapped
 * already. ENOMEM: no room. */
int tmr_mmap(struct tmr *t, struct tmr_file *file, uint32_t offset, uint32_t size, uint32_t *address);

/* The system call: a struct tmr_timeval to a user address, no file needed. EFAULT. */
int tmr_gettime(struct tmr *t, uint32_t to);

/* For the kernel's own use. */
uint32_t tmr_count32(struct tmr *t);
uint64_t tmr_count64(struct tmr *t);
struct tmr_timeval tmr_time(struct tmr *t);

#endif
