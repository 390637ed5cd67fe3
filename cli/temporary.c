/* SPDX-License-Identifier: MIT */
#include "temporary.h"

#include <stdio.h>
#include <stdlib.h>

const char *temporary_folder(void)
{
    const char *named = getenv("TMPDIR");
    return named && *named ? named : P_tmpdir;
}
