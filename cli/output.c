/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "temporary.h"

static const char standard_name[] = "standard output";

/* ---- When the program is ended from outside */

static char *volatile in_progress[OUTPUTS_MAX]; /* the parts */
static volatile sig_atomic_t handling;

static void delete_in_progress(void)
{
    for (int n = 0; n < OUTPUTS_MAX; n++)
        if (in_progress[n])
            (void)unlink(in_progress[n]);
}

static volatile pid_t owner;

static void at_exit(void)
{
    if (getpid() == owner) /* a child leaves the files of its parent */
        delete_in_progress();
}

static const char *volatile last_line;

void output_last_line(const char *line)
{
    last_line = line;
}

static void on_end(int number)
{
    const char *line = last_line;
    const bool asked = number == SIGHUP || number == SIGINT || number == SIGTERM;
    delete_in_progress();
    if (asked && line && getpid() == owner)
        (void)!write(STDERR_FILENO, line, strlen(line));
    (void)raise(number); /* SA_RESETHAND: now it ends the program */
}

static void handle(int number)
{
    struct sigaction now, action = {.sa_handler = on_end};
    action.sa_flags = (int)SA_RESETHAND;
    (void)sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_DFL) /* what is ignored stays so */
        (void)sigaction(number, &action, NULL);
}

static void handle_all(void)
{
    static const int end[] = {SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR2, SIGXCPU};
    if (handling)
        return;
    handling = 1;
    for (size_t n = 0; n < sizeof end / sizeof end[0]; n++)
        handle(end[n]);
    owner = getpid();
    (void)atexit(at_exit);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file too large is an error of its write */
}

/* ---- At the start */

static void ignore(int number)
{
    (void)number;
}

void output_start(void)
{
    /* A function and not SIG_IGN, which programs that this one starts would inherit */
    const struct sigaction action = {.sa_handler = ignore, .sa_flags = SA_RESTART};
    (void)sigaction(SIGUSR1, &action, NULL);
    (void)setvbuf(stdout, NULL, _IOLBF, 0); /* a signal loses no line that was printed */
    output_last_line("ended by a signal\n");
    handle_all();
}

int output_end(const char *program, int status)
{
    errno = 0;
    if (fflush(stdout) == EOF || ferror(stdout)) {
        if (!errno && write(STDOUT_FILENO, "\n", 1) >= 0) /* an earlier line was lost: why, another one says */
            errno = EIO;
        (void)fprintf(stderr, "%s: standard output: cannot write: %s\n", program, strerror(errno));
        return STATUS_SYSTEM;
    }
    return status;
}

/* ---- Files */

static int cannot(const char *file, int number, struct error *e)
{
    return error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", file, strerror(number));
}

static int standard = -1; /* descriptor of standard output, once "-" is to be written there */

int output_standard(struct error *e)
{
    if (standard >= 0) /* of a command that failed before it wrote */
        (void)close(standard);
    (void)fflush(stdout);
    standard = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return standard >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? STATUS_OK : cannot(standard_name, errno, e);
}

static bool is_standard(const char *file)
{
    return file && strcmp(file, "-") == 0;
}

/* Whether it is a device as /dev/null, which is written and not replaced. */
static bool is_device(const char *file)
{
    struct stat is;
    return stat(file, &is) == 0 && S_ISCHR(is.st_mode);
}

static char *join(const char *a, const char *b, const char *c)
{
    const size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *all = memory_new(size, 1);
    (void)snprintf(all, size, "%s%s%s", a, b, c);
    return all;
}

static char *resolve(const char *file);

/* The place that a link leads to, where there is no file yet. */
static char *resolve_link(const char *link, const char *target)
{
    char *folder = memory_text(*target == '/' ? "" : link), *slash = strrchr(folder, '/');
    if (slash)
        slash[1] = '\0';
    char *file = join(slash ? folder : "", target, "");
    char *whole = resolve(file);
    free(folder);
    free(file);
    return whole;
}

/* Absolute name without links; the file need not exist, its folder must. Caller frees; NULL with errno. */
static char *resolve(const char *file)
{
    char *whole = realpath(file, NULL), target[4096];
    if (whole || errno != ENOENT)
        return whole;
    const ssize_t length = readlink(file, target, sizeof target - 1);
    if (length >= 0) {
        target[length] = '\0';
        return resolve_link(file, target);
    }
    errno = ENOENT;
    char *folder = memory_text(file), *slash = strrchr(folder, '/');
    const char *name = slash ? file + (slash - folder) + 1 : file;
    if (slash)
        slash[1] = '\0';
    char *real = realpath(slash ? folder : ".", NULL);
    if (real && *name) /* without a name the folder is missing: ENOENT remains */
        whole = join(real, "/", name);
    free(folder);
    free(real);
    return whole;
}

/* ---- Files that are read */

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER; /* boards may be opened by several threads */
static char **read_place;
static size_t reads, reads_room;
static struct {
    const char *file, *place; /* of the outputs in progress; place NULL: none */
} output_to[OUTPUTS_MAX];

static int over_read(const char *file, struct error *e)
{
    return error_set(e, STATUS_INPUT, "%s: would be written over what is read, expected different files", file);
}

static bool is_among(const char *place)
{
    for (size_t n = 0; n < reads; n++)
        if (strcmp(read_place[n], place) == 0)
            return true;
    return false;
}

static bool was_read(const char *place)
{
    (void)pthread_mutex_lock(&reading);
    const bool among = is_among(place);
    (void)pthread_mutex_unlock(&reading);
    return among && access(place, F_OK) == 0; /* what was removed since is not lost */
}

static void note_read(const char *place)
{
    (void)pthread_mutex_lock(&reading);
    if (!is_among(place)) {
        if (reads == reads_room)
            read_place = memory_grow(read_place, &reads_room, 16, sizeof *read_place);
        read_place[reads++] = memory_text(place);
    }
    (void)pthread_mutex_unlock(&reading);
}

int output_read(const char *file, struct error *e)
{
    int status = STATUS_OK;
    char *place = realpath(is_standard(file) ? "/dev/stdin" : file, NULL);
    if (!place)
        return STATUS_OK;
    note_read(place);
    for (int n = 0; n < OUTPUTS_MAX; n++)
        if (output_to[n].place && strcmp(output_to[n].place, place) == 0)
            status = over_read(output_to[n].file, e);
    free(place);
    return status;
}

/* ---- */

static bool same_file(const char *a, const char *b)
{
    char *one = resolve(a), *two = resolve(b);
    bool equal = one && two && strcmp(one, two) == 0;
    free(one);
    free(two);
    return equal;
}

/* Whether it becomes a file that the program makes or replaces. */
static bool is_place(const char *file)
{
    return file && !is_standard(file) && !is_device(file);
}

int output_distinct(const char *const *file, size_t files, struct error *e)
{
    for (size_t a = 0; a < files; a++) {
        char *place = is_place(file[a]) ? resolve(file[a]) : NULL;
        const bool over = place && was_read(place);
        free(place);
        if (over)
            return over_read(file[a], e);
        for (size_t b = a + 1; b < files; b++)
            if (is_place(file[a]) && is_place(file[b]) && same_file(file[a], file[b]))
                return error_set(e, STATUS_INPUT, "%s: would be written twice, expected different files", file[a]);
    }
    return STATUS_OK;
}

bool output_is_in(const char *file, const char *folder, const char *begin)
{
    char *place = resolve(file), *real = resolve(folder);
    const size_t size = real ? strlen(real) : 0;
    const char *slash = place ? strrchr(place, '/') : NULL;
    const bool in = slash && real && (size_t)(slash - place) == size && strncmp(place, real, size) == 0 &&
                    strncmp(slash + 1, begin, strlen(begin)) == 0;
    free(place);
    free(real);
    return in;
}

int output_folder(const char *path, struct error *e)
{
    struct stat st;
    if (is_standard(path))
        return error_set(e, STATUS_INPUT, "-: is standard output, expected a folder, as ./-");
    const bool made = mkdir(path, 0777) == 0;
    if (!made && errno != EEXIST)
        return error_set(e, STATUS_SYSTEM, "%s: cannot make the folder: %s", path, strerror(errno));
    if (!made && (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)))
        return error_set(e, STATUS_INPUT, "%s: not a folder, expected one, or a new name", path);
    return STATUS_OK;
}

static int find_slot(void)
{
    for (int n = 0; n < OUTPUTS_MAX; n++)
        if (!in_progress[n])
            return n;
    return -1;
}

static void forget(struct output *o)
{
    if (o->slot >= 0) {
        in_progress[o->slot] = NULL;
        output_to[o->slot].place = NULL;
    }
    free(o->part);
    free(o->place);
    *o = (struct output){.slot = -1};
}

static int make_part(struct output *o, struct error *e)
{
    struct stat old;
    mode_t mask = umask(0);
    (void)umask(mask);
    const mode_t mode = o->place && stat(o->place, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask;
    const int made = mkstemp(o->part);
    if (made < 0 || fchmod(made, mode) != 0) {
        const int number = errno;
        if (made >= 0)
            (void)unlink(o->part);
        if (!o->place)
            return error_set(e, STATUS_SYSTEM, "%s: cannot make a file in %s before: %s", o->file, temporary_folder(),
                             strerror(number));
        return cannot(o->file, number, e);
    }
    (void)close(made);
    in_progress[o->slot] = o->part;
    output_to[o->slot].file = o->file;
    output_to[o->slot].place = o->place;
    return STATUS_OK;
}

/* No signal comes between making the file and noting that it is in progress. */
static int make_noted_part(struct output *o, struct error *e)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)sigprocmask(SIG_BLOCK, &all, &before);
    int status = make_part(o, e);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* Its place, and the name of its part for mkstemp(). */
static int name_part(struct output *o, const char *file, struct error *e)
{
    struct stat is;
    if (!*file)
        return error_set(e, STATUS_INPUT, "\"\" is no name, expected that of a file");
    if (is_standard(file) || is_device(file))
        o->part = join(temporary_folder(), "/tmr0.part.", "XXXXXX");
    if (is_standard(file)) {
        o->file = standard_name;
        return standard >= 0 ? STATUS_OK : output_standard(e);
    }
    if (o->part)
        return STATUS_OK;
    if (stat(file, &is) == 0 && !S_ISREG(is.st_mode))
        return error_set(e, STATUS_INPUT, "%s: not a regular file, expected one that may be replaced", file);
    o->place = resolve(file);
    if (!o->place)
        return cannot(file, errno, e);
    if (was_read(o->place))
        return over_read(file, e);
    o->part = join(o->place, ".part.", "XXXXXX");
    return STATUS_OK;
}

int output_open(struct output *o, const char *file, struct error *e)
{
    *o = (struct output){.file = file, .slot = -1};
    if (!file)
        return STATUS_OK;
    int status = name_part(o, file, e);
    o->slot = find_slot();
    if (status == STATUS_OK && o->slot < 0)
        status = error_set(e, STATUS_SYSTEM, "too many output files");
    if (status == STATUS_OK && o->part) {
        handle_all();
        status = make_noted_part(o, e);
    }
    if (status)
        forget(o);
    return status;
}

static int write_text(FILE *f, const char *text, const char *end, const char *file, struct error *e)
{
    int number = 0;
    if (!f || fputs(text, f) == EOF || fputs(end, f) == EOF)
        number = errno;
    if (f && fclose(f) == EOF && !number)
        number = errno;
    return number ? cannot(file, number, e) : STATUS_OK;
}

int output_text(const struct output *o, const char *text, struct error *e)
{
    return write_text(fopen(o->part, "w"), text, "", o->file, e);
}

static bool write_all(int to, const char *bytes, ssize_t size)
{
    ssize_t put;
    for (; size > 0 && (put = write(to, bytes, (size_t)size)) > 0; bytes += put)
        size -= put;
    return size == 0;
}

/* Copies the part to standard output or a device, and closes that. */
static int copy_part(const struct output *o, int to, struct error *e)
{
    char bytes[16384];
    const int from = open(o->part, O_RDONLY | O_CLOEXEC);
    ssize_t got = from < 0 ? -1 : read(from, bytes, sizeof bytes);
    while (got > 0)
        got = write_all(to, bytes, got) ? read(from, bytes, sizeof bytes) : -1;
    const int status = got < 0 ? cannot(o->file, errno, e) : STATUS_OK;
    if (from >= 0)
        (void)close(from);
    if (to >= 0)
        (void)close(to);
    return status;
}

static int put_in_place(const struct output *o, struct error *e)
{
    if (!o->place && o->file != standard_name)
        return copy_part(o, open(o->file, O_WRONLY | O_CLOEXEC), e);
    if (!o->place) {
        const int to = standard;
        standard = -1;
        return copy_part(o, to, e);
    }
    return rename(o->part, o->place) == 0 ? STATUS_OK : cannot(o->file, errno, e);
}

int output_stream(struct output *o, const char *file, struct error *e)
{
    int status = output_open(o, file, e);
    if (status || !o->part)
        return status;
    o->f = fopen(o->part, "w");
    return o->f ? STATUS_OK : output_close(o, cannot(file, errno, e), e);
}

static int close_stream(const struct output *o, int status, struct error *e)
{
    errno = 0;
    const bool bad = ferror(o->f) != 0;
    return (fclose(o->f) == EOF || bad) && status == STATUS_OK ? cannot(o->file, errno ? errno : EIO, e) : status;
}

int output_close(struct output *o, int status, struct error *e)
{
    if (!o->part)
        return status;
    if (o->f)
        status = close_stream(o, status, e);
    if (status == STATUS_OK)
        status = put_in_place(o, e);
    if (status || !o->place)
        (void)unlink(o->part);
    forget(o);
    return status;
}

/* ---- JSON */

static void *json_memory(size_t size)
{
    return memory_new(1, size);
}

void output_json_integer(cJSON *object, const char *name, int64_t value)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRId64, value);
    cJSON_AddRawToObject(object, name, text);
}

void output_json_count(cJSON *object, const char *name, uint64_t value)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRIu64, value);
    cJSON_AddRawToObject(object, name, text);
}

void output_json_digits(cJSON *object, const char *name, uint64_t value)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRIu64, value);
    cJSON_AddStringToObject(object, name, text);
}

int output_json_open(struct output *json, const char *file, struct error *e)
{
    cJSON_Hooks hooks = {json_memory, free};
    cJSON_InitHooks(&hooks);
    return output_open(json, file, e);
}

/* Bytes of the UTF-8 character at text; 0: none begins there. */
static size_t character(const unsigned char *text)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } form[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (size_t size = 1; size <= 4; size++) {
        if ((text[0] & form[size - 1].mask) != form[size - 1].lead)
            continue;
        uint32_t code = text[0] & (unsigned char)~form[size - 1].mask;
        for (size_t n = 1; n < size; n++) {
            if ((text[n] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (text[n] & 0x3f);
        }
        return code >= form[size - 1].least && code <= 0x10ffff && (code & 0x1ff800) != 0xd800 ? size : 0;
    }
    return 0;
}

/* Names of files and commands may hold any bytes, JSON only UTF-8: other bytes become '?'. */
static void make_utf8(char *text)
{
    while (*text) {
        const size_t size = character((const unsigned char *)text);
        if (size == 0)
            *text = '?';
        text += size ? size : 1;
    }
}

int output_json_close(struct output *json, const cJSON *tree, int status, struct error *e)
{
    const bool write = json->part && (status == STATUS_OK || status == STATUS_BAD);
    char *text = write ? cJSON_Print(tree) : NULL;
    int written = status;
    if (text) {
        make_utf8(text);
        written = write_text(fopen(json->part, "w"), text, "\n", json->file, e);
    }
    cJSON_free(text);
    written = output_close(json, written, e);
    return written ? written : status;
}

int output_json_run(const char *file, cJSON *tree, int (*fill)(void *context, cJSON *tree, struct error *e),
                    void *context, struct error *e)
{
    struct output json;
    int status = output_json_open(&json, file, e);
    if (status == STATUS_OK)
        status = fill(context, tree, e);
    status = output_json_close(&json, tree, status, e);
    cJSON_Delete(tree);
    return status;
}
