/* SPDX-License-Identifier: MIT
 * Results as a page. */
#ifndef TMR0_REPORT_PAGE_H
#define TMR0_REPORT_PAGE_H

#include <cjson/cJSON.h>

/* The page as text, to be freed. results: as results_add() fills them; gets what the page shows of figures and marks.
 * Equal results give equal bytes. */
char *report_page(cJSON *results);

#endif
