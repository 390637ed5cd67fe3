/* SPDX-License-Identifier: MIT
 * What a traced build of the RTL shows its watcher: levels of lines, observations of checks. A part of rtl_shim.cpp,
 * which includes it after `struct rtl`. */
#ifndef TMR0_RTL_WATCH_H
#define TMR0_RTL_WATCH_H

inline void watch_lines(const rtl &r)
{
    const TMR0_MODEL &t = *r.top;
    const auto *root = t.rootp;
#define TOP(NAME) root->tmr0_top__DOT__##NAME
#define BOARD(NAME) root->tmr0_top__DOT__board__DOT__##NAME
    engine_lines lines = {};
    lines.mas_n = TOP(mas_n);
    lines.mds_n = TOP(mds_n);
    lines.rw = TOP(rw);
    lines.socket = {TOP(host_driven) != 0, TOP(bus_driven) != 0, TOP(bus_valid) != 0, TOP(host_data), TOP(bus_data)};
    lines.cs_n = BOARD(cs_n);
    lines.rd_n = BOARD(rd_n);
    lines.wr_n = BOARD(wr_n);
    lines.cd = BOARD(cd);
    lines.x2 = BOARD(x2);
    lines.fout = t.o_fout;
    lines.chip = {BOARD(data_driven) != 0, t.o_data_driven != 0, t.o_data_valid != 0, BOARD(data), t.o_data};
    lines.src = TOP(src);
    lines.gate = TOP(gate);
    lines.out = t.o_out;
    lines.out_z = t.o_out_z;
#undef TOP
#undef BOARD
    r.watch->lines(r.watch->context, r.ticked, &lines);
}

inline void watch_checks(rtl &r)
{
    const auto *root = r.top->rootp;
#define RECORD(NUMBER, VERILOG_NUMBER, PATH)                                                                           \
    if (uint32_t n = root->tmr0_top__DOT__##PATH##__DOT__seen; n != r.seen[NUMBER]) {                                  \
        r.seen[NUMBER] = n;                                                                                            \
        const check_observation o = {root->tmr0_top__DOT__##PATH##__DOT__seen_from,                                    \
                                     root->tmr0_top__DOT__##PATH##__DOT__seen_to,                                      \
                                     static_cast<int32_t>(root->tmr0_top__DOT__##PATH##__DOT__seen_required),          \
                                     root->tmr0_top__DOT__##PATH##__DOT__seen_access};                                 \
        if (r.watch)                                                                                                   \
            r.watch->observed(r.watch->context, NUMBER, &o);                                                           \
    }
#include "records.h"
#undef RECORD
}

#endif
