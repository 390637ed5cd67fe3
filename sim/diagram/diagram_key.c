/* SPDX-License-Identifier: MIT
 * The key of a timing diagram: what is in the picture, and only that. */
#include <string.h>

#include "diagram_draw.h"
#include "pages/svg.h"

#define KEY_ROW 19.0

struct key {
    FILE *f;
    const struct picture *p;
    double x, y; /* middle of the next entry's sample */
};

/* Room for a sample of that width, and the text after it. Returns where the sample begins. */
static double key_entry(struct key *k, double sample, const char *text)
{
    const double width = sample + 6 + svg_text_width(text, PICTURE_FONT);
    if (k->x > PICTURE_LEFT && k->x + width > k->p->right) {
        k->x = PICTURE_LEFT;
        k->y += KEY_ROW;
    }
    const double x = k->x;
    diagram_text(k->f, "", START, x + (sample > 0 ? sample + 6 : 0), k->y + 4, text);
    k->x += width + 18;
    return x;
}

static void key_bus(struct key *k)
{
    const bool board = k->p->scenario->target == TARGET_BOARD;
    const struct {
        uint32_t state;
        const char *text;
    } entry[] = {{BUS_HOST, board ? "driven by the workstation" : "driven by the host"},
                 {BUS_CHIP, "driven by the chip"},
                 {BUS_INVALID, "driven by the chip, not valid"},
                 {BUS_BOTH, "driven by both: conflict"},
                 {BUS_FREE, "not driven"}};
    uint32_t used = 0;
    for (size_t row = 0; row < k->p->lines; row++) {
        const struct line_edges *l = &k->p->timeline->line[k->p->line[row]];
        for (size_t n = 0; n < l->edges && diagram_is_bus(k->p->line[row]); n++)
            used |= UINT32_C(1) << (l->edge[n].value >> 16);
        for (size_t n = 0; n < l->edges && !diagram_is_bus(k->p->line[row]); n++)
            used |= l->edge[n].value == LEVEL_Z;
    }
    for (size_t n = 0; n < sizeof entry / sizeof entry[0]; n++) {
        struct stretch s = {.begins = true, .ends = true, .value = entry[n].state};
        if (!(used >> (entry[n].state >> 16) & 1))
            continue;
        s.left = key_entry(k, 26, entry[n].text);
        s.right = s.left + 26;
        if (entry[n].state == BUS_FREE)
            (void)fprintf(k->f, "<path class='free' d='M%.1f %.1fh26'/>\n", s.left, k->y);
        else
            diagram_box(k->f, &s, k->y - DIAGRAM_HIGH / 2);
    }
}

static void key_arrows(struct key *k)
{
    static const char *const text[OUTCOMES] = {"observed time (\xe2\x89\xa5 required time)",
                                               "note: the count may be off by one",
                                               "VIOLATED: observed time below the required time"};
    bool used[OUTCOMES] = {false}, bar[OUTCOMES] = {false}, open = false;
    for (size_t n = 0; n < k->p->arrows; n++) {
        const struct arrow *a = &k->p->arrow[n];
        used[a->outcome] = true;
        bar[a->outcome] |= a->bar_left < a->bar_right;
        open |= a->open_left || a->open_right;
    }
    for (int n = 0; n < OUTCOMES; n++) {
        if (!used[n])
            continue;
        const double x = key_entry(k, 40, text[n]);
        (void)fprintf(k->f, "<g class='%s'>", diagram_outcome[n]);
        diagram_shaft(k->f, x, x + 40, k->y);
        diagram_heads(k->f, x, x + 40, false, false, false, k->y);
        (void)fputs("</g>\n", k->f);
    }
    for (int n = 0; n < OUTCOMES; n++) {
        if (!bar[n])
            continue;
        const double x = key_entry(k, 26, n == VIOLATED ? "required time, violated" : "required time");
        (void)fprintf(k->f, "<g class='%s'><rect class='bar' x='%.1f' y='%.1f' width='26' height='14'/></g>\n",
                      diagram_outcome[n], x, k->y - 7);
    }
    if (open) {
        const double x = key_entry(k, 26, "goes on outside");
        (void)fprintf(k->f, "<g class='kept'><path class='shaft' d='M%.1f %.1fh26'/></g>\n", x, k->y);
    }
}

static void key_marks(struct key *k)
{
    for (int mark = 0; mark <= MARK_SET; mark++) {
        char text[64];
        size_t n = 0;
        while (n < k->p->arrows && k->p->arrow[n].judgement->least.mark != (enum mark)mark)
            n++;
        if (n == k->p->arrows || !(mark_is_doubtful((enum mark)mark) || mark == MARK_SET))
            continue;
        (void)snprintf(text, sizeof text, "[%s] %s", mark_name((enum mark)mark), mark_text((enum mark)mark));
        (void)key_entry(k, 0, text);
    }
}

const char *diagram_dense_text(const struct picture *p, char *text, size_t size)
{
    text[0] = '\0';
    for (int line = 0; line < LINES; line++) {
        char name[16];
        const size_t used = strlen(text);
        if (!p->dense[line])
            continue;
        diagram_line_name(p, (enum line)line, name, sizeof name);
        (void)snprintf(text + used, size - used, "%s %s", used ? "" : "not drawn, too many edges:", name);
    }
    return text;
}

static void key_dense(struct key *k)
{
    char text[256];
    if (*diagram_dense_text(k->p, text, sizeof text))
        (void)key_entry(k, 0, text);
}

double diagram_key(FILE *f, const struct picture *p)
{
    struct key k = {f, p, PICTURE_LEFT, p->key_y + 10};
    diagram_text(f, "bold", END, PICTURE_LEFT - 8, k.y + 4, "Key");
    key_bus(&k);
    key_arrows(&k);
    key_marks(&k);
    key_dense(&k);
    return k.y + KEY_ROW;
}
