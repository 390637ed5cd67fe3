/* SPDX-License-Identifier: MIT
 * A run of a scenario with its timing diagram: the time it shows, the layout, the picture's parts. Times are ps of the
 * run, places are units of the picture (1/880 of its least width), y is downwards. */
#ifndef TMR0_DIAGRAM_H
#define TMR0_DIAGRAM_H

#include "sim/language/play.h"

/* ---- A part of a run: the levels of all lines, the accesses, and what the checks observed: timeline.c */

/* Lines from top to bottom. The first four are the socket's, the others the chip's pins. */
enum line {
    LINE_MAS,
    LINE_MDS,
    LINE_RW,
    LINE_SOCKET_DATA,
    LINE_CD,
    LINE_RD,
    LINE_WR,
    LINE_CS,
    LINE_CHIP_DATA,
    LINE_X2, /* lines from here on are drawn only if they move */
    LINE_SRC,
    LINE_GATE = LINE_SRC + 5,
    LINE_OUT = LINE_GATE + 5,
    LINE_FOUT = LINE_OUT + 5,
    LINES,
    LINE_NONE = -1,
};

/* The value of a bus: its state, and what is on it in the lower 16 bits. Any other line's value is an enum level. */
enum bus_state {
    BUS_FREE = 0,
    BUS_HOST = 1 << 16,    /* driven by the workstation's side */
    BUS_CHIP = 2 << 16,    /* by the chip's side, valid */
    BUS_INVALID = 3 << 16, /* by the chip's side, not valid */
    BUS_BOTH = 4 << 16,    /* by both sides */
    BUS_STATE = 7 << 16,
};

struct edge {
    uint64_t at_ps;
    uint32_t value; /* from then on */
};

struct line_edges {
    struct edge *edge; /* the first one is the value when the timeline begins */
    size_t edges, room;
    bool dense; /* there were more than EDGES_MAX: the rest is missing */
};
#define EDGES_MAX 4096

struct timeline_access {
    uint32_t number;
    int line; /* of its statement */
    uint64_t start_ps, end_ps;
    char text[48];
};
#define TIMELINE_ACCESSES 16

/* What one check observed in one access: the observation of the least slack. */
struct judgement {
    struct observation least;
    uint32_t observations;
};

struct span {
    uint64_t from_ps, to_ps;
};

/* Parts of the run in order of time; what is between two of them is left out. */
struct window {
    struct span part[TIMELINE_ACCESSES];
    size_t parts;
};

struct timeline {
    struct window window;    /* its parts are shown */
    uint64_t from_ps, to_ps; /* of the window; both belong to it */
    struct line_edges line[LINES];
    struct timeline_access access[TIMELINE_ACCESSES]; /* that overlap it */
    size_t accesses;
    struct judgement *judgement; /* made in it, about times of which one is shown; in order of time */
    size_t judgements, room;
};

void timeline_open(struct timeline *timeline, const struct window *window);
/* The calls that fill it, for struct board_watch and struct play_options; context is the
 * timeline. */
void timeline_lines(void *context, uint64_t at_ps, const struct engine_lines *lines);
void timeline_observed(void *context, const struct observation *observation);
void timeline_access(void *context, const struct played_access *played);

void timeline_free(struct timeline *timeline);

/* In a part that is shown. */
bool window_shows(const struct window *window, uint64_t ps);

/* Observed and required time: what a judgement says. */
int64_t observed_ps(const struct check_observation *o);
int64_t slack_ps(const struct check_observation *o);

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

/* ---- The picture */

#define PICTURE_LEFT 84.0 /* the names of the lines end there */
#define PICTURE_FONT 12.0 /* of most texts; the least is 11 */
#define ACCESS_ROW 18.0
#define LINE_ROW 27.0
#define CHECK_ROW 19.0
#define ARROW_HEAD 7.0
#define ARROW_TAIL 13.0 /* of the heads that point at a short time from outside */

enum outcome { KEPT, NOTED, VIOLATED, OUTCOMES };

/* A judgement: an arrow, what was observed, over a bar, what is required. */
struct arrow {
    const struct judgement *judgement;
    enum outcome outcome;
    double left, right;
    bool open_left, open_right; /* it goes on where the picture ends or leaves out */
    double bar_left, bar_right; /* equal: no bar */
    struct {
        enum line line; /* LINE_NONE: not one line, or not shown */
        double x;
    } end[2];
    char text[96];
    struct label label;
    size_t row;
};

struct picture_access {
    char text[96];
    double left, right, text_left;
    size_t row;
};

/* A time whose arrows would be too short has two pictures, one above the other: the whole with the arrows that are long
 * enough, and its accesses with the others. */
#define ARROW_LEAST 10.0
#define DETAILS_FINER 2.0 /* at least, than the whole */

struct picture {
    const struct picture *whole; /* the one above; NULL: this is it, or all */
    bool details;                /* there is one below */
    const struct scenario *scenario;
    const struct timeline *timeline;
    struct axis axis;
    double width, right;   /* right: where the lines end */
    enum line line[LINES]; /* that are drawn */
    size_t lines;
    bool dense[LINES]; /* it moves, but too often to be drawn */
    bool wide;         /* the upper half of the bus is used */
    struct picture_access access[TIMELINE_ACCESSES];
    struct arrow *arrow;
    size_t arrows;
    struct rows access_rows, arrow_rows;
    double access_y, axis_y, lines_y, checks_y, key_y; /* tops */
};

/* whole: NULL, or the picture above, whose details the timeline's window shows; its tops begin at top. */
void picture_make(struct picture *picture, const struct scenario *scenario, const struct timeline *timeline,
                  const struct picture *whole, double top);
void picture_free(struct picture *picture);

/* Too short for heads inside. */
bool arrow_is_short(const struct arrow *arrow);

void diagram_svg(FILE *f, const struct scenario *scenario, const struct timeline *timeline);

#endif
