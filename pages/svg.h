/* SPDX-License-Identifier: MIT
 * What the pictures have in common: text in SVG, and scales. */
#ifndef TMR0_SVG_H
#define TMR0_SVG_H

#include <stddef.h>
#include <stdio.h>

/* Returns the length of the UTF-8 character that begins there; 0 if it is none that XML allows. */
size_t svg_character(const char *bytes);

/* Writes the text with XML's special characters escaped, and a `?` for each byte that XML or UTF-8 does not allow. */
void svg_write_text(FILE *f, const char *text);

/* About how wide the text is in a sans-serif font of that size; most fonts are narrower. Units of the picture. */
double svg_text_width(const char *text, double size);

/* 1, 2 or 5 times a power of ten: about `count` of them in span. */
double svg_round_step(double span, double count);

#endif
