/* SPDX-License-Identifier: MIT
 * Drawings of a sweep, by gnuplot: shmoo.svg of a grid of two keys, margin.svg of one key or of a random sweep. */
#ifndef TMR0_SWEEP_PLOT_H
#define TMR0_SWEEP_PLOT_H

#include "sweep.h"

/* The name of the drawing that this sweep has, or NULL. */
const char *sweep_drawing(const struct sweep *sweep);
/* Draws DIR/points.csv. STATUS_OK and *drawn false if gnuplot is not installed. */
int sweep_draw(const struct sweep *sweep, const char *dir, bool *drawn, struct error *e);

#endif
