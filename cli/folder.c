/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

int folder_lock(int *lock, const char *path, struct error *e)
{
    *lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0)
        return error_set(e, STATUS_SYSTEM, "%s: cannot open the folder: %s", path, strerror(errno));
    if (flock(*lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return STATUS_OK;
    folder_unlock(*lock);
    *lock = -1;
    return error_set(e, STATUS_INPUT, "%s: another run writes into it, expected a folder that none uses", path);
}

void folder_unlock(int lock)
{
    if (lock >= 0)
        (void)close(lock);
}

void folder_clean(const char *path, const char *begin)
{
    const struct dirent *entry;
    DIR *d = opendir(path);
    while (d && (entry = readdir(d)) != NULL)
        if (strncmp(entry->d_name, begin, strlen(begin)) == 0 && fnmatch("*.part.??????", entry->d_name, 0) == 0)
            (void)unlinkat(dirfd(d), entry->d_name, 0);
    if (d)
        (void)closedir(d);
}
