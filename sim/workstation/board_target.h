/* SPDX-License-Identifier: MIT
 * The target of tmr0/tlm.h over a board of sim/board/board.h, for the platform. C++17. */
#ifndef TMR0_BOARD_TARGET_H
#define TMR0_BOARD_TARGET_H

#include <tmr0/tlm.h>

#include "sim/board/board.h"

class board_target : public tmr0::target
{
  public:
    /* The board is open, target board, and stays the caller's; its time is that of the simulation. */
    board_target(const sc_core::sc_module_name &name, struct board *board) : target(name), board_(board)
    {
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
    const struct access &last() const
    {
        return last_;
    }

  private:
    struct board *board_;
    int status_ = STATUS_OK;
    struct error error_ = {};
    struct access last_ = {};

    bool access(uint64_t *now_ps, unsigned offset, bool write, uint8_t *value) override
    {
        status_ =
            board_socket_at(board_, *now_ps, static_cast<int>(offset), write, write ? *value : 0, &last_, &error_);
        if (!write && status_ == STATUS_OK)
            *value = static_cast<uint8_t>(last_.value);
        *now_ps = board_now_ps(board_);
        return status_ == STATUS_OK;
    }
};

#endif
