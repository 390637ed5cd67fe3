/* SPDX-License-Identifier: MIT */
#include "suite.h"

#include <stdio.h>
#include <string.h>

static struct suite_entry *first, **end = &first;

void suite_enter(struct suite_entry *entry)
{
    *end = entry;
    end = &entry->next;
}

bool suite_register(const char *name)
{
    bool found = false;
    for (const struct suite_entry *e = first; e; e = e->next) {
        const char *of = strrchr(e->file, '/') + strlen("/test_");
        char suite[64], test[64], both[sizeof suite + sizeof test];
        (void)snprintf(suite, sizeof suite, "%.*s", (int)(strlen(of) - strlen(".c")), of);
        (void)snprintf(both, sizeof both, "%s/%s", suite, e->name);
        if (name && strcmp(suite, name) != 0 && strcmp(both, name) != 0)
            continue;
        found = true;
        CU_pSuite s = CU_get_suite(suite);
        if (!s)
            s = CU_add_suite(suite, e->set_up, e->tear_down);
        (void)snprintf(test, sizeof test, "%s", e->name);
        for (char *c = test; *c; c++)
            if (*c == '_')
                *c = ' ';
        if (e->test)
            (void)CU_add_test(s, test, e->test);
    }
    return found;
}

bool error_has(const struct error *e, const char *phrase)
{
    bool found = strstr(e->text, phrase) != NULL;
    if (!found)
        (void)fprintf(stderr, "\nexpected: %s\nmessage:  %s\n", phrase, e->text);
    return found;
}
