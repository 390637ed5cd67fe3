/* SPDX-License-Identifier: MIT */
#include "measuring_export.h"

#include <math.h>

#define NS 1e9

/* What is known of each command. JSON and CSV have all, Markdown some. */
enum {
    MEDIAN,
    MEDIAN_LOW,
    MEDIAN_HIGH,
    LEAST,
    GREATEST,
    DEVIATION,
    MEAN,
    LOW,
    HIGH,
    MOVED_LOW,
    MOVED_HIGH,
    USER,
    SYSTEM,
    CPU,
    CPU_LOW,
    CPU_HIGH,
    SWITCHES,
    FIGURES
};
static const char *const figure[FIGURES] = {"median", "median_low", "median_high", "min",       "max",        "stddev",
                                            "mean",   "low",        "high",        "moved_low", "moved_high", "user",
                                            "system", "cpu",        "cpu_low",     "cpu_high",  "involuntary"};

/* NaN: not known. */
static void take_figures(double value[FIGURES], const struct measuring *m, const struct measured *k)
{
    const struct measure_quantile *median = &k->quantile[MEASURING_MEDIAN];
    for (size_t n = 0; n < FIGURES; n++)
        value[n] = NAN;
    value[MEDIAN] = k->median_s;
    value[LEAST] = k->series.sorted[0];
    value[GREATEST] = k->series.sorted[m->runs - 1];
    if (k->quantile_verdict[MEASURING_MEDIAN] == MEASURE_OK) {
        value[MEDIAN_LOW] = median->low;
        value[MEDIAN_HIGH] = median->high;
    }
    if (m->runs > 1)
        value[DEVIATION] = k->deviation_s;
    if (!k->slow || k->wall_verdict == MEASURE_OK)
        value[MEAN] = k->wall.mean;
    if (k->wall_verdict == MEASURE_OK) {
        value[LOW] = fmax(k->wall.low, 0); /* no duration is below */
        value[HIGH] = k->wall.high;
    }
    if (k->moved_high_s > 0) {
        value[MOVED_LOW] = k->moved_low_s;
        value[MOVED_HIGH] = k->moved_high_s;
    }
    if (!k->used)
        return;
    value[USER] = k->mean.user_s;
    value[SYSTEM] = k->mean.system_s;
    value[CPU] = k->cpu.mean;
    value[SWITCHES] = k->mean.involuntary;
    if (k->cpu_verdict == MEASURE_OK) {
        value[CPU_LOW] = fmax(k->cpu.low, 0);
        value[CPU_HIGH] = k->cpu.high;
    }
}

/* ---- JSON */

cJSON *measuring_json_runs(cJSON *all, const struct measuring *m)
{
    cJSON_AddStringToObject(all, "clock", m->clock.name);
    cJSON_AddNumberToObject(all, "tick_s", m->tick_s);
    cJSON_AddNumberToObject(all, "call_s", m->call_s);
    output_json_count(all, "runs", m->runs);
    output_json_digits(all, "seed", m->seed);
    cJSON_AddBoolToObject(all, "interrupted", m->interrupted);
    cJSON_AddNumberToObject(all, "confidence", m->confidence);
    cJSON_AddNumberToObject(all, "precision", m->precision);
    return cJSON_AddArrayToObject(all, "commands");
}

static void add_refusal(cJSON *one, const char *name, enum measure_verdict verdict)
{
    if (verdict)
        cJSON_AddStringToObject(one, name, measure_verdict_text(verdict));
}

static void add_quantiles(cJSON *one, const struct measured *k)
{
    cJSON *quantiles = cJSON_AddArrayToObject(one, "quantiles");
    for (size_t q = 0; q < MEASURING_QUANTILES; q++) {
        if (k->quantile_verdict[q])
            continue;
        cJSON *of = cJSON_CreateObject();
        cJSON_AddNumberToObject(of, "q", measuring_q[q]);
        cJSON_AddNumberToObject(of, "value_s", k->quantile[q].value);
        cJSON_AddNumberToObject(of, "low_s", k->quantile[q].low);
        cJSON_AddNumberToObject(of, "high_s", k->quantile[q].high);
        cJSON_AddItemToArray(quantiles, of);
    }
}

static void add_ratio(cJSON *one, const char *name, const struct measuring_ratio *ratio)
{
    cJSON *of = cJSON_AddObjectToObject(one, name);
    add_refusal(of, "refused", ratio->verdict);
    if (ratio->verdict)
        return;
    cJSON_AddNumberToObject(of, "ratio", ratio->of.ratio);
    cJSON_AddNumberToObject(of, "low", ratio->of.low);
    cJSON_AddNumberToObject(of, "high", ratio->of.high);
}

static void add_figure(cJSON *one, size_t n, double value)
{
    char name[32];
    (void)snprintf(name, sizeof name, "%s%s", figure[n], n == SWITCHES ? "_switches" : "_s");
    if (isfinite(value))
        cJSON_AddNumberToObject(one, name, value);
}

static void add_command(cJSON *one, const struct measuring *m, const struct measured *k)
{
    double value[FIGURES];
    take_figures(value, m, k);
    cJSON_AddStringToObject(one, "command", k->work.name);
    for (size_t n = 0; n < FIGURES; n++)
        add_figure(one, n, value[n]);
    add_refusal(one, "mean_refused", k->wall_verdict);
    if (k->used) {
        add_refusal(one, "cpu_refused", k->cpu_verdict);
        output_json_count(one, "failed_runs", k->failed);
    }
    if (k->wall_verdict == MEASURE_OK) {
        cJSON_AddBoolToObject(one, "precise", measuring_precise(m, k));
        cJSON_AddNumberToObject(one, "independent_runs", k->wall.worth);
    }
    add_quantiles(one, k);
    if (k->outlier_verdict == MEASURE_OK) {
        cJSON *outliers = cJSON_AddObjectToObject(one, "outliers");
        output_json_count(outliers, "low", k->outliers.count[MEASURE_LOW]);
        output_json_count(outliers, "high", k->outliers.count[MEASURE_HIGH]);
        output_json_count(outliers, "severe", k->outliers.count[MEASURE_HIGH_SEVERE]);
    }
    if (k == m->command[0])
        return;
    add_ratio(one, "cpu_ratio", &k->cpu_ratio);
    add_ratio(one, "wall_ratio", &k->wall_ratio);
}

void measuring_json(cJSON *all, const struct measuring *m)
{
    cJSON *commands = measuring_json_runs(all, m);
    if (m->commands > 1)
        cJSON_AddBoolToObject(all, "precise", m->precise);
    if (m->failed)
        cJSON_AddStringToObject(all, "failure", m->failure.text);
    for (size_t i = 0; i < m->commands; i++) {
        cJSON *one = cJSON_CreateObject();
        add_command(one, m, m->command[i]);
        cJSON_AddItemToArray(commands, one);
    }
}

/* ---- Tables: what is not known is empty */

static void csv_text(FILE *f, const char *text)
{
    (void)fputc('"', f);
    for (; *text; text++)
        (void)fprintf(f, *text == '"' ? "\"\"" : "%c", *text);
    (void)fputc('"', f);
}

static void csv_ratio(FILE *f, const struct measuring_ratio *ratio)
{
    (void)fprintf(f, ratio->verdict ? ",,," : ",%.6g,%.6g,%.6g", ratio->of.ratio, ratio->of.low, ratio->of.high);
}

void measuring_csv(FILE *f, const struct measuring *m)
{
    (void)fputs("command", f);
    for (size_t n = 0; n < FIGURES; n++)
        (void)fprintf(f, ",%s", figure[n]);
    (void)fputs(",cpu_ratio,cpu_ratio_low,cpu_ratio_high,wall_ratio,wall_ratio_low,wall_ratio_high\n", f);
    for (size_t i = 0; i < m->commands; i++) {
        const struct measured *k = m->command[i];
        double value[FIGURES];
        take_figures(value, m, k);
        csv_text(f, k->work.name);
        for (size_t n = 0; n < FIGURES; n++)
            (void)fprintf(f, isfinite(value[n]) ? ",%.9g" : ",", value[n]);
        csv_ratio(f, &k->cpu_ratio);
        csv_ratio(f, &k->wall_ratio);
        (void)fputc('\n', f);
    }
}

static void markdown_ratio(FILE *f, const struct measuring_ratio *ratio)
{
    const struct measure_ratio_result *r = &ratio->of;
    if (ratio->verdict)
        (void)fputs(" |", f);
    else
        (void)fprintf(f, r->low < r->high ? " %.4g (%.4g to %.4g) |" : " %.4g |", r->ratio, r->low, r->high);
}

void measuring_markdown(FILE *f, const struct measuring *m)
{
    static const int shown[] = {MEDIAN, LEAST, GREATEST, CPU};
    (void)fputs("| Command | Median [ms] | Min [ms] | Max [ms] | CPU [ms] | CPU, relative | Wall, relative |\n"
                "|:---|---:|---:|---:|---:|---:|---:|\n",
                f);
    for (size_t i = 0; i < m->commands; i++) {
        const struct measured *k = m->command[i];
        double value[FIGURES];
        take_figures(value, m, k);
        (void)fputs("| `", f);
        for (const char *t = k->work.name; *t; t++)
            (void)fprintf(f, *t == '|' ? "\\|" : "%c", *t);
        (void)fputs("` |", f);
        for (size_t n = 0; n < sizeof shown / sizeof shown[0]; n++)
            (void)fprintf(f, isfinite(value[shown[n]]) ? " %.4g |" : " |", 1e3 * value[shown[n]]);
        markdown_ratio(f, &k->cpu_ratio);
        markdown_ratio(f, &k->wall_ratio);
        (void)fputc('\n', f);
    }
}

/* ---- Runs */

void measuring_raw(FILE *f, const struct measuring *m)
{
    if (m->command[0]->used)
        (void)fputs("# wall_ns,round,command,user_s,system_s,involuntary\n", f);
    for (uint64_t n = 0; n < m->runs * m->commands; n++) {
        const size_t which = m->order ? m->order[n] : 0;
        const uint64_t run = n / m->commands;
        const struct measured *k = m->command[which];
        (void)fprintf(f, "%.0f", measuring_ticks(m, k, run) * m->tick_s * NS);
        if (k->used)
            (void)fprintf(f, ",%llu,%zu,%.6f,%.6f,%.0f", (unsigned long long)run + 1, which + 1, k->used[run].user_s,
                          k->used[run].system_s, k->used[run].involuntary);
        (void)fputc('\n', f);
    }
}
