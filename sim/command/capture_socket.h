/* SPDX-License-Identifier: MIT
 * tmr0 capture --at socket. */
#ifndef TMR0_CAPTURE_SOCKET_H
#define TMR0_CAPTURE_SOCKET_H

#include <cjson/cJSON.h>

#include "sim/capture/capture.h"

struct capture_socket {
    struct capture_setup setup;
    const char *dir, *part, *pal_part, *machine;
    const char *measured; /* file to write; NULL: none */
    int pal;              /* enum pal_kind; PAL_KINDS: as recognised */
    bool quiet;
};

/* Prints all and fills the tree. Returns as socket_run(). */
int capture_socket(const struct capture_socket *options, cJSON *tree, enum status *verdict, struct error *e);

#endif
