/* SPDX-License-Identifier: MIT */
#include "sequence.h"

enum { CONTROL_OFFSET = 2, DATA_OFFSET = 0 };

static int touch(struct driver *d, int offset, bool write, uint8_t value, struct access *access, struct error *e)
{
    d->accesses++;
    return board_socket(d->board, offset, write, value, access, e);
}

/* A flip-flop board: a write at offset 0 selects the control port, a read there the data port. */
static int select_port(struct driver *d, bool control, struct error *e)
{
    struct access ignored;
    return d->pal == PAL_FLIPFLOP ? touch(d, DATA_OFFSET, control, 0, &ignored, e) : STATUS_OK;
}

static int offset_of(const struct driver *d, bool control)
{
    return d->pal == PAL_FLIPFLOP || control ? CONTROL_OFFSET : DATA_OFFSET;
}

static int put(struct driver *d, bool control, const uint8_t *value, size_t count, struct error *e)
{
    struct access ignored;
    int status = select_port(d, control, e);
    for (size_t n = 0; n < count && status == STATUS_OK; n++)
        status = touch(d, offset_of(d, control), true, value[n], &ignored, e);
    return status;
}

int driver_init(struct driver *d, struct error *e)
{
    static const uint8_t reset[] = {0xff, 0x5f, 0xee, 0x01}; /* reset, LOAD all, FOUT off, pointer to counter 1 */
    static const uint8_t figures[] = {
        0x28, 0x00, 0, 0, 0, 0, /* counter 1: TCN-1 (TC of counter 5), rising, up, binary, repeat, output off */
        0x28, 0x00, 0, 0, 0, 0, /* 2 to 4: TC of the one below */
        0x28, 0x00, 0, 0, 0, 0, /* mode, load, hold; low byte first */
        0x28, 0x00, 0, 0, 0, 0, 0x20, 0x0b, 4, 0, 0, 0, /* 5: F1, rising, down from 4, repeat, output off */
    };
    static const uint8_t go[] = {0x5f, 0x3f}; /* LOAD all, ARM all */
    int status = put(d, true, reset, sizeof reset, e);
    if (status == STATUS_OK)
        status = put(d, false, figures, sizeof figures, e);
    if (status == STATUS_OK)
        status = put(d, true, go, sizeof go, e);
    return status;
}

int driver_read32(struct driver *d, uint32_t *count, uint64_t *start_ps, struct error *e)
{
    const uint8_t save = 0xa3, pointer = 0x19; /* SAVE 1 and 2; Hold register of counter 1, hold cycle */
    struct access access = {0};
    int status = select_port(d, true, e);
    if (status == STATUS_OK)
        status = touch(d, offset_of(d, true), true, save, &access, e);
    *start_ps = access.start_ps;
    if (status == STATUS_OK)
        status = touch(d, offset_of(d, true), true, pointer, &access, e);
    if (status == STATUS_OK)
        status = select_port(d, false, e);
    *count = 0;
    for (unsigned n = 0; n < 4 && status == STATUS_OK; n++) {
        status = touch(d, offset_of(d, false), false, 0, &access, e);
        *count |= (uint32_t)(access.value & 0xff) << 8 * n;
        d->undriven = d->undriven || !access.valid;
    }
    return status;
}
