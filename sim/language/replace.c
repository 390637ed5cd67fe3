/* SPDX-License-Identifier: MIT */
#include "replace.h"

#include <stdio.h>
#include <string.h>

void replace_none(struct replacements *r)
{
    *r = (struct replacements){.pal = -1, .corner = -1};
    for (int n = 0; n < FIG_COUNT; n++)
        r->choice[n] = -1;
}

int replace_choice(void *replacements, struct argument a)
{
    struct replacements *r = replacements;
    char expected[320], list[256];
    for (int n = 0; n < FIG_COUNT; n++) {
        const struct figure_info *info = &figure_info[n];
        const char *name = choice_name(n);
        size_t size = name ? strlen(name) : 0;
        if (!name || strncmp(a.text, name, size) != 0 || a.text[size] != '=')
            continue;
        for (r->choice[n] = 0; r->choice[n] < 2; r->choice[n]++)
            if (strcmp(a.text + size + 1, info->word[r->choice[n]]) == 0)
                return STATUS_OK;
        (void)snprintf(expected, sizeof expected, "%s=%s or %s=%s", name, info->word[0], name, info->word[1]);
        return argument_bad(a, expected);
    }
    (void)snprintf(expected, sizeof expected, "NAME=VALUE, NAME one of: %s", choices_list(list, sizeof list));
    return argument_bad(a, expected);
}

int replace_settings(struct scenario *s, const struct replacements *r, struct error *e)
{
    if (s->target == TARGET_CHIP && (r->machine || r->pal >= 0))
        return error_set(e, STATUS_INPUT, "%s: target chip has no %s, expected no --%s", s->file,
                         r->machine ? "machine" : "strobe translator", r->machine ? "machine" : "pal");
    if (r->machine) {
        (void)snprintf(s->machine, sizeof s->machine, "%s", r->machine);
        s->machine_line = 0;
    }
    if (r->part) {
        (void)snprintf(s->part, sizeof s->part, "%s", r->part);
        s->part_line = 0;
    }
    if (r->pal >= 0)
        s->pal = (enum pal_kind)r->pal;
    if (r->corner >= 0)
        s->corner = (enum corner)r->corner;
    if (r->seed_given)
        s->seed = r->seed;
    for (int n = 0; n < FIG_COUNT; n++)
        if (r->choice[n] >= 0)
            scenario_choose(s, n, r->choice[n]);
    return STATUS_OK;
}
