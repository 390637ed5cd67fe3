/* SPDX-License-Identifier: MIT
 * Text in SVG, and round scales. */
#include <stdio.h>
#include <string.h>

#include "pages/svg.h"
#include "tests/suite.h"

static void check_text(const char *text, const char *want)
{
    char got[128] = "";
    FILE *f = fmemopen(got, sizeof got, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    svg_write_text(f, text);
    CU_ASSERT_EQUAL(fclose(f), 0);
    if (strcmp(got, want) != 0)
        (void)fprintf(stderr, "\n%s, expected %s\n", got, want);
    CU_ASSERT_STRING_EQUAL(got, want);
}

TEST(text)
{
    check_text("a<b> & 'c' \"d\"", "a&lt;b&gt; &amp; &#39;c&#39; &#34;d&#34;");
    check_text("tab\tbell\a", "tab?bell?");
    check_text("gr\xc3\xb6\xc3\x9f"
               "e \xe2\x89\xa5 \xf0\x9f\x95\x90",
               "gr\xc3\xb6\xc3\x9f"
               "e \xe2\x89\xa5 \xf0\x9f\x95\x90");
}

/* Each would make a reader of XML refuse the whole picture. */
TEST(not_utf8)
{
    check_text("gr\xf6\xdf"
               "e",
               "gr??e");                                     /* Latin-1 */
    check_text("\xc0\xaf \xe0\x80\xaf", "?? ???");           /* overlong */
    check_text("\xed\xa0\x80", "???");                       /* half of a surrogate pair */
    check_text("\xef\xbf\xbf \xf4\x90\x80\x80", "??? ????"); /* no character */
    check_text("cut \xe2\x89", "cut ??");
}

TEST(width)
{
    CU_ASSERT_DOUBLE_EQUAL(svg_text_width("", 12), 0, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(svg_text_width("ii", 10), 2 * svg_text_width("i", 10), 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(svg_text_width("\xe2\x89\xa5", 10), 8.5, 1e-9); /* one character */
    CU_ASSERT(svg_text_width("W", 12) > svg_text_width("A", 12));
}

TEST(step)
{
    CU_ASSERT_DOUBLE_EQUAL(svg_round_step(1000, 10), 100, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(svg_round_step(2100, 10), 200, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(svg_round_step(0.44, 10), 0.05, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(svg_round_step(9, 1), 10, 1e-9);
}
