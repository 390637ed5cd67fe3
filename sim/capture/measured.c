/* SPDX-License-Identifier: MIT */
#include "socket.h"

#include <inttypes.h>
#include <string.h>

#include "cli/time_text.h"

#define NAME_SHOWN 60 /* characters of the capture's name in a source */

static int check(const struct socket_result *r, const char *file, struct error *e)
{
    static const int needed[] = {FIG_RW_SETUP, FIG_WDATA_SETUP, FIG_STROBE_HOLD};
    for (int n = 0; n < 3; n++)
        if (!r->figure[needed[n]].count)
            return error_set(e, STATUS_INPUT, "%s: %s was never seen, expected writes in which R/W and data move", file,
                             figure_info[needed[n]].name);
    if (r->holds_apart)
        return error_set(e, STATUS_INPUT,
                         "%s: R/W and data end apart, one of them inside the strobe, expected one hold of both", file);
    const bool read = r->capture.found.reads.compared && !clips_dead(&r->capture.survey.clips);
    if (!(read && !r->capture.unplayed) && capture_verdict(&r->capture) != STATUS_BAD)
        return error_set(e, STATUS_INPUT, "%s: %s%s%s; no machine was written, expected a capture with a verdict", file,
                         read ? "accesses were not played" : "the reads were not judged",
                         *r->capture.suspicion ? ": " : "", r->capture.suspicion);
    return STATUS_OK;
}

/* The last part of the capture's path, in the characters of a machine file. */
static void short_name(char *text, const char *file)
{
    const char *slash = strrchr(file, '/');
    (void)snprintf(text, NAME_SHOWN + 1, "%s", slash ? slash + 1 : file);
    for (char *c = text; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == ';')
            *c = '?';
}

static void key(FILE *f, const char *name, int64_t ps)
{
    (void)fprintf(f, "%s = %s\n", name, TIME_TEXT(ps));
}

static void write_figure(FILE *f, const struct socket_result *r, int figure, const char *file)
{
    const struct socket_figure *seen = &r->figure[figure];
    const int64_t u = unsure_ps(&r->capture.survey.sampling);
    const bool delay = figure_info[figure].kind == KIND_DELAY, clock = figure == FIG_DES_CLOCK;
    const bool hold = figure == FIG_STROBE_HOLD;
    const int64_t least_ps = clock                ? seen->least_ps
                             : hold               ? seen->least_ps + u
                             : seen->least_ps > u ? seen->least_ps - u
                                                  : 0;
    (void)fprintf(f, "\n[%s]\n", figure_info[figure].name);
    if (delay) {
        key(f, "min", least_ps);
        key(f, "typ", (seen->least_ps + seen->most_ps) / 2);
        key(f, "max", seen->most_ps + u);
    } else
        key(f, "value", least_ps);
    (void)fprintf(f, "source = [HW] measured in %s: %s of %" PRIu64 ", +-%s by the sampling%s\n", file,
                  clock   ? "mean"
                  : delay ? "least and most"
                          : "least",
                  seen->count, TIME_TEXT(clock ? u / (int64_t)seen->count : u), delay ? "; typ is half-way" : "");
}

/* What the figures of the socket leave out: chips between it and the workstation. How the sampling moves the strobes
 * among the lines is a range of their delay: the least set-ups at one corner, the least hold at the other. */
static void write_rest(FILE *f, const struct machine *m, const struct part *buffer, int64_t unsure)
{
    const struct figure *figure = m->figure;
    const int64_t delay = figure[FIG_STROBE_DELAY].value[CORNER_MAX];
    (void)fprintf(f, "\n[%s]\nmin = 0ns\n", figure_info[FIG_STROBE_DELAY].name);
    key(f, "typ", unsure);
    key(f, "max", 2 * unsure);
    (void)fprintf(f,
                  "source = [HW] the machine's is in the figures measured; this is the uncertainty by the sampling\n");
    if (delay) {
        (void)fprintf(f, "\n[%s]\n", figure_info[FIG_READ_LATCH].name);
        key(f, "value", figure[FIG_READ_LATCH].value[CORNER_MAX] + delay);
        (void)fprintf(f, "source = [E] that of %s and its longest strobe_delay; the socket does not show it\n",
                      m->name);
    }
    if (buffer) {
        (void)fprintf(f, "\n[%s]\n", figure_info[FIG_HOST_READ].name);
        key(f, "value", figure[FIG_HOST_READ].value[CORNER_MAX] + buffer->figure[FIG_BUF_TPD].value[CORNER_MAX]);
        (void)fprintf(f, "source = [E] that of %s and the longest delay of %s, which read data pass after the socket\n",
                      m->name, buffer->name);
    }
}

int measured_write(FILE *f, const struct socket_result *r, const char *file, const struct machine *m,
                   const struct part *buffer, struct error *e)
{
    char shown[NAME_SHOWN + 1];
    if (check(r, file, e))
        return STATUS_INPUT;
    short_name(shown, file);
    (void)fprintf(f, "; %s, measured at the DES socket. What this file does not give is that of %s.\n\n", m->title,
                  m->name);
    (void)fprintf(f, "[machine]\ntitle = %.80s, measured\ninherit = %.*s%s%s\nsource = measured in %s\n", m->title,
                  (int)strcspn(m->name, ":"), m->name, *m->variant ? ":" : "", m->variant, shown);
    if (buffer)
        (void)fprintf(f, "buffer = none\n");
    for (int n = 0; n < FIG_RTL; n++)
        if (r->figure[n].count)
            write_figure(f, r, n, shown);
    write_rest(f, m, buffer, unsure_ps(&r->capture.survey.sampling));
    return STATUS_OK;
}
