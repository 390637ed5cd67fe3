/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program_print.h"

#define KEPT 512 /* lines of source code: few instructions reach the chip */

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
