/* SPDX-License-Identifier: MIT
 * The timer board in somebody else's TLM-2.0 platform: two masters that know nothing of each other, with the board
 * bound straight to them. Each reads 32 bits now and then; the second disturbs the first, and it shows.
 * Usage: two_masters FOLDER    that holds parts/ and machines/ */
#include <cstdio>
#include <initializer_list>
#include <memory>

#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "board_target.hpp"
#include "rig.h"

using sc_core::sc_time;

/* Several masters, one slave. */
struct arbiter : sc_core::sc_module {
    tlm_utils::multi_passthrough_target_socket<arbiter> in;
    tlm_utils::simple_initiator_socket<arbiter> out;

    explicit arbiter(const sc_core::sc_module_name &name) : sc_module(name), in("in"), out("out")
    {
        in.register_b_transport(this, &arbiter::b_transport);
    }

    void b_transport(int, tlm::tlm_generic_payload &payload, sc_time &delay)
    {
        out->b_transport(payload, delay);
    }
};

struct master : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<master> socket;

    SC_HAS_PROCESS(master);
    master(const sc_core::sc_module_name &name, bool starts_clock, const sc_time &first, const sc_time &period)
        : sc_module(name), socket("socket"), starts_clock_(starts_clock), first_(first), period_(period)
    {
        SC_THREAD(run);
    }

    /* One byte; the board wants 1.5 us until the next. */
    unsigned char access(bool write, unsigned offset, unsigned char value)
    {
        sc_time delay = sc_core::SC_ZERO_TIME;
        payload_.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        payload_.set_address(offset);
        payload_.set_data_ptr(&value);
        payload_.set_data_length(1);
        payload_.set_streaming_width(1);
        payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        socket->b_transport(payload_, delay);
        if (payload_.is_response_error())
            SC_REPORT_FATAL("master", payload_.get_response_string().c_str());
        wait(delay + sc_time(1500, sc_core::SC_NS));
        return value;
    }

    void write_all(std::initializer_list<unsigned char> bytes)
    {
        for (const unsigned char byte : bytes)
            access(true, 2, byte);
    }

    void start_clock()
    {
        access(true, 0, 0); // control port
        write_all({0xff, 0x5f, 0x01});
        access(false, 0, 0); // data port
        for (unsigned counter = 1; counter <= 4; counter++)
            write_all({0x28, 0, 0, 0, 0, 0});
        write_all({0x20, 0x0b, 4, 0, 0, 0});
        access(true, 0, 0);
        write_all({0x5f, 0x3f});
    }

    void run()
    {
        if (starts_clock_)
            start_clock();
        wait(first_);
        for (unsigned n = 0; n < 5; n++) {
            access(true, 0, 0);
            access(true, 2, 0xa3);
            access(true, 2, 0x19);
            access(false, 0, 0);
            unsigned count = 0;
            for (unsigned byte = 0; byte < 4; byte++)
                count |= static_cast<unsigned>(access(false, 2, 0)) << 8 * byte;
            std::printf("%s at %s: %u us\n", name(), sc_core::sc_time_stamp().to_string().c_str(), count);
            wait(period_);
        }
    }

    bool starts_clock_;
    sc_time first_, period_;
    tlm::tlm_generic_payload payload_;
};

int sc_main(int argc, char **argv)
{
    auto rig = std::make_unique<struct rig>();
    struct error e;
    struct board *board = nullptr;
    if (rig_load(rig.get(), argc > 1 ? argv[1] : ".", TARGET_BOARD, "am9513a", "sun3-60", &e) != STATUS_OK) {
        std::fprintf(stderr, "%s\n", e.text);
        return STATUS_INPUT;
    }
    struct board_config config = rig_config(rig.get(), TARGET_BOARD);
    config.corner = CORNER_TYP;
    config.osc_high_ps = config.osc_low_ps = 125000;
    if (board_open(&board, &config, &e) != STATUS_OK) {
        std::fprintf(stderr, "%s\n", e.text);
        return STATUS_SYSTEM;
    }
    board_target timer("timer", board);
    arbiter bus("bus");
    master one("one", true, sc_time(100, sc_core::SC_US), sc_time(100, sc_core::SC_US));
    master two("two", false, sc_time(300, sc_core::SC_US), sc_time(43, sc_core::SC_US));
    one.socket.bind(bus.in);
    two.socket.bind(bus.in);
    bus.out.bind(timer.socket);
    sc_core::sc_start();
    board_close(board);
    return STATUS_OK;
}
