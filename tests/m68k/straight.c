/* SPDX-License-Identifier: MIT
 * A read as straight code, for docs/findings.md: addresses and commands are constants, and the driver keeps no state.
 * Prints the clock's microseconds of 100 reads: in the kernel (a call, interrupts masked), mapped (in line). With
 * -DNO_WAIT it leaves out the chip's recovery times. */
#include <stdint.h>

#define SOCKET ((volatile uint8_t *)0x1c0000)
#define CONSOLE (*(volatile uint8_t *)0x1e0000)
#define CLOCK_PS (*(volatile uint32_t *)0x1e000c)
#define READS 100

static uint32_t turns; /* of a loop, 8 clocks each in the cache */

static inline void wait(uint32_t n)
{
#ifndef NO_WAIT
    __asm__ volatile("1: subq.l #1,%0\n\tbne.s 1b" : "+d"(n));
#else
    (void)n;
#endif
}

static inline __attribute__((always_inline)) uint32_t take(void)
{
    volatile uint8_t *socket = SOCKET;
    const uint32_t n = turns;
    socket[0] = 0;
    wait(n);
    socket[2] = 0xa3;
    wait(n);
    socket[2] = 0x19;
    (void)socket[0];
    wait(n);
    uint32_t count = socket[2];
    wait(n);
    count |= (uint32_t)socket[2] << 8;
    wait(n);
    count |= (uint32_t)socket[2] << 16;
    wait(n);
    return count | (uint32_t)socket[2] << 24;
}

static __attribute__((noinline)) uint32_t masked(void)
{
    uint16_t old;
    __asm__ volatile("move.w %%sr,%0\n\tmove.w #0x2700,%%sr" : "=d"(old) : : "memory", "cc");
    const uint32_t count = take();
    __asm__ volatile("move.w %0,%%sr" : : "d"(old) : "memory", "cc");
    return count;
}

static void put(int offset, uint8_t value)
{
    SOCKET[offset] = value;
    wait(4 * turns);
}

static void print(uint32_t us)
{
    for (uint32_t digit = 100000; digit; digit /= 10)
        CONSOLE = (uint8_t)('0' + us / digit % 10);
    CONSOLE = '\n';
}

int main(void)
{
    static const uint8_t figures[] = {0x28, 0, 0, 0, 0, 0, 0x28, 0, 0, 0, 0, 0}, divider[] = {0x20, 0x0b, 4, 0, 0, 0};
    turns = (1000000 + 4 * CLOCK_PS) / (8 * CLOCK_PS); /* nearest: the code around the loop is long enough for that */
    put(0, 0);
    put(2, 0xff); /* master reset */
    put(2, 0x5f);
    put(2, 0x01); /* pointer: Mode of counter 1 */
    (void)SOCKET[0];
    for (unsigned n = 0; n < sizeof figures; n++)
        put(2, figures[n]);
    put(0, 0);
    put(2, 0x05); /* of counter 5, 4 MHz down, divided by four */
    (void)SOCKET[0];
    for (unsigned n = 0; n < sizeof divider; n++)
        put(2, divider[n]);
    put(0, 0);
    put(2, 0xf9); /* short data writes */
    put(2, 0x7f); /* LOAD and ARM all */
    const uint32_t first = masked();
    for (int n = 1; n < READS; n++)
        (void)masked();
    const uint32_t second = masked(), third = take();
    for (int n = 1; n < READS; n++)
        (void)take();
    const uint32_t last = take();
    print(second - first);
    print(last - third);
    return 0;
}
