/* SPDX-License-Identifier: MIT */
#include "gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/output.h"
#include "svg.h"

#define COMMAND_NOT_FOUND 127

extern char **environ;

void gnuplot_quote(FILE *f, const char *text)
{
    (void)fputc('\'', f);
    for (size_t length; *text; text += length ? length : 1) {
        length = svg_character(text);
        if (*text == '\'')
            (void)fputs("''", f);
        else if (length)
            (void)fwrite(text, 1, length, f);
        else
            (void)fputc(*text == '\n' ? ' ' : '?', f);
    }
    (void)fputc('\'', f);
}

void gnuplot_begin(FILE *f, const char *title)
{
    (void)fputs("set output ARG1\nset terminal svg size 880,560 font 'sans-serif,14' background rgb 'white' name '", f);
    for (const char *c = title; *c; c++) /* the terminal takes letters, digits and _ alone */
        (void)fputc(isalnum((unsigned char)*c) ? *c : '_', f);
    (void)fputs("'\nset encoding utf8\nset termoption noenhanced\n"
                "set border lw 1\nset tics out nomirror\nset key below\nset xlabel offset 0,0.5\nset title ",
                f);
    gnuplot_quote(f, title);
    (void)fputc('\n', f);
}

/* The files' names must be absolute: gnuplot runs the rest of one that begins with < or |. */
static int run_gnuplot(int script, const char *drawing, const char *points, bool *found, struct error *e)
{
    /* -d: without the user's settings */
    char *const argv[] = {"gnuplot", "-d", "-c", "/dev/stdin", (char *)drawing, (char *)points, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid = 0;
    int status = 0, failed = posix_spawn_file_actions_init(&actions);
    if (!failed) {
        failed = posix_spawn_file_actions_adddup2(&actions, script, STDIN_FILENO);
        failed = failed ? failed : posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
        (void)posix_spawn_file_actions_destroy(&actions);
    }
    *found = failed != ENOENT;
    if (failed == ENOENT)
        return STATUS_OK;
    if (failed)
        return error_set(e, STATUS_SYSTEM, "cannot start gnuplot: %s", strerror(failed));
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    *found = !(WIFEXITED(status) && WEXITSTATUS(status) == COMMAND_NOT_FOUND);
    return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || !*found)
               ? STATUS_OK
               : error_set(e, STATUS_SYSTEM, "gnuplot failed, see its message");
}

/* gnuplot also ends well when the disk is full. */
static int is_whole(const char *part, const char *drawing, struct error *e)
{
    char last[16] = "";
    FILE *f = fopen(part, "r+");
    if (f && fseek(f, 1 - (long)sizeof last, SEEK_END) == 0)
        last[fread(last, 1, sizeof last - 1, f)] = '\0';
    const bool whole = strstr(last, "</svg>");
    const int why = f && !whole ? error_lost(fileno(f)) : EIO;
    if (f)
        (void)fclose(f);
    return whole ? STATUS_OK
                 : error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", drawing,
                             why == EIO ? "the drawing is not whole" : strerror(why));
}

/* The absolute name of a file, for the caller to free. */
static int absolute(char **name, const char *file, struct error *e)
{
    *name = realpath(file, NULL);
    return *name ? STATUS_OK : error_set(e, STATUS_SYSTEM, "%s: cannot read: %s", file, strerror(errno));
}

int gnuplot_draw(const char *drawing, const char *points, void (*write)(FILE *script, const void *context),
                 const void *context, bool *drawn, struct error *e)
{
    struct output output;
    char *to = NULL, *from = NULL;
    *drawn = false;
    int status = output_open(&output, drawing, e);
    if (status)
        return status;
    status = absolute(&to, output.part, e);
    if (status == STATUS_OK && points)
        status = absolute(&from, points, e);
    FILE *script = status == STATUS_OK ? tmpfile() : NULL;
    if (script)
        write(script, context);
    if (status == STATUS_OK && (!script || fflush(script) == EOF || fseek(script, 0, SEEK_SET)))
        status = error_set(e, STATUS_SYSTEM, "cannot write a script for gnuplot: %s", strerror(errno));
    if (status == STATUS_OK)
        status = run_gnuplot(fileno(script), to, from, drawn, e);
    if (status == STATUS_OK && *drawn)
        status = is_whole(to, drawing, e);
    if (script)
        (void)fclose(script);
    free(to);
    free(from);
    if (status == STATUS_OK && !*drawn) { /* an empty drawing is not kept */
        (void)output_close(&output, STATUS_BAD, e);
        return STATUS_OK;
    }
    return output_close(&output, status, e);
}
