/* SPDX-License-Identifier: MIT */
#include "ini.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The text between blanks. */
static char *trim(char *begin, char *end)
{
    while (end > begin && is_blank(end[-1]))
        end--;
    *end = '\0';
    return begin + strspn(begin, " \t\r\n");
}

/* The first of these signs, or where the text ends or a comment begins. */
static char *find(char *text, const char *signs)
{
    for (bool blank = false; *text && !strchr(signs, *text) && !(blank && *text == ';'); text++)
        blank = is_blank(*text);
    return text;
}

/* The next line, without blanks before it. */
static int read_line(struct ini *ini, struct error *e)
{
    int n = 0, c = 0;
    ini->line++;
    while (n < INI_LINE_SIZE - 1 && c != '\n' && (c = getc(ini->in)) != EOF) {
        if (c != '\t' && c != '\r' && c != '\n' && (c < ' ' || c > '~'))
            return error_set(e, STATUS_INPUT, "byte 0x%02x is not text, expected plain ASCII", (unsigned)c);
        if (n > 0 || c == '\n' || !is_blank((char)c))
            ini->text[n++] = (char)c;
    }
    ini->text[n] = '\0';
    if (ferror(ini->in)) {
        ini->line = 0;
        return error_set(e, STATUS_INPUT, "cannot be read: %s", strerror(errno));
    }
    if (n == INI_LINE_SIZE - 1 && c != '\n')
        return error_set(e, STATUS_INPUT, "the line is too long, expected at most %d characters", INI_LINE_SIZE - 2);
    ini->item = n == 0 && c == EOF ? INI_END : INI_KEY;
    return STATUS_OK;
}

static int take_head(struct ini *ini, struct error *e)
{
    char *end = strchr(ini->text, ']');
    const char *rest = end ? end + 1 : "";
    rest += strspn(rest, " \t\r\n");
    if (!end || (*rest != '\0' && *rest != ';'))
        return error_set(e, STATUS_INPUT, "a section's head is not closed or has more after it, expected [NAME]");
    if (end - ini->text > INI_NAME_SIZE)
        return error_set(e, STATUS_INPUT,
                         "a section's name is longer than %d characters, expected one of the known names",
                         INI_NAME_SIZE - 1);
    *end = '\0';
    ini->item = INI_HEAD;
    ini->name = ini->text + 1;
    return STATUS_OK;
}

int ini_next(struct ini *ini, struct error *e)
{
    int status = STATUS_OK;
    do
        status = read_line(ini, e);
    while (status == STATUS_OK && ini->item == INI_KEY && strchr(";#\n", ini->text[0]));
    if (status != STATUS_OK || ini->item == INI_END)
        return status;
    if (ini->text[0] == '[')
        return take_head(ini, e);
    char *sign = find(ini->text, "=:");
    if (*sign != '=' && *sign != ':')
        return error_set(e, STATUS_INPUT, "neither [section] nor key nor comment, expected KEY = VALUE");
    ini->name = trim(ini->text, sign);
    ini->value = trim(sign + 1, find(sign + 1, ""));
    return STATUS_OK;
}
