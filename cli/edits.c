/* SPDX-License-Identifier: MIT
 * The distance of Damerau and Levenshtein between two words, each pair of letters swapped at most once. */
#include "edits.h"

#include <string.h>

#define LETTERS 16

static int least(int a, int b)
{
    return a < b ? a : b;
}

int edits(const char *a, size_t size, const char *b)
{
    int cost[LETTERS][LETTERS] = {{0}};
    const size_t columns = strlen(b);
    if (size >= LETTERS || columns >= LETTERS)
        return EDITS_MANY;
    for (size_t i = 0; i <= size; i++)
        for (size_t j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = (int)(i + j);
                continue;
            }
            int best = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            best = least(best, least(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = least(best, cost[i - 2][j - 2] + 1);
            cost[i][j] = best;
        }
    return cost[size][columns];
}
