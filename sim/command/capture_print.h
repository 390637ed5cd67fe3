/* SPDX-License-Identifier: MIT
 * What tmr0 capture prints, and its JSON. */
#ifndef TMR0_CAPTURE_PRINT_H
#define TMR0_CAPTURE_PRINT_H

#include <cjson/cJSON.h>

#include "sim/capture/socket.h"

/* In JSON, and in words */
struct capture_word {
    const char *name, *text;
};

/* While the file is read: an access in words, an observation that is broken; for struct capture_calls: a read that
 * differs. */
void capture_print_access(const struct bus_access *access, const struct known_word *word);
void capture_print_broken(const struct judge_broken *broken, const struct figure *figure);
void capture_print_difference(void *unused, const struct models_difference *difference);
/* Parts of what follows: the first lines; the last ones, which end with the verdict. */
void capture_print_sampling(const struct capture_setup *setup, const struct capture_result *result);
void capture_print_verdict(const struct capture_result *result, const cJSON *tree);
void capture_json_head(cJSON *tree, const struct capture_setup *setup, const struct capture_result *result);
/* For the verdict, broken: "certainly violated: TWHDX", possible: the same of what may be; or "". */
void capture_json_model(cJSON *tree, const struct capture_result *result, const char *broken, const char *possible);
void capture_json(cJSON *tree, const struct capture_setup *setup, const struct capture_result *result);
/* The sampling, the tables of that tree, what the capture does not show, the comparison with the model. */
void capture_print(const struct capture_setup *setup, const struct capture_result *result, const cJSON *tree);

/* ---- At the socket: socket_print.c */

/* For struct socket_setup, while the file is read: a cycle in words. */
void socket_print_cycle(void *unused, const struct cycle *cycle, const struct bus_access *access,
                        const struct known_word *word);
/* The machine's figures as seen; the checks, with both translators; the comparison with the model. */
void socket_json(cJSON *tree, const struct socket_setup *setup, const struct socket_result *result,
                 const char *machine);
/* The same, with that tree. */
void socket_print(const struct socket_setup *setup, const struct socket_result *result, const cJSON *tree,
                  const char *measured);

#endif
