/* SPDX-License-Identifier: MIT
 * What a timing diagram and its key are drawn of. */
#ifndef TMR0_DIAGRAM_DRAW_H
#define TMR0_DIAGRAM_DRAW_H

#include "diagram_picture.h"

#define DIAGRAM_HIGH 15.0 /* from low to high */

enum anchor { START, MIDDLE, END };

/* A level or a value in one piece of the axis. */
struct stretch {
    double left, right;
    bool begins, ends;       /* it does so there; else the piece does */
    uint64_t from_ps, to_ps; /* then */
    uint32_t value;
};

extern const char *const diagram_outcome[OUTCOMES]; /* classes of the style */

void diagram_text(FILE *f, const char *class, enum anchor anchor, double x, double y, const char *text);
void diagram_line_name(const struct picture *p, enum line line, char *name, size_t size);
bool diagram_is_bus(enum line line);
/* The box of a value on a bus; y is its top. */
void diagram_box(FILE *f, const struct stretch *s, double y);
/* Heads and stops at the ends that are in the picture: inside, or if there is no room outside. */
void diagram_heads(FILE *f, double left, double right, bool open_left, bool open_right, bool outside, double y);
void diagram_shaft(FILE *f, double from, double to, double y);

#endif
