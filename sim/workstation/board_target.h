/* SPDX-License-Identifier: MIT
 * The board as a TLM-2.0 target, loosely timed, with the standard socket and the standard payload. It can be bound into
 * any platform (sim/workstation/example/tlm.cpp does). C++17.
 *
 *   address   bit 1 chooses the DES socket's offset, 0 or 2; the rest is not decoded
 *   command   TLM_READ_COMMAND, TLM_WRITE_COMMAND, one byte (else TLM_BURST_ERROR_RESPONSE), no byte enables
 *   delay     in: the initiator's local time ahead of sc_time_stamp(); out: the same at the end of the bus cycle
 *             (unless that failed)
 *
 * The board catches up with that time at each access, as sim/board/board.h does: no part of it is an sc_signal.
 * An access may not begin before the end of the last one; one that asks to begin earlier starts there. There is no DMI,
 * and debug transport does nothing, because reading this chip changes it. An access that the board cannot make ends
 * with TLM_GENERIC_ERROR_RESPONSE. */
#ifndef TMR0_BOARD_TARGET_H
#define TMR0_BOARD_TARGET_H

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include "sim/board/board.h"

class board_target : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket<board_target> socket;

    /* The board is open, target board, and stays the caller's; its time is that of the simulation. */
    board_target(const sc_core::sc_module_name &name, struct board *board)
        : sc_module(name), socket("socket"), board_(board)
    {
        socket.register_b_transport(this, &board_target::transport);
    }

    /* Of the last access; after an error, its reason. */
    int status() const
    {
        return status_;
    }
    const struct error &error() const
    {
        return error_;
    }
    const struct access &access() const
    {
        return access_;
    }

  private:
    struct board *board_;
    int status_ = STATUS_OK;
    struct error error_ = {};
    struct access access_ = {};

    void transport(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay)
    {
        const uint64_t start_ps = (sc_core::sc_time_stamp() + delay).value();
        const bool write = payload.is_write();
        uint8_t *byte = payload.get_data_ptr();
        if (payload.get_byte_enable_ptr()) {
            payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        } else if (payload.get_data_length() != 1 || payload.get_streaming_width() != 1) {
            payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
        } else if (!write && !payload.is_read()) {
            payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
        } else {
            status_ = board_socket_at(board_, start_ps, static_cast<int>(payload.get_address() & 2), write,
                                      write ? *byte : 0, &access_, &error_);
            payload.set_response_status(status_ ? tlm::TLM_GENERIC_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
            if (status_) // the board's time may have stopped before that of the simulation
                return;
            if (!write)
                *byte = static_cast<uint8_t>(access_.value);
            delay = sc_core::sc_time::from_value(board_now_ps(board_)) - sc_core::sc_time_stamp();
        }
    }
};

#endif
