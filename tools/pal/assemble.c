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
#include "cli/input.h"
#include "cli/memory.h"
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

/* The file that is read, and what is known of it so far */
static const char *in_name;
static FILE *in;
static int line_number;
static char *at; /* what is not read yet of the line; NULL at the end of the file */
static char signature[SIGNATURE + 1];
static char name[PINS + 1][NAME];
static bool is_output[PINS + 1], is_input[PINS + 1];
static uint8_t fuse[FUSES];

/* Ends the program before anything is written. */
static void end(const struct error *e, int status) __attribute__((noreturn));
static void end(const struct error *e, int status)
{
    exit(error_print(e, "assemble", status));
}

#define bad(...) bad_at(line_number, __VA_ARGS__)
static void bad_at(int line, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
static void bad_at(int line, const char *format, ...)
{
    struct error e;
    char text[1024];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    end(&e, error_set(&e, STATUS_INPUT, "%s:%d: %s", in_name, line, text));
}

/* ---- Lines and words */

/* The next line, without its end and its comment. */
static void next_line(void)
{
    static char *text;
    static size_t size;
    struct error e;
    ssize_t length = getline(&text, &size, in);
    if (length < 0 && ferror(in))
        end(&e, error_set(&e, STATUS_SYSTEM, "%s: cannot read: %s", in_name, strerror(errno)));
    at = length < 0 ? NULL : text;
    if (!at)
        return;
    line_number++;
    if (memchr(text, 0, (size_t)length))
        bad("a zero byte, expected text");
    text[strcspn(text, ";\r\n")] = 0;
}

/* The next character that is no space, over the ends of lines; 0 at the end of the file. */
static char next_sign(void)
{
    while (at) {
        at += strspn(at, " \t");
        char sign = *at;
        if (sign)
            return sign;
        next_line();
    }
    return 0;
}

/* The name at `at`, "" if there is none. */
static void take_name(char taken[NAME])
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    if (length >= NAME)
        bad("the name %.*s, expected at most %d characters", (int)length, at, NAME - 1);
    memcpy(taken, at, length);
    taken[length] = 0;
    at += length;
}

/* ---- Device, signature, pins */

static void take_device(void)
{
    next_line();
    if (!at || strcmp(at, "GAL16V8") != 0)
        bad_at(1, "device \"%s\", expected GAL16V8", at ? at : "");
    next_line();
    if (!at)
        bad("the file ends, expected a signature");
    if (strlen(at) > SIGNATURE)
        bad("a signature of %zu characters, expected at most %d", strlen(at), SIGNATURE);
    (void)snprintf(signature, sizeof signature, "%s", at);
    at += strlen(at);
}

static void check_pin(int pin)
{
    const char *fixed = pin == GROUND ? "GND" : pin == SUPPLY ? "VCC" : NULL;
    if (!name[pin][0])
        bad("\"%s\" as name of pin %d, expected letters and digits", at, pin);
    if (fixed ? strcmp(name[pin], fixed) != 0 : strcmp(name[pin], "GND") == 0 || strcmp(name[pin], "VCC") == 0)
        bad("pin %d is %s, expected %s", pin, name[pin], fixed ? fixed : "another name");
    for (int other = 1; other < pin; other++)
        if (strcmp(name[pin], name[other]) == 0 && strcmp(name[pin], "NC") != 0)
            bad("%s is the name of pins %d and %d, expected one", name[pin], other, pin);
}

static void take_pins(void)
{
    for (int pin = 1; pin <= PINS; pin++) {
        bool first = pin == 1 || pin == PINS / 2 + 1;
        int line = line_number;
        if (!next_sign() || (!first && line_number != line))
            bad_at(line, "no name of pin %d, expected ten names a line", pin);
        if (first && pin > 1 && line_number == line)
            bad("more than ten names, expected ten a line");
        take_name(name[pin]);
        check_pin(pin);
    }
}

/* ---- Equations */

struct literal {
    bool inverted;
    int pin; /* GROUND, SUPPLY: the constants */
};

static struct literal take_literal(void)
{
    char taken[NAME], sign = next_sign();
    struct literal l = {.inverted = sign == '/' || sign == '!', .pin = PINS};
    if (l.inverted) {
        at++;
        sign = next_sign();
    }
    if (!sign)
        bad("the file ends, expected a pin's name");
    take_name(taken);
    if (!taken[0])
        bad("\"%s\", expected a pin's name", at);
    while (l.pin && strcmp(name[l.pin], taken) != 0)
        l.pin--;
    if (!l.pin || strcmp(taken, "NC") == 0)
        bad("%s, expected the name of a pin", taken);
    return l;
}

/* Connects the literal to the product of the row. */
static void connect(struct literal l, uint8_t row[COLUMNS])
{
    if (l.pin == GROUND || l.pin == SUPPLY) {
        if ((l.pin == SUPPLY) == l.inverted)
            memset(row, 0, COLUMNS);
        return;
    }
    if (column[l.pin] < 0)
        bad("%s is read on pin %d, which has no feedback; expected an output on pin 12-14 or 17-19", name[l.pin],
            l.pin);
    is_input[l.pin] = true;
    row[column[l.pin] + l.inverted] = 0;
}

/* What follows `=`: products until neither * nor + follows. */
static void take_sum(uint8_t *rows)
{
    int count = 0;
    char sign = '+';
    memset(rows, 0, (size_t)ROWS * COLUMNS);
    do {
        struct literal l = take_literal();
        if (sign == '+' || sign == '#') {
            if (++count > ROWS)
                bad("more than %d products, expected at most that", ROWS);
            memset(rows + (size_t)(count - 1) * COLUMNS, 1, COLUMNS);
        }
        connect(l, rows + (size_t)(count - 1) * COLUMNS);
        sign = next_sign();
    } while (sign && strchr("*&+#", sign) && at++);
}

static void take_equation(void)
{
    struct literal l = take_literal();
    char sign = next_sign();
    if (sign == '.')
        bad("%s with a suffix, expected a combinational output", name[l.pin]);
    if (sign != '=')
        bad("\"%s\" after %s, expected =", at ? at : "", name[l.pin]);
    if (l.pin < FIRST_OUTPUT || l.pin > LAST_OUTPUT)
        bad("%s is pin %d, expected an output: pins %d-%d", name[l.pin], l.pin, FIRST_OUTPUT, LAST_OUTPUT);
    if (is_output[l.pin])
        bad("a second equation of %s, expected one", name[l.pin]);
    at++;
    is_output[l.pin] = true;
    int cell = LAST_OUTPUT - l.pin;
    fuse[FUSE_POLARITY + cell] = !l.inverted;
    fuse[FUSE_INPUT + cell] = 0;
    take_sum(fuse + (size_t)cell * ROWS * COLUMNS);
}

static bool at_description(void)
{
    static const char word[] = "DESCRIPTION";
    return strncmp(at, word, sizeof word - 1) == 0 && !isalnum((unsigned char)at[sizeof word - 1]);
}

static void assemble(void)
{
    memset(fuse + FUSE_INPUT, 1, LAST_OUTPUT - FIRST_OUTPUT + 1);
    memset(fuse + FUSE_PRODUCTS, 1, FUSE_SYN - FUSE_PRODUCTS);
    fuse[FUSE_SYN] = 1; /* AC0 after it is 0: simple mode */
    take_device();
    take_pins();
    int count = 0;
    for (; next_sign() && !at_description(); count++)
        take_equation();
    if (!at)
        bad("the file ends, expected DESCRIPTION");
    if (!count)
        bad("no equation, expected one");
    for (int n = 0; n < 8 * SIGNATURE; n++)
        fuse[FUSE_SIGNATURE + n] = (uint8_t)(signature[n / 8] >> (7 - n % 8)) & 1;
}

/* ---- JEDEC 3A */

/* The sum of the fuses as bytes, the first fuse as bit 0. */
static unsigned fuse_checksum(void)
{
    unsigned sum = 0;
    for (int n = 0; n < FUSES; n++)
        sum += (unsigned)fuse[n] << n % 8;
    return sum & 0xffff;
}

static void print_fuses(FILE *out, int from, int to)
{
    (void)fprintf(out, "L%04d ", from);
    for (int n = from; n < to; n++)
        (void)fputc('0' + fuse[n], out);
    (void)fputs("*\n", out);
}

/* The map as text, and its transmission checksum: the sum of all bytes from STX to ETX. */
static char *map_text(unsigned *transmission)
{
    char *text;
    size_t size;
    FILE *out = memory_stream(&text, &size);
    (void)fprintf(out, "\002\nGAL16V8*\nQP%d*\nQF%d*\nG0*\nF0*\n", PINS, FUSES);
    for (int row = 0; row < FUSE_POLARITY / COLUMNS; row++)
        print_fuses(out, row * COLUMNS, (row + 1) * COLUMNS);
    static const int part[] = {FUSE_POLARITY, FUSE_SIGNATURE, FUSE_INPUT, FUSE_PRODUCTS, FUSE_SYN, FUSES};
    for (int n = 0; part[n] < FUSES; n++)
        print_fuses(out, part[n], part[n + 1]);
    (void)fprintf(out, "C%04X*\n\003", fuse_checksum());
    (void)fflush(out);
    *transmission = 0;
    for (size_t n = 0; n < size; n++)
        *transmission += (unsigned char)text[n];
    *transmission &= 0xffff;
    (void)fprintf(out, "%04X\n", *transmission);
    (void)fclose(out);
    return text;
}

/* ---- Pin-out */

static void print_pinout(void)
{
    printf("               ____  ____\n");
    for (int pin = 1; pin <= PINS / 2; pin++) {
        int other = PINS + 1 - pin;
        const char *body = pin == 1 ? "    \\/    " : pin == PINS / 2 ? "__________" : "          ";
        printf("%8s %s %2d |%s| %-2d %s %s\n", name[pin], is_input[pin] ? "->" : "  ", pin, body, other,
               is_output[other]  ? "->"
               : is_input[other] ? "<-"
                                 : "  ",
               name[other]);
    }
}

int main(int argc, char **argv)
{
    struct error e;
    output_start();
    if (argc != 3) {
        (void)fprintf(stderr, "Usage: assemble IN.pld OUT.jed\n");
        return STATUS_INPUT;
    }
    in_name = argv[1];
    in = input_open(in_name, &e);
    if (!in)
        end(&e, STATUS_INPUT);
    assemble();
    unsigned transmission;
    char *text = map_text(&transmission);
    struct output output;
    int status = output_open(&output, argv[2], &e);
    if (status == STATUS_OK)
        status = output_close(&output, output_text(&output, text, &e), &e);
    free(text);
    if (status)
        end(&e, status);
    printf("%s: GAL16V8, fuse checksum %04X, transmission checksum %04X\n", argv[2], fuse_checksum(), transmission);
    print_pinout();
    return output_end("assemble", STATUS_OK);
}
