/* SPDX-License-Identifier: MIT */
#include "loop.h"

#include <assert.h>
#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>

#include "cli/memory.h"

#define FORMAT_GZIP (MAX_WBITS + 16)
#define TIMES 200000
#define ROOM (7 * TIMES) /* six digits and a line end */

/* Make runs the compiler in the folder of the project. */
__asm__(".section .rodata\n"
        ".globl loop_idle, loop_loaded, loop_end\n"
        "loop_idle: .incbin \"measure/tests/loop.gz\"\n"
        "loop_loaded: .incbin \"measure/tests/loaded.gz\"\n"
        "loop_end: .previous");
extern const unsigned char loop_idle[], loop_loaded[], loop_end[];

double *loop_times(enum loop_recording recording, size_t *n)
{
    const unsigned char *const part[] = {loop_idle, loop_loaded, loop_end};
    char *const text = memory_new(ROOM + 1, 1), *at = text;
    double *const time = memory_new(TIMES, sizeof *time);
    z_stream z = {.next_in = part[recording],
                  .avail_in = (uInt)(part[recording + 1] - part[recording]),
                  .next_out = (unsigned char *)text,
                  .avail_out = ROOM};
    int status = inflateInit2(&z, FORMAT_GZIP);
    if (status == Z_OK)
        status = inflate(&z, Z_FINISH);
    (void)inflateEnd(&z);
    assert(status == Z_STREAM_END);
    for (*n = 0; *n < TIMES && *at; at++) /* past each line's end */
        time[(*n)++] = 1e-9 * (double)strtol(at, &at, 10);
    free(text);
    return time;
}
