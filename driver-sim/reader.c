/* SPDX-License-Identifier: MIT */
#include "reader.h"

static uint64_t microseconds(struct tmr_timeval t)
{
    return t.sec * UINT64_C(1000000) + t.usec;
}

static bool read_mapped(struct reading *r, struct vcpu *cpu, uint64_t *value)
{
    struct tmr_user user = {.defence = r->defence, .tries = 1, .lock = r->lock};
    struct tmr_timeval now;
    tmr_chip_open(&user.chip, cpu, (uint32_t)vcpu_map(cpu, VCPU_SOCKET), false, TMR_WAIT_SHORT);
    (void)vcpu_mode(cpu, VCPU_USER);
    if (r->mode != TMR_TIMEVAL)
        return tmr_user_count(&user, r->mode == TMR_COUNT32 ? 2 : TMR_WORDS, value);
    const bool good = tmr_user_now(&user, &now);
    *value = good ? microseconds(now) : 0;
    return good;
}

static bool read_called(struct reading *r, struct vcpu *cpu, uint64_t *value)
{
    struct process *process = &r->kernel.process[0];
    struct tmr_timeval now = {0, 0};
    uint32_t count = 0;
    r->kernel.cpu = cpu;
    process->kernel = &r->kernel;
    (void)vcpu_mode(cpu, VCPU_USER);
    const int size = sys_gettime(process, r->mode, VCPU_RAM);
    *value = 0;
    if (size < 0)
        return false;
    if (r->mode == TMR_TIMEVAL) {
        (void)vcpu_copy_in(cpu, &now, VCPU_RAM, sizeof now);
        *value = microseconds(now);
    } else if (r->mode == TMR_COUNT32) {
        (void)vcpu_copy_in(cpu, &count, VCPU_RAM, sizeof count);
        *value = count;
    } else
        (void)vcpu_copy_in(cpu, value, VCPU_RAM, sizeof *value);
    return true;
}

bool reading_take(struct reading *r, struct vcpu *cpu, uint64_t *value)
{
    struct tmr_driver *driver = &r->kernel.driver;
    tmr_adopt(driver, cpu, false, TMR_WAIT_SHORT);
    driver->unmasked = r->path == READ_UNMASKED;
    switch (r->path) {
    case READ_MAPPED:
        return read_mapped(r, cpu, value);
    case READ_CALLED:
        return read_called(r, cpu, value);
    default:
        *value = r->mode == TMR_COUNT32 ? tmr_count32(driver) : tmr_count64(driver);
        return true;
    }
}

void reading_start(struct vcpu *cpu, uint64_t count, bool again, bool carry)
{
    struct tmr_chip chip;
    tmr_chip_open(&chip, cpu, VCPU_SOCKET, false, TMR_WAIT_SHORT);
    if (!again) {
        tmr_chip_start(&chip);
        tmr_chip_short_writes(&chip);
    }
    if (!again || carry)
        tmr_chip_preset(&chip, count, carry);
    else
        tmr_chip_again(&chip);
}
