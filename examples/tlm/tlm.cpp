// SPDX-License-Identifier: MIT
// The board in a platform of one's own: an initiator, bound straight to the board's standard socket, starts the timer
// as docs/driver.md says and reads two counts that lie 100 us apart. Prints them and every violation; exit status 0 if
// the counts agree and nothing was violated.
//   usage: tlm [NS]   time between accesses in ns; default 1500, the chip's longest recovery time
#include <cstdio>
#include <cstdlib>
#include <string>
#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>
#include <tmr0/tlm.h>

namespace
{

class bus_master : public sc_core::sc_module
{
  public:
    tlm_utils::simple_initiator_socket<bus_master> socket;
    uint32_t first = 0, second = 0;
    bool failed = false;

    bus_master(const sc_core::sc_module_name &name, double recovery_ns)
        : sc_module(name), socket("socket"), recovery(recovery_ns, sc_core::SC_NS)
    {
        SC_HAS_PROCESS(bus_master);
        SC_THREAD(run);
    }

  private:
    sc_core::sc_time recovery;

    uint8_t access(uint64_t address, bool write, uint8_t value)
    {
        tlm::tlm_generic_payload payload;
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        payload.set_address(address);
        payload.set_data_ptr(&value);
        payload.set_data_length(1);
        payload.set_streaming_width(1);
        socket->b_transport(payload, delay);
        failed = failed || payload.is_response_error();
        wait(delay + recovery);
        return value;
    }
    void select_control()
    {
        (void)access(0, true, 0);
    }
    void select_data()
    {
        (void)access(0, false, 0);
    }
    void start()
    {
        select_control();
        for (int command : {0xff, 0x5f, 0xee, 0x01}) // reset, LOAD all, FOUT off, pointer to Mode 1
            (void)access(2, true, static_cast<uint8_t>(command));
        select_data();
        for (int counter = 1; counter <= 5; counter++) // 1-4: TC of the one below, up; 5: F1 divided by four
            for (int byte : {counter < 5 ? 0x28 : 0x20, counter < 5 ? 0 : 0x0b, counter < 5 ? 0 : 4, 0, 0, 0})
                (void)access(2, true, static_cast<uint8_t>(byte));
        select_control();
        (void)access(2, true, 0x5f); // LOAD all
        (void)access(2, true, 0x3f); // ARM all
    }
    uint32_t count()
    {
        uint32_t value = 0;
        select_control();
        (void)access(2, true, 0xa3); // SAVE 1 and 2
        (void)access(2, true, 0x19); // pointer to Hold 1
        select_data();
        for (unsigned n = 0; n < 4; n++)
            value |= static_cast<uint32_t>(access(2, false, 0)) << 8 * n;
        return value;
    }
    void run()
    {
        start();
        const uint64_t begin_ps = sc_core::sc_time_stamp().value();
        first = count();
        wait(sc_core::sc_time::from_value(begin_ps + 100000000) - sc_core::sc_time_stamp());
        second = count(); // nothing more happens: sc_start() returns
    }
};

} // namespace

static void print_violation(void *, const struct tmr0_violation *violation)
{
    if (!violation->note)
        std::printf("access %u: %s\n", violation->access, violation->text);
}

int sc_main(int argc, char **argv)
{
    char *end = nullptr;
    const double recovery_ns = argc > 1 ? std::strtod(argv[1], &end) : 1500;
    if (argc > 2 || (argc == 2 && (end == argv[1] || *end || !(recovery_ns >= 0)))) {
        const std::string option = argv[1];
        const bool help = argc == 2 && (option == "-h" || option == "--help" || option == "help");
        (void)std::fprintf(help ? stdout : stderr, "usage: tlm [NS]   time between accesses in ns, default 1500\n");
        return help ? 0 : 2;
    }
    struct tmr0_options options = {};
    struct tmr0_board *board = nullptr;
    options.settings = "machine sun3-60";
    if (tmr0_open(&board, &options)) {
        (void)std::fprintf(stderr, "tlm: %s\n", tmr0_error());
        return 2;
    }
    tmr0_on_violation(board, print_violation, nullptr);
    bus_master master("master", recovery_ns);
    tmr0::board_target target("board", board);
    master.socket.bind(target.socket);
    sc_core::sc_start();
    if (master.failed)
        (void)std::fprintf(stderr, "tlm: %s\n", tmr0_error());
    const unsigned long long violations = tmr0_violations(board);
    const uint32_t apart = master.second - master.first;
    std::printf("counts %u and %u, 100 us apart; %llu violations\n", master.first, master.second, violations);
    (void)tmr0_close(board);
    return !master.failed && violations == 0 && apart >= 99 && apart <= 101 ? 0 : 1;
}
