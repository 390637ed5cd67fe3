/* SPDX-License-Identifier: MIT
 * Results as a page: one HTML file that loads nothing. */
#ifndef TMR0_PAGE_H
#define TMR0_PAGE_H

#include "results.h"

/* The page as text, to be freed; NULL when memory is gone. Equal results give equal bytes. */
char *page_make(const struct results *results);

#endif
