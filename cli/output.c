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

#include "input.h"
#include "memory.h"

/* ---- When a signal ends the program */

static struct output *volatile in_progress[OUTPUTS_MAX];
static const char *volatile last_line = "ended by a signal\n";
static volatile pid_t owner; /* 0: a library's, whose program has signals of its own */

/* Outputs of one run that are whole: they come to their places together, at the end of the program. */
static bool together;
static struct output waiting[OUTPUTS_MAX];
static size_t waits;

void output_last_line(const char *line)
{
    last_line = line;
}

static void on_end(int number)
{
    const char *line = last_line;
    for (int n = 0; n < OUTPUTS_MAX; n++)
        if (in_progress[n])
            (void)unlink(in_progress[n]->part);
    if (line && number != SIGPIPE && getpid() == owner) /* a child says nothing */
        (void)!write(STDERR_FILENO, line, strlen(line));
    (void)raise(number); /* SA_RESETHAND: now it ends the program */
}

static void ignore(int number)
{
    (void)number;
}

static void handle(int number, void (*call)(int number), int flags)
{
    struct sigaction now, action = {.sa_handler = call};
    action.sa_flags = flags;
    (void)sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_DFL) /* what is ignored stays so */
        (void)sigaction(number, &action, NULL);
}

/* ---- Start and end of the program */

static const char standard_name[] = "standard output";

static int cannot(const char *file, int number, struct error *e)
{
    return error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", file, strerror(number));
}

void output_start(void)
{
    static const int end[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGXCPU};
    for (int n = STDIN_FILENO; n <= STDERR_FILENO; n++)
        if (fcntl(n, F_GETFD) < 0) /* closed: no file that is opened gets its number, and a write to it fails */
            (void)open("/dev/null", O_RDONLY);
    owner = getpid();
    input_enter("/proc/self/exe"); /* no output goes over the program */
    for (size_t n = 0; n < sizeof end / sizeof end[0]; n++)
        handle(end[n], on_end, (int)SA_RESETHAND);
    handle(SIGUSR1, ignore, SA_RESTART);    /* not SIG_IGN, which programs that this one starts would inherit */
    (void)signal(SIGXFSZ, SIG_IGN);         /* a file too large is an error of its write */
    (void)setvbuf(stdout, NULL, _IOLBF, 0); /* a signal loses no line that was printed */
}

int output_end(const char *program, int status)
{
    struct error e;
    errno = 0;
    if (fflush(stdout) == EOF || ferror(stdout)) {
        if (!errno && write(STDOUT_FILENO, "\n", 1) >= 0) /* an earlier line was lost: why, another one says */
            errno = EIO;
        status = error_print(&e, program, cannot(standard_name, errno, &e));
    }
    int lost = status == STATUS_SYSTEM ? status : STATUS_OK;
    for (size_t n = 0; n < waits && !lost; n++)
        if ((lost = input_keep(waiting[n].place, waiting[n].file, &e)) != STATUS_OK)
            status = error_print(&e, program, lost);
    for (together = false; waits > 0; waits--)
        if (output_close(&waiting[waits - 1], lost, &e) != lost)
            status = lost = error_print(&e, program, STATUS_SYSTEM);
    return status;
}

/* ---- Places */

static int standard = -1; /* descriptor of standard output, once "-" is to be written there */

int output_standard(struct error *e)
{
    if (standard >= 0) /* of a command that failed before it wrote */
        (void)close(standard);
    (void)fflush(stdout);
    standard = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return standard >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? STATUS_OK : cannot(standard_name, errno, e);
}

static char *join(const char *a, const char *b, const char *c)
{
    const size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *all = memory_new(size, 1);
    (void)snprintf(all, size, "%s%s%s", a, b, c);
    return all;
}

/* The absolute name, without links, of a file that need not exist in a folder that must. For the caller to free; NULL
 * with errno. */
static char *resolve(const char *file)
{
    char *place = realpath(file, NULL);
    if (place || errno != ENOENT)
        return place;
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    char *folder = slash ? memory_text(file) : memory_text("."), *real;
    if (slash)
        folder[name - file] = '\0';
    real = realpath(folder, NULL);
    if (real && *name)
        place = join(real, "/", name);
    free(folder);
    free(real);
    return place;
}

/* Whether bytes are only copied to it: standard output, a device, a pipe. */
static bool is_copied(const char *file)
{
    struct stat is;
    return strcmp(file, "-") == 0 || (stat(file, &is) == 0 && !S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode));
}

int output_distinct(const char *const *file, size_t files, struct error *e)
{
    int status = STATUS_OK;
    together = owner != 0;
    for (size_t a = 0; a < files && status == STATUS_OK; a++) {
        char *place = file[a] && !is_copied(file[a]) ? resolve(file[a]) : NULL;
        if (place)
            status = input_keep(place, file[a], e);
        for (size_t b = a + 1; place && b < files && status == STATUS_OK; b++) {
            char *other = file[b] ? resolve(file[b]) : NULL;
            if (other && strcmp(place, other) == 0)
                status = error_set(e, STATUS_INPUT, "%s: would be written twice, expected different files", file[a]);
            free(other);
        }
        free(place);
    }
    return status;
}

int output_folder(const char *path, struct error *e)
{
    struct stat st;
    if (strcmp(path, "-") == 0)
        return error_set(e, STATUS_INPUT, "-: is standard output, expected a folder, as ./-");
    const bool made = mkdir(path, 0777) == 0;
    if (!made && errno != EEXIST)
        return error_set(e, STATUS_SYSTEM, "%s: cannot make the folder: %s", path, strerror(errno));
    if (!made && (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)))
        return error_set(e, STATUS_INPUT, "%s: not a folder, expected one, or a new name", path);
    return STATUS_OK;
}

/* ---- Temporary files */

static void forget(struct output *o)
{
    for (int n = 0; n < OUTPUTS_MAX; n++)
        if (in_progress[n] == o)
            in_progress[n] = NULL;
    free(o->part);
    free(o->place);
    *o = (struct output){0};
}

static const char *temporary_folder(void)
{
    const char *named = getenv("TMPDIR");
    return named && *named ? named : P_tmpdir;
}

/* Sets place, and the name of the temporary file for mkstemp(). */
static int name_part(struct output *o, struct error *e)
{
    struct stat is;
    if (!*o->file)
        return error_set(e, STATUS_INPUT, "\"\" is no name, expected that of a file");
    if (stat(o->file, &is) == 0 && S_ISDIR(is.st_mode))
        return error_set(e, STATUS_INPUT, "%s: is a folder, expected a file", o->file);
    if (is_copied(o->file)) {
        o->part = join(temporary_folder(), "/tmr0.part.", "XXXXXX");
        if (strcmp(o->file, "-") != 0)
            return STATUS_OK;
        o->file = standard_name;
        return standard >= 0 ? STATUS_OK : output_standard(e);
    }
    o->place = resolve(o->file);
    if (!o->place)
        return cannot(o->file, errno, e);
    o->part = join(o->place, ".part.", "XXXXXX");
    return input_keep(o->place, o->file, e);
}

/* It is in progress before it exists, so that no signal comes in between. */
static int make_part(struct output *o, struct error *e)
{
    struct stat old;
    int free_one = 0;
    while (owner && free_one < OUTPUTS_MAX && in_progress[free_one])
        free_one++;
    if (free_one == OUTPUTS_MAX)
        return error_set(e, STATUS_SYSTEM, "too many output files");
    if (owner)
        in_progress[free_one] = o;
    const int made = mkstemp(o->part);
    const mode_t mask = umask(0);
    (void)umask(mask);
    if (made >= 0 && fcntl(made, F_SETFD, FD_CLOEXEC) == 0)
        (void)fchmod(made, o->place && stat(o->place, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask);
    o->f = made >= 0 ? fdopen(made, "w") : NULL;
    if (!o->f && !o->place)
        return error_set(e, STATUS_SYSTEM, "%s: cannot write: %s; TMPDIR names the folder", o->part, strerror(errno));
    if (!o->f)
        return cannot(o->file, errno, e);
    return STATUS_OK;
}

int output_open(struct output *o, const char *file, struct error *e)
{
    *o = (struct output){.file = file};
    int status = file ? name_part(o, e) : STATUS_OK;
    if (o->part && status == STATUS_OK)
        status = make_part(o, e);
    if (status)
        forget(o);
    return status;
}

/* Closes the stream. */
static int end_stream(FILE *f, const char *file, struct error *e)
{
    const int lost = ferror(f) ? error_lost(fileno(f)) : 0;
    errno = 0;
    return fclose(f) == EOF || lost ? cannot(file, errno ? errno : lost, e) : STATUS_OK;
}

static int copy_part(const struct output *o, FILE *to, struct error *e)
{
    FILE *from = to ? fopen(o->part, "r") : NULL;
    int c;
    if (!from) {
        const int number = errno;
        if (to)
            (void)fclose(to);
        return cannot(o->file, number, e);
    }
    while ((c = getc(from)) != EOF && putc(c, to) != EOF)
        ;
    const int status = end_stream(from, o->part, e), written = end_stream(to, o->file, e);
    return status ? status : written;
}

static int put_in_place(const struct output *o, struct error *e)
{
    if (o->place && input_keep(o->place, o->file, e)) /* it may have been read since */
        return STATUS_INPUT;
    if (o->place)
        return rename(o->part, o->place) == 0 ? STATUS_OK : cannot(o->file, errno, e);
    if (o->file != standard_name)
        return copy_part(o, fopen(o->file, "w"), e);
    const int to = standard;
    standard = -1;
    return copy_part(o, fdopen(to, "w"), e);
}

int output_close(struct output *o, int status, struct error *e)
{
    struct error other;
    if (!o->part)
        return status;
    const int ended = o->f ? end_stream(o->f, o->file, status ? &other : e) : STATUS_OK;
    o->f = NULL;
    status = status ? status : ended;
    if (status == STATUS_OK && o->place && together) {
        waiting[waits] = *o;
        for (int n = 0; n < OUTPUTS_MAX; n++)
            if (in_progress[n] == o)
                in_progress[n] = &waiting[waits];
        waits++;
        *o = (struct output){0};
        return STATUS_OK;
    }
    if (status == STATUS_OK)
        status = put_in_place(o, e);
    if (status || !o->place)
        (void)unlink(o->part);
    forget(o);
    return status;
}

int output_whole(const char *file, const char *text, struct error *e)
{
    struct output o;
    const int status = output_open(&o, file, e);
    if (status)
        return status;
    (void)fputs(text, o.f); /* what fails shows at the end */
    return output_close(&o, STATUS_OK, e);
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

int output_json_run(const char *file, cJSON *tree, int (*fill)(void *context, cJSON *tree, struct error *e),
                    void *context, struct error *e)
{
    struct output json;
    cJSON_Hooks hooks = {json_memory, free};
    cJSON_InitHooks(&hooks);
    int status = output_open(&json, file, e);
    if (status == STATUS_OK && fill)
        status = fill(context, tree, e);
    const bool result = status == STATUS_OK || (status == STATUS_BAD && tree->child); /* not if nothing was measured */
    if (json.part && result) {
        char *text = cJSON_Print(tree);
        (void)fprintf(json.f, "%s\n", error_clean(text));
        cJSON_free(text);
    }
    const int written = output_close(&json, result ? STATUS_OK : status, e);
    cJSON_Delete(tree);
    return written ? written : status;
}
