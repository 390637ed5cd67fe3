/* SPDX-License-Identifier: MIT
 * What emscripten's C library lacks of <ucontext.h>, for one context beside its caller's, as harness.c makes it of two
 * numbers: it begins on the caller's stack, and the only switch it makes is back to the caller, for good. */
#include <setjmp.h>
#include <stdarg.h>
#include <ucontext.h>

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): glibc's names are not for others

static jmp_buf caller;
static void (*begin)(unsigned high, unsigned low);
static unsigned high_half, low_half;

int getcontext(ucontext_t *context)
{
    (void)context;
    return 0;
}

void makecontext(ucontext_t *context, void (*entry)(void), int count, ...)
{
    va_list halves;
    (void)context;
    va_start(halves, count);
    begin = (void (*)(unsigned, unsigned))entry;
    high_half = va_arg(halves, unsigned);
    low_half = va_arg(halves, unsigned);
    va_end(halves);
}

int swapcontext(ucontext_t *from, const ucontext_t *to)
{
    (void)from;
    (void)to;
    if (setjmp(caller) == 0)
        begin(high_half, low_half);
    return 0;
}

int setcontext(const ucontext_t *context)
{
    (void)context;
    longjmp(caller, 1);
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)
