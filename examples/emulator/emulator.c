/* SPDX-License-Identifier: MIT
 * The chip inside an emulator of a 6502 at 1 MHz, which has the six instructions that its program needs. The chip is
 * mapped at D000 (data) and D001 (control), and a rising OUT1 interrupts. The program makes counter 1 divide the 1 MHz
 * of X2 by 5000 and toggle OUT1, so that a second has 100 interrupts; the interrupt routine counts them at 0010.
 * Exit status 0 if there were 100. */
#include <am9513.h>
#include <stdio.h>
#include <string.h>

#define CYCLE_PS UINT64_C(1000000) /* 1 MHz */
#define STORE(address, value) 0xa9, (value), 0x8d, (address)&0xff, (address) >> 8

enum { DATA = 0xd000, CONTROL = 0xd001, RESET = 0x0200, HANDLER = 0x0300, COUNT = 0x0010 };

static const uint8_t program[] = {
    STORE(CONTROL, 0x01),     /* data pointer: mode register of counter 1 */
    STORE(DATA, 0x22),        /* count down, repeat, TC toggles OUT1 */
    STORE(DATA, 0x0b),        /* source F1, which is X2 */
    STORE(DATA, 5000 & 0xff), /* Load */
    STORE(DATA, 5000 >> 8),   /* */
    STORE(CONTROL, 0x61),     /* load and arm counter 1 */
    0x58,                     /* CLI */
    0x4c,
    0x1f,
    0x02, /* JMP to itself */
};
static const uint8_t handler[] = {0xe6, COUNT, 0x40}; /* INC COUNT, RTI */

static struct am9513 chip;
static uint64_t now_ps;
static uint8_t memory[0x10000], a;
static uint16_t pc = RESET, interrupted;
static bool masked = true;

static void store(uint16_t address, uint8_t value)
{
    if (address == DATA || address == CONTROL)
        am9513_write(&chip, now_ps, address == CONTROL, value);
    else
        memory[address] = value;
}

/* One instruction; returns its cycles, 0 for an opcode that this CPU does not have. */
static unsigned step(void)
{
    const uint8_t code = memory[pc], low = memory[pc + 1];
    const uint16_t address = (uint16_t)(low | memory[pc + 2] << 8);
    switch (code) {
    case 0xa9: /* LDA # */
        a = low;
        pc += 2;
        return 2;
    case 0x8d: /* STA */
        store(address, a);
        pc += 3;
        return 4;
    case 0xe6: /* INC, page 0 */
        memory[low]++;
        pc += 2;
        return 5;
    case 0x4c: /* JMP */
        pc = address;
        return 3;
    case 0x58: /* CLI */
        masked = false;
        pc += 1;
        return 2;
    case 0x40: /* RTI */
        masked = false;
        pc = interrupted;
        return 6;
    default:
        return 0;
    }
}

int main(void)
{
    const struct am9513_config config = AM9513_IDEAL(1000000);
    bool out = false;
    memcpy(memory + RESET, program, sizeof program);
    memcpy(memory + HANDLER, handler, sizeof handler);
    if (am9513_init(&chip, &config) != AM9513_OK)
        return 2;
    while (now_ps < UINT64_C(1000000000000)) { /* a second */
        const unsigned cycles = step();
        if (!cycles) {
            (void)fprintf(stderr, "emulator: no instruction 0x%02x at 0x%04x\n", (unsigned)memory[pc], (unsigned)pc);
            return 2;
        }
        now_ps += cycles * CYCLE_PS;
        am9513_advance(&chip, now_ps);
        const bool before = out;
        out = am9513_get(&chip) & AM9513_OUT(1);
        if (out && !before && !masked) {
            masked = true;
            interrupted = pc;
            pc = HANDLER;
            now_ps += 7 * CYCLE_PS;
        }
    }
    printf("%u interrupts in a second\n", (unsigned)memory[COUNT]);
    if (memory[COUNT] == 100)
        return 0;
    (void)fflush(stdout); /* the reason comes after it, in a pipe too */
    (void)fprintf(stderr, "emulator: expected 100 interrupts\n");
    return 1;
}
