/* SPDX-License-Identifier: MIT
 * One error text. Callers pass it up to the function that prints it. */
#ifndef TMR0_ERROR_H
#define TMR0_ERROR_H

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

/* Fills the text (printf format, cut at the end) and returns status, so that callers can write
 * `return error_set(e, STATUS_INPUT, ...)`. */
int error_set(struct error *e, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* "WHO: TEXT" on standard error, after all that was printed before. Returns status. */
int error_print(const struct error *e, const char *who, int status);

#ifdef __cplusplus
}
#endif
#endif
