/* SPDX-License-Identifier: MIT
 * What a timing diagram and its key are drawn of. */
#include "diagram_draw.h"

#include <math.h>

#include "pages/svg.h"

#define SLANT 3.5 /* of a bus that changes */

const char *const diagram_outcome[OUTCOMES] = {"kept", "noted", "violated"};

void diagram_text(FILE *f, const char *class, enum anchor anchor, double x, double y, const char *text)
{
    static const char *const name[] = {"", " text-anchor='middle'", " text-anchor='end'"};
    (void)fprintf(f, "<text%s%s%s%s x='%.1f' y='%.1f'>", *class ? " class='" : "", class, *class ? "'" : "",
                  name[anchor], x, y);
    svg_write_text(f, text);
    (void)fputs("</text>\n", f);
}

void diagram_line_name(const struct picture *p, enum line line, char *name, size_t size)
{
    static const char *const fixed[LINES] = {
        [LINE_MAS] = "MAS-", [LINE_MDS] = "MDS-", [LINE_RW] = "R/W", [LINE_SOCKET_DATA] = "D0-7",
        [LINE_CD] = "C/D",   [LINE_RD] = "RD-",   [LINE_WR] = "WR-", [LINE_CS] = "CS-",
        [LINE_X2] = "X2",    [LINE_FOUT] = "FOUT"};
    if (line == LINE_CHIP_DATA)
        (void)snprintf(name, size, p->wide ? "D0-15" : "D0-7");
    else if (fixed[line])
        (void)snprintf(name, size, "%s", fixed[line]);
    else if (line >= LINE_OUT)
        (void)snprintf(name, size, "OUT%d", line - LINE_OUT + 1);
    else if (line >= LINE_GATE)
        (void)snprintf(name, size, "GATE%d", line - LINE_GATE + 1);
    else
        (void)snprintf(name, size, "SRC%d", line - LINE_SRC + 1);
}

bool diagram_is_bus(enum line line)
{
    return line == LINE_SOCKET_DATA || line == LINE_CHIP_DATA;
}

static const char *bus_class(uint32_t value)
{
    switch (value & BUS_STATE) {
    case BUS_HOST:
        return "host";
    case BUS_CHIP:
        return "chip";
    case BUS_INVALID:
        return "invalid";
    default:
        return "both";
    }
}

void diagram_box(FILE *f, const struct stretch *s, double y)
{
    const double slant = fmin(SLANT, (s->right - s->left) / 2);
    const double left = s->begins ? s->left + slant : s->left, right = s->ends ? s->right - slant : s->right;
    (void)fprintf(f, "<path class='bus %s' d='M%.2f %.1fL%.2f %.1fH%.2fL%.2f %.1fL%.2f %.1fH%.2fZ'/>\n",
                  bus_class(s->value), s->left, y + DIAGRAM_HIGH / 2, left, y, right, s->right, y + DIAGRAM_HIGH / 2,
                  right, y + DIAGRAM_HIGH, left);
}

void diagram_heads(FILE *f, double left, double right, bool open_left, bool open_right, bool outside, double y)
{
    const double inwards = outside ? -ARROW_HEAD : ARROW_HEAD;
    (void)fputs("<path class='head' d='", f);
    if (!open_left)
        (void)fprintf(f, "M%.2f %.1fv10m0 -5l%.1f -3v6z", left, y - 5, inwards);
    if (!open_right)
        (void)fprintf(f, "M%.2f %.1fv10m0 -5l%.1f -3v6z", right, y - 5, -inwards);
    (void)fputs("'/>", f);
}

void diagram_shaft(FILE *f, double from, double to, double y)
{
    (void)fprintf(f, "<path class='shaft' d='M%.2f %.1fH%.2f'/>", from, y, to);
}
