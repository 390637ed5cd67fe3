/* SPDX-License-Identifier: MIT
 * A timing diagram: the places of its parts. Units are those of the drawing; y is downwards. */
#ifndef TMR0_DIAGRAM_PICTURE_H
#define TMR0_DIAGRAM_PICTURE_H

#include "diagram.h"

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
    bool open_left, open_right; /* it goes on where the picture ends */
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
