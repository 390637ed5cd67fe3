/* SPDX-License-Identifier: MIT
 * /dev/tmr0 as its users see it: arguments and results of read(), ioctl(), mmap() and the system call tmr_gettime. */
#ifndef TMR_H
#define TMR_H

#include <stdint.h>

/* Result of a read: microseconds since the board was attached, or the time of day. One SAVE takes all of it, so a carry
 * cannot fall between its parts. */
enum tmr_mode {
    TMR_COUNT32, /* 4 bytes: the lower 32 bits of the count; wraps every 71.6 minutes */
    TMR_COUNT64, /* 8 bytes: the count */
    TMR_TIMEVAL, /* 8 bytes: struct tmr_timeval */
    TMR_MODES
};

struct tmr_timeval {
    uint32_t sec, usec; /* usec is 0 .. 999999 */
};

/* ioctl(): arg is a user address */
enum tmr_request {
    TMR_GET_MODE,  /* uint32_t: mode of read() on this open file; TMR_COUNT32 after open */
    TMR_SET_MODE,  /* EINVAL if it is no mode */
    TMR_GET_EPOCH, /* struct tmr_timeval: the time of day at which the count was 0 */
    TMR_SET_EPOCH, /* EINVAL if usec is 1000000 or more, EBUSY if others have the device open: their time would jump */
    TMR_REQUESTS
};

/* Flag of open(): EBUSY if the device is open or mapped already. While such a file is open, other opens are EBUSY. */
#define TMR_EXCLUSIVE 1

/* Errors, returned negative. Values of SunOS. */
enum tmr_error {
    TMR_EIO = 5,
    TMR_ENXIO = 6,
    TMR_EBADF = 9,
    TMR_EFAULT = 14,
    TMR_EBUSY = 16,
    TMR_EINVAL = 22,
    TMR_EMFILE = 24
};

/* mmap() maps one page: byte accesses at these offsets, in the order that tmr_chip.h gives. */
enum { TMR_SELECT = 0, TMR_CHIP = 2 };

/* Returns the time of day at a count. The board counts in binary and is never set or stopped, so all readers can use it
 * at once; seconds come from one division of 64 by 32 bits. Exact for all 2^64 counts, sec modulo 2^32. */
struct tmr_timeval tmr_timeval(uint64_t count, struct tmr_timeval epoch);

#endif
