/* SPDX-License-Identifier: MIT
 * tmr0 decode: a counter mode, the master mode or a command in words, and words as their value. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/error.h"
#include "cli/memory.h"
#include "cli/number.h"
#include "cli/options.h"
#include "commands.h"
#include "model/am9513.h"

#define COMMAND "tmr0 decode"

struct decode {
    enum am9513_kind kind;
    int count;
    uint16_t *value;
};

static const char usage[] =
    "Prints what a counter mode register holds, such as 0x0b22, in words and with its letter in the data sheet's\n"
    "table of modes. --encode takes exactly the words that are printed, or the whole line, and prints their value.\n"
    "N is the counter's own number.\n\n"
    "  --command    take VALUE as a command, such as 0x61\n"
    "  --master     take VALUE as the master mode register, such as 0x84f3\n"
    "  --encode     take words instead, such as \"F1, repeat, down, TC toggles\"\n";

static int take_value(const char *text, enum am9513_kind kind, uint16_t *value, struct error *e)
{
    const unsigned most = kind == AM9513_COMMAND ? 0xff : 0xffff;
    struct number n;
    if (number_read(&n, text, strlen(text)) != NUMBER_GOOD || n.value > most)
        return error_set(e, STATUS_INPUT, "'%s', expected a number 0..0x%x", text, most);
    *value = (uint16_t)n.value;
    return STATUS_OK;
}

/* What is printed before the colon: "0x0b22, mode D". */
static const char *head_text(char *text, size_t size, enum am9513_kind kind, uint16_t value)
{
    const int used = snprintf(text, size, "0x%0*x", kind == AM9513_COMMAND ? 2 : 4, value);
    const char letter = am9513_mode_letter(value);
    if (kind == AM9513_MODE)
        (void)snprintf(text + used, size - (size_t)used, ", mode %c%s", letter,
                       strchr("MPTUW", letter) ? ", which the data sheet does not define" : "");
    return text;
}

static int take_words(const char *text, enum am9513_kind kind, uint16_t *value, struct error *e)
{
    char wanted[400], head[80];
    const char *colon = strstr(text, ": "), *words = colon ? colon + 2 : text;
    if (am9513_value(kind, words, value, wanted, sizeof wanted) != AM9513_OK)
        return error_set(e, STATUS_INPUT, "'%s', expected %s", words, wanted);
    if (!colon)
        return STATUS_OK;
    const size_t size = (size_t)(colon - text);
    const char *mode = strstr(head_text(head, sizeof head, kind, *value), "mode ");
    const bool whole = strlen(head) == size && strncmp(head, text, size) == 0;
    const bool only_mode = mode && strlen(mode) == size && strncmp(mode, text, size) == 0;
    return whole || only_mode
               ? STATUS_OK
               : error_set(e, STATUS_INPUT, "'%.*s', expected '%s' before these words", (int)size, text, head);
}

static void print_values(const struct decode *d)
{
    for (int n = 0; n < d->count; n++) {
        char words[200], head[80];
        (void)am9513_words(d->kind, d->value[n], words, sizeof words);
        printf("%s: %s\n", head_text(head, sizeof head, d->kind, d->value[n]), words);
    }
}

int command_decode(int argc, char **argv, const char *data_dir)
{
    bool command = false, master = false, encode = false;
    struct error e;
    const struct option_rule rule[] = {
        {"command", .given = &command}, {"master", .given = &master}, {"encode", .given = &encode}};
    const struct options options = {COMMAND, "[options] VALUE...\n[options] --encode WORDS...", usage,
                                    .operands = OPERANDS_ANYWHERE, OPTION_RULES(rule)};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    if (data_dir)
        return options_bad(COMMAND, "--data %s, expected it with a command that reads parts or machines", data_dir);
    if (command && master)
        return options_bad(COMMAND, "--command and --master, expected one of them");
    if (optind == argc)
        return options_bad(COMMAND, "no %s",
                           encode ? "words, expected some such as \"F1, repeat, down, TC toggles\""
                                  : "value, expected one or more such as 0x0b22");
    struct decode d = {.kind = command ? AM9513_COMMAND : master ? AM9513_MASTER : AM9513_MODE, .count = argc - optind};
    d.value = memory_new((size_t)d.count, sizeof *d.value);
    for (int n = 0; n < d.count && status == STATUS_OK; n++)
        status = (encode ? take_words : take_value)(argv[optind + n], d.kind, &d.value[n], &e);
    if (status == STATUS_OK)
        print_values(&d);
    free(d.value);
    return status ? error_print(&e, COMMAND, status) : STATUS_OK;
}
