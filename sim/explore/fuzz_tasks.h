/* SPDX-License-Identifier: MIT
 * Fuzzing in parts that share a folder: task N of M plays its share of the operations with the seed S + N, and leaves
 * task-N.json, and task-N.scn if it found a difference. The tasks play the same programs wherever they run, but not
 * those of one run without tasks. */
#ifndef TMR0_FUZZ_TASKS_H
#define TMR0_FUZZ_TASKS_H

#include "fuzz_run.h"

#define FUZZ_PATH 1024

/* "DIR/task-N.ENDING". The path must fit: fuzz_folder() checks it. */
const char *fuzz_path(char path[FUZZ_PATH], const char *dir, uint64_t task, const char *ending);
/* Makes the folder. */
int fuzz_folder(const char *dir, struct error *e);
/* The setup of a task, from that of all. */
struct fuzz_setup fuzz_share(const struct fuzz_setup *all, uint64_t task, uint64_t tasks);

/* Writes task-N.json. */
int fuzz_task_write(const struct fuzz_result *result, bool differs, const struct fuzz_setup *all, const char *dir,
                    uint64_t task, uint64_t tasks, struct error *e);
/* Sums all tasks into result, and prints the scenario of each difference. STATUS_BAD: there are some. STATUS_INPUT if a
 * task is missing or of another run. */
int fuzz_finish(struct fuzz_result *result, uint64_t *tasks, const char *dir, struct error *e);

#endif
