/* SPDX-License-Identifier: MIT
 * tmr0 choices: what the sources leave open, and which of it a scenario depends on. */
#include <errno.h>
#include <getopt.h> /* optind */
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "commands.h"
#include "sim/scenario/replace.h"
#include "sim/scenario/session.h"

#define COMMAND "tmr0 choices"

struct choices_options {
    const char *part, *tell;
    int engine;
};

static const char usage[] =
    "Where the sources about the chip disagree, the simulator can follow either. This command prints these choices:\n"
    "name, value of the part, alternative, evidence, and the vectors that distinguish the two.\n\n"
    "  --part NAME      default am9513a; with --tell it replaces the scenario's part\n"
    "  --tell FILE.scn  run the scenario under each value of each choice instead, and print on which its outcome\n"
    "                   depends: values read and printed, expectations, violations\n"
    "  --engine E       with --tell: rtl, model or both\n";

static bool is_choice(int figure)
{
    return figure_info[figure].unit == UNIT_CHOICE;
}

static const char *short_name(int figure)
{
    return strchr(figure_info[figure].name, '.') + 1;
}

static int list(const char *part_name, const char *dir, struct error *e)
{
    static struct part part;
    int status = part_load(&part, dir, part_name, e);
    if (status == STATUS_OK && part.home != HOME_CHIP)
        return error_set(e, STATUS_INPUT, "part %s is no chip, expected one such as am9513a", part_name);
    for (int n = 0; n < FIG_COUNT && status == STATUS_OK; n++) {
        if (!is_choice(n))
            continue;
        const struct figure_info *info = &figure_info[n];
        const struct figure *f = &part.figure[n];
        int64_t value = f->value[CORNER_TYP];
        printf("%s = %s, or %s\n", short_name(n), info->word[value], info->word[1 - value]);
        printf("  what      %s\n", info->text);
        printf("  evidence  [%s] %s\n", mark_name(f->mark), f->source);
        printf("  vectors   tests/vectors/choices/%s-%s.txt, %s-%s.txt\n", short_name(n), info->word[0], short_name(n),
               info->word[1]);
    }
    return status;
}

/* ---- --tell */

/* What a run prints, and its verdict. */
struct outcome {
    char *text;
    size_t size;
};

static int run(struct outcome *o, const struct scenario *s, const char *dir, const struct choices_options *options,
               struct error *e)
{
    *o = (struct outcome){NULL, 0};
    FILE *out = open_memstream(&o->text, &o->size);
    if (!out)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    const struct play_options play = {.engine = (enum engine_kind)options->engine, .out = out};
    struct play_result r;
    int status = session_play(&r, s, dir, &play, e);
    if (status == STATUS_OK) {
        for (size_t n = 0; n < r.violations; n++)
            (void)fprintf(out, "line %d: %s broken\n", r.violation[n].line,
                          figure_info[r.violation[n].violation.check].name);
        (void)fprintf(out, "%s\n", r.expectations_failed || r.unexpected ? "FAIL" : "pass");
        play_free(&r);
    }
    if (fclose(out) != 0 && status == STATUS_OK)
        status = error_set(e, STATUS_SYSTEM, "out of memory");
    return status;
}

/* The first line in which the second text differs, NULL if none does. */
static const char *difference(const char *a, const char *b, const char **of_a)
{
    while (*a || *b) {
        size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
        if (n != m || memcmp(a, b, n) != 0) {
            *of_a = a;
            return b;
        }
        a += n + (a[n] == '\n');
        b += m + (b[m] == '\n');
    }
    return NULL;
}

static void print_line(const char *value, const char *line)
{
    printf("  %-10s %.*s\n", value, *line ? (int)strcspn(line, "\n") : 7, *line ? line : "nothing");
}

static int tell_one(int figure, bool *depends, const struct scenario *s, const char *dir,
                    const struct choices_options *o, struct error *e)
{
    struct outcome outcome[2] = {{NULL, 0}, {NULL, 0}};
    const struct figure_info *info = &figure_info[figure];
    struct scenario copy;
    int status = STATUS_OK;
    for (int value = 0; value < 2 && status == STATUS_OK; value++) {
        copy = *s;
        scenario_choose(&copy, figure, value);
        status = run(&outcome[value], &copy, dir, o, e);
    }
    if (status == STATUS_OK) {
        const char *first = NULL, *second = difference(outcome[0].text, outcome[1].text, &first);
        printf("%s: %s\n", short_name(figure), second ? "the outcome depends on it; first difference:" : "no matter");
        if (second) {
            print_line(info->word[0], first);
            print_line(info->word[1], second);
        }
        *depends = *depends || second;
    }
    free(outcome[0].text);
    free(outcome[1].text);
    return status;
}

static int tell(const struct choices_options *o, const char *dir, struct error *e)
{
    static struct scenario s;
    bool depends = false;
    int status = scenario_load(&s, o->tell, e);
    if (status)
        return status;
    if (o->part)
        (void)snprintf(s.part, sizeof s.part, "%s", o->part);
    for (int n = 0; n < FIG_COUNT && status == STATUS_OK; n++)
        if (is_choice(n))
            status = tell_one(n, &depends, &s, dir, o, e);
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
    const struct options options = {COMMAND, "[options]", usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    struct error e;
    char dir[1024];
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = o.tell ? tell(&o, dir, &e) : list(o.part ? o.part : "am9513a", dir, &e);
    return status > STATUS_BAD ? error_print(&e, "tmr0", status) : status;
}
