/* SPDX-License-Identifier: MIT */
#include "m68k_host.h"

#include <string.h>

#include "cli/input.h"
#include "object.h"

static bool on_access(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    struct m68k_host *h = host;
    struct m68k_access a = {
        .bus = tmr0_last(h->board), .place = h->calls.place(h->cpu), .write = write, .offset = offset};
    h->sequence.place = a.place.pc;
    h->status = board_result(board_access(h->board, now_ps, offset, write, value), h->error);
    a.value = *value;
    h->access = a.bus->number;
    h->access_place = a.place;
    if (h->gdb && offset == 0)
        h->gdb->port = write ? "control" : "data";
    if (h->status == STATUS_OK && h->accessed)
        h->accessed(h->context, &a);
    return h->status == STATUS_OK;
}

static uint64_t on_stretch(void *host, uint64_t now_ps, uint64_t work_ps)
{
    const struct m68k_host *h = host;
    return vcpu_stolen(now_ps, work_ps, h->period_ps, h->steal_ps);
}

static void on_console(void *host, char c)
{
    struct m68k_host *h = host;
    h->in_line = c != '\n';
    (void)putchar(c == '\n' || (c >= ' ' && c <= '~') ? c : '?');
    if (h->console)
        (void)fputc(c ? c : '?', h->console);
}

/* What the last instruction has changed of D0 to A7. */
static void print_registers(struct m68k_host *h)
{
    uint32_t now[M68K_REGISTERS];
    bool any = false;
    h->calls.registers(h->cpu, now);
    for (int n = 0; n < 16; n++)
        if (now[n] != h->registers[n]) {
            printf("%s %c%d=%08x", any ? "" : "               ->", n < 8 ? 'd' : 'a', n % 8, now[n]);
            any = true;
        }
    memcpy(h->registers, now, sizeof now);
    if (any)
        printf("\n");
}

static bool on_instruction(void *host, uint64_t now_ps, uint32_t pc)
{
    struct m68k_host *h = host;
    char instruction[200] = "";
    if (h->prints || h->waves)
        (void)h->calls.text(h->cpu, pc, instruction, sizeof instruction);
    if (h->prints) {
        m68k_host_end_line(h);
        print_registers(h);
        printf("%12.3f us  %08x  %s\n", 1e-6 * (double)now_ps, pc, instruction);
    }
    if (h->waves)
        h->status = board_result(board_trace_code(h->board, now_ps, pc, instruction), h->error);
    return h->status == STATUS_OK && (!h->gdb || m68k_gdb_begins(h->gdb, now_ps, pc));
}

/* Loads the CPU's object. */
static int load(struct m68k_calls *calls, struct error *e)
{
    static const char expected[] = "after `make m68k` beside tmr0, after `make install` in ../lib/tmr0";
    const void *symbol = object_symbol("68020", M68K_OBJECT, M68K_SYMBOL, expected, e);
    if (symbol)
        memcpy(calls, symbol, sizeof *calls);
    return symbol ? STATUS_OK : STATUS_INPUT;
}

int m68k_host_open(struct m68k_host *host, struct m68k_setup *setup, const struct harness_setup *harness,
                   const char *dir, struct error *e)
{
    const struct figure *figure = harness->machine->figure;
    int status = load(&host->calls, e);
    if (status)
        return status;
    (void)snprintf(host->clocks, sizeof host->clocks, "%s/parts/m68020.ini", dir);
    host->registers[15] = M68K_SOCKET; /* A7 at reset */
    host->board = harness->board;
    host->error = e;
    board_sequence(host->board, &host->sequence);
    host->period_ps = (uint64_t)figure[FIG_DISPLAY_PERIOD].value[CORNER_TYP];
    host->steal_ps = harness->blank ? 0 : (uint64_t)figure[FIG_DISPLAY_STEAL].value[CORNER_TYP];
    setup->clocks = host->clocks;
    setup->cycle_ps = (uint64_t)figure[FIG_CPU_CLOCK].value[CORNER_TYP];
    setup->tick_ps = (uint64_t)figure[FIG_CLOCK_INTERRUPT].value[CORNER_TYP];
    setup->start_ps = tmr0_now_ps(harness->board);
    setup->steals = host->steal_ps > 0;
    setup->host = host;
    setup->access = on_access;
    setup->stretch = on_stretch;
    setup->console = on_console;
    setup->begins = host->prints || host->waves || host->gdb ? on_instruction : NULL;
    input_enter(setup->program); /* the object reads both with functions of its own */
    input_enter(host->clocks);
    return host->calls.open(&host->cpu, setup, e);
}
