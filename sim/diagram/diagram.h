/* SPDX-License-Identifier: MIT
 * A run of a scenario with its timing diagram, and the layout, apart from the drawing: which time it shows, where a
 * time is, which row is free. Times are ps of the run, places are units of the picture (1/880 of its least width). */
#ifndef TMR0_DIAGRAM_H
#define TMR0_DIAGRAM_H

#include "timeline.h"

/* ---- The time shown */

/* A time of the run, if the user gives it. */
struct diagram_point {
    bool given;
    uint64_t ps;
};

/* What the user asks for. */
struct diagram_request {
    const char *file; /* SVG */
    struct diagram_point from, to;
};

/* As session_play(), and writes the diagram (SVG). The scenario is played twice: the first run finds the time to show,
 * the second, on the RTL as for waves, collects it. STATUS_INPUT also if that time has no picture; the result is then
 * not valid. */
int diagram_play(struct play_result *result, const struct scenario *scenario, const char *dir,
                 const struct play_options *options, const struct diagram_request *request, struct error *e);

/* A run: its accesses, and the violation to show if there is one. */
struct diagram_run {
    const struct span *access; /* access n is the element n - 1 */
    size_t accesses;
    uint64_t end_ps;
    const struct am9513_record *violation; /* NULL: none */
};

/* The time asked for, in one part. If none is asked for: the violation's access with its neighbours, without violation
 * the last two accesses; what lies between two accesses is left out, except a little before and after each.
 * STATUS_INPUT if the time is not a part of the run, or has no access or more than TIMELINE_ACCESSES. */
int diagram_window_choose(struct window *window, const struct diagram_run *run, const struct diagram_request *request,
                          struct error *e);

/* The same around each access of the timeline alone, which then has the time from the first to the last of them. */
void diagram_window_details(struct timeline *timeline);

/* ---- The axis */

struct axis {
    struct {
        struct span time;
        double left, right;
    } piece[TIMELINE_ACCESSES];
    size_t pieces;
    double ps_per_unit; /* the same in all pieces */
};
#define AXIS_BREAK 56.0 /* width of what is left out between two pieces */

void axis_make(struct axis *axis, const struct window *window, double left, double right);
/* Where that time is. Time left out is spread over its break; time outside is at the nearest end. */
double axis_x(const struct axis *axis, uint64_t ps);

/* ---- Rows */

/* Things beside each other in rows, none on top of another. */
struct rows {
    struct {
        double left, right;
        size_t row;
    } * taken;
    size_t used, room, rows;
};
/* The first row in which that room is free; it is then taken. */
size_t rows_take(struct rows *rows, double left, double right);
void rows_free(struct rows *rows);

/* A text at what it names. */
enum side { LEFT_OF, INSIDE, RIGHT_OF };
struct label {
    enum side side;
    double left, right;         /* of the text */
    double all_left, all_right; /* of both together */
};
/* A text of that width: inside the thing if there is room for it, else right of it, else left of it, all between least
 * and most. */
struct label label_place(double width, double thing_left, double thing_right, double least, double most);

#endif
