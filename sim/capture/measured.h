/* SPDX-License-Identifier: MIT
 * A machine file (machines/) of the figures that a capture of the socket shows. */
#ifndef TMR0_MEASURED_H
#define TMR0_MEASURED_H

#include <stdio.h>

#include "socket.h"

/* STATUS_INPUT if the capture has no write of which set-ups and hold were seen, or no verdict. */
int measured_check(const struct socket_result *result, const char *file, struct error *e);
/* The file inherits the machine, or its variant. buffer: that of the machine; NULL: it has none. */
void measured_write(FILE *f, const struct socket_result *result, const char *file, const struct machine *machine,
                    const struct part *buffer);

#endif
