/* SPDX-License-Identifier: MIT
 * A stand-in for the part of MAME's emu.h that am9513_device.h calls: time, timers, lines, saved states. */
#ifndef TMR0_EXAMPLE_FRAMEWORK_H
#define TMR0_EXAMPLE_FRAMEWORK_H

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using s32 = int32_t;
using offs_t = u32;
using emu_fatalerror = std::runtime_error;

#define FUNC(x) &x, #x
#define NAME(x) x, #x
#define TIMER_CALLBACK_MEMBER(name) void name(s32 param [[maybe_unused]])

class attotime
{
  public:
    static const attotime never;
    attotime(uint64_t seconds, uint64_t attoseconds) : m_seconds(seconds), m_attoseconds(attoseconds)
    {
    }
    uint64_t seconds() const
    {
        return m_seconds;
    }
    uint64_t attoseconds() const
    {
        return m_attoseconds;
    }
    attotime operator+(const attotime &b) const
    {
        if (m_seconds == never.m_seconds || b.m_seconds == never.m_seconds)
            return never;
        const uint64_t rest = m_attoseconds + b.m_attoseconds;
        return {m_seconds + b.m_seconds + rest / SECOND, rest % SECOND};
    }
    bool operator<(const attotime &b) const
    {
        return m_seconds < b.m_seconds || (m_seconds == b.m_seconds && m_attoseconds < b.m_attoseconds);
    }

  private:
    static constexpr uint64_t SECOND = 1000000000000000000;
    uint64_t m_seconds, m_attoseconds;
};
inline const attotime attotime::never(UINT64_MAX, 0);

class running_machine;

class emu_timer
{
  public:
    emu_timer(running_machine &machine, std::function<void(s32)> call) : m_machine(machine), m_call(std::move(call))
    {
    }
    void adjust(const attotime &duration);

  private:
    friend class running_machine;
    running_machine &m_machine;
    std::function<void(s32)> m_call;
    attotime m_due = attotime::never;
};

class device_t;

class running_machine
{
  public:
    attotime time() const
    {
        return m_now;
    }
    void start();
    void run_until(const attotime &end)
    {
        for (;;) {
            emu_timer *first = nullptr;
            for (auto &timer : m_timers)
                if (timer->m_due < end && (!first || timer->m_due < first->m_due))
                    first = timer.get();
            if (!first)
                break;
            m_now = first->m_due;
            first->m_due = attotime::never;
            first->m_call(0);
        }
        m_now = end;
    }
    std::vector<u8> save();
    void load(const std::vector<u8> &state, const attotime &now);

  private:
    friend class device_t;
    friend class emu_timer;
    attotime m_now{0, 0};
    std::vector<std::unique_ptr<emu_timer>> m_timers;
    std::vector<device_t *> m_devices;
    std::vector<std::pair<u8 *, size_t>> m_items;
};

struct machine_config {
    running_machine &machine;
};

class device_t
{
  public:
    device_t(const machine_config &mconfig, const char *, device_t *, u32 clock)
        : m_machine(mconfig.machine), m_clock(clock)
    {
        m_machine.m_devices.push_back(this);
    }
    virtual ~device_t() = default;
    running_machine &machine() const
    {
        return m_machine;
    }
    u32 clock() const
    {
        return m_clock;
    }

  protected:
    friend class running_machine;
    virtual void device_start() = 0;
    virtual void device_reset() = 0;
    virtual void device_pre_save()
    {
    }
    virtual void device_post_load()
    {
    }
    template <class T> emu_timer *timer_alloc(void (T::*call)(s32), const char *, T *device)
    {
        m_machine.m_timers.push_back(
            std::make_unique<emu_timer>(m_machine, [device, call](s32 param) { (device->*call)(param); }));
        return m_machine.m_timers.back().get();
    }
    void save_item(u32 &item, const char *)
    {
        m_machine.m_items.emplace_back(reinterpret_cast<u8 *>(&item), sizeof item);
    }
    void save_pointer(u8 *item, const char *, u32 count)
    {
        m_machine.m_items.emplace_back(item, count);
    }

  private:
    running_machine &m_machine;
    u32 m_clock;
};

class devcb_write_line
{
  public:
    struct binder {
        devcb_write_line &line;
        void set(std::function<void(int)> call)
        {
            line.m_call = std::move(call);
        }
    };
    binder bind()
    {
        return {*this};
    }
    void operator()(int state)
    {
        if (m_call)
            m_call(state);
    }

  private:
    std::function<void(int)> m_call;
};

inline void emu_timer::adjust(const attotime &duration)
{
    m_due = m_machine.m_now + duration;
}

inline void running_machine::start()
{
    for (device_t *device : m_devices)
        device->device_start();
    for (device_t *device : m_devices)
        device->device_reset();
}

inline std::vector<u8> running_machine::save()
{
    std::vector<u8> state;
    for (device_t *device : m_devices)
        device->device_pre_save();
    for (const auto &item : m_items)
        state.insert(state.end(), item.first, item.first + item.second);
    return state;
}

inline void running_machine::load(const std::vector<u8> &state, const attotime &now)
{
    size_t at = 0;
    m_now = now;
    for (const auto &item : m_items) {
        std::memcpy(item.first, state.data() + at, item.second);
        at += item.second;
    }
    for (device_t *device : m_devices)
        device->device_post_load();
}

#endif
