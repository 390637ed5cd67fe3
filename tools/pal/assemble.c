/* SPDX-License-Identifier: MIT
 * Assembles a GAL16V8 with combinational outputs (its simple mode): a .pld file in GALasm's notation into a JEDEC fuse
 * map. Prints the checksums and the pin-out.
 *   assemble IN.pld OUT.jed
 * The file: the device, the signature, the names of pins 1-10 and of pins 11-20 (NC: unused), each on a line; then the
 * equations, sums of products of pin levels: * or & and, + or # or, / or ! not, ; comment; then DESCRIPTION and any
 * text. Registers, tristate outputs (.R, .T, .E) and slashes in the pin names are refused.
 * Exit status: 0 good, 2 wrong usage or a bad file, 3 the system failed. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/error.h"
#include "cli/output.h"

/* The fuses of a GAL16V8. An intact fuse (0) connects the column to the product; a row of intact fuses is never true,
 * a row of blown ones always. */
enum {
    PINS = 20,
    GROUND = 10,
    SUPPLY = 20,
    ROWS = 8, /* of an output */
    COLUMNS = 32,
    FIRST_OUTPUT = 12,    /* with the last rows */
    LAST_OUTPUT = 19,     /* with the first rows */
    FUSE_POLARITY = 2048, /* 1: active high */
    FUSE_SIGNATURE = 2056,
    FUSE_INPUT = 2120,    /* AC1: 0 an output, 1 an input */
    FUSE_PRODUCTS = 2128, /* 1: the row is used */
    FUSE_SYN = 2192,
    FUSES = 2194,
    SIGNATURE = 8,
    NAME = 9
};

/* Column of each pin's true level in simple mode; the inverted one is next to it. -1: the array cannot read the pin.
 */
static const int column[PINS + 1] = {-1, 2, 0, 4, 8, 12, 16, 20, 24, 28, -1, 30, 26, 22, 18, -1, -1, 14, 10, 6, -1};

struct assembly {
    const char *file;
    FILE *in;
    int line;
    char *text; /* of the line */
    size_t size;
    char *at; /* not read yet; NULL at the end of the file */
    char signature[SIGNATURE + 1];
    char name[PINS + 1][NAME];
    bool output[PINS + 1];
    int input_line[PINS + 1]; /* where an equation reads it first; 0: nowhere */
    uint8_t fuse[FUSES];
    struct error *e;
};

static uint8_t *fuse_row(struct assembly *a, int row)
{
    return a->fuse + (size_t)row * COLUMNS;
}

#define bad(A, ...) bad_at(A, (A)->line, __VA_ARGS__)
static int bad_at(struct assembly *a, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int bad_at(struct assembly *a, int line, const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return error_set(a->e, STATUS_INPUT, "%s:%d: %s", a->file, line, text);
}

/* ---- Lines and words */

/* The next line, without its end and its comment. */
static int next_line(struct assembly *a)
{
    ssize_t length = getline(&a->text, &a->size, a->in);
    a->at = length < 0 ? NULL : a->text;
    if (!a->at)
        return feof(a->in) ? STATUS_OK
                           : error_set(a->e, STATUS_SYSTEM, "%s: cannot read: %s", a->file, strerror(errno));
    a->line++;
    if (memchr(a->text, 0, (size_t)length))
        return bad(a, "a zero byte, expected text");
    a->text[strcspn(a->text, ";\r\n")] = 0;
    return STATUS_OK;
}

/* The next character that is no space, over the ends of lines; 0 at the end of the file. */
static int next_sign(struct assembly *a, char *sign)
{
    int status = STATUS_OK;
    while (status == STATUS_OK && a->at) {
        a->at += strspn(a->at, " \t");
        if (*a->at)
            break;
        status = next_line(a);
    }
    *sign = '\0';
    if (a->at)
        *sign = *a->at;
    return status;
}

/* The name at `at`, "" if there is none. */
static int take_name(struct assembly *a, char name[NAME])
{
    size_t length = 0;
    while (isalnum((unsigned char)a->at[length]) || a->at[length] == '_')
        length++;
    if (length >= NAME)
        return bad(a, "the name %.*s, expected at most %d characters", (int)length, a->at, NAME - 1);
    memcpy(name, a->at, length);
    name[length] = 0;
    a->at += length;
    return STATUS_OK;
}

/* ---- Device, signature, pins */

static int take_device(struct assembly *a)
{
    int status = next_line(a);
    if (status == STATUS_OK && (!a->at || strcmp(a->at, "GAL16V8") != 0))
        return bad_at(a, 1, "device \"%s\", expected GAL16V8", a->at ? a->at : "");
    if (status == STATUS_OK)
        status = next_line(a);
    if (status == STATUS_OK && !a->at)
        return bad(a, "the file ends, expected a signature");
    if (status == STATUS_OK && strlen(a->at) > SIGNATURE)
        return bad(a, "a signature of %zu characters, expected at most %d", strlen(a->at), SIGNATURE);
    if (status == STATUS_OK) {
        (void)snprintf(a->signature, sizeof a->signature, "%s", a->at);
        a->at += strlen(a->at);
    }
    return status;
}

static int check_pin(struct assembly *a, int pin)
{
    const char *name = a->name[pin], *fixed = pin == GROUND ? "GND" : pin == SUPPLY ? "VCC" : NULL;
    if (!name[0])
        return bad(a, "\"%s\" as name of pin %d, expected letters and digits", a->at, pin);
    if (fixed ? strcmp(name, fixed) != 0 : strcmp(name, "GND") == 0 || strcmp(name, "VCC") == 0)
        return bad(a, "pin %d is %s, expected %s", pin, name, fixed ? fixed : "another name");
    for (int other = 1; other < pin; other++)
        if (strcmp(name, a->name[other]) == 0 && strcmp(name, "NC") != 0)
            return bad(a, "%s is the name of pins %d and %d, expected one", name, other, pin);
    return STATUS_OK;
}

static int take_pins(struct assembly *a)
{
    for (int pin = 1; pin <= PINS; pin++) {
        char sign;
        bool first = pin == 1 || pin == PINS / 2 + 1;
        int line = a->line, status = next_sign(a, &sign);
        if (status)
            return status;
        if (!sign || (!first && a->line != line))
            return bad_at(a, line, "no name of pin %d, expected ten names a line", pin);
        if (first && pin > 1 && a->line == line)
            return bad(a, "more than ten names, expected ten a line");
        status = take_name(a, a->name[pin]);
        if (status == STATUS_OK)
            status = check_pin(a, pin);
        if (status)
            return status;
    }
    return STATUS_OK;
}

/* ---- Equations */

struct literal {
    bool inverted;
    int pin; /* GROUND, SUPPLY: the constants */
};

static int take_literal(struct assembly *a, struct literal *l)
{
    char sign, name[NAME];
    int status = next_sign(a, &sign);
    l->pin = 0;
    l->inverted = sign == '/' || sign == '!';
    if (status == STATUS_OK && l->inverted) {
        a->at++;
        status = next_sign(a, &sign);
    }
    if (status)
        return status;
    if (!sign)
        return bad(a, "the file ends, expected a pin's name");
    status = take_name(a, name);
    if (status)
        return status;
    if (!name[0])
        return bad(a, "\"%s\", expected a pin's name", a->at);
    for (l->pin = PINS; l->pin && strcmp(a->name[l->pin], name) != 0; l->pin--)
        ;
    if (!l->pin || strcmp(name, "NC") == 0)
        return bad(a, "%s, expected the name of a pin", name);
    return STATUS_OK;
}

/* Connects the literal to the product of the row. */
static int connect(struct assembly *a, const struct literal *l, uint8_t row[COLUMNS])
{
    if (l->pin == GROUND || l->pin == SUPPLY) {
        if ((l->pin == SUPPLY) == l->inverted)
            memset(row, 0, COLUMNS);
        return STATUS_OK;
    }
    if (column[l->pin] < 0)
        return bad(a, "%s is read on pin %d, which has no feedback; expected an output on pin 12-14 or 17-19",
                   a->name[l->pin], l->pin);
    if (!a->input_line[l->pin])
        a->input_line[l->pin] = a->line;
    row[column[l->pin] + l->inverted] = 0;
    return STATUS_OK;
}

/* What follows `=`: products until neither * nor + follows. */
static int take_sum(struct assembly *a, int first_row)
{
    int row = 0;
    char sign = '+';
    memset(fuse_row(a, first_row), 0, (size_t)ROWS * COLUMNS);
    for (int count = 0; sign && strchr("*&+#", sign); count++) {
        struct literal l;
        bool begins = sign == '+' || sign == '#';
        if (count)
            a->at++;
        int status = take_literal(a, &l);
        if (status)
            return status;
        row += begins ? 1 : 0;
        if (row > ROWS)
            return bad(a, "more than %d products, expected at most that", ROWS);
        uint8_t *fuse = fuse_row(a, first_row + row - 1);
        if (begins)
            memset(fuse, 1, COLUMNS);
        status = connect(a, &l, fuse);
        if (status == STATUS_OK)
            status = next_sign(a, &sign);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static int take_equation(struct assembly *a)
{
    struct literal l;
    char sign;
    int status = take_literal(a, &l);
    if (status == STATUS_OK)
        status = next_sign(a, &sign);
    if (status)
        return status;
    if (sign == '.')
        return bad(a, "%s with a suffix, expected a combinational output", a->name[l.pin]);
    if (sign != '=')
        return bad(a, "\"%s\" after %s, expected =", a->at ? a->at : "", a->name[l.pin]);
    if (l.pin < FIRST_OUTPUT || l.pin > LAST_OUTPUT)
        return bad(a, "%s is pin %d, expected an output: pins %d-%d", a->name[l.pin], l.pin, FIRST_OUTPUT, LAST_OUTPUT);
    if (a->output[l.pin])
        return bad(a, "a second equation of %s, expected one", a->name[l.pin]);
    a->at++;
    a->output[l.pin] = true;
    int cell = LAST_OUTPUT - l.pin;
    a->fuse[FUSE_POLARITY + cell] = !l.inverted;
    a->fuse[FUSE_INPUT + cell] = 0;
    return take_sum(a, cell * ROWS);
}

static bool at_description(const struct assembly *a)
{
    static const char word[] = "DESCRIPTION";
    return strncmp(a->at, word, sizeof word - 1) == 0 && !isalnum((unsigned char)a->at[sizeof word - 1]);
}

static int take_equations(struct assembly *a)
{
    char sign;
    int status, count = 0;
    while ((status = next_sign(a, &sign)) == STATUS_OK && sign && !at_description(a)) {
        status = take_equation(a);
        if (status)
            return status;
        count++;
    }
    if (status == STATUS_OK && !sign)
        return bad(a, "the file ends, expected DESCRIPTION");
    if (status == STATUS_OK && !count)
        return bad(a, "no equation, expected one");
    return status;
}

/* The mode, and what no equation has set. */
static void start_fuses(struct assembly *a)
{
    memset(a->fuse, 0, FUSES);
    memset(a->fuse + FUSE_INPUT, 1, LAST_OUTPUT - FIRST_OUTPUT + 1);
    memset(a->fuse + FUSE_PRODUCTS, 1, FUSE_SYN - FUSE_PRODUCTS);
    a->fuse[FUSE_SYN] = 1; /* AC0 after it is 0: simple mode */
}

static void sign_fuses(struct assembly *a)
{
    for (int n = 0; n < 8 * SIGNATURE; n++)
        a->fuse[FUSE_SIGNATURE + n] = (uint8_t)(a->signature[n / 8] >> (7 - n % 8)) & 1;
}

static int assemble(struct assembly *a)
{
    start_fuses(a);
    int status = take_device(a);
    if (status == STATUS_OK)
        status = take_pins(a);
    if (status == STATUS_OK)
        status = take_equations(a);
    sign_fuses(a);
    return status;
}

/* ---- JEDEC 3A */

/* The sum of the fuses as bytes, the first fuse as bit 0. */
static unsigned fuse_checksum(const struct assembly *a)
{
    unsigned sum = 0;
    for (int n = 0; n < FUSES; n++)
        sum += (unsigned)a->fuse[n] << n % 8;
    return sum & 0xffff;
}

static void print_fuses(FILE *out, const struct assembly *a, int from, int to)
{
    (void)fprintf(out, "L%04d ", from);
    for (int n = from; n < to; n++)
        (void)fputc('0' + a->fuse[n], out);
    (void)fputs("*\n", out);
}

static void print_map(FILE *out, const struct assembly *a)
{
    (void)fprintf(out, "\002\nGAL16V8*\nQP%d*\nQF%d*\nG0*\nF0*\n", PINS, FUSES);
    for (int row = 0; row < FUSE_POLARITY / COLUMNS; row++)
        print_fuses(out, a, row * COLUMNS, (row + 1) * COLUMNS);
    static const int part[] = {FUSE_POLARITY, FUSE_SIGNATURE, FUSE_INPUT, FUSE_PRODUCTS, FUSE_SYN, FUSES};
    for (int n = 0; part[n] < FUSES; n++)
        print_fuses(out, a, part[n], part[n + 1]);
    (void)fprintf(out, "C%04X*\n\003", fuse_checksum(a));
}

/* The map in memory, with the transmission checksum: the sum of all bytes from STX to ETX. */
static int write_map(const struct assembly *a, const char *file, unsigned *transmission, struct error *e)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    print_map(out, a);
    *transmission = 0;
    if (fflush(out) == 0)
        for (size_t n = 0; n < size; n++)
            *transmission += (unsigned char)text[n];
    *transmission &= 0xffff;
    (void)fprintf(out, "%04X\n", *transmission);
    if (fclose(out) == EOF) {
        free(text);
        return error_set(e, STATUS_SYSTEM, "out of memory");
    }
    struct output output;
    int status = output_open(&output, file, e);
    if (status == STATUS_OK)
        status = output_close(&output, output_text(&output, text, e), e);
    free(text);
    return status;
}

/* ---- Pin-out */

static const char *direction(const struct assembly *a, int pin)
{
    return a->output[pin] ? "->" : a->input_line[pin] ? "<-" : "  ";
}

static void print_pinout(const struct assembly *a)
{
    printf("               ____  ____\n");
    for (int pin = 1; pin <= PINS / 2; pin++) {
        int other = PINS + 1 - pin;
        printf("%8s %s %2d |%s| %-2d %s%s%s\n", a->name[pin], a->input_line[pin] ? "->" : "  ", pin,
               pin == 1          ? "    \\/    "
               : pin == PINS / 2 ? "__________"
                                 : "          ",
               other, direction(a, other), " ", a->name[other]);
    }
}

static int run(const char *in, const char *out, struct error *e)
{
    struct assembly a = {.file = in, .in = fopen(in, "r"), .e = e};
    if (!a.in)
        return error_set(e, STATUS_INPUT, "%s: cannot open, expected a .pld file", in);
    unsigned transmission = 0;
    int status = assemble(&a);
    (void)fclose(a.in);
    free(a.text);
    if (status == STATUS_OK)
        status = write_map(&a, out, &transmission, e);
    if (status == STATUS_OK) {
        printf("%s: GAL16V8, fuse checksum %04X, transmission checksum %04X\n", out, fuse_checksum(&a), transmission);
        print_pinout(&a);
    }
    return status;
}

int main(int argc, char **argv)
{
    struct error e;
    output_start();
    if (argc != 3) {
        (void)fprintf(stderr, "Usage: assemble IN.pld OUT.jed\n");
        return STATUS_INPUT;
    }
    const char *const files[] = {argv[2], argv[1]};
    int status = output_distinct(files, 1, 2, &e);
    if (status == STATUS_OK)
        status = run(argv[1], argv[2], &e);
    return output_end("assemble", status ? error_print(&e, "assemble", status) : status);
}
