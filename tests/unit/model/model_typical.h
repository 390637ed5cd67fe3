/* SPDX-License-Identifier: MIT
 * Times and the chip that the suites of libam9513 share. */
#ifndef TMR0_MODEL_TYPICAL_H
#define TMR0_MODEL_TYPICAL_H

#include <stdint.h>

#define NS UINT64_C(1000)
#define US (1000 * NS)
#define HOUR (UINT64_C(3600000000) * US)
#define IDLE (AM9513_DB | AM9513_CS_N | AM9513_RD_N | AM9513_WR_N | AM9513_CD)

/* Of struct am9513_config: 4 MHz, all delays half-way. */
#define TYPICAL_CHIP                                                                                                   \
    {                                                                                                                  \
        .x2_high_ps = 125 * NS, .x2_low_ps = 125 * NS, .tcmd_ps = 325 * NS, .twhyv_ps = 375 * NS,                      \
        .tehyv_ps = 150 * NS, .tehyv_compare_ps = 175 * NS, .tehfv_ps = 250 * NS, .trlqv_ps = 65 * NS,                 \
        .trlqx_ps = 42500, .trhqx_ps = 28750, .trhqz_ps = 47500,                                                       \
    }

#endif
