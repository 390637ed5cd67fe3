/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "temporary.h"

#define STANDARD "standard output"

/* ---- When the program is ended from outside */

/* Parts in progress. Verilator's FST writer keeps a second file beside its own, with this ending. */
#define SECOND ".hier"
static char *volatile in_progress[OUTPUTS_MAX][2];
static volatile sig_atomic_t handling;

static void delete_in_progress(void)
{
    for (int n = 0; n < OUTPUTS_MAX; n++)
        for (int i = 0; i < 2; i++)
            if (in_progress[n][i])
                (void)unlink(in_progress[n][i]);
}

static void on_end(int number)
{
    delete_in_progress();
    (void)raise(number); /* SA_RESETHAND: now it ends the program */
}

static void on_no_room(int number)
{
    static const char text[] = "tmr0: cannot write: no room for a page of the dump or of a temporary file\n";
    (void)number;
    delete_in_progress();
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(STATUS_SYSTEM);
}

static void handle(int number, void (*call)(int number))
{
    struct sigaction now, action = {.sa_handler = call};
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
        handle(end[n], on_end);
    handle(SIGBUS, on_no_room);
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
    for (int n = 0; n <= STDERR_FILENO; n++)
        if (fcntl(n, F_GETFD) == -1 && errno == EBADF)
            (void)open("/dev/null", O_RDONLY); /* takes the number n; writing to it fails */
}

int output_end(const char *program, int status)
{
    bool bad = ferror(stdout) != 0;
    errno = bad ? EIO : 0;
    if (fflush(stdout) == EOF || bad) {
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
    return standard >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? STATUS_OK : cannot(STANDARD, errno, e);
}

static bool is_standard(const char *file)
{
    return file && strcmp(file, "-") == 0;
}

static char *join(const char *a, const char *b, const char *c)
{
    size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *all = malloc(size);
    if (all)
        (void)snprintf(all, size, "%s%s%s", a, b, c);
    return all;
}

static char *resolve(const char *file);

/* The place that a link leads to, where there is no file yet. */
static char *resolve_link(const char *link, const char *target)
{
    const char *slash = *target == '/' ? NULL : strrchr(link, '/');
    char *folder = strndup(link, slash ? (size_t)(slash - link) + 1 : 0);
    char *file = folder ? join(folder, target, "") : NULL;
    char *whole = file ? resolve(file) : NULL;
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
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    char *folder = slash ? strndup(file, (size_t)(slash - file) + 1) : strdup(".");
    char *real = folder ? realpath(folder, NULL) : NULL;
    if (real && *name) /* without a name the folder is missing: ENOENT remains */
        whole = join(real, "/", name);
    free(folder);
    free(real);
    return whole;
}

static bool same_file(const char *a, const char *b)
{
    char *one = resolve(a), *two = resolve(b);
    bool equal = one && two && strcmp(one, two) == 0;
    free(one);
    free(two);
    return equal;
}

static char protected_data[1024]; /* "" for none */

void output_protect(const char *data)
{
    (void)snprintf(protected_data, sizeof protected_data, "%s", data);
}

static bool among_figures(const char *place, const char *file, struct error *e)
{
    static const char *const sub[] = {"/parts", "/machines"};
    bool inside = false;
    for (size_t n = 0; n < sizeof sub / sizeof sub[0] && *protected_data; n++) {
        char *folder = join(protected_data, sub[n], ""), *real = folder ? resolve(folder) : NULL;
        size_t size = real ? strlen(real) : 0;
        inside = inside || (size && strncmp(place, real, size) == 0 && place[size] == '/');
        free(folder);
        free(real);
    }
    if (inside)
        (void)error_set(e, STATUS_INPUT, "%s: would be written among the figures that are read, expected elsewhere",
                        file);
    return inside;
}

int output_distinct(const char *const *file, size_t outputs, size_t all, struct error *e)
{
    for (size_t a = 0; a < outputs; a++)
        for (size_t b = a + 1; b < all; b++)
            if (file[a] && file[b] && !is_standard(file[a]) && !is_standard(file[b]) && same_file(file[a], file[b]))
                return error_set(e, STATUS_INPUT, "%s: would be written %s, expected different files", file[a],
                                 b < outputs ? "twice" : "over what is read");
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
        return error_set(e, errno == ENOENT ? STATUS_INPUT : STATUS_SYSTEM, "%s: cannot make the folder: %s", path,
                         strerror(errno));
    if (!made && (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)))
        return error_set(e, STATUS_INPUT, "%s: not a folder, expected one, or a new name", path);
    char *place = resolve(path);
    int status = !place ? cannot(path, errno, e) : among_figures(place, path, e) ? STATUS_INPUT : STATUS_OK;
    free(place);
    if (status && made)
        (void)rmdir(path);
    return status;
}

static int find_slot(void)
{
    for (int n = 0; n < OUTPUTS_MAX; n++)
        if (!in_progress[n][0])
            return n;
    return -1;
}

static void forget(struct output *o)
{
    if (o->slot >= 0) {
        char *second = in_progress[o->slot][1];
        in_progress[o->slot][0] = in_progress[o->slot][1] = NULL;
        free(second);
    }
    free(o->part);
    free(o->place);
    *o = (struct output){.slot = -1};
}

static int make_part(struct output *o, struct error *e)
{
    char *second = join(o->part, SECOND, "");
    struct stat old;
    mode_t mask = umask(0);
    (void)umask(mask);
    const mode_t mode = o->place && stat(o->place, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask;
    if (!second)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    int made = mkstemp(o->part);
    if (made < 0 || fchmod(made, mode) != 0) {
        int number = errno;
        if (made >= 0)
            (void)unlink(o->part);
        free(second);
        return cannot(o->file, number, e);
    }
    (void)close(made);
    memcpy(second, o->part, strlen(o->part)); /* mkstemp chose the last letters */
    in_progress[o->slot][1] = second;
    in_progress[o->slot][0] = o->part;
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
    if (is_standard(file)) {
        o->file = STANDARD;
        o->part = join(temporary_folder(), "/tmr0.part.", "XXXXXX");
        return standard >= 0 ? STATUS_OK : output_standard(e);
    }
    if (stat(file, &is) == 0 && !S_ISREG(is.st_mode))
        return error_set(e, STATUS_INPUT, "%s: not a regular file, expected one that may be replaced", file);
    o->place = resolve(file);
    if (!o->place)
        return cannot(file, errno, e);
    if (among_figures(o->place, file, e))
        return STATUS_INPUT;
    o->part = join(o->place, ".part.", "XXXXXX");
    return STATUS_OK;
}

int output_open(struct output *o, const char *file, struct error *e)
{
    *o = (struct output){.file = file, .slot = -1};
    if (!file)
        return STATUS_OK;
    const int slot = find_slot();
    int status = name_part(o, file, e);
    if (status == STATUS_OK && o->part && slot >= 0) {
        handle_all();
        o->slot = slot;
        status = make_noted_part(o, e);
    } else if (status == STATUS_OK)
        status = error_set(e, STATUS_SYSTEM, o->part ? "too many output files" : "out of memory");
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

static int copy_to_standard(const struct output *o, struct error *e)
{
    char bytes[16384];
    const int from = open(o->part, O_RDONLY | O_CLOEXEC);
    ssize_t got = from < 0 ? -1 : read(from, bytes, sizeof bytes);
    while (got > 0)
        got = write_all(standard, bytes, got) ? read(from, bytes, sizeof bytes) : -1;
    const int status = got < 0 ? cannot(o->file, errno, e) : STATUS_OK;
    if (from >= 0)
        (void)close(from);
    (void)close(standard);
    standard = -1;
    return status;
}

static int put_in_place(const struct output *o, struct error *e)
{
    if (!o->place)
        return copy_to_standard(o, e);
    if (among_figures(o->place, o->file, e)) /* known only by now, perhaps */
        return STATUS_INPUT;
    return rename(o->part, o->place) == 0 ? STATUS_OK : cannot(o->file, errno, e);
}

int output_close(struct output *o, int status, struct error *e)
{
    if (!o->part)
        return status;
    if (status == STATUS_OK)
        status = put_in_place(o, e);
    if (status || !o->place) {
        (void)unlink(o->part);
        (void)unlink(in_progress[o->slot][1]);
    }
    forget(o);
    return status;
}

/* ---- JSON */

/* When memory is gone, cJSON silently makes a smaller tree. */
static bool starved;

static void *json_memory(size_t size)
{
    void *memory = malloc(size);
    starved = starved || !memory;
    return memory;
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
    if (text)
        make_utf8(text);
    if (write)
        written = !text || starved ? error_set(e, STATUS_SYSTEM, "out of memory")
                                   : write_text(fopen(json->part, "w"), text, "\n", json->file, e);
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
