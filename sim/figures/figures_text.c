/* SPDX-License-Identifier: MIT
 * Figures as text: the value of a figure, and figures that a text sets. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/number.h"
#include "cli/time_text.h"
#include "data.h"

const char *data_list_figures(char *list, size_t size, enum figure_home home)
{
    list[0] = '\0';
    for (int i = 0; i < FIG_COUNT; i++)
        if (figure_info[i].home == home)
            list_add(list, size, ", ", "%s", figure_info[i].name);
    return list;
}

const char *choice_name(int figure)
{
    const struct figure_info *info = &figure_info[figure];
    return info->unit == UNIT_CHOICE ? strchr(info->name, '.') + 1 : NULL;
}

const char *choices_list(char *list, size_t size)
{
    list[0] = '\0';
    for (int i = 0; i < FIG_COUNT; i++)
        if (choice_name(i))
            list_add(list, size, ", ", "%s", choice_name(i));
    return list;
}

static const char *value_text(char *buffer, size_t size, enum figure_unit unit, int64_t value)
{
    if (unit == UNIT_TIME)
        return time_text(buffer, size, value);
    if (unit == UNIT_BYTE)
        (void)snprintf(buffer, size, "0x%02x", (unsigned)value);
    else if (unit == UNIT_COUNT)
        (void)snprintf(buffer, size, "%" PRId64, value);
    else
        (void)snprintf(buffer, size, "%s", value ? "yes" : "no");
    return buffer;
}

static int number_parse(const char *text, const char *what, int64_t *value, struct error *e)
{
    struct number n;
    const enum number_fault fault = number_read(&n, text, strlen(text));
    if (fault == NUMBER_EMPTY || fault == NUMBER_DIGIT)
        return error_set(e, STATUS_INPUT, "\"%.40s\" is not a %s, expected %s", text, what, n.expected);
    *value = fault == NUMBER_LARGE || n.value > INT64_MAX ? INT64_MAX : (int64_t)n.value;
    return STATUS_OK;
}

static int choice_parse(const struct figure_info *info, const char *text, int64_t *value, struct error *e)
{
    for (*value = 0; *value < 2; ++*value)
        if (strcmp(text, info->word[*value]) == 0)
            return STATUS_OK;
    return error_set(e, STATUS_INPUT, "\"%.40s\" is not one of its values, expected %s or %s", text, info->word[0],
                     info->word[1]);
}

int figure_value_parse(const struct figure_info *info, const char *text, int64_t *value, struct error *e)
{
    int status = STATUS_OK;
    if (info->unit == UNIT_TIME)
        status = time_parse(text, value, e);
    else if (info->unit == UNIT_BYTE || info->unit == UNIT_COUNT)
        status = number_parse(text, info->unit == UNIT_BYTE ? "byte" : "count", value, e);
    else if (info->unit == UNIT_CHOICE)
        status = choice_parse(info, text, value, e);
    else if (strcmp(text, "yes") == 0 || strcmp(text, "no") == 0)
        *value = text[0] == 'y';
    else
        status = error_set(e, STATUS_INPUT, "\"%.40s\" is not a flag, expected yes or no", text);
    if (status != STATUS_OK)
        return status;
    if (*value < info->least || *value > info->most) {
        char least[32], most[32];
        return error_set(e, STATUS_INPUT, "\"%.40s\" is out of range, expected %s to %s", text,
                         value_text(least, sizeof least, info->unit, info->least),
                         value_text(most, sizeof most, info->unit, info->most));
    }
    return STATUS_OK;
}

int figure_set(struct figure *figures, enum figure_home home, const char *key, const char *value, struct error *e)
{
    const char *owner = figure_owner[home].name;
    int number = figure_find(key);
    int64_t parsed = 0;
    struct error why;
    if (number < 0 || figure_info[number].home != home) {
        char list[DATA_LIST_SIZE];
        return error_set(e, STATUS_INPUT, "%s has no figure \"%.40s\", expected one of: %s", owner, key,
                         data_list_figures(list, sizeof list, home));
    }
    int status = figure_value_parse(&figure_info[number], value, &parsed, &why);
    if (status != STATUS_OK && figure_info[number].unit == UNIT_CHOICE)
        return error_set(e, status, "%s: %s", key, why.text);
    if (status != STATUS_OK)
        return error_set(e, status, "%s.%s: %s", owner, key, why.text);
    for (int i = 0; i < CORNERS; i++)
        figures[number].value[i] = parsed;
    figures[number].mark = MARK_SET;
    (void)snprintf(figures[number].source, sizeof figures[number].source, "set by the user");
    return STATUS_OK;
}

void words_add(cJSON *results)
{
    cJSON *marks = cJSON_AddObjectToObject(results, "marks"), *checks = cJSON_AddObjectToObject(results, "checks");
    for (enum mark mark = MARK_C; mark <= MARK_SET; mark++)
        cJSON_AddStringToObject(marks, mark_name(mark), mark_text(mark));
    for (int check = 0; check < FIG_CHECKS; check++)
        cJSON_AddStringToObject(checks, figure_info[check].name, figure_info[check].text);
    cJSON_AddStringToObject(results, "tmr0", command_version);
}
