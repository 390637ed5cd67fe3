/* SPDX-License-Identifier: MIT
 * Skips rises of X2, many at once, that move nothing but counts, the scaler and the times of source edges. For
 * rtl_shim.cpp alone, which includes this file after `struct rtl`. Whatever else happens is ticked: the edge that a
 * check waits for, all that moves a pin, and TC but of a counter that counts on by itself and has no output. The counts
 * are the C model's arithmetic. FOUT's divider stays: it is not read later, or its source's edges are ticked. CHIP()
 * is for rtl_state(), too. */
#ifndef TMR0_RTL_SKIP_H
#define TMR0_RTL_SKIP_H

#define OSC(NAME) r.top->rootp->tmr0_top__DOT__board__DOT__oscillator__DOT__##NAME
#define CHIP(NAME) r.top->rootp->tmr0_top__DOT__board__DOT__chip__DOT__##NAME
#define COUNTER(N, NAME) &CHIP(core__DOT__counters__BRA__##N##__KET____DOT__##NAME)
#define COUNTERS(NAME)                                                                                                 \
    {                                                                                                                  \
        COUNTER(1, NAME), COUNTER(2, NAME), COUNTER(3, NAME), COUNTER(4, NAME), COUNTER(5, NAME)                       \
    }

inline constexpr uint64_t SKIP_LEAST = 16; // rises

// X2 from its next rise on, in 1 / parts ps as rtl/board/osc.v counts them. That rise is number 0.
__extension__ typedef unsigned __int128 uwide;
struct x2 {
    uint64_t rise_ps;
    uwide parts, part, high, period;
    uwide since(uint64_t rise) const
    {
        return part + rise * period;
    }
    uint64_t rise_at(uint64_t rise) const
    {
        return rise_ps + static_cast<uint64_t>(since(rise) / parts);
    }
    uint64_t fall_at(uint64_t rise) const
    {
        return rise_ps + static_cast<uint64_t>((since(rise) + high) / parts);
    }
    uint64_t last_rise(uint64_t until) const // not after that
    {
        return static_cast<uint64_t>(((until - rise_ps + uwide{1}) * parts - 1 - part) / period);
    }
};

inline x2 x2_of(const rtl &r)
{
    const TMR0_MODEL &t = *r.top;
    const uwide parts = t.i_osc_parts ? t.i_osc_parts : 1;
    const uwide high = t.i_osc_high_ps * parts + t.i_osc_high_part, low = t.i_osc_low_ps * parts + t.i_osc_low_part;
    return {OSC(rise_ps), parts, t.i_osc_parts ? OSC(part) : 0, high, high + low};
}

// A source, numbered as in CM12-8. If it is one of F1-F5, or TC of a counter on one of them that has no output, its
// edges come with the rises of number first, first + every, ...; those of a fall of F1 with the rise before it.
struct source {
    bool timed, x2_falls;
    uint64_t first, every;
    uint64_t edges(uint64_t rises) const
    {
        return timed && rises > first ? (rises - 1 - first) / every + 1 : 0;
    }
};

inline source source_of(unsigned select, unsigned place, bool bcd)
{
    static const unsigned divider[2][5] = {{1, 16, 256, 4096, 65536}, {1, 10, 100, 1000, 10000}};
    const unsigned number = select & 15U, falls = select & 16U;
    if (number < SOURCE_F1)
        return {false, false, 0, 1};
    const unsigned every = divider[bcd][number - SOURCE_F1], at = falls ? 0 : every / 2;
    return {true, falls && every == 1, (at + 2 * every - 1 - place % every) % every, every};
}

// Four digits as a number, and back.
inline unsigned number_of(unsigned digits, unsigned radix)
{
    return digits % 16 + radix * (digits / 16 % 16 + radix * (digits / 256 % 16 + radix * (digits / 4096)));
}

inline uint16_t digits_of(uint64_t number, unsigned radix)
{
    unsigned digits = 0;
    for (unsigned shift = 0; shift < 16; shift += 4, number /= radix)
        digits |= static_cast<unsigned>(number % radix) << shift;
    return static_cast<uint16_t>(digits);
}

void rtl_state(const engine *e, chip_state *s);

// Skips rises of those to come up to `until`, if it is worth it. Returns the time of the next tick, which is that of a
// rise if any was skipped.
__attribute__((noinline)) inline uint64_t skip_rises(rtl &r, uint64_t next_ps, uint64_t until)
{
    const TMR0_MODEL &t = *r.top;
    const x2 x = x2_of(r);
    const uint64_t idle_ps = std::min({until, t.o_bus_ps - 1, t.o_socket_ps - 1}); // with time to pass neither is 0
    r.try_at = r.ticks + SKIP_LEAST;
    // Not the first cycle, which checks judge
    if (next_ps != x.rise_ps || next_ps <= r.now || idle_ps < next_ps ||
        x.rise_ps < 3 * static_cast<uint64_t>(x.period / x.parts))
        return next_ps;
    uint64_t rises = x.last_rise(idle_ps);
    if (rises < SKIP_LEAST)
        return next_ps;

    chip_state s;
    rtl_state(&r, &s);
    const bool bcd = (s.master & MM_BCD) != 0;
    const unsigned radix = bcd ? 10 : 16, place = number_of(CHIP(core__DOT__scaler), radix);
    if (digits_of(place, radix) != CHIP(core__DOT__scaler)) // it was binary until now
        return next_ps;

    // ---- Up to the first edge that brings more
    SData *const count[5] = COUNTERS(count);
    const CData *const running[5] = COUNTERS(counter__DOT__running);
    const CData *const retrigger[5] = COUNTERS(counter__DOT__retrigger);
    CData *const stays[5] = COUNTERS(counter__DOT__stays), *const second[5] = COUNTERS(counter__DOT__second);
    const unsigned watched = CHIP(checks__DOT__command__DOT__watch) | CHIP(checks__DOT__gate_level__DOT__watch);
    const unsigned compared = s.master & MM_COMPARE2 ? 3 : s.master & MM_COMPARE1 ? 1 : 0;
    const unsigned open = s.armed & CHIP(gate_active);
    source from[5] = {}, tc[5] = {}; // tc: of the counters whose TC is passed
    uint64_t left[5], period[5];
    unsigned counting = 0, chains = 0; // chains: counters on F1-F5 whose TC another one counts
    am9513 chip;                       // of which only these registers are read
    chip.master_mode = s.master;
    for (int n = 0; n < 5; n++)
        chip.counter[n].mode = s.mode[n];
    for (int k = 0; k < 10; k++) { // twice, as chains may go from 5 to 1
        const int n = k % 5;
        const unsigned mode = s.mode[n], bit = 1U << n, number = mode >> 8 & 15U;
        from[n] = number == SOURCE_TC ? tc[lower(n)] : source_of(mode >> 8, place, bcd);
        const unsigned goes = mode >> 14 < 3 || *running[n] ? open & bit : 0;
        const bool more = ((watched | s.tc | (goes & compared)) & bit) != 0 || (*retrigger[n] && (open & bit));
        left[n] = am9513i_left(&chip, n, *count[n]);
        period[n] = am9513i_left(&chip, n, s.load[n]);
        counting |= goes;
        if (!from[n].timed || (!more && !goes))
            continue;
        const bool chained = (s.mode[upper(n)] >> 8 & 15U) == SOURCE_TC;
        if (number != SOURCE_TC && chained)
            chains |= bit;
        if (!more && mode >> 14 < 3 && (mode & (CM_REPEAT | CM_RELOAD | CM_SPECIAL)) == CM_REPEAT && !(mode & 3U) &&
            !r.off_toggles && s.mode[upper(n)] >> 13 != 1 && (chains & (chains - 1)) == 0 && period[n] > 1 &&
            period[n] * from[n].every < UINT64_C(1) << 44)
            tc[n] = {true, from[n].x2_falls,
                     from[n].first + (left[n] - ((s.mode[upper(n)] & CM_FALLING) ? 0 : 1)) * from[n].every,
                     period[n] * from[n].every};
        else
            rises = std::min(rises, from[n].first + (more ? 0 : left[n] - 1) * from[n].every);
    }
    const unsigned fout_source = s.master >> 4 & 15U ? s.master >> 4 & 15U : SOURCE_F1;
    const unsigned divider = s.master >> 8 & 15U ? s.master >> 8 & 15U : 16;
    const source fout = source_of(fout_source, place, bcd);
    if (t.i_fout_used && fout.timed)
        rises = std::min(rises, divider == 1 ? 0 : fout.first);
    for (int n = 0; n < 5; n++) { // no TC is left under way
        const uint64_t edges = from[n].edges(rises);
        if (tc[n].timed && edges >= left[n] && (edges - left[n]) % period[n] == 0) {
            rises = from[n].first + (edges - 1) * from[n].every;
            n = -1; // the others again
        }
    }
    if (rises < SKIP_LEAST)
        return next_ps;

    // ---- What they move
    bool falls = fout_source == SOURCE_F1 && divider == 1; // falls of X2 are ticked
    for (int n = 0; n < 5; ++n) {
        const uint64_t edges = from[n].edges(rises);
        falls |= from[n].x2_falls;
        if (!edges)
            continue;
        if ((s.mode[n] >> 8 & 15U) == SOURCE_TC)
            r.ticks += edges; // each comes in one of its own
        if (tc[n].timed && edges >= left[n]) {
            *count[n] = am9513i_add(&chip, n, s.load[n], (edges - left[n]) % period[n]);
            *stays[n] = *second[n] = 0;
        } else if (counting >> n & 1)
            *count[n] = am9513i_add(&chip, n, *count[n], edges);
        const uint64_t last = from[n].first + (edges - 1) * from[n].every;
        const uint64_t last_ps = from[n].x2_falls ? x.fall_at(last) : x.rise_at(last);
        CHIP(checks__DOT__edges_had) = static_cast<CData>(CHIP(checks__DOT__edges_had) | 1U << n);
        EData *const edge_ps = CHIP(checks__DOT__edge_ps).data() + 2 * static_cast<size_t>(n);
        edge_ps[0] = static_cast<uint32_t>(last_ps);
        edge_ps[1] = static_cast<uint32_t>(last_ps >> 32);
    }
    CHIP(core__DOT__scaler) = digits_of(place + rises, radix);
    OSC(rise_ps) = x.rise_at(rises);
    OSC(part) = static_cast<uint64_t>(x.since(rises) % x.parts);
    r.ticks += falls ? 2 * rises : rises;
    return OSC(rise_ps);
}
#undef OSC
#undef COUNTER
#undef COUNTERS
#endif
