/* SPDX-License-Identifier: MIT
 * docs/driver.md gives the reason for each step. */
#include "driver.h"

static void put(struct vcpu *cpu, uint32_t offset, uint8_t value, uint32_t wait_ns)
{
    vcpu_put(cpu, VCPU_SOCKET + offset, value);
    vcpu_delay(cpu, wait_ns);
}

static uint8_t get(struct vcpu *cpu, uint32_t offset, uint32_t wait_ns)
{
    const int value = vcpu_get(cpu, VCPU_SOCKET + offset);
    vcpu_delay(cpu, wait_ns);
    return (uint8_t)value;
}

static void command(struct vcpu *cpu, uint8_t value, uint32_t wait_ns)
{
    put(cpu, 0, 0, wait_ns); /* select the control port */
    put(cpu, 2, value, wait_ns);
}

void driver_start(struct vcpu *cpu, uint32_t wait_ns)
{
    static const struct {
        uint8_t counter;
        uint16_t mode, load;
    } counters[] = {{1, 0x0028, 0}, {2, 0x0028, 0}, {5, 0x0b20, 4}}; /* 5 divides 4 MHz by four, 1 and 2 count its TC */
    command(cpu, 0xff, wait_ns);                                     /* master reset */
    command(cpu, 0x5f, wait_ns);                                     /* load all */
    for (size_t n = 0; n < sizeof counters / sizeof counters[0]; n++) {
        command(cpu, counters[n].counter, wait_ns); /* data pointer: the counter's mode register */
        (void)get(cpu, 0, wait_ns);                 /* select the data port */
        put(cpu, 2, (uint8_t)counters[n].mode, wait_ns);
        put(cpu, 2, (uint8_t)(counters[n].mode >> 8), wait_ns);
        put(cpu, 2, (uint8_t)counters[n].load, wait_ns);
        put(cpu, 2, (uint8_t)(counters[n].load >> 8), wait_ns);
    }
    command(cpu, 0x73, wait_ns); /* load and arm 1, 2 and 5 */
}

uint32_t driver_read(struct vcpu *cpu, uint32_t wait_ns)
{
    const int level = vcpu_level(cpu, VCPU_LEVEL_ALL);
    uint32_t value = 0;
    command(cpu, 0xa3, wait_ns); /* save counters 1 and 2 */
    command(cpu, 0x19, wait_ns); /* data pointer: Hold of counter 1 */
    (void)get(cpu, 0, wait_ns);  /* select the data port */
    for (int byte = 0; byte < 4; byte++)
        value |= (uint32_t)get(cpu, 2, wait_ns) << 8 * byte;
    (void)vcpu_level(cpu, level);
    return value;
}
