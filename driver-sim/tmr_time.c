/* SPDX-License-Identifier: MIT */
#include "tmr.h"

#define SECOND 1000000U

struct tmr_timeval tmr_timeval(uint64_t count, struct tmr_timeval epoch)
{
    const uint64_t seconds = count / SECOND;
    const uint32_t usec = (uint32_t)(count - seconds * SECOND) + epoch.usec; /* below 2 s */
    return (struct tmr_timeval){(uint32_t)seconds + epoch.sec + (usec >= SECOND),
                                usec >= SECOND ? usec - SECOND : usec};
}
