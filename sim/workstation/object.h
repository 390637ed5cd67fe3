/* SPDX-License-Identifier: MIT
 * Objects that the program loads when a command asks for them: what they need costs other commands nothing. */
#ifndef TMR0_OBJECT_H
#define TMR0_OBJECT_H

struct error;

/* The symbol, of the object installed in ../lib/tmr0, or else beside the program that runs. NULL, with STATUS_INPUT's
 * text "no NAME: why, expected it EXPECTED", if there is none. */
void *object_symbol(const char *name, const char *object, const char *symbol, const char *expected, struct error *e);

#endif
