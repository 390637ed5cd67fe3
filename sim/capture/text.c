/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/time_text.h"

void text_refill(struct vcd *v, size_t enough)
{
    size_t left = (size_t)(v->end - v->at);
    ssize_t got = 1;
    memmove(v->block, v->at, left);
    while (left < enough && got > 0) {
        got = pread(fileno(v->f), v->block + left, VCD_BLOCK - left, v->next);
        v->failed = got < 0 ? errno : 0;
        left += got > 0 ? (size_t)got : 0;
        v->next += got > 0 ? got : 0;
    }
    v->at = v->block;
    v->end = v->block + left;
    memset(v->end, 0, VCD_BEYOND);
}

uint64_t text_rate(const char *number, const char *unit)
{
    char rate[32];
    struct error none;
    uint64_t millihertz;
    (void)snprintf(rate, sizeof rate, "%s%s", number, unit);
    return frequency_parse(rate, &millihertz, &none) == STATUS_OK ? millihertz / 1000 : 0;
}
