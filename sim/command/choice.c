/* SPDX-License-Identifier: MIT */
#include "choice.h"

#include <stdio.h>
#include <string.h>

void choices_none(struct choices *c)
{
    for (int n = 0; n < FIG_COUNT; n++)
        c->value[n] = -1;
}

int choices_take(void *choices, struct argument a)
{
    struct choices *c = choices;
    char expected[320], list[256];
    for (int n = 0; n < FIG_COUNT; n++) {
        const struct figure_info *info = &figure_info[n];
        const char *name = info->unit == UNIT_CHOICE ? strchr(info->name, '.') + 1 : "";
        size_t size = strlen(name);
        if (size == 0 || strncmp(a.text, name, size) != 0 || a.text[size] != '=')
            continue;
        for (c->value[n] = 0; c->value[n] < 2; c->value[n]++)
            if (strcmp(a.text + size + 1, info->word[c->value[n]]) == 0)
                return STATUS_OK;
        (void)snprintf(expected, sizeof expected, "%s=%s or %s=%s", name, info->word[0], name, info->word[1]);
        return argument_bad(a, expected);
    }
    (void)snprintf(expected, sizeof expected, "NAME=VALUE, NAME one of: %s", choices_list(list, sizeof list));
    return argument_bad(a, expected);
}

void choices_apply(const struct choices *c, struct scenario *s)
{
    for (int n = 0; n < FIG_COUNT; n++)
        if (c->value[n] >= 0)
            scenario_choose(s, n, c->value[n]);
}
