/* SPDX-License-Identifier: MIT
 * The chip inside an emulator of a 6502 at 1 MHz, which has the six instructions that its program needs. The chip is
 * mapped at D000 (data) and D001 (control), and a rising OUT1 interrupts. The program makes counter 1 divide the 1 MHz
 * of X2 by 5000 and toggle OUT1, so that a second has 100 interrupts; the interrupt routine counts them at 0010.
 * Exit status 0 if there were 100.
 *
 * `emulator MICROSECONDS` saves its state once that time has passed, forgets all, and goes on from what it saved.
 *
 * While the program only waits in its loop, the emulator sleeps until am9513_next_ps(). Once a millisecond a second CPU
 * has its turn: it reads the status at a time before that of the chip, which is what a scheduler does that steps back.
 * Each 100 ms am9513_rebase() makes the chip's time short again, so that the emulator could run for ever. */
#include <am9513.h>
#include <stdio.h>
#include <stdlib.h>
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
static uint64_t base_ps; /* the chip's time 0 */

/* All but the chip. A file of an emulator would hold these numbers in a defined byte order, as the chip's are. */
static struct machine {
    uint64_t now_ps;
    uint8_t memory[0x10000], a;
    uint16_t pc, interrupted;
    bool masked, out;
} m = {.pc = RESET, .masked = true};

static void store(uint16_t address, uint8_t value)
{
    if (address == DATA || address == CONTROL)
        am9513_write(&chip, m.now_ps - base_ps, address == CONTROL, value);
    else
        m.memory[address] = value;
}

/* One instruction; returns its cycles, 0 for an opcode that this CPU does not have. */
static unsigned step(void)
{
    const uint8_t code = m.memory[m.pc], low = m.memory[m.pc + 1];
    const uint16_t address = (uint16_t)(low | m.memory[m.pc + 2] << 8);
    switch (code) {
    case 0xa9: /* LDA # */
        m.a = low;
        m.pc += 2;
        return 2;
    case 0x8d: /* STA */
        store(address, m.a);
        m.pc += 3;
        return 4;
    case 0xe6: /* INC, page 0 */
        m.memory[low]++;
        m.pc += 2;
        return 5;
    case 0x4c: /* JMP */
        m.pc = address;
        return 3;
    case 0x58: /* CLI */
        m.masked = false;
        m.pc += 1;
        return 2;
    case 0x40: /* RTI */
        m.masked = false;
        m.pc = m.interrupted;
        return 6;
    default:
        return 0;
    }
}

/* To a saved state and back. */
static bool save_and_load(void)
{
    static uint8_t blob[AM9513_SAVED];
    const struct machine saved = m;
    const size_t size = am9513_save(&chip, blob, sizeof blob);
    memset(&chip, 0, sizeof chip);
    memset(&m, 0, sizeof m);
    m = saved;
    return am9513_load(&chip, blob, size) == AM9513_OK;
}

/* Before the next change of OUT1 nothing happens but the loop, 3 cycles each time. */
static void sleep_in_loop(void)
{
    const uint64_t next_ps = am9513_next_ps(&chip, AM9513_OUT(1)), loop_ps = 3 * CYCLE_PS;
    const bool loops = m.memory[m.pc] == 0x4c && (m.memory[m.pc + 1] | m.memory[m.pc + 2] << 8) == m.pc;
    if (loops && next_ps != AM9513_NEVER && next_ps + base_ps > m.now_ps + loop_ps)
        m.now_ps += (next_ps + base_ps - m.now_ps) / loop_ps * loop_ps;
}

/* The other CPU is 10 us behind; its read is late. */
static bool other_cpu(void)
{
    uint16_t status;
    const uint64_t now_ps = m.now_ps - base_ps, late_ps = 10 * CYCLE_PS;
    const int said = am9513_read(&chip, now_ps < late_ps ? 0 : now_ps - late_ps, true, &status);
    return said == AM9513_OK || said == AM9513_LATE;
}

int main(int count, char **arguments)
{
    uint64_t save_ps = count > 1 ? strtoull(arguments[1], NULL, 10) * CYCLE_PS : AM9513_NEVER;
    uint64_t other_ps = 0;
    const struct am9513_config config = AM9513_IDEAL(1000000);
    memcpy(m.memory + RESET, program, sizeof program);
    memcpy(m.memory + HANDLER, handler, sizeof handler);
    if (am9513_init(&chip, &config) != AM9513_OK)
        return 2;
    while (m.now_ps < UINT64_C(1000000000000)) { /* a second */
        const unsigned cycles = step();
        if (!cycles) {
            (void)fprintf(stderr, "emulator: no instruction 0x%02x at 0x%04x\n", (unsigned)m.memory[m.pc],
                          (unsigned)m.pc);
            return 2;
        }
        m.now_ps += cycles * CYCLE_PS;
        am9513_advance(&chip, m.now_ps - base_ps);
        const bool before = m.out;
        m.out = am9513_get(&chip) & AM9513_OUT(1);
        if (m.out && !before && !m.masked) {
            m.masked = true;
            m.interrupted = m.pc;
            m.pc = HANDLER;
            m.now_ps += 7 * CYCLE_PS;
        }
        if (m.now_ps >= other_ps) {
            other_ps = m.now_ps + 1000 * CYCLE_PS;
            if (!other_cpu())
                return 2;
        }
        if (m.now_ps - base_ps > 100000 * CYCLE_PS) {
            base_ps += chip.now_ps;
            am9513_rebase(&chip, chip.now_ps);
        }
        sleep_in_loop();
        if (m.now_ps >= save_ps) {
            save_ps = AM9513_NEVER;
            if (!save_and_load())
                return 2;
        }
    }
    printf("%u interrupts in a second, %u late calls\n", (unsigned)m.memory[COUNT], (unsigned)chip.late);
    if (m.memory[COUNT] == 100)
        return 0;
    (void)fflush(stdout); /* the reason comes after it, in a pipe too */
    (void)fprintf(stderr, "emulator: expected 100 interrupts\n");
    return 1;
}
