/* SPDX-License-Identifier: MIT
 * Parts and machines: the .ini files of parts/ and machines/ with their figures. */
#ifndef TMR0_DATA_H
#define TMR0_DATA_H

#include "cli/error.h"
#include "figures.h"

/* The figures of one chip, PAL or buffer. */
struct part {
    char name[48];
    char title[96];
    enum figure_home home; /* HOME_CHIP, HOME_PAL or HOME_BUFFER */
    struct figure figure[FIG_COUNT];
};

/* What `tmr0 timing` is expected to find in one row. */
struct verdict {
    bool given;
    uint64_t checks;  /* bit FIG_x set: this check is broken at least once; no other is (notes do not count) */
    bool reads_wrong; /* some pair of 32-bit reads does not differ by the time between them */
};

/* Appends to a list, after what stands between two of it; what does not fit is left out. */
void list_add(char *list, size_t size, const char *between, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

enum pal_kind { PAL_FLIPFLOP, PAL_DIRECT, PAL_KINDS };
extern const char *const pal_kind_name[PAL_KINDS]; /* "flipflop", "direct" */

/* What `tmr0 timing` says of a machine with one translator */
enum verdict_word { VERDICT_FAILS, VERDICT_MARGINAL, VERDICT_WORKS, VERDICT_WORDS };
extern const char *const verdict_word_name[VERDICT_WORDS]; /* "fails", "marginal", "works" */

#define VARIANTS_MAX 8
#define MACHINE_NAME_SIZE 256

/* One workstation, one variant of its figures. */
struct machine {
    char name[MACHINE_NAME_SIZE]; /* as asked for: "sun3-160", "sun3-160:window" or "./mine.ini" */
    char title[96];               /* "Sun-3/160" */
    char variant[24];             /* the variant in force; "" if the file has only one */
    char buffer[48];              /* part of the data buffer between host and socket; "" for none */
    size_t variants;              /* all variants of the file, 0 if it names none */
    char variant_name[VARIANTS_MAX][24];
    struct figure figure[FIG_COUNT];
    struct verdict expect[PAL_KINDS][CORNERS]; /* only CORNER_MIN (fast) and CORNER_MAX (slow) are used */
};

/* Folder that holds parts/ and machines/, protected from output from here on (cli/output.h). `given` (--data DIR) or
 * NULL: then the first that exists of the folder of the binary, its parent, its parent/share/tmr0, and TMR0_DATADIR of
 * the build. */
int data_find(char *dir, size_t size, const char *given, struct error *e);

/* Reads DIR/parts/NAME.ini whole. STATUS_INPUT on any error in the file, with file:line. */
int part_load(struct part *part, const char *dir, const char *name, struct error *e);

/* Names of the parts of that kind in DIR/parts, sorted, as data_list(); STATUS_INPUT also on any error in a part's
 * file. A file there that does not begin with [part] is no part. */
int part_list(char names[][48], size_t size, size_t *count, const char *dir, enum figure_home home, struct error *e);

/* The machine is a file's path, not a name in machines/. */
bool machine_is_path(const char *name);
/* Reads DIR/machines/NAME.ini, or the file itself if its path is given, ending in .ini; a variant may follow as in
 * "sun3-160:window". */
int machine_load(struct machine *machine, const char *dir, const char *name, struct error *e);

/* Names of the .ini files of DIR/parts or DIR/machines (`what`: "part" or "machine"), sorted; STATUS_INPUT if there are
 * more than `size`. */
int data_list(char names[][48], size_t size, size_t *count, const char *dir, const char *what, struct error *e);

/* ---- What the files share that implement this header */

#define DATA_PATH_SIZE 1024
#define DATA_NAME_SIZE 48
#define DATA_LIST_SIZE 640

/* A file's or variant's name, shorter than size. */
bool data_name_valid(const char *name, size_t size);
/* STATUS_INPUT: there is no such part or machine (`what`) in DIR/SUB, expected one of those there. */
int data_unknown_name(const char *what, const char *name, const char *dir, const char *sub, struct error *e);

const char *data_list_figures(char *list, size_t size, enum figure_home home);

/* The value of a figure, within its range. The error text has no file:line. */
int figure_value_parse(const struct figure_info *info, const char *text, int64_t *value, struct error *e);

#endif
