/* SPDX-License-Identifier: MIT */
#include "columns.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>

void wrap_words(struct wrap *w, const char *text)
{
    struct winsize terminal = {.ws_col = TEXT_COLUMNS};
    (void)ioctl(fileno(w->f), TIOCGWINSZ, &terminal);
    const size_t columns = terminal.ws_col > 0 && terminal.ws_col < TEXT_COLUMNS ? terminal.ws_col : TEXT_COLUMNS;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        const size_t length = strcspn(text, " ");
        if (w->column && w->column + 1 + length > columns)
            w->column = (size_t)fprintf(w->f, "\n%*s", (int)w->indent, "") - 1;
        else if (w->column)
            w->column += (size_t)fprintf(w->f, " ");
        w->column += (size_t)fprintf(w->f, "%.*s", (int)length, text);
        text += length;
    }
}

static void print_paragraph(struct wrap *w, const char *format, va_list args)
{
    char text[1024];
    (void)vsnprintf(text, sizeof text, format, args);
    wrap_words(w, text);
    (void)fputc('\n', w->f);
}

void wrap_print(size_t indent, const char *format, ...)
{
    struct wrap w = {stdout, 0, indent};
    va_list args;
    va_start(args, format);
    print_paragraph(&w, format, args);
    va_end(args);
}

void wrap_row(const char *label, const char *format, ...)
{
    struct wrap w = {stdout, (size_t)printf("%-10s", label), 11};
    va_list args;
    va_start(args, format);
    print_paragraph(&w, format, args);
    va_end(args);
}

static uint64_t power_of_ten(int n)
{
    uint64_t power = 1;
    while (n-- > 0)
        power *= 10;
    return power;
}

static uint64_t magnitude(int64_t ps)
{
    return ps < 0 ? -(uint64_t)ps : (uint64_t)ps;
}

void time_column_take(struct time_column *column, int64_t ps)
{
    while (magnitude(ps) % power_of_ten(column->places - column->decimals))
        column->decimals++;
}

const char *time_column_text(const struct time_column *column, char *text, size_t size, int64_t ps)
{
    const uint64_t unit = power_of_ten(column->places), number = magnitude(ps);
    const int length = snprintf(text, size, "%s%" PRIu64, ps < 0 ? "-" : "", number / unit);
    if (column->decimals && length > 0 && (size_t)length < size)
        (void)snprintf(text + length, size - (size_t)length, ".%0*" PRIu64, column->decimals,
                       number % unit / power_of_ten(column->places - column->decimals));
    return text;
}

const char *number_column_text(char *text, size_t size, const char *number, int before, int after)
{
    const size_t whole = strspn(number, "-0123456789");
    (void)snprintf(text, size, "%*.*s%-*s", before, (int)whole, number, after, number + whole);
    return text;
}

const char *time_event_text(char *text, size_t size, int64_t ps)
{
    struct time_column us = {6, 0};
    char number[32];
    time_column_take(&us, ps);
    (void)time_column_text(&us, number, sizeof number, ps);
    (void)strncat(number, "us", sizeof number - strlen(number) - 1);
    return number_column_text(text, size, number, 8, 9);
}
