/* SPDX-License-Identifier: MIT */
#include "contest_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/memory.h"
#include "cli/seconds.h"
#include "measuring_print.h"

#define DIGITS 4
#define TIMES 2 /* ratios from here on are printed as times, smaller ones in per cent */

/* The figures of each command: wall times, CPU times, times that it lost its CPU in a run. */
enum { MEDIAN, LEAST, GREATEST, DEVIATION, USER, SYSTEM, CPU, SWITCHES, FIGURES };
static const char *const figure[FIGURES] = {"median", "min", "max", "stddev", "user", "system", "cpu", "involuntary"};

static double median_of(const double *value, size_t n)
{
    double *sorted = memory_new(n, sizeof *sorted);
    memcpy(sorted, value, n * sizeof *sorted);
    (void)measure_sample_sort(sorted, n); /* times are finite */
    const double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    free(sorted);
    return median;
}

static void take_figures(double value[FIGURES], const struct contest *c, const struct contestant *k)
{
    struct measure_sample_mean_result wall = {.deviation = NAN}; /* of one round */
    (void)measure_sample_mean(k->wall_s, c->rounds, c->confidence, &wall);
    value[MEDIAN] = median_of(k->wall_s, c->rounds);
    value[LEAST] = value[GREATEST] = value[MEDIAN];
    value[DEVIATION] = wall.deviation;
    value[USER] = median_of(k->user_s, c->rounds);
    value[SYSTEM] = median_of(k->system_s, c->rounds);
    value[CPU] = median_of(k->cpu_s, c->rounds);
    value[SWITCHES] = 0;
    for (size_t n = 0; n < c->rounds; n++) {
        value[LEAST] = fmin(value[LEAST], k->wall_s[n]);
        value[GREATEST] = fmax(value[GREATEST], k->wall_s[n]);
        value[SWITCHES] += k->involuntary[n] / (double)c->rounds;
    }
}

/* ---- Text */

/* Near 1 in per cent more or less, else as times. */
static void print_ratio(const char *what, const struct contest_ratio *ratio)
{
    const double low = ratio->of.low, high = ratio->of.high, width = 100 * (high - low);
    const int digits = width >= 10 ? 0 : width >= 1 ? 1 : 2; /* a hundredth of the interval or more */
    if (ratio->verdict)
        wrap_row(what, "refused: %s", measure_verdict_text(ratio->verdict));
    else if (low >= TIMES || high > TIMES || low < 1.0 / TIMES)
        wrap_row(what, "%s%.3g to %.3g times", low <= 1 && high >= 1 ? "no difference is seen: " : "", low, high);
    else if (low <= 1 && high >= 1)
        wrap_row(what, "no difference is seen: %+.*f to %+.*f %%", digits, 100 * (low - 1), digits, 100 * (high - 1));
    else if (low > 1)
        wrap_row(what, "%.*f to %.*f %% more", digits, 100 * (low - 1), digits, 100 * (high - 1));
    else
        wrap_row(what, "%.*f to %.*f %% less", digits, 100 * (1 - high), digits, 100 * (1 - low));
}

static void print_command(const struct contest *c, size_t i)
{
    char wall[40], least[40], cpu[40], lost[48];
    double value[FIGURES];
    take_figures(value, c, &c->command[i]);
    wrap_print(2, "%zu: %s", i + 1, c->command[i].work.name);
    measuring_print_waited(value[MEDIAN], value[CPU]);
    wrap_row("", "median %s, least %s; CPU time %s; %s", seconds_text(wall, sizeof wall, value[MEDIAN], DIGITS),
             seconds_text(least, sizeof least, value[LEAST], DIGITS), seconds_text(cpu, sizeof cpu, value[CPU], DIGITS),
             measuring_lost_text(lost, sizeof lost, value[SWITCHES]));
}

void contest_print(const struct contest *c)
{
    wrap_print(0, "%zu commands, %" PRIu64 " rounds in random order in %.1f s, seed %" PRIu64 "%s", c->commands,
               c->rounds, c->elapsed_s, c->seed,
               *c->stop                     ? "; ended by Ctrl-C"
               : c->precise                 ? ""
               : c->rounds < c->rounds_most ? "; ended by --seconds"
                                            : "; ended by --runs");
    for (size_t i = 0; i < c->commands; i++)
        print_command(c, i);
    for (size_t i = 1; i < c->commands; i++) {
        printf("%zu against 1, with %g %% intervals\n", i + 1, 100 * c->confidence);
        print_ratio("CPU time", &c->command[i].cpu);
        print_ratio("wall time", &c->command[i].wall);
    }
}

/* ---- Files */

static void add_ratio(cJSON *object, const char *name, const struct contest_ratio *ratio)
{
    cJSON *one = cJSON_AddObjectToObject(object, name);
    if (ratio->verdict) {
        cJSON_AddStringToObject(one, "refused", measure_verdict_text(ratio->verdict));
        return;
    }
    cJSON_AddNumberToObject(one, "ratio", ratio->of.ratio);
    cJSON_AddNumberToObject(one, "low", ratio->of.low);
    cJSON_AddNumberToObject(one, "high", ratio->of.high);
}

static void add_figure(cJSON *object, size_t n, double value)
{
    char name[32];
    (void)snprintf(name, sizeof name, "%s%s", figure[n], n == SWITCHES ? "_switches" : "_s");
    if (isfinite(value))
        cJSON_AddNumberToObject(object, name, value);
}

void contest_json(cJSON *all, const struct contest *c)
{
    output_json_count(all, "rounds", c->rounds);
    output_json_digits(all, "seed", c->seed);
    cJSON_AddNumberToObject(all, "confidence", c->confidence);
    cJSON_AddNumberToObject(all, "precision", c->precision);
    cJSON_AddBoolToObject(all, "precise", c->precise);
    cJSON *commands = cJSON_AddArrayToObject(all, "commands");
    for (size_t i = 0; i < c->commands; i++) {
        const struct contestant *k = &c->command[i];
        double value[FIGURES];
        take_figures(value, c, k);
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(commands, one);
        cJSON_AddStringToObject(one, "command", k->work.name);
        for (size_t n = 0; n < FIGURES; n++)
            add_figure(one, n, value[n]);
        if (i) {
            add_ratio(one, "cpu", &k->cpu);
            add_ratio(one, "wall", &k->wall);
        }
    }
}

static void write_quoted(FILE *f, const char *text)
{
    (void)fputc('"', f);
    for (; *text; text++)
        (void)fprintf(f, *text == '"' ? "\"\"" : "%c", *text);
    (void)fputc('"', f);
}

static void write_ratio(FILE *f, const struct contest_ratio *ratio)
{
    if (ratio->verdict)
        (void)fputs(",,,", f);
    else
        (void)fprintf(f, ",%.6g,%.6g,%.6g", ratio->of.ratio, ratio->of.low, ratio->of.high);
}

void contest_csv(FILE *f, const struct contest *c)
{
    (void)fputs("command", f);
    for (size_t n = 0; n < FIGURES; n++)
        (void)fprintf(f, ",%s", figure[n]);
    (void)fputs(",cpu_ratio,cpu_low,cpu_high,wall_ratio,wall_low,wall_high\n", f);
    for (size_t i = 0; i < c->commands; i++) {
        const struct contestant *k = &c->command[i];
        double value[FIGURES];
        take_figures(value, c, k);
        write_quoted(f, k->work.name);
        for (size_t n = 0; n < FIGURES; n++)
            (void)fprintf(f, isfinite(value[n]) ? ",%.9g" : ",", value[n]);
        if (i) {
            write_ratio(f, &k->cpu);
            write_ratio(f, &k->wall);
        } else {
            (void)fputs(",1,1,1,1,1,1", f);
        }
        (void)fputc('\n', f);
    }
}

static void write_cell(FILE *f, const struct contest_ratio *ratio)
{
    if (ratio->verdict)
        (void)fputs(" |", f);
    else
        (void)fprintf(f, " %.4g (%.4g to %.4g) |", ratio->of.ratio, ratio->of.low, ratio->of.high);
}

void contest_markdown(FILE *f, const struct contest *c)
{
    (void)fputs("| Command | Median [ms] | Min [ms] | Max [ms] | CPU [ms] | CPU, relative | Wall, relative |\n"
                "|:---|---:|---:|---:|---:|---:|---:|\n",
                f);
    for (size_t i = 0; i < c->commands; i++) {
        const struct contestant *k = &c->command[i];
        double value[FIGURES];
        take_figures(value, c, k);
        (void)fputs("| `", f);
        for (const char *t = k->work.name; *t; t++)
            (void)fprintf(f, *t == '|' ? "\\|" : "%c", *t);
        (void)fprintf(f, "` | %.4g | %.4g | %.4g | %.4g |", 1e3 * value[MEDIAN], 1e3 * value[LEAST],
                      1e3 * value[GREATEST], 1e3 * value[CPU]);
        if (i) {
            write_cell(f, &k->cpu);
            write_cell(f, &k->wall);
        } else {
            (void)fputs(" 1 | 1 |", f);
        }
        (void)fputc('\n', f);
    }
}

void contest_raw(FILE *f, const struct contest *c)
{
    (void)fputs("round,command,wall_s,user_s,system_s,involuntary\n", f);
    for (size_t n = 0; n < c->rounds * c->commands; n++) {
        const struct contestant *k = &c->command[c->order[n]];
        const size_t round = n / c->commands;
        (void)fprintf(f, "%zu,%d,%.9f,%.6f,%.6f,%.0f\n", round + 1, c->order[n] + 1, k->wall_s[round], k->user_s[round],
                      k->system_s[round], k->involuntary[round]);
    }
}
