/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <tmr0/measure.h>

int main(void)
{
    printf("z of 0.95: %.2f\n", measure_z(0.95));
    return 0;
}
