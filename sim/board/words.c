/* SPDX-License-Identifier: MIT */
#include "words.h"
#include "board_internal.h"

#include <string.h>

const char *words_pointer(char *text, size_t size, unsigned pointer)
{
    (void)am9513_words(AM9513_COMMAND, (uint16_t)pointer, text, size);
    memmove(text, text + strlen("point to "), strlen(text) - strlen("point to ") + 1);
    return text;
}

const char *words_register(char *text, size_t size, unsigned pointer)
{
    (void)words_pointer(text, size, pointer);
    text[strcspn(text, ",")] = '\0';
    return text;
}

const char *words_value(char *text, size_t size, unsigned pointer, unsigned value)
{
    char name[40], words[200] = "";
    (void)words_register(name, sizeof name, pointer);
    if (strcmp(name, "Master mode") == 0)
        (void)am9513_words(AM9513_MASTER, (uint16_t)value, words, sizeof words);
    else if (strncmp(name, "Mode", 4) == 0)
        (void)am9513_words(AM9513_MODE, (uint16_t)value, words, sizeof words);
    (void)snprintf(text, size, "%s = 0x%04x%s%s", name, value, *words ? ": " : "", words);
    return text;
}

const char *words_access(char *text, size_t size, bool control, bool write, int digits, unsigned value)
{
    if (control && write) {
        char words[200];
        (void)am9513_words(AM9513_COMMAND, (uint16_t)value, words, sizeof words);
        (void)snprintf(text, size, "%s (0x%02x)", words, value);
    } else if (control)
        (void)snprintf(text, size, "status 0x%02x: OUT1-5 %u%u%u%u%u, %s byte next", value, value >> 1 & 1,
                       value >> 2 & 1, value >> 3 & 1, value >> 4 & 1, value >> 5 & 1, value & 1 ? "low" : "high");
    else
        (void)snprintf(text, size, "%s 0x%0*x", write ? "write" : "read", digits, value);
    return text;
}

/* ---- The state of a board's chip in words, as far as all engines know it; libam9513's am9513_describe() has more */

#define WORDS 400 /* characters are enough */

static const char *words_of(char *buffer, enum am9513_kind kind, uint16_t value)
{
    (void)am9513_words(kind, value, buffer, WORDS);
    return buffer;
}

static void describe_counter(FILE *f, const struct tmr0_board *b, const struct chip_state *s, int n)
{
    static const char *const level[] = {"low", "high", "floats"};
    char words[WORDS];
    (void)fprintf(f, "  counter %d: load 0x%04x, hold 0x%04x, count 0x%04x, %s%s%s, OUT%d %s\n", n + 1, s->load[n],
                  s->hold[n], s->count[n], s->armed >> n & 1 ? "armed" : "disarmed", s->tc >> n & 1 ? ", TC" : "",
                  s->toggle >> n & 1 ? ", toggle on" : "", n + 1, level[tmr0_pin(b, pin_name[PIN_OUT1 + n])]);
    (void)fprintf(f, "    mode 0x%04x, %c: %s\n", s->mode[n], am9513_mode_letter(s->mode[n]),
                  words_of(words, AM9513_MODE, s->mode[n]));
}

void board_describe(const struct tmr0_board *b, FILE *f)
{
    struct chip_state s;
    char words[WORDS];
    board_state(b, &s);
    (void)fprintf(f, "  data pointer: %s, %s byte next; prefetched 0x%04x%s\n",
                  words_pointer(words, sizeof words, s.pointer), s.low_next ? "low" : "high", s.latch,
                  s.short_write ? "; no prefetch after writes" : "");
    (void)fprintf(f, "  alarm 1 0x%04x, alarm 2 0x%04x\n  master mode 0x%04x: %s\n", s.alarm[0], s.alarm[1], s.master,
                  words_of(words, AM9513_MASTER, s.master));
    for (int n = 0; n < 5; n++)
        describe_counter(f, b, &s, n);
}
