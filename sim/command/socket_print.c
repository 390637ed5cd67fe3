/* SPDX-License-Identifier: MIT */
#include "capture_print.h"

#include <inttypes.h>
#include <string.h>

#include "cli/input.h"
#include "cli/output.h"
#include "cli/time_text.h"
#include "sim/board/margins.h"

static const char *const violated[VERDICTS] = {[MET] = "not", [VIOLATED] = "certainly", [UNDECIDED] = "possibly"};
static const struct capture_word odd[] = {[CYCLE_BOTH_STROBES] = {"both_strobes", "MAS- and MDS- are low together"},
                                          [CYCLE_RW_UNKNOWN] = {"rw_unknown", "R/W is unknown (x or z)"},
                                          [CYCLE_RW_MOVES] = {"rw_moves", "R/W moves inside the strobe"},
                                          [CYCLE_DATA_LATE] = {"data_late", "write data move inside the strobe"}};

/* ---- Lines */

void socket_print_cycle(void *unused, const struct cycle *c, const struct bus_access *access,
                        const struct known_word *word)
{
    (void)unused;
    if (access) {
        capture_print_access(access, word);
        return;
    }
    printf("%14s  access %" PRIu64 ": ", TIME_TEXT(c->rise_ps), c->number);
    if (c->odd)
        printf("%s: not played\n", odd[c->odd].text);
    else
        printf("selects the %s port\n", c->write ? "control" : "data");
}

/* ---- Summary */

/* The times at some corners as "150ns", or as "150ns to 185ns" where they differ, and the mark. */
static const char *range_text(char *text, size_t size, const int64_t *ps, int corners, enum mark mark)
{
    char other[48];
    int64_t least = ps[0], most = ps[0];
    for (int n = 1; n < corners; n++) {
        least = ps[n] < least ? ps[n] : least;
        most = ps[n] > most ? ps[n] : most;
    }
    (void)snprintf(text, size, "%s%s%s", least < most ? TIME_TEXT(least) : "", least < most ? " to " : "",
                   required_text(other, sizeof other, most, mark));
    return text;
}

static void print_figures(const struct socket_setup *setup, const struct socket_result *r, const char *machine_name)
{
    char file[96];
    int64_t machine[CORNERS];
    printf("\n%-28s %22s %10s %10s %8s  %s\n", "at the socket", machine_name, "least", "most", "seen", "what");
    for (int n = 0; n < FIG_RTL; n++) {
        const struct socket_figure *seen = &r->figure[n];
        for (int corner = 0; corner < CORNERS; corner++)
            machine[corner] = socket_machine_ps(&setup->board[r->pal][corner], n);
        if (machine[CORNER_TYP] == INT64_MIN)
            continue;
        printf("%-28s %22s", figure_info[n].name,
               range_text(file, sizeof file, machine, CORNERS, setup->machine[n].mark));
        if (seen->count)
            printf(" %10s %10s %8" PRIu64, TIME_TEXT(seen->least_ps), TIME_TEXT(seen->most_ps), seen->count);
        else
            printf(" %10s %10s %8s", "", "", "never");
        printf("  %s\n", figure_info[n].text);
    }
}

/* With which parts a check has that verdict: CORNER_MAX or CORNER_MIN if it has it at that end alone, CORNER_TYP if at
 * others too; CORNERS: with none. Of one that is certainly violated no more is said. */
static enum corner parts_of(const struct socket_check check[CORNERS][FIG_CHECKS], int n, enum sample_verdict verdict)
{
    unsigned has = 0, certain = 0;
    for (int corner = 0; corner < CORNERS && socket_decides(n); corner++) {
        has |= (check[corner][n].verdict == verdict ? 1U : 0) << corner;
        certain |= check[corner][n].verdict == VIOLATED;
    }
    const bool slow = has >> CORNER_MAX & 1, fast = has >> CORNER_MIN & 1;
    return !has || (certain && verdict != VIOLATED) ? CORNERS
           : slow == fast                           ? CORNER_TYP
           : slow                                   ? CORNER_MAX
                                                    : CORNER_MIN;
}

/* "certainly violated: TAVRL; certainly violated with the slowest parts: TWHDX", or "" */
static const char *names_text(char *text, size_t size, const struct socket_result *r, enum sample_verdict verdict)
{
    static const enum corner order[CORNERS] = {CORNER_TYP, CORNER_MAX, CORNER_MIN};
    text[0] = '\0';
    for (int k = 0; k < CORNERS; k++) {
        char names[300] = "";
        for (int n = 0; n < FIG_CHECKS; n++)
            if (parts_of(r->check[r->pal], n, verdict) == order[k])
                list_add(names, sizeof names, ", ", "%s", figure_info[n].name);
        if (*names)
            list_add(text, size, "; ", "%s violated%s: %s", violated[verdict], corner_parts[order[k]], names);
    }
    if (r->late == verdict)
        list_add(text, size, "; ", "%s late: read data, %s after the strobe falls, %s with the slowest parts",
                 violated[verdict], TIME_TEXT(r->read[r->pal].late_ps), TIME_TEXT(r->late_limit_ps));
    return text;
}

/* The access is that of the least slack at any corner. */
static void print_check(const char *name, const cJSON *corners, enum mark mark)
{
    static const enum corner order[CORNERS] = {CORNER_TYP, CORNER_MIN, CORNER_MAX}; /* of equal ones typ's */
    const cJSON *at[CORNERS], *worst = NULL;
    int64_t required[CORNERS];
    int count = 0;
    char text[96];
    for (int k = 0; k < CORNERS; k++) {
        const cJSON *one = at[order[k]] =
            cJSON_GetObjectItem(cJSON_GetObjectItem(corners, corner_name[order[k]]), name);
        if (one)
            required[count++] = json_whole(one, "required_ps");
        if (one && (!worst || json_whole(one, "slack_ps") < json_whole(worst, "slack_ps")))
            worst = one;
    }
    if (!worst)
        return;
    printf("%-10s %20s", name, range_text(text, sizeof text, required, count, mark));
    for (int n = 0; n < CORNERS; n++)
        printf(" %10s %-9s", at[n] ? TIME_TEXT(json_whole(at[n], "slack_ps")) : "-", json_text(at[n], "violated"));
    printf(" %8.0f\n", json_number(worst, "access"));
}

static void print_checks(const cJSON *tree, const struct figure *chip)
{
    const char *pal = json_text(tree, "pal");
    printf("\n%-10s %20s %20s %20s %20s %8s\n", pal, "required", "min", "typ", "max", "access");
    for (int n = 0; n < FIG_CHECKS; n++)
        print_check(figure_info[n].name, cJSON_GetObjectItem(cJSON_GetObjectItem(tree, "translators"), pal),
                    figure_info[n].home == HOME_CHIP ? chip[n].mark : MARK_C);
}

void socket_print(const struct socket_setup *setup, const struct socket_result *r, const cJSON *tree,
                  const char *measured)
{
    capture_print_sampling(&setup->capture, &r->capture);
    if (r->rw_near)
        printf("R/W ends inside the strobe, or too near its end to tell: then it begins a read (TRLRH, FF_RACE)\n");
    if (r->cycles.cuts)
        printf("the capture begins or ends inside %" PRIu64 " access%s: not played\n", r->cycles.cuts,
               r->cycles.cuts == 1 ? "" : "es");
    print_figures(setup, r, json_text(tree, "machine"));
    printf("\nLeast slack of each check on the timer board with PAL %s by corner, and whether it is violated; "
           "translator %s:\n",
           setup->pal_part, pal_kind_name[r->pal]);
    print_checks(tree, setup->capture.figure);
    printf("\n");
    if (measured && strcmp(measured, "-") != 0)
        printf("as measured: tmr0 timing --machine %s\n", measured);
    capture_print_verdict(&r->capture, tree);
}

/* ---- JSON */

static void json_figures(cJSON *tree, const struct socket_setup *setup, const struct socket_result *r)
{
    cJSON *all = cJSON_AddObjectToObject(tree, "figures");
    for (int n = 0; n < FIG_RTL; n++) {
        const struct socket_figure *f = &r->figure[n];
        if (!f->count)
            continue;
        cJSON *one = cJSON_AddObjectToObject(all, figure_info[n].name);
        cJSON *machine = cJSON_AddObjectToObject(one, "machine_ps");
        for (int corner = 0; corner < CORNERS; corner++)
            output_json_integer(machine, corner_name[corner], socket_machine_ps(&setup->board[r->pal][corner], n));
        cJSON_AddStringToObject(one, "machine_mark", mark_name(setup->machine[n].mark));
        output_json_integer(one, "least_ps", f->least_ps);
        output_json_integer(one, "most_ps", f->most_ps);
        output_json_count(one, "seen", f->count);
    }
}

static void json_checks(cJSON *tree, const struct socket_check check[FIG_CHECKS])
{
    for (int n = 0; n < FIG_CHECKS; n++) {
        const struct am9513_record *record = &check[n].record;
        if (!socket_decides(n) || record->slack_ps == INT64_MAX)
            continue;
        cJSON *one = cJSON_AddObjectToObject(tree, figure_info[n].name);
        output_json_integer(one, "required_ps", record->slack_required_ps);
        output_json_integer(one, "slack_ps", record->slack_ps);
        output_json_count(one, "access", record->slack_access);
        output_json_count(one, "broken", record->broken);
        cJSON_AddStringToObject(one, "violated", violated[check[n].verdict]);
    }
}

void socket_json(cJSON *tree, const struct socket_setup *setup, const struct socket_result *r, const char *machine)
{
    char broken[600], possible[600];
    capture_json_head(tree, &setup->capture, &r->capture);
    cJSON_AddStringToObject(tree, "pal_part", setup->pal_part);
    cJSON_AddStringToObject(tree, "machine", machine);
    cJSON_AddStringToObject(tree, "pal", pal_kind_name[r->pal]);
    json_figures(tree, setup, r);
    cJSON *all = cJSON_AddObjectToObject(tree, "translators");
    for (int pal = 0; pal < PAL_KINDS; pal++) {
        cJSON *one = cJSON_AddObjectToObject(all, pal_kind_name[pal]);
        for (int corner = 0; corner < CORNERS; corner++)
            json_checks(cJSON_AddObjectToObject(one, corner_name[corner]), r->check[pal][corner]);
    }
    cJSON *not_played = cJSON_AddObjectToObject(tree, "not_played");
    for (int n = CYCLE_BOTH_STROBES; n <= CYCLE_DATA_LATE; n++)
        output_json_count(not_played, odd[n].name, r->cycles.odd[n]);
    output_json_count(not_played, "cut", r->cycles.cuts);
    (void)names_text(possible, sizeof possible, r, UNDECIDED);
    for (int n = CYCLE_BOTH_STROBES; n <= CYCLE_DATA_LATE; n++)
        if (r->cycles.odd[n])
            list_add(possible, sizeof possible, "; ", "not played: %" PRIu64 ", %s (see to its clip)", r->cycles.odd[n],
                     odd[n].text);
    capture_json_model(tree, &r->capture, names_text(broken, sizeof broken, r, VIOLATED), possible);
}
