/* SPDX-License-Identifier: MIT */
#include "source_line.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEPT 512 /* lines: few instructions reach the chip */

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

static void ask(char *text, size_t size, const char *file, uint32_t pc)
{
    char address[16];
    const char *const argument[] = {"addr2line", "-i", "-e", file, address, NULL};
    extern char **environ;
    int ends[2];
    pid_t child = 0;
    posix_spawn_file_actions_t actions;
    text[0] = '\0';
    (void)snprintf(address, sizeof address, "0x%x", pc);
    if (pipe(ends) != 0 || posix_spawn_file_actions_init(&actions) != 0)
        return;
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    (void)posix_spawn_file_actions_addclose(&actions, ends[0]);
    (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const char *const program[] = {"m68k-linux-gnu-addr2line", "addr2line"};
    int failed = 1;
    for (int n = 0; n < 2 && failed; n++)
        failed = posix_spawnp(&child, program[n], &actions, NULL, (char *const *)argument, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    if (in) {
        char place[4352]; /* a path and its line */
        while (!failed && fgets(place, sizeof place, in))
            add_place(text, size, place);
        (void)fclose(in);
    }
    if (!failed)
        (void)waitpid(child, NULL, 0);
}

const char *source_line(const char *file, uint32_t pc)
{
    static struct {
        bool known;
        uint32_t pc;
        char text[256];
    } kept[KEPT], *k;
    k = &kept[pc / 2 % KEPT];
    if (!k->known || k->pc != pc)
        ask(k->text, sizeof k->text, file, pc);
    k->known = true;
    k->pc = pc;
    return k->text;
}
