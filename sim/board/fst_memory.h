/* SPDX-License-Identifier: MIT
 * The compiler includes this before Verilator's FST writer, which does not check what it gets: where memory is short
 * it uses null pointers. Here the writer gets its memory or std::bad_alloc, which its caller in rtl_shim.cpp takes, and
 * its temporary files are where fst.h says. */
#ifndef TMR0_FST_MEMORY_H
#define TMR0_FST_MEMORY_H

#include <cstdio>
#include <cstdlib>
#include <new>
#include <sys/mman.h>

#include "fst.h"

static void *fst_need(void *memory)
{
    if (!memory || memory == MAP_FAILED)
        throw std::bad_alloc();
    return memory;
}

#define malloc(size) fst_need(malloc(size))
#define calloc(count, size) fst_need(calloc(count, size))
#define realloc(old, size) fst_need(realloc(old, size))
#define mmap(...) fst_need(mmap(__VA_ARGS__))
#define tmpfile() fst_temporary()

#endif
