/* SPDX-License-Identifier: MIT
 * Runs an experiment and keeps what it gives, also in files. */
#ifndef TMR0_EXPERIMENT_RESULT_H
#define TMR0_EXPERIMENT_RESULT_H

#include <cjson/cJSON.h>

#include "measure/experiments/experiment.h"

#define EXPERIMENT_PATH 4096
#define EXPERIMENT_NAME 64 /* bytes of a name in a folder */

/* What is asked of each experiment. */
struct experiment_asked {
    const char *command;  /* for messages */
    const char *out;      /* the folder of files, which is there; NULL: none */
    const char *data_dir; /* --data, or NULL */
    uint64_t seed;
    bool quick;
};

struct experiment_result {
    const struct experiment *experiment;
    cJSON *tree; /* an object, made by the caller */
    char *text;
    bool stopped; /* by Ctrl-C */
};

/* DIR/NAME ENDING: path, which has EXPERIMENT_PATH bytes. out is short enough: see experiment_path_fits(). */
const char *experiment_path(char *path, const char *out, const char *name, const char *ending);
bool experiment_path_fits(const char *out);

/* Runs the experiment and writes its files into out. STATUS_OK or STATUS_BAD as experiment_run(). */
int experiment_obtain(struct experiment_result *r, const struct experiment_asked *asked, struct error *e);

/* The page of all as text, to be freed: HTML that loads nothing. The drawings are read from asked->out; an experiment
 * whose tree is empty was not run. Equal results give equal bytes. */
char *experiment_page(const struct experiment_result *results, size_t count, const struct experiment_asked *asked);

#endif
