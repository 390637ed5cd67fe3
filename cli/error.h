/* SPDX-License-Identifier: MIT
 * One error text. Callers pass it up to the function that prints it. */
#ifndef TMR0_ERROR_H
#define TMR0_ERROR_H

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The exit statuses of tmr0; functions that can fail return 0 or one of the last two. */
enum status {
    STATUS_OK = 0,     /* the verdict is good */
    STATUS_BAD = 1,    /* the verdict is bad */
    STATUS_INPUT = 2,  /* wrong usage or bad input */
    STATUS_SYSTEM = 3, /* the system failed: disk full, cannot write */
};

struct error {
    char text[2560]; /* one line without newline (of engines that differ: several): "file:line: what is wrong, what was
                        expected" */
};

/* Names of files and commands, and text in files, may hold any bytes. Control characters, which a terminal obeys, but
 * for line feeds and tabs, and bytes that are no UTF-8 become '?'. Returns the text. */
char *error_clean(char *text);

/* Fills the text, cleaned (printf format, cut at the end) and returns status, so that callers can write
 * `return error_set(e, STATUS_INPUT, ...)`. */
int error_set(struct error *e, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
void error_fill(struct error *e, const char *format, va_list args);
/* Why a file lost what was written to it, which is still open for writing: ENOSPC, EFBIG or EDQUOT if it cannot grow,
 * else EIO. What it held is lost. */
int error_lost(int file);
/* "WHO: TEXT" on standard error, after all that was printed before. Returns status. */
int error_print(const struct error *e, const char *who, int status);

#ifdef __cplusplus
}
#endif
#endif
