/* SPDX-License-Identifier: MIT */
#include "tmr_user.h"

static bool read_once(struct tmr_user *u, unsigned words, uint64_t *count)
{
    if (u->defence == TMR_CHECKED || u->defence == TMR_BOTH)
        return tmr_chip_read_checked(&u->chip, words, count);
    *count = tmr_chip_read(&u->chip, words);
    return true;
}

static bool read_twice(struct tmr_user *u, unsigned words, uint64_t *count)
{
    uint64_t first;
    if (!read_once(u, words, &first) || !read_once(u, words, count))
        return false;
    return (words == 2 ? (uint32_t)(*count - first) : *count - first) <= TMR_TWICE_US;
}

static bool read_locked(struct tmr_user *u, unsigned words, uint64_t *count)
{
    while (!vcpu_test_and_set(u->chip.cpu, u->lock))
        u->yield(u->arg);
    const bool good = read_once(u, words, count);
    vcpu_clear(u->chip.cpu, u->lock);
    return good;
}

bool tmr_user_count(struct tmr_user *u, unsigned words, uint64_t *count)
{
    for (unsigned n = 0; n < u->tries; n++) {
        const bool good = u->defence == TMR_TWICE || u->defence == TMR_BOTH ? read_twice(u, words, count)
                          : u->defence == TMR_LOCKED                        ? read_locked(u, words, count)
                                                                            : read_once(u, words, count);
        if (good)
            return !u->chip.failed;
    }
    return false;
}

bool tmr_user_now(struct tmr_user *u, struct tmr_timeval *now)
{
    uint64_t count;
    if (!tmr_user_count(u, TMR_WORDS, &count))
        return false;
    vcpu_work(u->chip.cpu, vcpu_cost(u->chip.cpu, VCPU_COST_TIMEVAL));
    *now = tmr_timeval(count, u->epoch);
    return true;
}
