/* SPDX-License-Identifier: MIT
 * Objects that the program loads when a command asks for them: what they need costs other commands nothing. */
#ifndef TMR0_OBJECT_H
#define TMR0_OBJECT_H

/* The symbol, of the object installed in ../lib/tmr0, or else beside the program that runs. NULL: dlerror() says why.
 */
void *object_symbol(const char *object, const char *symbol);

#endif
