/* SPDX-License-Identifier: MIT
 * Plays one of driver_sequences.h on the 68020; or, with the number after the last, looks at time and interrupts of
 * machine.h. */
#include "sequences.h"

#include "driver-sim/m68k/machine.h"
#include "tests/unit/workstation/driver_sequences.h"

#define US 1000000U /* ps */
#define CYCLE 60000U

static unsigned ticks, user_ticks;

static void tick(void *arg, enum vcpu_mode was)
{
    (void)arg;
    ticks++;
    user_ticks += was == VCPU_USER;
}

/* Whether it took at least so long, and at most a tenth and 20 us more. */
static bool took(uint64_t begin_ps, uint64_t least_ps)
{
    const uint64_t ps = machine_now_ps() - begin_ps;
    return ps >= least_ps && ps <= least_ps + least_ps / 10 + 20 * US;
}

/* Clock interrupts come each 10 ms. Returns 0, or the number of what failed. */
static int check_machine(struct vcpu *cpu)
{
    static const uint32_t ns[] = {1, 1000, 1500, 20000, 3000000};
    for (unsigned n = 0; n < sizeof ns / sizeof ns[0]; n++) {
        const uint64_t begin_ps = machine_now_ps();
        vcpu_delay(cpu, ns[n]);
        if (!took(begin_ps, ns[n] * UINT64_C(1000)))
            return 2;
    }
    const uint64_t begin_ps = machine_now_ps();
    vcpu_work(cpu, 30000);
    if (!took(begin_ps, 30000 * CYCLE - US)) /* it may be a turn of the loop shorter */
        return 3;
    if (vcpu_on_interrupt(cpu, VCPU_LEVEL_CLOCK, tick, NULL) != 0 || vcpu_level(cpu, VCPU_LEVEL_CLOCK) != 0)
        return 4;
    vcpu_delay(cpu, 25000000);
    if (ticks != 0 || vcpu_level(cpu, VCPU_LEVEL_CLOCK - 1) != VCPU_LEVEL_CLOCK)
        return 5;
    vcpu_delay(cpu, 1000);
    if (ticks != 1 || user_ticks != 0) /* the one that waited */
        return 6;
    (void)vcpu_mode(cpu, VCPU_USER);
    vcpu_delay(cpu, 20000000);
    if (ticks != 3 || user_ticks != 2 || vcpu_mode(cpu, VCPU_KERNEL) != VCPU_USER)
        return 7;
    (void)vcpu_on_interrupt(cpu, VCPU_LEVEL_CLOCK, NULL, NULL);
    vcpu_delay(cpu, 20000000);
    return ticks == 3 ? 0 : 8;
}

int main(void)
{
    static struct sequence state;
    const unsigned number = BLOCK[SEQUENCE_NUMBER];
    uint64_t value = 0;
    state.cpu = machine_open();
    state.direct = BLOCK[SEQUENCE_DIRECT];
    if (number == driver_sequences)
        return check_machine(state.cpu);
    const bool good =
        driver_sequence_prepare(&driver_sequence[number], &state) && driver_sequence[number].play(&state, &value);
    machine_put64(SEQUENCE_VALUE, value);
    return good ? 0 : 1;
}
