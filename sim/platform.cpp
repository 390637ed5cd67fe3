/* SPDX-License-Identifier: MIT */
#include "platform.h"

#include <array>
#include <exception>
#include <memory>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "board_target.hpp"

namespace
{

using sc_core::sc_time;

constexpr sc_dt::uint64 FRAME_BUFFER = 0x00100000; // a 3/50's, in main memory
constexpr unsigned LINE_BYTES = 144;               // 1152 pixels of one bit
constexpr unsigned LINE_PERIODS = 16;              // of stealing, in the time of a line

/* Main memory: its contents nobody asks for, only its time. While the display fetches, it has the first part of each
 * period to itself. */
class memory : public sc_core::sc_module
{
  public:
    static constexpr sc_dt::uint64 SIZE = VCPU_SOCKET;

    tlm_utils::simple_target_socket<memory> socket;

    memory(const sc_core::sc_module_name &name, uint64_t period_ps, uint64_t steal_ps)
        : sc_module(name), socket("socket"), period_ps_(period_ps), steal_ps_(steal_ps)
    {
        socket.register_b_transport(this, &memory::b_transport);
    }

    /* How long work that runs from here takes. */
    uint64_t stretch(uint64_t now_ps, uint64_t work_ps) const
    {
        return fetching_ ? vcpu_stolen(now_ps, work_ps, period_ps_, steal_ps_) : work_ps;
    }

  private:
    /* A line of the frame buffer: the display has its memory cycles until it is through. */
    void b_transport(tlm::tlm_generic_payload &payload, sc_time &delay)
    {
        const sc_dt::uint64 address = payload.get_address();
        if (!payload.is_read() || address < FRAME_BUFFER || address >= SIZE) {
            payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            return;
        }
        std::fill_n(payload.get_data_ptr(), payload.get_data_length(), static_cast<unsigned char>(0));
        fetching_ = true;
        delay += sc_time::from_value(LINE_PERIODS * period_ps_);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }

    uint64_t period_ps_, steal_ps_;
    bool fetching_ = false;
};

/* The address map: forwards a payload to the target that has its address, from that target's 0 on. */
class bus : public sc_core::sc_module
{
  public:
    tlm_utils::multi_passthrough_target_socket<bus> target;
    tlm_utils::simple_initiator_socket<bus> memory, board;

    explicit bus(const sc_core::sc_module_name &name)
        : sc_module(name), target("target"), memory("memory"), board("board")
    {
        target.register_b_transport(this, &bus::b_transport);
    }

  private:
    void b_transport(int, tlm::tlm_generic_payload &payload, sc_time &delay)
    {
        const sc_dt::uint64 address = payload.get_address();
        if (address < memory::SIZE) {
            memory->b_transport(payload, delay);
        } else if (address - VCPU_SOCKET < board_target::SIZE) {
            payload.set_address(address - VCPU_SOCKET);
            board->b_transport(payload, delay);
            payload.set_address(address);
        } else {
            payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
        }
    }
};

/* The 3/50's: one transaction a line. */
class display : public sc_core::sc_module
{
  public:
    tlm_utils::simple_initiator_socket<display> socket;

    SC_HAS_PROCESS(display);
    explicit display(const sc_core::sc_module_name &name) : sc_module(name), socket("socket")
    {
        SC_THREAD(run);
    }

  private:
    void run()
    {
        std::array<unsigned char, LINE_BYTES> line{};
        tlm::tlm_generic_payload payload;
        payload.set_read();
        payload.set_address(FRAME_BUFFER);
        payload.set_data_ptr(line.data());
        payload.set_data_length(LINE_BYTES);
        payload.set_streaming_width(LINE_BYTES);
        for (;;) {
            sc_time delay = sc_core::SC_ZERO_TIME;
            payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
            socket->b_transport(payload, delay);
            wait(delay);
        }
    }
};

/* The CPU: a host of driver-sim/vcpu.h. */
class cpu_module : public sc_core::sc_module
{
  public:
    tlm_utils::simple_initiator_socket<cpu_module> socket;

    cpu_module(const sc_core::sc_module_name &name, const harness_setup &setup, const memory &ram,
               void (*program)(vcpu *, void *), void *arg)
        : sc_module(name), socket("socket"), ram_(ram), program_(program), arg_(arg)
    {
        static const vcpu_host host = {
            access, stretch, horizon, passed, context_new, context_switch, halt, nullptr, nullptr,
        };
        vcpu_open(&cpu, &host, this, setup.machine->figure);
        cpu.now_ps = board_now_ps(setup.board);
        sync_ps_ = 0;
        payload_.set_data_length(1);
        payload_.set_streaming_width(1);
        (void)context_new(this, 0, first, this);
    }

    vcpu cpu = {};

  private:
    static cpu_module &of(void *host)
    {
        return *static_cast<cpu_module *>(host);
    }

    static bool access(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
    {
        cpu_module &m = of(host);
        const uint64_t stamp = sc_core::sc_time_stamp().value();
        sc_time delay = sc_time::from_value(*now_ps - stamp);
        m.payload_.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        m.payload_.set_address(VCPU_SOCKET + static_cast<unsigned>(offset));
        m.payload_.set_data_ptr(value);
        m.payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        m.socket->b_transport(m.payload_, delay);
        if (m.payload_.is_response_error())
            halt(host);
        *now_ps = stamp + delay.value();
        return true;
    }

    static uint64_t stretch(void *host, uint64_t now_ps, uint64_t work_ps)
    {
        return of(host).ram_.stretch(now_ps, work_ps);
    }

    static uint64_t horizon(void *host, uint64_t now_ps)
    {
        (void)now_ps;
        return of(host).sync_ps_;
    }

    /* At the quantum's end: the others catch up, of one instant too. */
    static void passed(void *host, uint64_t now_ps)
    {
        cpu_module &m = of(host);
        if (now_ps < m.sync_ps_)
            return;
        sc_core::wait(sc_time::from_value(now_ps) - sc_core::sc_time_stamp());
        sc_core::wait(sc_core::SC_ZERO_TIME);
        m.next_sync();
    }

    void next_sync()
    {
        sync_ps_ = (sc_core::sc_time_stamp() + tlm::tlm_global_quantum::instance().compute_local_quantum()).value();
    }

    static bool context_new(void *host, unsigned number, void (*entry)(void *), void *arg)
    {
        cpu_module &m = of(host);
        sc_core::sc_spawn_options options;
        options.set_stack_size(256 * 1024);
        sc_core::sc_spawn(
            [&m, number, entry, arg] {
                if (number == 0)
                    sc_core::wait(sc_time::from_value(m.cpu.now_ps)); // when the board was handed over
                m.wait_turn(number);
                entry(arg);
            },
            sc_core::sc_gen_unique_name("context"), &options);
        return true;
    }

    void wait_turn(unsigned number)
    {
        while (turn_ != number)
            sc_core::wait(turns_.at(number));
    }

    static void context_switch(void *host, unsigned from, unsigned to)
    {
        cpu_module &m = of(host);
        m.turn_ = to;
        m.turns_.at(to).notify();
        m.wait_turn(from);
    }

    static void halt(void *host)
    {
        (void)host;
        sc_core::sc_stop();
        for (;;)
            sc_core::wait();
    }

    static void first(void *self)
    {
        cpu_module &m = of(self);
        m.next_sync();
        m.program_(&m.cpu, m.arg_);
        halt(self);
    }

    const memory &ram_;
    void (*program_)(vcpu *, void *);
    void *arg_;
    tlm::tlm_generic_payload payload_;
    uint64_t sync_ps_;
    unsigned turn_ = 0;
    std::array<sc_core::sc_event, VCPU_CONTEXTS> turns_;
};

/* Interrupts at whole periods. */
class clock_chip : public sc_core::sc_module
{
  public:
    SC_HAS_PROCESS(clock_chip);
    clock_chip(const sc_core::sc_module_name &name, vcpu *cpu, uint64_t period_ps)
        : sc_module(name), cpu_(cpu), period_(sc_time::from_value(period_ps))
    {
        SC_THREAD(run);
    }

  private:
    void run()
    {
        for (;;) {
            wait(period_);
            if (sc_core::sc_time_stamp().value() > begun_ps_)
                vcpu_raise(cpu_, VCPU_LEVEL_CLOCK);
        }
    }

    vcpu *cpu_;
    sc_time period_;
    uint64_t begun_ps_ = cpu_->now_ps;
};

struct platform {
    platform(const harness_setup &setup, void (*program)(vcpu *, void *), void *arg)
        : ram("memory", value(setup, FIG_DISPLAY_PERIOD), value(setup, FIG_DISPLAY_STEAL)),
          cpu("cpu", setup, ram, program, arg), timer("timer", setup.board)
    {
        cpu.socket.bind(map.target);
        map.memory.bind(ram.socket);
        map.board.bind(timer.socket);
        if (!setup.blank && value(setup, FIG_DISPLAY_STEAL)) {
            screen = std::make_unique<display>("display");
            screen->socket.bind(map.target);
        }
        if (setup.clock)
            clock = std::make_unique<clock_chip>("clock", &cpu.cpu, value(setup, FIG_CLOCK_INTERRUPT));
    }

    static uint64_t value(const harness_setup &setup, int figure)
    {
        return static_cast<uint64_t>(setup.machine->figure[figure].value[CORNER_TYP]);
    }

    bus map{"bus"};
    memory ram;
    cpu_module cpu;
    board_target timer;
    std::unique_ptr<display> screen;
    std::unique_ptr<clock_chip> clock;
};

int run(const harness_setup &setup, void (*program)(vcpu *, void *), void *arg, struct error *e)
{
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING); // "stopped by user"
    tlm::tlm_global_quantum::instance().set(sc_time::from_value(setup.quantum_ps));
    platform p(setup, program, arg);
    sc_core::sc_start();
    if (setup.interrupts)
        *setup.interrupts = p.cpu.cpu.taken;
    if (p.timer.status() != STATUS_OK)
        *e = p.timer.error();
    return p.timer.status();
}

} // namespace

int platform_run(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg,
                 struct error *e)
{
    const uint64_t period = platform::value(*setup, FIG_CLOCK_INTERRUPT);
    if (!setup->quantum_ps || period % setup->quantum_ps) {
        char text[32];
        return error_set(e, STATUS_INPUT,
                         "a quantum that does not divide the clock interrupt's period, expected one "
                         "that divides %s",
                         time_text(text, sizeof text, static_cast<int64_t>(period)));
    }
    try {
        const int status = run(*setup, program, arg, e);
        sc_core::sc_curr_simcontext = nullptr; // the next run gets a context of its own: this one is stopped for good
        return status;
    } catch (const std::exception &problem) {
        return error_set(e, STATUS_SYSTEM, "SystemC: %s", problem.what());
    }
}

/* The library's own main(), which gives way to ours, wants one. */
int sc_main(int, char **)
{
    return STATUS_OK;
}
