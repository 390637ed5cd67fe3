/* SPDX-License-Identifier: MIT
 * tmr0/board.h: the chip's count pins. */
#include <string.h>

#include "board_internal.h"

static int find_pin(const char *name, int from, int to)
{
    for (int n = from; n < to; n++)
        if (name && strcmp(name, pin_name[n]) == 0)
            return n;
    return board_fail(TMR0_INPUT, "no pin \"%s\", expected %s", name ? name : "",
                      from == PIN_OUT1 ? "out1 to out5 or fout" : "src1 to src5 or gate1 to gate5");
}

static int find_input(const struct tmr0_board *b, const char *name)
{
    const int status = board_of_target(b, "moving a pin", TARGET_CHIP);
    return status ? status : find_pin(name, 0, PIN_INPUTS);
}

static uint8_t *pins_of(struct tmr0_board *b, int pin)
{
    return pin < PIN_GATE1 ? &b->in.src : &b->in.gate;
}

static uint8_t bit_of(int pin)
{
    return (uint8_t)(1U << (pin < PIN_GATE1 ? pin : pin - PIN_GATE1));
}

static int move_pin(struct tmr0_board *b, int pin, bool high)
{
    uint8_t *pins = pins_of(b, pin);
    if (b->wire[pin])
        return board_fail(TMR0_INPUT, "%s is wired to %s, expected a free input", pin_name[pin],
                          pin_name[b->wire[pin] - 1]);
    *pins = (uint8_t)(high ? *pins | bit_of(pin) : *pins & ~bit_of(pin));
    b->engine->ops->set(b->engine, &b->in);
    return board_run(b, tmr0_now_ps(b), false);
}

int tmr0_set_pin(struct tmr0_board *b, const char *pin, bool high)
{
    const int n = find_input(b, pin);
    return n < 0 ? n : move_pin(b, n, high);
}

int tmr0_pulse(struct tmr0_board *b, const char *pin, int64_t width_ps, uint64_t count)
{
    const int n = find_input(b, pin);
    if (n < 0)
        return n;
    if (width_ps < 1 || width_ps > INT64_C(1) << 62)
        return board_fail(TMR0_INPUT, "a pulse of %lld ps, expected 1 ps or more", (long long)width_ps);
    const bool high = *pins_of(b, n) & bit_of(n);
    int status = TMR0_OK;
    for (uint64_t made = 0; made < count && status == TMR0_OK; made++) {
        if (made)
            status = tmr0_run_until(b, tmr0_now_ps(b) + (uint64_t)width_ps);
        if (status == TMR0_OK)
            status = move_pin(b, n, !high);
        if (status == TMR0_OK)
            status = tmr0_run_until(b, tmr0_now_ps(b) + (uint64_t)width_ps);
        if (status == TMR0_OK)
            status = move_pin(b, n, high);
    }
    return status;
}

int tmr0_pin(const struct tmr0_board *b, const char *pin)
{
    struct engine_outputs out;
    NEED_BOARD(b);
    const int n = find_pin(pin, PIN_OUT1, PINS);
    if (n < 0)
        return n;
    if (n == PIN_FOUT && !b->settings.watch_fout)
        return board_fail(TMR0_INPUT, "fout is not watched, expected the option fout when the board is opened");
    b->shown->ops->get(b->shown, &out);
    if (n == PIN_FOUT)
        return out.fout ? TMR0_HIGH : TMR0_LOW;
    const unsigned place = (unsigned)n - PIN_OUT1;
    return out.out_z >> place & 1 ? TMR0_FLOATS : out.out >> place & 1 ? TMR0_HIGH : TMR0_LOW;
}
