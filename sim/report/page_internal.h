/* SPDX-License-Identifier: MIT
 * Parts of the page. Each prints a section. */
#ifndef TMR0_PAGE_INTERNAL_H
#define TMR0_PAGE_INTERNAL_H

#include "verdict.h"

struct page {
    const struct results *results;
    struct rows rows;
};

void page_table(FILE *f, const struct page *p);
void page_charts(FILE *f, const struct page *p);
/* The runs that belong to no row of the table; no section if there are none. */
void page_runs(FILE *f, const struct page *p);

void page_sweeps(FILE *f, const struct page *p);
/* "sun3-60, flip-flop translator, all delays drawn at random" */
void page_sweep_title(FILE *f, const struct result_source *s);
void page_limits(FILE *f, const struct page *p);

#endif
