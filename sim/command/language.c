/* SPDX-License-Identifier: MIT */
#include "language.h"

#include <stdio.h>

#include "run_print.h"

void run_print_language(void)
{
    for (size_t n = 0; n < sizeof language / sizeof language[0]; n++)
        (void)fputs(language[n], stdout);
}
