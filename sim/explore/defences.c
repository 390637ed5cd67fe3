/* SPDX-License-Identifier: MIT */
#include "defences.h"

const struct defence defences[] = {
    {"kernel", "kernel"},
    {"syscall", "kernel64"},
    {"kernel-unmasked", "kernel-unmasked"},
    {"user32", "kernel"},
    {"user32", "user32"},
    {"user64", "kernel"},
    {"usertimeval", "kernel"},
    {"user32-twice", "kernel"},
    {"user32-twice", "user32"},
    {"user32-checked", "kernel"},
    {"user32-checked", "user32"},
    {"user32-both", "kernel"},
    {"user32-both", "user32"},
    {"user32-lock", "kernel"},
    {"user32-lock", "user32-lock"},
    {"user32-lock", "user32"},
    {NULL, NULL},
};

int defence_explore(struct explore_setup *setup, const struct defence *defence, struct explore_result *result,
                    struct error *e)
{
    struct explorer *x;
    setup->readers = 2;
    setup->coarse = true;
    setup->reader[0] = reader_find(defence->reader);
    setup->reader[1] = reader_find(defence->against);
    int status = explore_open(&x, setup, e);
    if (status == STATUS_OK)
        status = explore_model(x, result, e);
    explore_close(x);
    return status;
}
