// SPDX-License-Identifier: MIT
#include "harness.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>
#include <tmr0/tlm.h>

using sc_core::sc_time;

namespace
{

constexpr uint64_t MEMORY_SIZE = 0x100000;         // physical, from 0
constexpr uint64_t FRAME_BUFFER = 0x20000;         // in it
constexpr uint64_t DISPLAY_AHEAD_PS = 10000000000; // memory time that the display requests at once
constexpr size_t STACK_SIZE = 0x40000;

uint64_t stamp_ps()
{
    return sc_core::sc_time_stamp().value();
}

// Main memory, reduced to who uses it when. The display has priority.
class memory : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket<memory> socket;

    memory(const sc_core::sc_module_name &name, uint64_t period_ps, uint64_t steal_ps)
        : sc_module(name), socket("socket"), period_ps_(period_ps), steal_ps_(steal_ps),
          granted_ps_(steal_ps ? 0 : UINT64_MAX)
    {
        socket.register_b_transport(this, &memory::transport);
    }
    // How long the CPU's work takes beside the display's fetches, up to granted_ps().
    uint64_t stretch(uint64_t now_ps, uint64_t work_ps) const
    {
        return vcpu_stolen(now_ps, work_ps, period_ps_, steal_ps_);
    }
    uint64_t granted_ps() const
    {
        return granted_ps_;
    }

  private:
    uint64_t period_ps_, steal_ps_, granted_ps_;

    // A line's fetches, one each period: the delay is when the last is over.
    void transport(tlm::tlm_generic_payload &payload, sc_time &delay)
    {
        delay += sc_time::from_value(payload.get_data_length() * period_ps_);
        granted_ps_ = stamp_ps() + delay.value();
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
};

// Two initiators, two targets.
class address_map : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket_tagged<address_map> cpu, display;
    tlm_utils::simple_initiator_socket<address_map> board, memory;

    explicit address_map(const sc_core::sc_module_name &name)
        : sc_module(name), cpu("cpu"), display("display"), board("board"), memory("memory")
    {
        cpu.register_b_transport(this, &address_map::transport, 0);
        display.register_b_transport(this, &address_map::transport, 1);
    }

  private:
    void transport(int, tlm::tlm_generic_payload &payload, sc_time &delay)
    {
        const uint64_t address = payload.get_address();
        if (address >= VCPU_SOCKET && address < VCPU_SOCKET + VCPU_PAGE) {
            payload.set_address(address - VCPU_SOCKET);
            board->b_transport(payload, delay);
            payload.set_address(address);
        } else if (address < MEMORY_SIZE) {
            memory->b_transport(payload, delay);
        } else {
            payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
        }
    }
};

// Fetches from main memory, a while ahead.
class display : public sc_core::sc_module
{
  public:
    tlm_utils::simple_initiator_socket<display> socket;

    display(const sc_core::sc_module_name &name, uint64_t period_ps)
        : sc_module(name), socket("socket"), fetches_(static_cast<unsigned>(DISPLAY_AHEAD_PS / period_ps) + 1)
    {
        SC_HAS_PROCESS(display);
        SC_THREAD(fetch);
    }

  private:
    unsigned fetches_;
    tlm::tlm_generic_payload payload_; // not on the thread's stack, which is never unwound

    void fetch()
    {
        for (;;) {
            sc_time delay = sc_time::from_value(DISPLAY_AHEAD_PS); // the stretch after this one
            payload_.set_command(tlm::TLM_READ_COMMAND);
            payload_.set_address(FRAME_BUFFER);
            payload_.set_data_length(fetches_);
            payload_.set_streaming_width(fetches_);
            socket->b_transport(payload_, delay);
            wait(sc_time::from_value(DISPLAY_AHEAD_PS));
        }
    }
};

// The clock chip.
class interrupt_clock : public sc_core::sc_module
{
  public:
    interrupt_clock(const sc_core::sc_module_name &name, uint64_t period_ps, uint64_t first_ps, struct vcpu *cpu)
        : sc_module(name), period_ps_(period_ps), next_ps_(first_ps), cpu_(cpu)
    {
        SC_HAS_PROCESS(interrupt_clock);
        SC_THREAD(tick);
    }
    uint64_t next_ps() const
    {
        return next_ps_;
    }

  private:
    uint64_t period_ps_, next_ps_;
    struct vcpu *cpu_;

    void tick()
    {
        for (;;) {
            wait(sc_time::from_value(next_ps_ - stamp_ps()));
            vcpu_raise(cpu_, VCPU_LEVEL_CLOCK);
            next_ps_ += period_ps_;
        }
    }
};

class processor : public sc_core::sc_module
{
  public:
    tlm_utils::simple_initiator_socket<processor> socket;

    processor(const sc_core::sc_module_name &name, const struct harness_setup *setup, void (*program)(vcpu *, void *),
              void *arg)
        : sc_module(name), socket("socket"), cpu(std::make_unique<struct vcpu>()), setup_(setup), program_(program),
          arg_(arg)
    {
        static const struct vcpu_host host = {access,         stretch, horizon, passed, context_new,
                                              context_switch, halt,    nullptr, nullptr};
        vcpu_open(cpu.get(), &host, this, setup->free ? nullptr : setup->machine->figure);
        cpu->now_ps = tmr0_now_ps(setup->board);
        SC_HAS_PROCESS(processor);
        SC_THREAD(boot);
        set_stack_size(STACK_SIZE);
    }

    std::unique_ptr<struct vcpu> cpu;
    const class memory *main_memory = nullptr;
    const class interrupt_clock *clock = nullptr;
    bool failed = false;

  private:
    struct context {
        sc_core::sc_event go;
        void (*entry)(void *arg);
        void *arg;
    };
    const struct harness_setup *setup_;
    void (*program_)(struct vcpu *cpu, void *arg);
    void *arg_;
    tlm_utils::tlm_quantumkeeper keeper_;
    uint64_t ahead_ps_ = 0;            // before this time no process waits for the CPU
    tlm::tlm_generic_payload payload_; // of the access in progress
    std::unique_ptr<context> context_[VCPU_CONTEXTS];
    unsigned running_ = 0;

    static processor *of(void *host)
    {
        return static_cast<processor *>(host);
    }
    uint64_t horizon_ps() const
    {
        const uint64_t tick = clock ? clock->next_ps() : UINT64_MAX;
        return std::min(tick, main_memory->granted_ps());
    }
    void boot()
    {
        context_[0] = std::make_unique<context>();
        keeper_.reset();
        wait(sc_core::SC_ZERO_TIME); // the display has asked for its first lines
        program_(cpu.get(), arg_);
        sc_core::sc_stop();
    }
    // Control does not come back from here. The condition keeps the compiler from seeing a function that does not
    // return: before a call of such a function the address sanitizer cleans the stack, and takes this one for another.
    void leave()
    {
        sc_core::sc_stop();
        do
            wait();
        while (sc_core::sc_is_running());
    }
    // SystemC's time catches up: at the end of a quantum, and where another process may act.
    void synchronise(uint64_t now_ps)
    {
        if (now_ps < ahead_ps_)
            return;
        keeper_.set(sc_time::from_value(now_ps - stamp_ps()));
        if (keeper_.need_sync())
            keeper_.sync();
        while (now_ps >= horizon_ps()) {
            keeper_.sync();
            wait(sc_core::SC_ZERO_TIME);
        }
        const sc_time quantum = tlm::tlm_global_quantum::instance().compute_local_quantum();
        ahead_ps_ = std::min<uint64_t>(horizon_ps(), stamp_ps() + quantum.value());
    }
    static bool access(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
    {
        processor *p = of(host);
        tlm::tlm_generic_payload &payload = p->payload_;
        sc_time delay = sc_time::from_value(*now_ps - stamp_ps());
        payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        payload.set_address(VCPU_SOCKET + static_cast<uint64_t>(offset));
        payload.set_data_ptr(value);
        payload.set_data_length(1);
        payload.set_streaming_width(1);
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        p->socket->b_transport(payload, delay);
        if (payload.is_response_error()) {
            p->failed = true;
            p->leave();
        }
        *now_ps = stamp_ps() + delay.value();
        if (p->setup_->watch)
            p->setup_->watch(p->setup_->context, offset, write, *value, tmr0_last(p->setup_->board));
        return true;
    }
    static uint64_t stretch(void *host, uint64_t now_ps, uint64_t work_ps)
    {
        return of(host)->main_memory->stretch(now_ps, work_ps);
    }
    static uint64_t horizon(void *host, uint64_t)
    {
        return of(host)->horizon_ps();
    }
    static void passed(void *host, uint64_t now_ps)
    {
        of(host)->synchronise(now_ps);
    }
    static bool context_new(void *host, unsigned number, void (*entry)(void *arg), void *arg)
    {
        processor *p = of(host);
        p->context_[number] = std::make_unique<context>();
        p->context_[number]->entry = entry;
        p->context_[number]->arg = arg;
        sc_core::sc_spawn_options options;
        options.set_stack_size(STACK_SIZE);
        sc_core::sc_spawn(
            [p, number] {
                p->await(number);
                p->context_[number]->entry(p->context_[number]->arg);
                std::abort(); // an entry switches away for good
            },
            sc_core::sc_gen_unique_name("context"), &options);
        return true;
    }
    void await(unsigned number)
    {
        while (running_ != number)
            wait(context_[number]->go);
    }
    static void context_switch(void *host, unsigned from, unsigned to)
    {
        processor *p = of(host);
        p->running_ = to;
        p->context_[to]->go.notify();
        p->await(from);
    }
    static void halt(void *host)
    {
        of(host)->leave();
    }
};

int run(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg, struct error *e)
{
    const struct figure *figures = setup->machine->figure;
    const auto of = [figures](int number) { return static_cast<uint64_t>(figures[number].value[CORNER_TYP]); };
    const uint64_t steal_ps = setup->blank ? 0 : of(FIG_DISPLAY_STEAL), tick_ps = of(FIG_CLOCK_INTERRUPT);
    const uint64_t quantum_ps = setup->quantum_ps ? setup->quantum_ps : PLATFORM_QUANTUM_PS;
    tlm_utils::tlm_quantumkeeper::set_global_quantum(sc_time::from_value(quantum_ps));

    processor cpu("cpu", setup, program, arg);
    tmr0::board_target board("board", setup->board);
    memory store("memory", of(FIG_DISPLAY_PERIOD), steal_ps);
    address_map map("map");
    display screen("display", of(FIG_DISPLAY_PERIOD));
    std::unique_ptr<interrupt_clock> clock;
    if (setup->clock)
        clock = std::make_unique<interrupt_clock>("clock", tick_ps, (cpu.cpu->now_ps / tick_ps + 1) * tick_ps,
                                                  cpu.cpu.get());
    cpu.main_memory = &store;
    cpu.clock = clock.get();
    cpu.socket.bind(map.cpu);
    screen.socket.bind(map.display);
    map.board.bind(board.socket);
    map.memory.bind(store.socket);
    sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO, sc_core::SC_DO_NOTHING); // "stopped"
    sc_core::sc_start();
    return cpu.failed ? board_result(board.status(), e) : STATUS_OK;
}

} // namespace

// The library asks for it; this program has a main of its own.
int sc_main(int, char **)
{
    return 0;
}

int platform_run(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg,
                 struct error *e)
{
    try {
        // A simulation that has stopped cannot start again; each run has a kernel of its own.
        auto context = std::make_unique<sc_core::sc_simcontext>();
        sc_core::sc_curr_simcontext = context.get();
        sc_core::sc_default_global_context = context.get();
        return run(setup, program, arg, e);
    } catch (const std::exception &failure) {
        return error_set(e, STATUS_SYSTEM, "SystemC: %s", failure.what());
    }
}
