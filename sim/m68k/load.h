/* SPDX-License-Identifier: MIT
 * Loads an ELF file for the 68000 family into memory. */
#ifndef TMR0_M68K_LOAD_H
#define TMR0_M68K_LOAD_H

#include <stddef.h>
#include <stdint.h>

#include "cli/error.h"

/* Copies the segments to memory, which is at address 0, and returns the entry. STATUS_INPUT with the file's name. */
int elf_load(const char *file, uint8_t *memory, size_t size, uint32_t *entry, struct error *e);

#endif
