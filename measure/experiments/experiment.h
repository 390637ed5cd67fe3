/* SPDX-License-Identifier: MIT
 * What a paper reports beside what we find: experiments, and the rows that they print and write. */
#ifndef TMR0_EXPERIMENT_H
#define TMR0_EXPERIMENT_H

#include <cjson/cJSON.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/error.h"
#include "cli/progress.h"
#include "pages/plot.h"

/* A drawing of a run: `name` among those of the experiment, and gnuplot's script. */
struct experiment_drawing {
    char name[32];
    char *script;
};
#define EXPERIMENT_DRAWINGS 16

/* One run. The caller sets the first seven; text and json receive the rows in the order in which they are made. */
struct experiment_run {
    uint64_t seed;        /* of all that is drawn: the same seed gives the same rows */
    bool quick;           /* fewer draws */
    const char *data_dir; /* --data DIR, or NULL; for experiments on a machine of machines/ */
    struct error *error;
    FILE *text;
    cJSON *json;                       /* an object */
    const volatile sig_atomic_t *stop; /* ends the run when not 0; NULL: nothing does */
    struct progress progress;
    bool stopped;     /* no rows or drawings are added any more */
    const char *name; /* of the experiment */
    char section[52]; /* under way: its title, cut */
    cJSON *sections;  /* array of it */
    cJSON *rows;      /* of the last section */
    cJSON *pictures;  /* array of json: names and descriptions of the drawings */
    unsigned differ;  /* rows in which a figure of the paper does not follow */
    unsigned unknown; /* of these, and of our own checks, those that no finding explains */
    unsigned few;     /* judged rows that cannot fail: a share of few runs */
    int status;       /* STATUS_OK, or what kept the experiment from ending; error then has the reason */
    struct experiment_drawing drawing[EXPERIMENT_DRAWINGS];
    size_t drawings;
};

enum experiment_judge {
    EXPERIMENT_VALUE,  /* not judged; no figure of the paper */
    EXPERIMENT_DIGITS, /* `ours` agrees with `paper` to within 0.51 of `unit` */
    EXPERIMENT_CLAIM,  /* the paper's claim holds if `holds` */
    EXPERIMENT_CHECK,  /* our own expectation, which must hold; no figure of the paper */
};

struct experiment_row {
    double paper, ours;
    double low, high; /* interval of ours at EXPERIMENT_CONFIDENCE, if it was drawn; else both 0 */
    double unit;      /* one unit of the last digit that the paper prints */
    enum experiment_judge judge;
    bool holds;
    bool few;               /* a share of few runs: it can differ, but that it agrees says nothing */
    unsigned finding;       /* section of docs/findings.md that explains why the paper's figure differs; 0: none */
    const char *follows_if; /* what would have to be assumed for the paper's figure to follow; NULL: nothing known */
};

#define EXPERIMENT_CONFIDENCE 0.999

void experiment_section(struct experiment_run *run, const char *title);
/* The format is the row's name. */
void experiment_add(struct experiment_run *run, struct experiment_row row, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* To be called now and then in each loop that may take a second. Shows the progress of the section; false: the run was
 * stopped, and the loop should end. What is added after that is left out, so no row comes of half a loop. */
bool experiment_goes_on(struct experiment_run *run, double done, double all);

/* ---- Rows that are not judged */

struct experiment_row experiment_value(double ours);
struct experiment_row experiment_between(double ours, double low, double high);
/* The share of `in` of n runs, with its score interval. */
struct experiment_row experiment_share(uint64_t in, uint64_t n);
/* The mean of n values, at least two, and a quantile of n sorted ones, each with its interval if there is one. */
struct experiment_row experiment_mean(const double *value, uint64_t n);
struct experiment_row experiment_quantile(const double *sorted, uint64_t n, double q);

/* ---- Rows that are */

struct experiment_row experiment_figure(double paper, double ours, double unit);
struct experiment_row experiment_claim(struct experiment_row row, double paper, bool holds);
struct experiment_row experiment_check(struct experiment_row row, bool holds);
/* The share of `in` of n runs must be `least`, or its interval reach so far. */
struct experiment_row experiment_covers(uint64_t in, uint64_t n, double least);
/* The same row with what is known of its paper's figure. */
struct experiment_row experiment_finding(struct experiment_row row, unsigned finding, const char *follows_if);

/* Adds a drawing, at most EXPERIMENT_DRAWINGS. --out DIR writes it as DIR/EXPERIMENT-NAME.svg. The data are copied.
 * title, about and the axes' labels must be set. */
void experiment_draw(struct experiment_run *run, const char *name, const struct plot *plot);

struct experiment {
    const char *name, *reproduces;
    void (*run)(struct experiment_run *run);
    /* Instead of run: a table with options of its own, which --all leaves out. As in struct command. */
    int (*command)(int argc, char **argv, const char *data_dir);
};
/* Those that need no simulated board, in the order of --list; name NULL after the last. */
extern const struct experiment experiments[];
/* Those of this program: each that has the command defines its own. */
extern const struct experiment *const experiment_list;

/* For an experiment that returns a status and needs `size` bytes: calls it with them, zeroed, and sets run->status. */
void experiment_call(struct experiment_run *run, size_t size, int (*call)(struct experiment_run *run, void *memory));

/* Runs one into run->text and run->json. STATUS_BAD if run->unknown is not 0; else run->status. */
int experiment_run(const struct experiment *experiment, struct experiment_run *run);
/* Frees the drawings. */
void experiment_end(struct experiment_run *run);

void experiment_danzig_fig2(struct experiment_run *run);
void experiment_beilner_tables(struct experiment_run *run);
void experiment_krutar_tick(struct experiment_run *run);
void experiment_krutar_fit(struct experiment_run *run);
void experiment_aix_filter(struct experiment_run *run);
void experiment_tsc_convert(struct experiment_run *run);
void experiment_tsc_skew(struct experiment_run *run);
/* Part of tsc-convert: the rate of a TSC after 64 ms of calibration, on a simulated machine of known rate. */
void tsc_calibrate_simulated(struct experiment_run *run, uint64_t *random);

#endif
