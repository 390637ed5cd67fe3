/* SPDX-License-Identifier: MIT */
#include "m68k_host.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/memory.h"
#include "cli/time_text.h"
#include "sim/board/margins.h"

#define PACKET 4096 /* characters; said to gdb as hexadecimal 1000 */
#define ASK 1024    /* instructions between two looks for ^C */
#define INTERRUPT 3 /* the byte that is ^C */

/* ---- Packets */

static void leave(struct m68k_gdb *g)
{
    if (g->connection >= 0)
        (void)close(g->connection);
    g->connection = -1;
}

/* The next byte; -1 after the connection has ended. */
static int next(struct m68k_gdb *g)
{
    uint8_t byte;
    if (g->connection >= 0 && recv(g->connection, &byte, 1, 0) == 1)
        return byte;
    leave(g);
    return -1;
}

static void put(struct m68k_gdb *g, const char *text)
{
    char packet[PACKET + 8];
    uint8_t sum = 0;
    for (const char *at = text; *at; at++)
        sum = (uint8_t)(sum + (uint8_t)*at);
    const int length = snprintf(packet, sizeof packet, "$%s#%02x", text, sum);
    if (g->connection >= 0)
        (void)send(g->connection, packet, (size_t)length, MSG_NOSIGNAL);
}

/* The next packet with a right sum; false after the connection has ended. */
static bool take(struct m68k_gdb *g, char text[PACKET + 1])
{
    for (;;) {
        char sum[3] = "";
        uint8_t found = 0;
        size_t length = 0;
        int c;
        while ((c = next(g)) >= 0 && c != '$')
            g->interrupted |= c == INTERRUPT;
        while ((c = next(g)) >= 0 && c != '#' && length < PACKET) {
            found = (uint8_t)(found + c);
            text[length++] = (char)c;
        }
        text[length] = '\0';
        for (int n = 0; n < 2; n++)
            sum[n] = (char)next(g);
        if (g->connection < 0)
            return false;
        const bool good = strtoul(sum, NULL, 16) == found;
        if (g->silent)
            return true;
        (void)send(g->connection, good ? "+" : "-", 1, MSG_NOSIGNAL);
        if (good)
            return true;
    }
}

/* ---- Bytes as hexadecimal */

static void put_bytes(struct m68k_gdb *g, const char *head, const uint8_t *bytes, size_t size)
{
    char text[PACKET + 1];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", head);
    for (size_t n = 0; n < size && used + 2 <= PACKET; n++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%02x", bytes[n]);
    put(g, text);
}

/* How many bytes the text has, at most size. */
static size_t bytes_of(uint8_t *bytes, size_t size, const char *text)
{
    size_t n = 0;
    for (char two[3] = ""; n < size && text[0] && text[1]; text += 2) {
        memcpy(two, text, 2);
        bytes[n++] = (uint8_t)strtoul(two, NULL, 16);
    }
    return n;
}

/* ---- Requests */

static void put_registers(struct m68k_gdb *g)
{
    uint32_t value[M68K_REGISTERS + 1];
    g->calls->registers(*g->cpu, value);
    value[M68K_REGISTERS] = g->pc;
    for (int n = 0; n <= M68K_REGISTERS; n++)
        value[n] = htonl(value[n]);
    put_bytes(g, "", (const uint8_t *)value, sizeof value);
}

/* D0 to A7 from number `first` on; the others keep their values, or it is refused. */
static void set_registers(struct m68k_gdb *g, unsigned first, const char *text)
{
    uint32_t now[M68K_REGISTERS + 1], value[M68K_REGISTERS + 1];
    const size_t count = bytes_of((uint8_t *)value, sizeof value, text) / 4;
    bool good = first + count <= M68K_REGISTERS + 1;
    g->calls->registers(*g->cpu, now);
    now[M68K_REGISTERS] = g->pc;
    for (unsigned n = 0; good && n < count; n++)
        good = first + n < 16 || ntohl(value[n]) == now[first + n];
    for (unsigned n = 0; good && n < count && first + n < 16; n++)
        g->calls->set_register(*g->cpu, first + n, ntohl(value[n]));
    put(g, good ? "OK" : "E01");
}

/* "ADDRESS,SIZE", or "ADDRESS,SIZE:BYTES" to write them */
static void at_memory(struct m68k_gdb *g, const char *text)
{
    char *end = NULL;
    const unsigned long address = strtoul(text, &end, 16);
    size_t size = *end == ',' ? strtoul(end + 1, &end, 16) : 0;
    const bool writes = *end == ':';
    size = size > PACKET / 2 ? PACKET / 2 : size;
    uint8_t *at = address <= UINT32_MAX ? g->calls->memory(*g->cpu, (uint32_t)address, size, writes) : NULL;
    if (!at)
        put(g, "E01");
    else if (writes)
        put(g, bytes_of(at, size, end + 1) == size ? "OK" : "E01");
    else
        put_bytes(g, "", at, size);
}

static int find_breakpoint(const struct m68k_gdb *g, uint32_t pc)
{
    for (int n = 0; n < g->breakpoints; n++)
        if (g->breakpoint[n] == pc)
            return n;
    return -1;
}

/* "Z0,ADDRESS,KIND" sets one, z0 takes it away; 1 is the same. */
static void change_breakpoint(struct m68k_gdb *g, const char *text)
{
    const uint32_t pc = (uint32_t)strtoul(text + 3, NULL, 16);
    const int found = find_breakpoint(g, pc);
    const bool sets = text[0] == 'Z' && found < 0;
    if (sets && g->breakpoints == M68K_BREAKPOINTS) {
        put(g, "E01");
        return;
    }
    if (sets)
        g->breakpoint[g->breakpoints++] = pc;
    else if (text[0] == 'z' && found >= 0)
        g->breakpoint[found] = g->breakpoint[--g->breakpoints];
    put(g, "OK");
}

static void monitor(struct m68k_gdb *g, const char *text)
{
    char command[64] = "", *said = NULL;
    size_t size = 0;
    FILE *f = memory_stream(&said, &size);
    (void)bytes_of((uint8_t *)command, sizeof command - 1, text);
    if (strcmp(command, "show") != 0)
        (void)fprintf(f, "monitor %s, expected monitor show\n", command);
    else if (tmr0_now_ps(g->board) < g->now_ps && tmr0_run_until(g->board, g->now_ps) < 0)
        (void)fprintf(f, "%s\n", tmr0_error());
    else {
        char broken[256];
        struct margins margins;
        margins_take(&margins, g->board);
        (void)fprintf(f, "time %s, port: %s, violations: %s\n", TIME_TEXT(g->now_ps),
                      g->port ? g->port : "not selected",
                      checks_text(broken, sizeof broken, margins_broken(&margins), &margins));
        board_describe(g->board, f);
    }
    (void)fclose(f);
    for (size_t sent = 0, part; sent < size; sent += part) {
        part = size - sent < PACKET / 4 ? size - sent : PACKET / 4;
        put_bytes(g, "O", (const uint8_t *)said + sent, part);
    }
    free(said);
    put(g, "OK");
}

/* Whether the program goes on. */
static bool resumes(struct m68k_gdb *g, const char *text)
{
    const char *action = text + (strncmp(text, "vCont;", 6) == 0 ? 6 : 0);
    g->steps = *action == 's' || *action == 'S';
    return g->steps || *action == 'c' || *action == 'C';
}

static void answer(struct m68k_gdb *g, const char *text)
{
    if (text[0] == '?')
        put(g, "S05");
    else if (text[0] == 'g')
        put_registers(g);
    else if (text[0] == 'G')
        set_registers(g, 0, text + 1);
    else if (text[0] == 'P' && strchr(text, '='))
        set_registers(g, (unsigned)strtoul(text + 1, NULL, 16), strchr(text, '=') + 1);
    else if (text[0] == 'm' || text[0] == 'M')
        at_memory(g, text + 1);
    else if ((text[0] == 'Z' || text[0] == 'z') && (text[1] == '0' || text[1] == '1') && text[2] == ',')
        change_breakpoint(g, text);
    else if (strncmp(text, "qRcmd,", 6) == 0)
        monitor(g, text + 6);
    else if (strncmp(text, "qSupported", 10) == 0)
        put(g, "PacketSize=1000;swbreak+;QStartNoAckMode+");
    else if (strcmp(text, "QStartNoAckMode") == 0) {
        put(g, "OK");
        g->silent = true; /* one send for each answer */
    } else if (strcmp(text, "vCont?") == 0)
        put(g, "vCont;c;C;s;S");
    else
        put(g, text[0] == 'H' ? "OK" : strcmp(text, "qAttached") == 0 ? "1" : "");
}

/* Answers until the program goes on. */
static void serve(struct m68k_gdb *g)
{
    char text[PACKET + 1] = "";
    while (take(g, text) && !resumes(g, text)) {
        g->killed = text[0] == 'k';
        if (text[0] == 'D')
            put(g, "OK");
        if (text[0] == 'D' || text[0] == 'k')
            leave(g);
        else
            answer(g, text);
    }
}

/* ---- The run */

static bool interrupted(struct m68k_gdb *g)
{
    uint8_t byte = 0;
    if (++g->instructions % ASK == 0 && recv(g->connection, &byte, 1, MSG_DONTWAIT) == 0)
        leave(g);
    const bool ends = g->interrupted || byte == INTERRUPT;
    g->interrupted = false;
    return ends;
}

bool m68k_gdb_begins(struct m68k_gdb *g, uint64_t now_ps, uint32_t pc)
{
    if (g->connection < 0)
        return true;
    const bool hit = find_breakpoint(g, pc) >= 0, ends = interrupted(g);
    if (g->begun && !g->steps && !hit && !ends)
        return true;
    g->now_ps = now_ps;
    g->pc = pc;
    if (g->begun)
        put(g, hit ? "T05swbreak:;" : ends ? "S02" : "S05");
    g->begun = true;
    serve(g);
    return !g->killed;
}

void m68k_gdb_end(struct m68k_gdb *g, const struct m68k_result *r)
{
    static const char *const stopped[] = {[M68K_LIMIT] = "S18", [M68K_FAULT] = "S0b"}; /* SIGXCPU, SIGSEGV of gdb */
    char text[8];
    (void)snprintf(text, sizeof text, r->end == M68K_INTERRUPTED ? "X02" : "W%02x", r->code);
    g->now_ps = r->now_ps;
    g->pc = g->calls->place(*g->cpu).pc;
    if (r->end == M68K_LIMIT || r->end == M68K_FAULT) {
        put(g, stopped[r->end]);
        serve(g);
        (void)snprintf(text, sizeof text, "X%s", stopped[r->end] + 1);
    }
    if (r->end != M68K_HOST)
        put(g, text);
    leave(g);
}

int m68k_gdb_open(struct m68k_gdb *g, unsigned port, const char *program, struct error *e)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t size = sizeof at;
    const int one = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    g->connection = -1;
    (void)setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    (void)setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one); // answers are short
    if (bind(listener, (const struct sockaddr *)&at, sizeof at) == 0 && listen(listener, 1) == 0 &&
        getsockname(listener, (struct sockaddr *)&at, &size) == 0) {
        (void)fprintf(stderr, "waiting for gdb: gdb-multiarch %s -ex 'target remote localhost:%u'\n", program,
                      ntohs(at.sin_port));
        g->connection = accept(listener, NULL, NULL);
    }
    const int number = errno;
    if (listener >= 0)
        (void)close(listener);
    return g->connection >= 0 ? STATUS_OK
                              : error_set(e, STATUS_SYSTEM, "no debugger at port %u: %s", port, strerror(number));
}
