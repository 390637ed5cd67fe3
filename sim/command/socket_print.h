/* SPDX-License-Identifier: MIT
 * What tmr0 capture --at socket prints, and its JSON. */
#ifndef TMR0_SOCKET_PRINT_H
#define TMR0_SOCKET_PRINT_H

#include <cjson/cJSON.h>

#include "sim/capture/socket.h"

/* For struct socket_setup, while the file is read: a cycle in words. */
void socket_print_cycle(void *unused, const struct cycle *cycle, const struct bus_access *access,
                        const struct known_word *word);
/* The machine's figures as seen; the checks, with both translators; the comparison with the model. */
void socket_json(cJSON *tree, const struct socket_setup *setup, const struct socket_result *result, const char *part,
                 const char *machine);
/* The same, with that tree. */
void socket_print(const struct socket_setup *setup, const struct socket_result *result, const cJSON *tree,
                  const char *measured);

#endif
