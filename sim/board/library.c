/* SPDX-License-Identifier: MIT
 * tmr0/board.h: names of pins, the thread's error, version, times as text. */
#include "board_internal.h"

#include <stdarg.h>

#include "cli/time_text.h"

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)

_Static_assert(TMR0_DIFFER == -STATUS_BAD && TMR0_INPUT == -STATUS_INPUT && TMR0_SYSTEM == -STATUS_SYSTEM,
               "statuses of the library are those of tmr0, negative");

const char *const pin_name[PINS] = {"src1",  "src2",  "src3", "src4", "src5", "gate1", "gate2", "gate3",
                                    "gate4", "gate5", "out1", "out2", "out3", "out4",  "out5",  "fout"};

const char *const level_name[LEVELS] = {"0", "1", "z"};
const char *const target_name[TARGETS] = {[TARGET_BOARD] = "board", [TARGET_CHIP] = "chip"};

static _Thread_local struct error thread_error;

struct error *board_error(void)
{
    return &thread_error;
}

const char *tmr0_error(void)
{
    return thread_error.text;
}

int board_fail(enum tmr0_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_fill(&thread_error, format, args);
    va_end(args);
    return status;
}

int board_result(int returned, struct error *e)
{
    if (returned >= 0)
        return STATUS_OK;
    *e = thread_error;
    return -returned;
}

int board_of_target(const struct tmr0_board *b, const char *what, enum target target)
{
    NEED_BOARD(b);
    return b->target == target ? TMR0_OK
                               : board_fail(TMR0_INPUT, "%s needs target %s, but the target is %s", what,
                                            target_name[target], target_name[b->target]);
}

const char *tmr0_version(void)
{
    return TEXT(TMR0_VERSION);
}

int tmr0_time(const char *text, int64_t *ps)
{
    NEED(text, "a time such as \"1.5us\"");
    NEED(ps, "room for picoseconds");
    return -time_parse(text, ps, board_error());
}
