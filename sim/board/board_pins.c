/* SPDX-License-Identifier: MIT
 * The chip's count pins: names, levels, pulses. */
#include "board_internal.h"

const char *const pin_name[PINS] = {"src1",  "src2",  "src3", "src4", "src5", "gate1", "gate2", "gate3",
                                    "gate4", "gate5", "out1", "out2", "out3", "out4",  "out5",  "fout"};

const char *const level_name[LEVELS] = {"0", "1", "z"};
const char *const target_name[TARGETS] = {[TARGET_BOARD] = "board", [TARGET_CHIP] = "chip"};

int board_pin_set(struct board *b, enum pin pin, bool high, struct error *e)
{
    uint8_t *pins = pin < PIN_GATE1 ? &b->in.src : &b->in.gate;
    int bit = pin < PIN_GATE1 ? (int)pin : (int)pin - PIN_GATE1;
    if (pin >= PIN_INPUTS)
        return error_set(e, STATUS_INPUT, "pin %d is not an input, expected src1-5 or gate1-5", (int)pin);
    if (b->wire[pin])
        return error_set(e, STATUS_INPUT, "%s is wired to %s, expected a free input", pin_name[pin],
                         pin_name[b->wire[pin] - 1]);
    *pins = (uint8_t)(high ? *pins | 1 << bit : *pins & ~(1 << bit));
    b->engine->ops->set(b->engine, &b->in);
    return board_run(b, board_now_ps(b), false, e);
}

int board_pulse(struct board *b, enum pin pin, int64_t width_ps, uint64_t count, struct error *e)
{
    bool high = pin < PIN_GATE1 ? b->in.src >> pin & 1 : b->in.gate >> (pin - PIN_GATE1) & 1;
    int status = STATUS_OK;
    for (uint64_t n = 0; n < count && status == STATUS_OK; n++) {
        if (n)
            status = board_run_until(b, board_now_ps(b) + (uint64_t)width_ps, e);
        if (status == STATUS_OK)
            status = board_pin_set(b, pin, !high, e);
        if (status == STATUS_OK)
            status = board_run_until(b, board_now_ps(b) + (uint64_t)width_ps, e);
        if (status == STATUS_OK)
            status = board_pin_set(b, pin, high, e);
    }
    return status;
}

enum level board_pin(const struct board *b, enum pin pin)
{
    struct engine_outputs out;
    b->engine->ops->get(b->engine, &out);
    if (pin == PIN_FOUT)
        return out.fout ? LEVEL_HIGH : LEVEL_LOW;
    unsigned bit = 1U << (pin - PIN_OUT1);
    if (out.out_z & bit)
        return LEVEL_Z;
    return (out.out & bit) ? LEVEL_HIGH : LEVEL_LOW;
}
