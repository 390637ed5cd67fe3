/* SPDX-License-Identifier: MIT */
#include "loop.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

#include "cli/memory.h"

#define FORMAT_GZIP (MAX_WBITS + 16)
#define TIMES 200000
#define ROOM (7 * TIMES) /* six digits and a line end */

/* Make runs the compiler in the folder of the project. */
__asm__(".section .rodata\n"
        ".globl loop_gz, loop_gz_size\n"
        "loop_gz: .incbin \"measure/tests/loop.gz\"\n"
        "loop_gz_end: .balign 4\n"
        "loop_gz_size: .long loop_gz_end - loop_gz\n"
        ".previous");
extern unsigned char loop_gz[];
extern const uint32_t loop_gz_size;

double *loop_times(size_t *n)
{
    char *const text = memory_new(ROOM + 1, 1), *at = text;
    double *const time = memory_new(TIMES, sizeof *time);
    z_stream z = {.next_in = loop_gz, .avail_in = loop_gz_size, .next_out = (unsigned char *)text, .avail_out = ROOM};
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
