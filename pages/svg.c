/* SPDX-License-Identifier: MIT */
#include "svg.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

size_t svg_character(const char *bytes)
{
    const unsigned char *const text = (const unsigned char *)bytes;
    static const struct {
        unsigned char mask, lead;
        unsigned long least;
    } form[] = {{0x80, 0x00, 0x20}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (size_t n = 0; n < sizeof form / sizeof form[0]; n++) {
        unsigned long code = *text & (unsigned char)~form[n].mask;
        size_t more = 0;
        if ((*text & form[n].mask) != form[n].lead)
            continue;
        for (; more < n && (text[1 + more] & 0xc0) == 0x80; more++)
            code = code << 6 | (text[1 + more] & 0x3f);
        const bool refused = (code >= 0xd800 && code < 0xe000) || code == 0xfffe || code == 0xffff || code > 0x10ffff;
        return more == n && code >= form[n].least && !refused ? 1 + n : 0;
    }
    return 0;
}

void svg_write_text(FILE *f, const char *text)
{
    while (*text) {
        static const char kept[] = "<>&'\"";
        static const char *const name[] = {"&lt;", "&gt;", "&amp;", "&#39;", "&#34;"};
        const size_t length = svg_character(text);
        const char *found = strchr(kept, *text);
        if (found)
            (void)fputs(name[found - kept], f);
        else if (length)
            (void)fwrite(text, 1, length, f);
        else
            (void)fputc('?', f);
        text += length ? length : 1;
    }
}

double svg_text_width(const char *text, double size)
{
    double em = 0;
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if ((c & 0xc0) == 0x80) /* inside a character */
            continue;
        em += strchr("mwMW", c) ? 0.95 : isupper(c) ? 0.70 : isalnum(c) ? 0.63 : c < 0x80 ? 0.40 : 0.85;
    }
    return em * size;
}

double svg_round_step(double span, double count)
{
    const double rough = span / count, power = pow(10, floor(log10(rough)));
    const double times = rough / power;
    return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}
