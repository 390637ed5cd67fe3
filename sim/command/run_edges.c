/* SPDX-License-Identifier: MIT */
#include "run_edges.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/columns.h"

static void print_edge(uint64_t at_ps, const char *pin, int number, const char *level)
{
    char at[32], which[4] = "";
    if (number)
        (void)snprintf(which, sizeof which, "%d", number);
    printf("%s  %s%s %s\n", time_event_text(at, sizeof at, (int64_t)at_ps), pin, which, level);
}

static void lines_at(void *context, uint64_t at_ps, const struct engine_lines *now)
{
    struct run_edges *edges = context;
    struct engine_lines *was = &edges->lines;
    if (edges->begun) {
        const unsigned moved = (unsigned)(was->out ^ now->out) | (unsigned)(was->out_z ^ now->out_z);
        for (int n = 0; n < 5; n++)
            if (moved >> n & 1)
                print_edge(at_ps, "OUT", n + 1, now->out_z >> n & 1 ? "floats" : now->out >> n & 1 ? "rises" : "falls");
        if (was->fout != now->fout)
            print_edge(at_ps, "FOUT", 0, now->fout ? "rises" : "falls");
    }
    *was = *now;
    edges->begun = true;
}

static void observed(void *context, const struct observation *o)
{
    (void)context;
    (void)o;
}

void run_edges_watch(struct run_edges *edges)
{
    *edges = (struct run_edges){.watch = {lines_at, observed, edges}};
}
