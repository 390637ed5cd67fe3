/* SPDX-License-Identifier: MIT
 * Draws a timing diagram. */
#ifndef TMR0_DIAGRAM_SVG_H
#define TMR0_DIAGRAM_SVG_H

#include "diagram_layout.h"

/* Writes a whole SVG document. */
void diagram_svg(FILE *f, const struct scenario *scenario, const struct timeline *timeline);

#endif
