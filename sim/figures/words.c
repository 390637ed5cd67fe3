/* SPDX-License-Identifier: MIT */
#include "words.h"

#include "cli/command.h"
#include "figures.h"

void words_add(cJSON *results)
{
    cJSON *marks = cJSON_AddObjectToObject(results, "marks"), *checks = cJSON_AddObjectToObject(results, "checks");
    for (enum mark mark = MARK_C; mark <= MARK_SET; mark++)
        cJSON_AddStringToObject(marks, mark_name(mark), mark_text(mark));
    for (int check = 0; check < FIG_CHECKS; check++)
        cJSON_AddStringToObject(checks, figure_info[check].name, figure_info[check].text);
    cJSON_AddStringToObject(results, "tmr0", command_version);
}
