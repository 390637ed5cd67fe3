/* SPDX-License-Identifier: MIT
 * Lines of source code. */
#ifndef TMR0_SOURCE_LINE_H
#define TMR0_SOURCE_LINE_H

#include <stdint.h>

/* "driver.c:20" of an address in the one ELF file of this process, by addr2line; "" if there is none, or no DWARF.
 * Of a function that was inlined also where it was called: "driver.c:20 from driver.c:41". Valid until the next call.
 */
const char *source_line(const char *file, uint32_t pc);

#endif
