/* SPDX-License-Identifier: MIT
 * tmr0 choices: what the sources leave open, and which of it a scenario depends on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "commands.h"
#include "sim/language/play.h"

#define COMMAND "tmr0 choices"

struct choices_options {
    const char *part, *tell;
    int engine;
};

static const char usage[] =
    "Where the sources about the chip disagree, the simulator can follow either. This command prints these choices:\n"
    "name, value of the part, alternative, evidence, and the vectors that distinguish the two.\n\n"
    "  --part NAME      default " RIG_PART "; with --tell it replaces the scenario's part\n"
    "  --tell FILE.scn  run the scenario under each value of each choice instead, and print on which its outcome\n"
    "                   depends: values read and printed, expectations, violations\n"
    "  --engine E       with --tell: rtl, model or both\n";

static void print_field(const char *name, const char *mark, const char *text)
{
    struct wrap w = {stdout, (size_t)printf("  %-9s%s", name, mark), 12};
    wrap_words(&w, text);
    printf("\n");
}

static int list(const char *part_name, const char *dir, struct error *e)
{
    static struct part part;
    int status = part_load(&part, dir, part_name, e);
    if (status == STATUS_OK && part.home != HOME_CHIP)
        return error_set(e, STATUS_INPUT, "part %s is no chip, expected one such as am9513a", part_name);
    for (int n = 0; n < FIG_COUNT && status == STATUS_OK; n++) {
        if (!choice_name(n))
            continue;
        const struct figure_info *info = &figure_info[n];
        const struct figure *f = &part.figure[n];
        char mark[8];
        int64_t value = f->value[CORNER_TYP];
        printf("%s = %s, or %s\n", choice_name(n), info->word[value], info->word[1 - value]);
        print_field("what", "", info->text);
        (void)snprintf(mark, sizeof mark, " [%s]", mark_name(f->mark));
        print_field("evidence", mark, f->source);
        printf("  vectors   tests/vectors/choices/%s-%s.txt, %s-%s.txt\n", choice_name(n), info->word[0],
               choice_name(n), info->word[1]);
    }
    return status;
}

/* ---- --tell */

static int print_run(FILE *out, const struct scenario *s, const char *dir, enum engine_kind engine, struct error *e)
{
    const struct play_options play = {.engine = engine, .out = out};
    struct play_result r;
    int status = session_play(&r, s, dir, &play, e);
    if (status)
        return status;
    if (!r.accesses) {
        play_free(&r);
        return error_set(e, STATUS_INPUT, "%s: no access in the run, expected one that a choice can matter to",
                         s->file);
    }
    for (size_t n = 0; n < r.violations; n++)
        (void)fprintf(out, "line %s: %s broken\n", LINE_TEXT(s, r.violation[n].line),
                      figure_info[r.violation[n].violation.check].name);
    (void)fprintf(out, "%s\n", r.expectations_failed || r.unexpected ? "FAIL" : "pass");
    play_free(&r);
    return STATUS_OK;
}

/* Runs the scenario under both values of the choice, and prints the first difference. */
static int tell_choice(const struct scenario *s, int choice, const char *dir, enum engine_kind engine, bool *depends,
                       struct error *e)
{
    char *text[2] = {NULL, NULL}; /* what the run prints with each value, its violations and its verdict */
    int status = STATUS_OK;
    for (int value = 0; value < 2 && status == STATUS_OK; value++) {
        struct scenario copy = *s;
        FILE *out = memory_stream(&text[value], &(size_t){0});
        scenario_choose(&copy, choice, value);
        status = print_run(out, &copy, dir, engine, e);
        (void)fclose(out);
    }
    const bool differ = status == STATUS_OK && strcmp(text[0], text[1]) != 0;
    size_t line = 0; /* where the first one that differs begins */
    for (size_t at = 0; differ && text[0][at] == text[1][at]; at++)
        line = text[0][at] == '\n' ? at + 1 : line;
    if (status == STATUS_OK)
        printf("%s: %s\n", choice_name(choice), differ ? "the outcome depends on it; first difference:" : "no matter");
    for (int value = 0; value < 2 && differ; value++) {
        const char *shown = text[value][line] ? text[value] + line : "nothing";
        printf("  %-10s %.*s\n", figure_info[choice].word[value], (int)strcspn(shown, "\n"), shown);
    }
    *depends |= differ;
    free(text[0]);
    free(text[1]);
    return status;
}

static int tell(const struct choices_options *o, const char *dir, struct error *e)
{
    static struct scenario s;
    char part[80] = "";
    bool depends = false;
    if (o->part)
        (void)snprintf(part, sizeof part, "part %s\n", o->part);
    int status = scenario_load(&s, o->tell, part, e);
    if (status)
        return status;
    for (int n = 0; n < FIG_COUNT && status == STATUS_OK; n++)
        if (choice_name(n))
            status = tell_choice(&s, n, dir, (enum engine_kind)o->engine, &depends, e);
    if (status == STATUS_OK)
        printf("%s: %s\n", o->tell, depends ? "depends on choices" : "depends on no choice");
    scenario_free(&s);
    return status;
}

int command_choices(int argc, char **argv, const char *data_dir)
{
    struct choices_options o = {.engine = ENGINE_RTL};
    const struct option_rule rule[] = {
        {"part", .text = &o.part},
        {"tell", .text = &o.tell},
        {"engine", .choice = &o.engine, .names = engine_name, .count = ENGINES},
    };
    const struct options options = {COMMAND, "[options]", usage, OPTION_RULES(rule)};
    struct error e;
    char dir[1024];
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = o.tell ? tell(&o, dir, &e) : list(o.part ? o.part : RIG_PART, dir, &e);
    if (status == STATUS_BAD)
        printf("%s%s: FAIL, the engines differ\n", e.text, o.tell);
    return status > STATUS_BAD ? error_print(&e, COMMAND, status) : status;
}
