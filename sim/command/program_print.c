/* SPDX-License-Identifier: MIT */
#include "program_print.h"

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/time_text.h"
#include "model/am9513_internal.h"
#include "sim/board/words.h"

#define KEPT 512                /* lines of source code: few instructions reach the chip */
#define X2_HALF_PS 500000000000 /* the slowest oscillator: what is asked of the chip does not depend on counts */

/* ---- Lines of source code */

/* Adds "driver.c:20" of one line of addr2line's answer. */
static void add_place(char *text, size_t size, char *place)
{
    char *more = strstr(place, " (discriminator");
    const size_t used = strlen(text);
    if (place[0] == '?' || strstr(place, ":?"))
        return;
    *(more ? more : place + strcspn(place, "\n")) = '\0';
    const char *slash = strrchr(place, '/');
    (void)snprintf(text + used, size - used, "%s%s", used ? " from " : "", slash ? slash + 1 : place);
}

/* The answer, which ends when its writers do */
static void read_places(char *text, size_t size, int from)
{
    char place[4352]; /* a path and its line */
    FILE *in = fdopen(from, "r");
    while (in && fgets(place, sizeof place, in))
        add_place(text, size, place);
    (void)(in ? fclose(in) : close(from));
}

/* Adds the places of an address. */
static void ask(char *text, size_t size, const char *file, uint32_t pc)
{
    char address[16];
    const char *const argument[] = {"addr2line", "-i", "-e", file, address, NULL};
    const char *const program[] = {"m68k-linux-gnu-addr2line", "addr2line"};
    extern char **environ;
    int ends[2];
    pid_t child = 0;
    posix_spawn_file_actions_t actions;
    (void)snprintf(address, sizeof address, "0x%x", pc);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return;
    if (pipe(ends) == 0) {
        (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        (void)posix_spawn_file_actions_addclose(&actions, ends[0]);
        (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        int failed = 1;
        for (int n = 0; n < 2 && failed; n++)
            failed = posix_spawnp(&child, program[n], &actions, NULL, (char *const *)argument, environ);
        (void)close(ends[1]);
        read_places(text, size, ends[0]);
        if (!failed)
            (void)waitpid(child, NULL, 0);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
}

const char *source_line(const char *file, const struct m68k_place *place)
{
    static struct {
        bool known;
        uint32_t pc, from;
        char text[256];
    } kept[KEPT], *k;
    k = &kept[(place->pc + place->from) / 2 % KEPT];
    if (k->known && k->pc == place->pc && k->from == place->from)
        return k->text;
    k->text[0] = '\0';
    ask(k->text, sizeof k->text, file, place->pc);
    if (place->from && *k->text && !strstr(k->text, " from "))
        ask(k->text, sizeof k->text, file, place->from - 2); /* within the call */
    k->known = true;
    k->pc = place->pc;
    k->from = place->from;
    return k->text;
}

/* ---- The start */

void program_print_start(struct program_print *p, const char *file, struct m68k_host *host, bool live)
{
    const struct am9513_config config = {.x2_high_ps = X2_HALF_PS, .x2_low_ps = X2_HALF_PS};
    *p = (struct program_print){.file = file, .host = host, .live = live};
    (void)am9513_init(&p->chip, &config);
}

/* ---- Accesses */

static void print_place(const struct program_print *p, const struct m68k_place *place)
{
    const char *line = source_line(p->file, place);
    printf("at %08x%s%s%s", place->pc, *line ? ", " : "", line, place->interrupt ? ", in an interrupt" : "");
}

void program_print_instruction(const struct program_print *p, const struct m68k_place *place)
{
    char instruction[200];
    (void)p->host->calls.text(p->host->cpu, place->pc, instruction, sizeof instruction);
    printf("    ");
    print_place(p, place);
    printf(": %s\n", instruction);
}

/* Prints it, and has the chip follow. */
static void print_port(struct program_print *p, const struct m68k_access *a)
{
    char text[WORDS_SIZE];
    uint16_t read;
    const bool wide = p->chip.master_mode & MM_WIDE, low = !wide && p->chip.low_next;
    const unsigned pointer = p->chip.pointer, high = wide ? 0xff : a->value, rest = wide ? a->value : p->low;
    printf("%s", words_access(text, sizeof text, p->control, a->write, 2, a->value));
    if (!p->control && low)
        printf(", low byte of %s", words_register(text, sizeof text, pointer));
    else if (!p->control)
        printf(": %s", words_value(text, sizeof text, pointer, high << 8 | rest));
    p->low = a->value;
    if (a->write)
        (void)am9513_write(&p->chip, a->bus->start_ps, p->control, wide ? 0xff00 | a->value : a->value);
    else
        (void)am9513_read(&p->chip, a->bus->start_ps, p->control, &read);
    (void)am9513_settle(&p->chip);
}

static void print_violation(const struct violation *v)
{
    char what[128];
    const struct figure_info *info = &figure_info[v->check];
    printf("%s, access %" PRIu32 ": %s%s%s\n", TIME_TEXT(v->record.broken_at_ps), v->record.broken_access,
           violation_text(what, sizeof what, v), info->unit == UNIT_FLAG ? ", " : "",
           info->unit == UNIT_FLAG ? info->text : "");
}

static void print_waiting(struct program_print *p)
{
    for (int n = 0; n < p->waits; n++)
        print_violation(&p->waiting[n]);
    p->waits = 0;
}

void program_print_access(void *program_print, const struct m68k_access *a)
{
    struct program_print *p = program_print;
    m68k_host_end_line(p->host);
    printf("%s, access %" PRIu32 ": ", TIME_TEXT(a->bus->start_ps), a->bus->number);
    if (a->offset == 0) {
        p->port_known = true;
        p->control = a->write;
        printf("select the %s port", p->control ? "control" : "data");
    } else if (p->port_known)
        print_port(p, a);
    else
        printf("%s 0x%02x, port unknown", a->write ? "write" : "read", a->value);
    printf(", ");
    print_place(p, &a->place);
    printf("\n");
    print_waiting(p);
}

/* ---- Violations */

static int64_t slack(const struct violation *v)
{
    return v->record.observed_ps - v->record.required_ps;
}

void program_print_violation(void *program_print, const struct violation *v)
{
    struct program_print *p = program_print;
    if (figure_info[v->check].kind == KIND_NOTE)
        return;
    struct m68k_host *h = p->host;
    const bool is_over = h->access && v->record.broken_access == h->access;
    const struct program_violation one = {*v, is_over ? h->access_place : h->calls.place(h->cpu)};
    if (v->record.broken == 1)
        p->first[v->check] = p->worst[v->check] = one;
    if (slack(v) < slack(&p->worst[v->check].violation))
        p->worst[v->check] = one;
    if (p->live && p->host->accessed && p->waits < FIG_CHECKS)
        p->waiting[p->waits++] = *v;
    else if (p->live) {
        m68k_host_end_line(h);
        print_violation(v);
    }
}

static void print_one(const struct program_print *p, const char *which, const struct program_violation *one)
{
    printf("  %s: ", which);
    print_violation(&one->violation);
    program_print_instruction(p, &one->place);
}

void program_print_checks(struct program_print *p, const struct margins *m)
{
    const uint64_t broken = margins_broken(m);
    print_waiting(p);
    for (int n = 0; n < FIG_CHECKS; n++) {
        if (!(broken >> n & 1))
            continue;
        printf("%s x %" PRIu32 ", %s\n", figure_info[n].name, m->check[n].record.broken, figure_info[n].text);
        print_one(p, "first", &p->first[n]);
        if (p->worst[n].violation.record.broken > 1) /* another than the first */
            print_one(p, "worst", &p->worst[n]);
    }
    margins_print(stdout, m);
    for (size_t n = 0; n < p->host->sequence.notes; n++) {
        char text[200];
        const struct sequence_note *one = &p->host->sequence.note[n];
        printf("note, %s\n", sequence_text(text, sizeof text, one));
        program_print_instruction(p, &(struct m68k_place){.pc = one->place});
    }
    margins_print_notes(p->file, m);
}

static void add_one(const struct program_print *p, cJSON *parameter, const char *which,
                    const struct program_violation *one)
{
    char instruction[200];
    cJSON *object = cJSON_AddObjectToObject(parameter, which);
    (void)p->host->calls.text(p->host->cpu, one->place.pc, instruction, sizeof instruction);
    violation_json(object, &one->violation);
    cJSON_AddNumberToObject(object, "pc", one->place.pc);
    cJSON_AddStringToObject(object, "source", source_line(p->file, &one->place));
    cJSON_AddBoolToObject(object, "interrupt", one->place.interrupt);
    cJSON_AddStringToObject(object, "instruction", instruction);
}

void program_print_json(const struct program_print *p, const struct margins *m, cJSON *tree)
{
    cJSON *list = cJSON_AddArrayToObject(tree, "violations");
    const uint64_t broken = margins_broken(m);
    for (int n = 0; n < FIG_CHECKS; n++) {
        if (!(broken >> n & 1))
            continue;
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(list, one);
        cJSON_AddStringToObject(one, "parameter", figure_info[n].name);
        cJSON_AddNumberToObject(one, "count", m->check[n].record.broken);
        add_one(p, one, "first", &p->first[n]);
        add_one(p, one, "worst", &p->worst[n]);
    }
    list = cJSON_AddArrayToObject(tree, "sequence");
    for (size_t n = 0; n < p->host->sequence.notes; n++) {
        const struct sequence_note *one = &p->host->sequence.note[n];
        cJSON_AddItemToArray(list, sequence_json(one, source_line(p->file, &(struct m68k_place){.pc = one->place})));
    }
    cJSON_AddItemToObject(tree, "margins", margins_json(m));
}
