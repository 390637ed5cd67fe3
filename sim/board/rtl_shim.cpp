// SPDX-License-Identifier: MIT
// The RTL as an engine: the class that Verilator makes of rtl/board/tmr0_top.v. This file is compiled once for each
// build of that class: TMR0_MODEL is its name, TMR0_TRACED is 1 if it writes waves. A build for coverage writes the
// figures at closing, to the file that the environment variable TMR0_COVERAGE names.
#include "cli/memory.h"
#include "engine.h"
#include "model/am9513_internal.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <verilated.h>

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
// clang-format off
#include TEXT(TMR0_MODEL.h)
#include TEXT(JOIN(TMR0_MODEL, ___024root).h)
// clang-format on
#if TMR0_TRACED
#include <verilated_fst_c.h>
#endif
#if VM_COVERAGE
#include <verilated_cov.h>
#endif

#define ROOT JOIN(TMR0_MODEL, ___024root)
extern "C" const engine_ops engine_rtl_traced;
#if TMR0_TRACED
#define BUILD engine_rtl_traced
#else
#define BUILD engine_rtl
#endif

// Verilator's runtime keeps the thread's context and the program's last one in static pointers, without a lock. It uses
// them when a model is made, destroyed or traced, whatever model that is. The lock is one for all builds of this file.
inline std::mutex verilator_statics;

namespace
{

class attached
{
    std::lock_guard<std::mutex> held{verilator_statics};

  public:
    explicit attached(VerilatedContext *context)
    {
        Verilated::threadContextp(context);
    }
    ~attached()
    {
        Verilated::threadContextp(nullptr);
    }
    attached(const attached &) = delete;
    attached &operator=(const attached &) = delete;
};

constexpr unsigned INSTANT_TICKS = 10000; // more ticks than this in one instant are a zero-delay loop

// What saving copies besides the generated class.
struct rtl_place {
    uint64_t now;
    uint64_t ticked; // time of the last tick
    uint64_t ticks;
    uint64_t try_at;                 // ticks from which on skipping is tried (rtl_skip.h)
    bool touched;                    // an input moved since the last tick
    uint32_t violations[FIG_CHECKS]; // reported so far
};

#if TMR0_TRACED
// The generated class has plain data alone, and pointers that stay: its bytes are its state.
struct rtl_saved {
    rtl_place place;
    unsigned char root[sizeof(ROOT)];
};

// A change of the model, or the end of an instant that the dump shall hold.
struct waves_step {
    std::function<void(TMR0_MODEL &)> change;
    uint64_t dump_ps;
};
#endif

struct rtl : engine, rtl_place {
    VerilatedContext context;
    std::unique_ptr<TMR0_MODEL> top;
#if TMR0_TRACED
    std::unique_ptr<VerilatedFstC> fst;
    const wave_control *control = nullptr;
    rtl_saved in_dump;            // what the dump has come to,
    std::deque<waves_step> steps; // and all since then
    unsigned dumped = 0;          // instants
    // Accesses in them or later with the checks that they have broken, and from when on the dump shows that
    std::map<std::pair<uint32_t, std::string>, uint64_t> broken;
    const engine_watch *watch = nullptr;
    uint32_t seen[FIG_CHECKS]; // observations reported so far
#endif
    bool undumped;    // the last tick's instant is neither in the waves nor watched yet
    bool off_toggles; // TC moves the toggle flip-flop in every output mode
    engine_violated *call;
    void *call_context;
    FILE *calls; // record of the calls, or null
};

rtl &of(engine *e)
{
    return *static_cast<rtl *>(e);
}

const rtl &of(const engine *e)
{
    return *static_cast<const rtl *>(e);
}

// All that happens to the model goes through here, for waves_write() to repeat.
template <typename CHANGE> inline void change_model(rtl &r, const CHANGE &change)
{
    change(*r.top);
#if TMR0_TRACED
    if (!r.steps.empty())
        r.steps.push_back({change, 0});
#endif
}

#define LIMIT(NUMBER, VERILOG_NUMBER) static_assert((NUMBER) == (VERILOG_NUMBER), "awk and C must number alike");
#define RECORD(NUMBER, VERILOG_NUMBER, PATH) LIMIT(NUMBER, VERILOG_NUMBER)
#include "records.h"
#undef RECORD
#undef LIMIT
#define LIMIT(NUMBER, VERILOG_NUMBER)

// A check's record: chk_record's registers in the place that sim/figures/figures.def names.
void rtl_record(const engine *e, int number, am9513_record *record)
{
    const auto *root = of(e).top->rootp;
    switch (number) {
#define RECORD(NUMBER, VERILOG_NUMBER, PATH)                                                                           \
    case NUMBER:                                                                                                       \
        *record = {root->tmr0_top__DOT__##PATH##__DOT__broken,                                                         \
                   static_cast<int64_t>(root->tmr0_top__DOT__##PATH##__DOT__observed),                                 \
                   static_cast<int32_t>(root->tmr0_top__DOT__##PATH##__DOT__required),                                 \
                   static_cast<int64_t>(root->tmr0_top__DOT__##PATH##__DOT__slack),                                    \
                   static_cast<int32_t>(root->tmr0_top__DOT__##PATH##__DOT__slack_required),                           \
                   root->tmr0_top__DOT__##PATH##__DOT__slack_at,                                                       \
                   root->tmr0_top__DOT__##PATH##__DOT__broken_at,                                                      \
                   root->tmr0_top__DOT__##PATH##__DOT__broken_access,                                                  \
                   root->tmr0_top__DOT__##PATH##__DOT__slack_access};                                                  \
        break;
#include "records.h"
#undef RECORD
    default:
        *record = {};
    }
}

void collect(rtl &r)
{
    am9513_record record;
#define RECORD(NUMBER, VERILOG_NUMBER, PATH)                                                                           \
    if (uint32_t n = r.top->rootp->tmr0_top__DOT__##PATH##__DOT__broken; n != r.violations[NUMBER]) {                  \
        r.violations[NUMBER] = n;                                                                                      \
        rtl_record(&r, NUMBER, &record);                                                                               \
        if (r.call)                                                                                                    \
            r.call(r.call_context, NUMBER, &record);                                                                   \
    }
#include "records.h"
#undef RECORD
}

#if TMR0_TRACED
#include "rtl_waves.h"
#endif
#include "rtl_skip.h"

// Waves get one dump for each instant, when it is over: no pulses of the evaluation.
inline void dump(rtl &r, uint64_t now)
{
#if TMR0_TRACED
    if (r.undumped && now > r.ticked) {
        if (r.fst)
            waves_add(r);
        if (r.watch)
            watch_lines(r);
        r.undumped = false;
    }
#else
    (void)r;
    (void)now;
#endif
}

// One edge of clk, rising or falling, and of those other clocks that are due (rtl/board/tmr0_top.v): all as power
// comes, then the socket's when an input has moved. Verilator's models tick at both edges (TMR0_EDGE in tools/mk/), so
// that a tick is one eval().
inline void tick(rtl &r, uint64_t now)
{
    const ROOT &t = *r.top->rootp;
    const bool all = t.i_por || r.ticks == 0, socket = all || r.touched || t.o_socket_ps <= now;
    const bool bus = all || t.o_bus_ps <= now, core = all || (bus && t.o_core_now),
               check = all || (bus && t.o_check_now);
    dump(r, now);
    r.now = now;
    r.ticked = now;
    r.undumped = true;
    change_model(r, [=](TMR0_MODEL &model) {
        ROOT &root = *model.rootp;
        root.i_now_ps = now;
        root.clk ^= 1;
        root.clk_socket ^= socket;
        root.clk_bus ^= bus;
        root.clk_core ^= core;
        root.clk_check ^= check;
        model.eval();
    });
    ++r.ticks;
    r.touched = false;
    if ((bus && t.o_check_event) || (socket && t.o_socket_event))
        collect(r);
#if TMR0_TRACED
    if (r.watch)
        watch_checks(r);
#endif
}

engine *rtl_open()
{
    const attached lock(nullptr); // the constructor of the context attaches it
    std::set_new_handler(memory_gone);
    auto r = std::make_unique<rtl>();
    r->ops = &BUILD;
    r->shown = r.get();
    r->context.threads(1); // no pool of threads, which it would start and never use
    r->context.traceEverOn(TMR0_TRACED != 0);
    r->top = std::make_unique<TMR0_MODEL>(&r->context, "top");
    r->top->eval(); // the first one only initializes
    return r.release();
}

void rtl_close(engine *e)
{
    rtl &r = of(e);
    const attached to(&r.context);
    r.top->final();
#if VM_COVERAGE
    if (const char *file = std::getenv("TMR0_COVERAGE"))
        r.context.coveragep()->write(file);
#endif
    delete &r;
}

// Takes effect with the next tick.
void put_inputs(TMR0_MODEL &t, const engine_inputs *in)
{
    t.i_access = in->access;
    t.i_cs_n = in->cs_n;
    t.i_rd_n = in->rd_n;
    t.i_wr_n = in->wr_n;
    t.i_cd = in->cd;
    t.i_data = in->data;
    t.i_data_driven = in->data_driven;
    t.i_src = in->src;
    t.i_gate = in->gate;
}

void rtl_set(engine *e, const engine_inputs *in)
{
    rtl &r = of(e);
    if (r.calls)
        (void)std::fprintf(r.calls, "I %u %d %d %d %d %d %u %u %u\n", in->access, in->cs_n, in->rd_n, in->wr_n, in->cd,
                           in->data_driven, in->data, in->src, in->gate);
    dump(r, r.now);
    change_model(r, [in = *in](TMR0_MODEL &t) { put_inputs(t, &in); });
    r.touched = true;
}

void rtl_power_on(engine *e, const engine_settings *s)
{
    rtl &r = of(e);
    TMR0_MODEL &t = *r.top;
    r.off_toggles = s->figure[FIG_TOGGLE_FLIP_FLOP] != 0;
    r.try_at = s->no_skip || s->every_edge || s->effects ? UINT64_MAX : SKIP_LEAST;
    const engine_inputs idle = {0, true, true, true, true, false, 0xffff, 0, 0};
    if (r.calls) {
        (void)std::fprintf(r.calls, "S %u %d %d %d %d %d %u\n", s->seed, s->direct, s->clip, s->every_edge,
                           s->watch_fout, s->effects, s->wire);
        (void)std::fprintf(r.calls, "O %" PRId64 " %" PRId64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", s->osc.high_ps,
                           s->osc.low_ps, s->osc.high_part, s->osc.low_part, s->osc.parts);
        for (int n = 0; n < FIG_RTL; ++n)
            (void)std::fprintf(r.calls, "F %d %d\n", n, s->figure[n]);
        (void)std::fprintf(r.calls, "P\n");
    }
    t.i_seed = s->seed;
    t.i_direct = s->direct;
    t.i_clip = s->clip;
    t.i_every_edge = s->every_edge;
    t.i_fout_used = s->watch_fout;
    t.i_effects = s->effects;
    t.i_wire = s->wire;
    t.i_osc_high_ps = static_cast<uint32_t>(s->osc.high_ps);
    t.i_osc_low_ps = static_cast<uint32_t>(s->osc.low_ps);
    t.i_osc_high_part = s->osc.high_part;
    t.i_osc_low_part = s->osc.low_part;
    t.i_osc_parts = s->osc.parts;
    t.i_req = 0;
    t.i_por = 1;
    put_inputs(t, &idle); // power comes with the pins at rest
    t.i_fig_write = 1;
    for (int n = 0; n < FIG_RTL; ++n) {
        t.i_fig_number = static_cast<uint8_t>(n);
        t.i_fig_value = static_cast<uint32_t>(s->figure[n]);
        tick(r, 0);
    }
    t.i_fig_write = 0;
    tick(r, 0);
    t.i_por = 0;
    r.ticks = 0;
    std::memset(r.violations, 0, sizeof r.violations);
    rtl_set(e, &idle);
}

void rtl_request(engine *e, bool control, bool write, uint8_t data)
{
    rtl &r = of(e);
    if (r.calls)
        (void)std::fprintf(r.calls, "Q %d %d %u\n", control, write, data);
    change_model(r, [=](TMR0_MODEL &t) {
        t.i_req = 1;
        t.i_req_control = control;
        t.i_req_write = write;
        t.i_req_data = data;
    });
    r.touched = true;
    tick(r, r.now);
    change_model(r, [](TMR0_MODEL &t) { t.i_req = 0; });
}

inline uint64_t next_tick(const rtl &r, const ROOT &t)
{
    return r.touched ? r.now : std::max<uint64_t>(t.o_next_ps, r.now);
}

engine_stop advance(rtl &r, uint64_t until, bool until_idle)
{
    const ROOT &t = *r.top->rootp;
    unsigned here = 0;
    for (;;) {
#if TMR0_TRACED
        if (r.control && r.control->end)
            return STOP_WAVES;
#endif
        uint64_t next = next_tick(r, t);
        if (next > r.now) { // the instant is over
            here = 0;
            if (until_idle && !t.o_busy)
                return STOP_IDLE;
            if (next > until)
                break;
        } else if (++here > INSTANT_TICKS)
            return STOP_LOOP;
        if (r.ticks >= r.try_at && !until_idle)
            next = skip_rises(r, next, until);
        tick(r, next);
    }
    if (r.now < until)
        r.now = until;
    return STOP_UNTIL;
}

socket_read rtl_read(const engine *e)
{
    const TMR0_MODEL &t = *of(e).top;
    return {t.o_read, t.o_read_driven != 0, t.o_read_valid != 0};
}

void rtl_get(const engine *e, engine_outputs *out)
{
    const rtl &r = of(e);
    const TMR0_MODEL &t = *r.top;
    *out = {t.o_data, t.o_data_driven != 0, t.o_data_valid != 0, t.o_out, t.o_out_z, t.o_fout};
}

engine_stop rtl_run(engine *e, uint64_t until, bool until_idle)
{
    rtl &r = of(e);
    engine_stop stop = advance(r, until, until_idle);
    if (r.calls) {
        engine_outputs o;
        rtl_get(e, &o);
        const socket_read read = rtl_read(e);
        (void)std::fprintf(r.calls, "R %" PRIu64 " %d\nE %" PRIu64 " %" PRIu64 " %u %u %u %u %u %u %u\n", until,
                           until_idle, r.now, r.ticks, read.value, read.driven, read.valid, o.data, o.out, o.out_z,
                           o.fout);
    }
    return stop;
}

uint64_t rtl_now(const engine *e)
{
    return of(e).now;
}

uint64_t rtl_next(engine *e, uint64_t until)
{
    rtl &r = of(e);
    const uint64_t next = next_tick(r, *r.top->rootp), to = r.ticks < r.try_at ? next : skip_rises(r, next, until);
    if (to != next) // o_next_ps does not know of it before it ticks
        tick(r, to);
    return to;
}

uint64_t rtl_ticks(const engine *e)
{
    return of(e).ticks;
}

void rtl_state(const engine *e, chip_state *s)
{
    const rtl &r = of(e);
#define CORE(NAME) CHIP(core__DOT__##NAME)
#define COUNTER(N)                                                                                                     \
    s->mode[(N)-1] = CORE(counters__BRA__##N##__KET____DOT__mode);                                                     \
    s->load[(N)-1] = CORE(counters__BRA__##N##__KET____DOT__load);                                                     \
    s->hold[(N)-1] = CORE(counters__BRA__##N##__KET____DOT__hold);                                                     \
    s->count[(N)-1] = CORE(counters__BRA__##N##__KET____DOT__count);                                                   \
    s->toggle =                                                                                                        \
        static_cast<uint8_t>(s->toggle | CORE(counters__BRA__##N##__KET____DOT__counter__DOT__o_toggle) << ((N)-1));
    s->toggle = 0;
    COUNTER(1)
    COUNTER(2)
    COUNTER(3)
    COUNTER(4)
    COUNTER(5)
    s->alarm[0] = CORE(alarm1);
    s->alarm[1] = CORE(alarm2);
    s->master = CORE(master);
    s->latch = CORE(latch);
    s->pointer = CORE(data_pointer__DOT__pointer);
    s->low_next = CORE(data_pointer__DOT__o_low_next) != 0;
    s->short_write = CORE(prefetch_writes) == 0;
    s->armed = CHIP(armed);
    s->tc = CORE(tc);
#undef COUNTER
#undef CORE
#undef CHIP
}

void rtl_on_violation(engine *e, engine_violated *call, void *context)
{
    rtl &r = of(e);
    r.call = call;
    r.call_context = context;
}

void rtl_record_calls(engine *e, FILE *file)
{
    rtl &r = of(e);
    r.calls = file;
}

#if TMR0_TRACED
bool rtl_trace_open(engine *e, const char *file, const wave_control *control)
{
    rtl &r = of(e);
    const attached to(&r.context);
    r.control = control;
    r.fst = std::make_unique<VerilatedFstC>();
    r.top->trace(r.fst.get(), 99);
    r.fst->open(file);
    return r.fst->isOpen();
}

void rtl_trace_close(engine *e)
{
    rtl &r = of(e);
    dump(r, UINT64_MAX);
    if (!waves_broken(r).empty()) { // time to read it in, which does not pass at the board
        rtl_saved here;
        save_to(here, r);
        engine_violated *const call = std::exchange(r.call, nullptr);
        const engine_watch *const watch = std::exchange(r.watch, nullptr);
        (void)advance(r, r.now + WAVES_AFTER_PS, false);
        change_model(r, [now = r.ticked = r.now](TMR0_MODEL &t) { // whether it ticks then or not
            t.i_now_ps = now;
            t.eval();
        });
        r.undumped = true;
        dump(r, UINT64_MAX);
        restore_from(r, here);
        r.call = call;
        r.watch = watch;
    }
    waves_write(r, UINT64_MAX);
    r.fst->close();
    r.fst.reset();
    r.broken.clear();
    r.control = nullptr;
}

void rtl_trace_text(engine *e, const char *access)
{
    rtl &r = of(e);
    dump(r, r.now);
    change_model(r, [text = std::string(access)](TMR0_MODEL &t) { put_text(t.i_text_access, text.c_str()); });
}

void rtl_trace_broken(engine *e, const char *check, const uint32_t *of_access)
{
    rtl &r = of(e);
    r.broken.try_emplace({of_access ? *of_access : WAVES_ACCESS, check}, 0);
}

// The waves show it at the present instant, at which the RTL need not tick.
void rtl_trace_code(engine *e, uint32_t pc, const char *instruction)
{
    rtl &r = of(e);
    dump(r, r.now);
    change_model(r, [pc, text = std::string(instruction)](TMR0_MODEL &t) {
        t.i_code_pc = pc;
        put_text(t.i_code_text, text.c_str());
        t.eval(); // without a clock's edge: else a dump finds no change
    });
    r.ticked = r.now;
    r.undumped = true;
}

void rtl_watch(engine *e, const engine_watch *watch)
{
    rtl &r = of(e);
    if (!watch)
        dump(r, UINT64_MAX);
    r.watch = nullptr;
    watch_checks(r); // what was observed until now is not reported
    r.watch = watch;
}
#endif

} // namespace

extern "C" const engine_ops BUILD = {
    true, // effects
#if TMR0_TRACED
    nullptr,
#else
    &engine_rtl_traced,
#endif
    rtl_open,       rtl_close,        rtl_power_on,   rtl_set,          rtl_request,    rtl_run,
    rtl_now,        rtl_next,         rtl_ticks,      rtl_read,         rtl_get,        rtl_state,
    rtl_record,     rtl_on_violation, nullptr,        rtl_record_calls,
#if TMR0_TRACED
    rtl_trace_open, rtl_trace_close,  rtl_trace_text, rtl_trace_broken, rtl_trace_code, rtl_watch,
#else
    nullptr,          nullptr,          nullptr,          nullptr,          nullptr, nullptr,
#endif
    nullptr, // members
};
