/* SPDX-License-Identifier: MIT
 * The timer board as a TLM-2.0 target: loosely timed, standard socket, generic payload. Bind it into any platform, as
 * examples/tlm/ does. Addresses 0 .. 8191: the DES socket's page, of which bit 1 chooses the offset.
 *
 * b_transport: each byte is one bus cycle. It begins at sc_time_stamp() + delay, or when the board is done with the one
 * before; delay comes back as its end. The board catches up with time there: nothing of it runs in between. No DMI, no
 * debug transport (a read of this chip changes it), no byte enables. */
#ifndef TMR0_BOARD_TARGET_HPP
#define TMR0_BOARD_TARGET_HPP

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include "board.h"

class board_target : public sc_core::sc_module
{
  public:
    static constexpr sc_dt::uint64 SIZE = 0x2000;

    tlm_utils::simple_target_socket<board_target> socket;

    /* The board stays the caller's. */
    board_target(const sc_core::sc_module_name &name, struct board *board);

    /* STATUS_OK, or why the board has failed: from then on it answers TLM_GENERIC_ERROR_RESPONSE. */
    int status() const
    {
        return status_;
    }
    const struct error &error() const
    {
        return error_;
    }

  private:
    void b_transport(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay);

    struct board *board_;
    int status_ = STATUS_OK;
    struct error error_ = {};
};

#endif
