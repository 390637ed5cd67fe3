/* SPDX-License-Identifier: MIT
 * Scripts for gnuplot: quotes in texts, gaps, values that a log axis does not have. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pages/plot.h"
#include "tests/suite.h"

static const double x[] = {1, 2, 3}, y[] = {10, NAN, 0.1}, low[] = {9, 0, 0.05}, high[] = {11, 1, 0.2};

static char *script_of(const struct plot_series *series, size_t count, const struct plot_axis *axis)
{
    const struct plot plot = {"the paper's", "all", *axis, {.label = "y"}, series, count};
    char *script = NULL;
    size_t size;
    FILE *f = open_memstream(&script, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    plot_write(f, &plot);
    (void)fclose(f);
    return script;
}

TEST(texts)
{
    const struct plot_mark marks[] = {{1, "one\ntwo"}, {2, "'; system 'x"}};
    const struct plot_series series = {"a 'b'", PLOT_POINTS, x, y, .n = 3};
    char *script = script_of(&series, 1, &(struct plot_axis){"x, us", .log = true, .mark = marks, .marks = 2});
    CU_ASSERT_PTR_NOT_NULL(strstr(script, "set title 'the paper''s'\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(script, "set xtics ('one two' 1, '''; system ''x' 2)\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(script, "title 'a ''b'''\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(script, "set logscale x\n"));
    CU_ASSERT_PTR_NULL(strstr(script, "set logscale y"));
    free(script);
}

TEST(data)
{
    const struct plot_series series[] = {{.form = PLOT_LINE, .x = x, .y = y, .n = 3},
                                         {"b", PLOT_POINTS, x, y, low, high, 3}};
    char *script = script_of(series, 2, &(struct plot_axis){"x", .unit = "s"});
    CU_ASSERT_PTR_NOT_NULL(strstr(script, "$data0 << END\n1 10\n2 nan\n3 0.1\nEND\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(script, "$data1 << END\n1 10 9 11\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(script, "notitle, $data1 using 1:2:3:4 with yerrorbars"));
    CU_ASSERT_PTR_NOT_NULL(strstr(script, "set format x '%.3s %cs'\n"));
    free(script);
}
