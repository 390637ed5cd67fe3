/* SPDX-License-Identifier: MIT
 * Results as a page: one HTML file that loads nothing. pages/NAME.html is its template, into which its results are put
 * as JSON, which its script draws with page.js. */
#ifndef TMR0_PAGE_H
#define TMR0_PAGE_H

#include <cjson/cJSON.h>

enum page_template { PAGE_REPORT, PAGE_EXPERIMENTS };

/* The page as text, to be freed. Equal results give equal bytes. */
char *page_make(enum page_template template, const cJSON *results);

#endif
