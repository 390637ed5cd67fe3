/* SPDX-License-Identifier: MIT */
#include "sequence.h"

#include "tmr.h"

static bool access_byte(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    struct driver *d = host;
    struct access access = {0};
    const bool chip = offset == TMR_CHIP || d->pal == PAL_DIRECT;
    d->accesses++;
    d->status = board_socket(d->board, offset, write, *value, &access, d->error);
    if (chip && !d->first_ps)
        d->first_ps = access.start_ps;
    d->undriven = d->undriven || (chip && !write && !access.valid);
    *value = (uint8_t)access.value;
    *now_ps = access.end_ps;
    return d->status == STATUS_OK;
}

static const struct vcpu_host untimed = {.access = access_byte};

/* A struct driver may have been copied since. */
static void bind(struct driver *d, struct error *e)
{
    d->error = e;
    d->cpu.host = d;
    d->chip.cpu = &d->cpu;
}

int driver_init(struct driver *d, struct error *e)
{
    vcpu_open(&d->cpu, &untimed, d, NULL);
    tmr_chip_open(&d->chip, &d->cpu, VCPU_SOCKET, d->pal == PAL_DIRECT, TMR_WAIT_NONE);
    bind(d, e);
    tmr_chip_start(&d->chip);
    return d->status;
}

int driver_read32(struct driver *d, uint32_t *count, uint64_t *start_ps, struct error *e)
{
    bind(d, e);
    d->first_ps = 0;
    *count = (uint32_t)tmr_chip_read(&d->chip, 2);
    *start_ps = d->first_ps;
    return d->status;
}
