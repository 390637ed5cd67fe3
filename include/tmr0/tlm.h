/* SPDX-License-Identifier: MIT
 * The board as a TLM-2.0 target, loosely timed, with the standard socket and the standard payload: it can be bound into
 * any platform. C++17; link SystemC and libtmr0 (`pkg-config systemc tmr0`).
 *
 *   address   bit 1 chooses the DES socket's offset, 0 or 2; the rest is not decoded
 *   command   TLM_READ_COMMAND, TLM_WRITE_COMMAND, one byte (else TLM_BURST_ERROR_RESPONSE), no byte enables
 *   delay     in: the initiator's local time ahead of sc_time_stamp(); out: the same at the end of the bus cycle
 *             (unless that failed)
 *
 * SystemC resolves 1 ps, its default. The board catches up with the simulation's time at each access: no part of it is
 * an sc_signal. An access may not begin before the end of the last one; one that asks to begin earlier starts there.
 * There is no DMI, and debug transport does nothing, because reading this chip changes it. An access that the board
 * cannot make ends with TLM_GENERIC_ERROR_RESPONSE. */
#ifndef TMR0_TLM_H
#define TMR0_TLM_H

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>
#include <tmr0/board.h>

namespace tmr0
{

/* The protocol; access() makes an access. */
class target : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket<target> socket;

  protected:
    explicit target(const sc_core::sc_module_name &name) : sc_module(name), socket("socket")
    {
        socket.register_b_transport(this, &target::transport);
    }
    /* One byte at offset 0 or 2, not before *now_ps, which becomes its end. False: it could not be made. */
    virtual bool access(uint64_t *now_ps, unsigned offset, bool write, uint8_t *value) = 0;

  private:
    void transport(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay)
    {
        uint64_t now_ps = (sc_core::sc_time_stamp() + delay).value();
        const bool write = payload.is_write();
        if (payload.get_byte_enable_ptr()) {
            payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        } else if (payload.get_data_length() != 1 || payload.get_streaming_width() != 1) {
            payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
        } else if (!write && !payload.is_read()) {
            payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
        } else if (access(&now_ps, static_cast<unsigned>(payload.get_address() & 2), write, payload.get_data_ptr())) {
            payload.set_response_status(tlm::TLM_OK_RESPONSE);
            delay = sc_core::sc_time::from_value(now_ps) - sc_core::sc_time_stamp();
        } else { // the board's time may have stopped before that of the simulation
            payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        }
    }
};

/* A board of libtmr0. It is open, target board, and stays the caller's; its time is that of the simulation. After
 * TLM_GENERIC_ERROR_RESPONSE tmr0_error() has the reason. */
class board_target : public target
{
  public:
    board_target(const sc_core::sc_module_name &name, struct tmr0_board *board) : target(name), board_(board)
    {
    }
    /* Of the last access: negative if it could not be made, an enum tmr0_status. */
    int status() const
    {
        return status_;
    }

  private:
    struct tmr0_board *board_;
    int status_ = TMR0_OK;

    bool access(uint64_t *now_ps, unsigned offset, bool write, uint8_t *value) override
    {
        status_ = *now_ps > tmr0_now_ps(board_) ? tmr0_run_until(board_, *now_ps) : TMR0_OK;
        if (status_ < 0)
            return false;
        status_ = write ? tmr0_write(board_, offset, *value) : tmr0_read(board_, offset);
        if (!write && status_ >= 0)
            *value = static_cast<uint8_t>(status_);
        *now_ps = tmr0_now_ps(board_);
        return status_ >= 0;
    }
};

} // namespace tmr0

#endif
