/* SPDX-License-Identifier: MIT */
#include "mix.h"

#include <stdlib.h>

#include "cli/memory.h"

static int confirm(struct mix *mix, struct explorer *x, enum explore_wrong wrong, struct error *e)
{
    char *text = NULL;
    size_t size;
    FILE *f = memory_stream(&text, &size);
    const int status = explore_confirm(x, &mix->result.witness[wrong], wrong, &mix->confirmed[wrong], f, e);
    (void)fclose(f);
    if (status == STATUS_OK)
        mix->scenario[wrong] = text;
    else
        free(text);
    return status;
}

static int explore(struct mix *mix, struct explorer *x, enum engine_kind engine, struct error *e)
{
    int status = engine == ENGINE_MODEL ? explore_model(x, &mix->result, e) : explore_rtl(x, &mix->result, e);
    mix->explored = status == STATUS_OK;
    for (int n = 0; n < EXPLORE_WRONGS && status == STATUS_OK; n++)
        if (mix->result.witness[n].length)
            status = confirm(mix, x, (enum explore_wrong)n, e);
    if (status || engine != ENGINE_BOTH)
        return status;
    status = explore_model(x, &mix->model, e);
    mix->compared = status == STATUS_OK;
    mix->agree = mix->compared && explore_same(&mix->result, &mix->model);
    return status;
}

int mix_explore(struct mix *mix, const struct explore_setup *setup, enum engine_kind engine, struct error *e)
{
    struct explorer *x;
    *mix = (struct mix){.explored = false};
    int status = explore_open(&x, setup, e);
    if (status == STATUS_OK)
        status = explore(mix, x, engine, e);
    explore_close(x);
    return status;
}

void mix_free(struct mix *mix)
{
    for (int n = 0; n < EXPLORE_WRONGS; n++)
        free(mix->scenario[n]);
}

bool mix_good(const struct mix *mix)
{
    bool good = mix->explored && mix->result.with_wrong == 0 && (!mix->compared || mix->agree);
    for (int n = 0; n < EXPLORE_WRONGS; n++)
        good = good && (!mix->scenario[n] || mix->confirmed[n]);
    return good;
}
