/* SPDX-License-Identifier: MIT */
#ifndef TMR0_RANDOM_H
#define TMR0_RANDOM_H

#include <math.h>
#include <stdint.h>

/* splitmix64: small, seeded, the same everywhere. */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* 0 .. count - 1 */
static inline uint64_t random_below(uint64_t *state, uint64_t count)
{
    return random_next(state) % count;
}

/* [0,1), in steps of 2^-53 */
static inline double random_uniform(uint64_t *state)
{
    return (double)(random_next(state) >> 11) * 0x1p-53;
}

/* Exponential with mean 1, and normal with mean 0 and deviation 1. */
static inline double random_exponential(uint64_t *state)
{
    return -log1p(-random_uniform(state));
}

static inline double random_normal(uint64_t *state)
{
    const double radius = sqrt(2 * random_exponential(state));
    return radius * cos(6.283185307179586 * random_uniform(state));
}

#endif
