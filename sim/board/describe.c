/* SPDX-License-Identifier: MIT
 * The state of a board's chip in words, as far as all engines know it; libam9513's am9513_describe() has more. */
#include "board_internal.h"
#include "model/am9513.h"
#include "words.h"

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
