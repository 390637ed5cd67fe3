/* SPDX-License-Identifier: MIT
 * A clock of microseconds from libam9513 alone: 4 MHz on X2, counter 5 divides by four, counters 1 and 2 count its TC.
 * C and C++. With am9513.c and am9513.h beside this file:  cc clock.c am9513.c
 * With the library installed:  cc clock.c $(pkg-config --cflags --libs libam9513) */
#include <stdio.h>

#include "am9513.h"

static struct am9513 chip;

static void cmd(unsigned command)
{
    am9513_write(&chip, chip.now_ps + 1500000, true, (uint16_t)(0xff00U | command));
}

static void word(unsigned value)
{
    am9513_write(&chip, chip.now_ps + 1500000, false, (uint16_t)(value & 0xffU));
    am9513_write(&chip, chip.now_ps + 1500000, false, (uint16_t)(value >> 8));
}

static unsigned hold(unsigned counter)
{
    uint16_t low, high;
    cmd(0x10U + counter); /* data pointer, prefetch */
    am9513_read(&chip, chip.now_ps + 1500000, false, &low);
    am9513_read(&chip, chip.now_ps + 1000000, false, &high);
    return (high & 0xffU) << 8 | (low & 0xffU);
}

int main(void)
{
    static const unsigned program[3][2] = {{1, 0x0028}, {2, 0x0028}, {5, 0x0b21}}; /* counter, mode */
    struct am9513_config config = AM9513_IDEAL(4000000);
    if (am9513_init(&chip, &config) != AM9513_OK)
        return 1;
    for (int n = 0; n < 3; n++) {
        cmd(program[n][0]);
        word(program[n][1]);
        word(program[n][0] == 5 ? 4 : 0); /* Load */
    }
    cmd(0x73);                                /* load and arm 1, 2, 5 */
    for (int edges = 0; edges < 6; edges++) { /* OUT5: TC, 250 ns of every microsecond */
        uint64_t before = am9513_get(&chip) & AM9513_OUT(5);
        while ((am9513_get(&chip) & AM9513_OUT(5)) == before)
            if (am9513_advance(&chip, am9513_next_ps(&chip, AM9513_OUT(5))) != AM9513_OK)
                return 1; /* time is over */
        printf("%llu ns: OUT5 %s\n", (unsigned long long)chip.now_ps / 1000, before ? "low" : "high");
    }
    for (int n = 0; n < 3; n++) {
        am9513_advance(&chip, chip.now_ps + UINT64_C(1000000000000));
        cmd(0xa3); /* save 1 and 2 */
        unsigned long long at_ns = chip.now_ps / 1000;
        unsigned high = hold(2);
        printf("%llu ns: count %u us\n", at_ns, high << 16 | hold(1));
    }
    return 0;
}
