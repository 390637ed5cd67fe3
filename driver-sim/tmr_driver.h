/* SPDX-License-Identifier: MIT
 * The device driver of /dev/tmr0: what the kernel calls. Kernel mode; 0 or more is success, negative an enum tmr_error.
 *
 * Every sequence at the board runs with all interrupts masked: flip-flop, data pointer and Hold registers are shared,
 * and whoever comes between would move them. */
#ifndef TMR_DRIVER_H
#define TMR_DRIVER_H

#include "tmr.h"
#include "tmr_chip.h"

struct tmr_driver {
    struct tmr_chip chip;
    bool attached;
    bool unmasked; /* wrong on purpose, to see what masking is for */
    unsigned opens;
    unsigned maps; /* mappings, which outlive the file they came from */
    bool exclusive;
    struct tmr_timeval epoch; /* time of day at count 0 */
    uint64_t last;            /* count of the last 64-bit read: far below it, the count has gone over 2^64 */
};

/* An open file; zeros before its first open. */
struct tmr_file {
    bool open;
    bool exclusive;
    enum tmr_mode mode;
};

/* Looks for the board: ENXIO if nothing that keeps what is written is in the socket. Resets the chip, so EBUSY once it
 * is attached. The struct is zeros before the first call. */
int tmr_probe(struct tmr_driver *driver, struct vcpu *cpu, bool direct, enum tmr_waits waits);
/* Probes, and starts the count from 0. ENXIO, EBUSY. */
int tmr_attach(struct tmr_driver *driver, struct vcpu *cpu, bool direct, enum tmr_waits waits);
/* Takes over a board that runs already. */
void tmr_adopt(struct tmr_driver *driver, struct vcpu *cpu, bool direct, enum tmr_waits waits);

/* ENXIO, EINVAL for flags other than TMR_EXCLUSIVE; EBUSY: file is open, somebody is alone, or would have to be and
 * others have the device open or mapped. */
int tmr_open(struct tmr_driver *driver, struct tmr_file *file, int flags);
int tmr_close(struct tmr_driver *driver, struct tmr_file *file); /* EBADF */
/* What the file's mode gives, to a user address; the bytes. EBADF, EINVAL if size is too short for it, EFAULT, EIO. */
int tmr_read(struct tmr_driver *driver, const struct tmr_file *file, uint32_t to, uint32_t size);
int tmr_ioctl(struct tmr_driver *driver, struct tmr_file *file, int request,
              uint32_t arg); /* EBADF EINVAL EFAULT EBUSY */
/* The user address of the board's registers. EBADF; EINVAL unless offset is 0 and length 1 .. VCPU_PAGE, or if the
 * process has no room for it. */
int64_t tmr_mmap(struct tmr_driver *driver, const struct tmr_file *file, uint32_t offset, uint32_t length);
int tmr_munmap(struct tmr_driver *driver, uint32_t address); /* EINVAL */

/* For the kernel itself. Behind a bus error, driver->chip.failed, the value means nothing. */
uint32_t tmr_count32(struct tmr_driver *driver);
uint64_t tmr_count64(struct tmr_driver *driver);
struct tmr_timeval tmr_now(struct tmr_driver *driver);
/* What the mode gives: 4 or 8 bytes; how many. EIO. */
int tmr_take(struct tmr_driver *driver, enum tmr_mode mode, void *to);

#endif
