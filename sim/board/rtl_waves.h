/* SPDX-License-Identifier: MIT
 * What a traced build of the RTL shows its watcher, levels of lines and observations of checks, and writes to its dump:
 * the instants, and the text of violations. A violation is found at its last edge, which may come after the access,
 * while the text spans the access. So an instant waits before it is written: the model runs ahead of the dump, and goes
 * through the same steps again for it. A part of rtl_shim.cpp, which includes it after `struct rtl`. */
#ifndef TMR0_RTL_WAVES_H
#define TMR0_RTL_WAVES_H

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

inline constexpr uint32_t WAVES_ACCESS = UINT32_MAX; // stands for the one under way when the instant is over
inline constexpr uint64_t WAVES_WAIT_PS = 4000000;   // longer than an access with its hold times, in any machine
inline constexpr unsigned WAVES_BLOCK = 4096;        // instants, then the writer sorts them: in the processor's cache
inline constexpr uint64_t WAVES_AFTER_PS = 500000;   // a dump goes on so long if it ends in a violation

inline void save_to(rtl_saved &s, const rtl &r)
{
    s.place = r;
    std::memcpy(s.root, static_cast<const void *>(r.top->rootp), sizeof s.root);
}

inline void restore_from(rtl &r, const rtl_saved &s)
{
    static_cast<rtl_place &>(r) = s.place;
    std::memcpy(static_cast<void *>(r.top->rootp), s.root, sizeof s.root);
}

// As a Verilog string: the last character in the lowest byte, zeros before the first. An empty text becomes a blank,
// because GTKWave would show quotes.
template <typename WIDE> void put_text(WIDE &wide, const char *text)
{
    const std::string shown = *text ? text : " ";
    const size_t size = std::min(shown.size(), sizeof wide);
    wide = {};
    for (size_t n = 0; n < size; ++n)
        wide[n / 4] |= static_cast<uint32_t>(static_cast<unsigned char>(shown[size - 1 - n])) << n % 4 * 8;
}

// The access under way, and the checks that it has broken, or that were since: two in succession are two texts.
inline std::string waves_broken(const rtl &r)
{
    std::string text;
    for (const auto &[broken, from_ps] : r.broken)
        if (broken.first == r.top->i_access && from_ps <= r.ticked)
            text += (text.empty() ? std::to_string(r.top->i_access) + ": " : " ") + broken.second;
    return text;
}

// Writes the instants before that time: the model goes back to `in_dump` and through the steps once more.
inline void waves_write(rtl &r, uint64_t before)
{
    rtl_saved now;
    save_to(now, r);
    restore_from(r, r.in_dump);
    for (; !r.steps.empty() && r.steps.front().dump_ps < before; r.steps.pop_front()) {
        const waves_step &step = r.steps.front();
        if (step.change) {
            step.change(*r.top);
            continue;
        }
        r.ticked = step.dump_ps;
        put_text(r.top->i_text_broken, waves_broken(r).c_str());
        r.fst->dump(r.ticked);
        if (++r.dumped % WAVES_BLOCK == 0)
            r.fst->flush();
    }
    r.broken.erase(r.broken.begin(), r.broken.lower_bound({r.top->i_access, ""}));
    save_to(r.in_dump, r);
    r.in_dump.place.ticked = before;
    restore_from(r, now);
}

// The instant that is over, if it is wanted
inline void waves_add(rtl &r)
{
    for (auto now = r.broken.lower_bound({WAVES_ACCESS, ""}); now != r.broken.end(); now = r.broken.erase(now))
        r.broken.try_emplace({r.top->i_access, now->first.second}, r.ticked);
    if (!r.control || (!r.control->off && r.ticked >= r.control->from_ps && r.ticked <= r.control->to_ps)) {
        if (r.steps.empty())
            save_to(r.in_dump, r);
        r.steps.push_back({nullptr, r.ticked});
    }
    if (!r.steps.empty() && r.in_dump.place.ticked + 16 * WAVES_WAIT_PS < r.ticked)
        waves_write(r, r.ticked - WAVES_WAIT_PS);
}

#endif
