/* SPDX-License-Identifier: MIT */
#include "diagram.h"

#include <stdlib.h>

#include "cli/memory.h"
#include "cli/output.h"
#include "sim/language/play.h"

/* ---- The first run: when the accesses are */

struct accesses {
    struct span *span;
    size_t used, room;
};

static void add_access(void *context, const struct played_access *p)
{
    struct accesses *a = context;
    MEMORY_MORE(a->span, a->used, &a->room);
    a->span[a->used++] = (struct span){p->access->start_ps, p->access->end_ps};
}

static int play_first(struct play_result *result, struct window *window, const struct scenario *s, const char *dir,
                      const struct play_options *options, const struct diagram_request *request, struct error *e)
{
    struct accesses all = {.span = NULL};
    struct play_options first = *options;
    first.on_access = add_access;
    first.access_context = &all;
    int status = session_play(result, s, dir, &first, e);
    if (status == STATUS_OK) {
        const struct diagram_run run = {all.span, all.used, result->end_ps, play_violation_to_show(result)};
        status = diagram_window_choose(window, &run, request, e);
        if (status)
            play_free(result);
    }
    free(all.span);
    return status;
}

/* ---- The second run: what the diagram shows */

static int collect(struct timeline *t, const struct scenario *s, const char *dir, struct error *e)
{
    const struct board_watch watch = {timeline_lines, timeline_observed, t};
    char *text;
    FILE *nowhere = memory_stream(&text, &(size_t){0}); /* the first run has printed it */
    const struct play_options again = {
        .engine = ENGINE_RTL, .out = nowhere, .on_access = timeline_access, .access_context = t, .watch = &watch};
    struct play_result result;
    int status = session_play(&result, s, dir, &again, e);
    if (status == STATUS_OK)
        play_free(&result);
    (void)fclose(nowhere);
    free(text);
    return status;
}

/* ---- The picture */

static int draw(const struct output *o, const struct scenario *s, const char *dir, const struct window *window,
                struct error *e)
{
    struct timeline t;
    timeline_open(&t, window);
    int status = collect(&t, s, dir, e);
    if (status == STATUS_OK)
        diagram_svg(o->f, s, &t);
    timeline_free(&t);
    return status;
}

int diagram_play(struct play_result *result, const struct scenario *s, const char *dir,
                 const struct play_options *options, const struct diagram_request *request, struct error *e)
{
    struct output o;
    struct window window;
    int status = output_open(&o, request->file, e);
    if (status)
        return status;
    status = play_first(result, &window, s, dir, options, request, e);
    if (status)
        return output_close(&o, status, e);
    status = output_close(&o, draw(&o, s, dir, &window, e), e);
    if (status)
        play_free(result);
    return status;
}
