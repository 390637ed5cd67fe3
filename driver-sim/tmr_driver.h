/* SPDX-License-Identifier: MIT
 * The device driver of /dev/tmr0: the kernel's entry points. Kernel mode; 0 or more is success, a negative result is an
 * enum tmr_error.
 *
 * Every sequence at the board runs with all interrupts masked: flip-flop, data pointer and Hold registers are shared,
 * and any other access in the middle could move them. */
#ifndef TMR_DRIVER_H
#define TMR_DRIVER_H

#include "tmr.h"
#include "tmr_chip.h"

struct tmr_driver {
    struct tmr_chip chip;
    bool attached;
    bool unmasked; /* wrong on purpose, to show the effect of masking */
    unsigned opens;
    unsigned maps; /* mappings; they outlive their file */
    bool exclusive;
    struct tmr_timeval epoch; /* time of day at count 0 */
    uint64_t last;            /* count of the last 64-bit read; a count far below it has passed 2^64 */
};

/* An open file; all zeros before its first open. */
struct tmr_file {
    bool open;
    bool exclusive;
    enum tmr_mode mode;
};

/* Looks for the board: ENXIO if the socket does not read back what is written. Resets the chip, so the result is EBUSY
 * if it is attached. The struct is all zeros before the first call. */
int tmr_probe(struct tmr_driver *driver, struct vcpu *cpu, bool direct, enum tmr_waits waits);
/* Probes and starts the count from 0. ENXIO, EBUSY. */
int tmr_attach(struct tmr_driver *driver, struct vcpu *cpu, bool direct, enum tmr_waits waits);
/* Attaches a board that is already running. */
void tmr_adopt(struct tmr_driver *driver, struct vcpu *cpu, bool direct, enum tmr_waits waits);

/* ENXIO; EINVAL for flags other than TMR_EXCLUSIVE; EBUSY if the file is open, if the device is in exclusive use, or if
 * exclusive use is asked for while the device is open or mapped. */
int tmr_open(struct tmr_driver *driver, struct tmr_file *file, int flags);
int tmr_close(struct tmr_driver *driver, struct tmr_file *file); /* EBADF */
/* Reads the file's mode to a user address; returns the number of bytes. EBADF, EINVAL if size is too short, EFAULT,
 * EIO. */
int tmr_read(struct tmr_driver *driver, const struct tmr_file *file, uint32_t to, uint32_t size);
int tmr_ioctl(struct tmr_driver *driver, struct tmr_file *file, int request,
              uint32_t arg); /* EBADF EINVAL EFAULT EBUSY */
/* Maps the board's registers and returns their user address. EBADF; EINVAL unless offset is 0 and length 1 ..
 * VCPU_PAGE, or if the process has no room. */
int64_t tmr_mmap(struct tmr_driver *driver, const struct tmr_file *file, uint32_t offset, uint32_t length);
int tmr_munmap(struct tmr_driver *driver, uint32_t address); /* EINVAL */

/* For the kernel itself. After a bus error (driver->chip.failed) the value means nothing. */
uint32_t tmr_count32(struct tmr_driver *driver);
uint64_t tmr_count64(struct tmr_driver *driver);
struct tmr_timeval tmr_now(struct tmr_driver *driver);
/* Writes what `mode` names to the user address `to`; returns the number of bytes, 4 or 8. EIO, EFAULT. */
int tmr_take(struct tmr_driver *driver, enum tmr_mode mode, uint32_t to);

#endif
