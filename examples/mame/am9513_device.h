/* SPDX-License-Identifier: MIT
 * The chip as a device of MAME: an adapter over libam9513, which needs its am9513.c and am9513.h in the tree of MAME.
 * In MAME include "emu.h" in place of framework.h, and register the type with DECLARE_DEVICE_TYPE and
 * DEFINE_DEVICE_TYPE.
 *
 * Each change of an output comes as a call at its exact time: am9513_next_ps() says when the timer is needed next. No
 * timer runs while nothing moves. A call may move the device's inputs (out1 to source2). */
#ifndef TMR0_EXAMPLE_AM9513_DEVICE_H
#define TMR0_EXAMPLE_AM9513_DEVICE_H

#include <am9513.h>

#include "framework.h"

class am9513_lib_device : public device_t
{
  public:
    am9513_lib_device(const machine_config &mconfig, const char *tag, device_t *owner, u32 clock)
        : device_t(mconfig, tag, owner, clock)
    {
    }

    template <unsigned N> auto out_cb() // N: 1 to 5
    {
        return m_out_cb[N - 1].bind();
    }
    auto fout_cb()
    {
        return m_fout_cb.bind();
    }

    // Offset 0 is the data port, 1 the control port.
    u8 read8(offs_t offset)
    {
        return u8(read16(offset));
    }
    void write8(offs_t offset, u8 data)
    {
        write16(offset, 0xff00 | data);
    }
    u16 read16(offs_t offset)
    {
        u16 value = 0xffff;
        am9513_read(&m_chip, now_ps(), offset & 1, &value);
        pins_moved();
        return value;
    }
    void write16(offs_t offset, u16 data)
    {
        am9513_write(&m_chip, now_ps(), offset & 1, data);
        pins_moved();
    }
    template <unsigned N> void source_w(int state)
    {
        input(AM9513_SRC(N), state);
    }
    template <unsigned N> void gate_w(int state)
    {
        input(AM9513_GATE(N), state);
    }

  protected:
    void device_start() override
    {
        const am9513_config config = AM9513_IDEAL(clock());
        am9513_init(&m_chip, &config);
        m_pins = am9513_get(&m_chip);
        m_timer = timer_alloc(FUNC(am9513_lib_device::timer_due), this);
        save_item(NAME(m_saved_size));
        save_pointer(NAME(m_saved), AM9513_SAVED);
    }
    void device_reset() override
    {
    } // the chip has no pin for it
    void device_pre_save() override
    {
        m_saved_size = u32(am9513_save(&m_chip, m_saved, sizeof m_saved));
    }
    void device_post_load() override
    {
        if (m_saved_size > sizeof m_saved || am9513_load(&m_chip, m_saved, m_saved_size) != AM9513_OK)
            throw emu_fatalerror("am9513: the saved state is none");
        m_pins = am9513_get(&m_chip); // no calls: the others have states of their own
        wait_for_next();
    }

  private:
    TIMER_CALLBACK_MEMBER(timer_due)
    {
        am9513_advance(&m_chip, now_ps());
        pins_moved();
    }
    // AM9513_TIME_MAX, 53 days of emulated time, is the end: am9513.h says how to go on.
    uint64_t now_ps() const
    {
        const attotime now = machine().time();
        return uint64_t(now.seconds()) * 1000000000000 + uint64_t(now.attoseconds()) / 1000000;
    }
    void input(uint64_t pin, int state)
    {
        const uint64_t inputs = m_chip.pins & AM9513_INPUTS;
        am9513_set(&m_chip, now_ps(), state ? inputs | pin : inputs & ~pin);
        pins_moved();
    }
    // An OUT that floats is high, by a pull-up.
    static uint64_t levels(uint64_t pins)
    {
        return pins | (pins >> 5 & (UINT64_C(31) << AM9513_PLACE_OUT));
    }
    void pins_moved()
    {
        const uint64_t pins = am9513_get(&m_chip), moved = levels(pins) ^ levels(m_pins);
        m_pins = pins; // before the calls, which may come back here
        for (unsigned n = 0; n < 5; n++)
            if (moved & AM9513_OUT(n + 1))
                m_out_cb[n]((levels(pins) & AM9513_OUT(n + 1)) != 0);
        if (moved & AM9513_FOUT)
            m_fout_cb((pins & AM9513_FOUT) != 0);
        wait_for_next();
    }
    void wait_for_next()
    {
        const uint64_t watched = (UINT64_C(0x3ff) << AM9513_PLACE_OUT) | AM9513_FOUT;
        const uint64_t next = am9513_next_ps(&m_chip, watched);
        if (next == AM9513_NEVER) {
            m_timer->adjust(attotime::never);
            return;
        }
        const uint64_t ps = next - now_ps();
        m_timer->adjust(attotime(ps / 1000000000000, ps % 1000000000000 * 1000000));
    }

    am9513 m_chip{};
    uint64_t m_pins = 0;
    u32 m_saved_size = 0;
    u8 m_saved[AM9513_SAVED] = {};
    emu_timer *m_timer = nullptr;
    devcb_write_line m_out_cb[5], m_fout_cb;
};

#endif
