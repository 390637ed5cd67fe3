/* A driver for the timer board as a program for the bare machine: it starts counters 5, 1 and 2 as a clock of
 * microseconds, reads it and prints the time. Compiled with -DNO_WAIT it does not wait after each access: TWHRL and
 * other recovery times of the chip are violated. */
#include <stdint.h>

#define SOCKET ((volatile uint8_t *)0x1c0000)
#define CONSOLE (*(volatile uint8_t *)0x1e0000)
#define CLOCK_PS (*(volatile uint32_t *)0x1e000c)

static void wait(void)
{
#ifndef NO_WAIT
    for (uint32_t n = 1500000 / CLOCK_PS / 8 + 1; n; n--) /* at least 1.5 us: a turn takes 8 clocks or more */
        __asm__ volatile("");
#endif
}

static void put(int offset, uint8_t value)
{
    SOCKET[offset] = value;
    wait();
}

static uint8_t get(int offset)
{
    const uint8_t value = SOCKET[offset];
    wait();
    return value;
}

static void mode(uint8_t counter, uint16_t mode, uint8_t load)
{
    const uint8_t byte[] = {(uint8_t)mode, (uint8_t)(mode >> 8), load, 0};
    put(0, 0); /* select the control port */
    put(2, counter);
    (void)get(0); /* select the data port */
    for (int n = 0; n < 4; n++)
        put(2, byte[n]);
}

static uint32_t microseconds(void)
{
    uint32_t count = 0;
    put(0, 0);
    put(2, 0xa3); /* SAVE counters 1 and 2 */
    put(2, 0x19); /* pointer: Hold register of counter 1, then 2 */
    (void)get(0);
    for (int n = 0; n < 32; n += 8)
        count |= (uint32_t)get(2) << n;
    return count;
}

int main(void)
{
    wait();
    put(0, 0);
    put(2, 0xff); /* master reset */
    put(2, 0x5f); /* LOAD all */
    mode(1, 0x0028, 0);
    mode(2, 0x0028, 0);
    mode(5, 0x0b20, 4); /* 4 MHz down, divided by four */
    put(0, 0);
    put(2, 0x5f);
    put(2, 0x3f); /* ARM all */
    const uint32_t first = microseconds(), took = microseconds() - first;
    for (const char *text = "a read takes "; *text; text++)
        CONSOLE = (uint8_t)*text;
    for (uint32_t digit = 1000; digit; digit /= 10)
        CONSOLE = (uint8_t)('0' + took / digit % 10);
    for (const char *text = " us\n"; *text; text++)
        CONSOLE = (uint8_t)*text;
    return took == 0 || took > 200;
}
