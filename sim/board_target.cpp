/* SPDX-License-Identifier: MIT */
#include "board_target.hpp"

#include <algorithm>

board_target::board_target(const sc_core::sc_module_name &name, struct board *board)
    : sc_module(name), socket("socket"), board_(board)
{
    socket.register_b_transport(this, &board_target::b_transport);
}

void board_target::b_transport(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay)
{
    const sc_dt::uint64 address = payload.get_address();
    const unsigned length = payload.get_data_length();
    unsigned char *data = payload.get_data_ptr();
    if (payload.get_byte_enable_ptr()) {
        payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        return;
    }
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    if (address >= SIZE || length > SIZE - address || payload.get_streaming_width() < length) {
        payload.set_response_status(address >= SIZE ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_BURST_ERROR_RESPONSE);
        return;
    }
    const uint64_t now = sc_core::sc_time_stamp().value();
    uint64_t at = now + delay.value();
    for (unsigned n = 0; n < length && status_ == STATUS_OK; n++) {
        struct access access = {};
        at = std::max(at, board_now_ps(board_));
        status_ = board_run_until(board_, at, &error_);
        if (status_ == STATUS_OK)
            status_ = board_socket(board_, static_cast<int>((address + n) & 2), payload.is_write(), data[n], &access,
                                   &error_);
        if (payload.is_read())
            data[n] = static_cast<unsigned char>(access.value);
        at = access.end_ps;
    }
    if (status_ != STATUS_OK) {
        payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        return;
    }
    delay = sc_core::sc_time::from_value(at - now);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
}
