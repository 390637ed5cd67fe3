/* SPDX-License-Identifier: MIT */
#include "words.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "model/am9513.h"

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
