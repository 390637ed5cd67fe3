/* SPDX-License-Identifier: MIT */
#include "tmr_chip.h"

#include "tmr.h"

enum {
    RESET = 0xff,
    LOAD_ALL = 0x5f,
    ARM_ALL = 0x3f,
    FOUT_OFF = 0xee,
    SHORT_WRITES = 0xf9,
    SAVE = 0xa0,        /* | bit n-1 for counter n */
    POINT_MODE1 = 0x01, /* then Mode, Load, Hold of counter 1, of 2 ... */
    SAVE_ALL = 0xbf,
    POINT_LOAD = 0x09,   /* + n-1: Load of counter n */
    POINT_HOLD = 0x19,   /* + n-1: Hold of counter n, then of n+1 ... */
    STATUS_LOW_NEXT = 1, /* the byte pointer */
};

void tmr_chip_open(struct tmr_chip *chip, struct vcpu *cpu, uint32_t page, bool direct, enum tmr_waits waits)
{
    *chip = (struct tmr_chip){.cpu = cpu, .page = page, .direct = direct};
    chip->code_ns = vcpu_least_ns(cpu, vcpu_cost(cpu, VCPU_COST_ACCESS));
    if (waits == TMR_WAIT_NONE)
        return;
    chip->after_write_ns = waits == TMR_WAIT_SHORT ? 1000 : 1500;
    chip->after_read_ns = 1000;
}

static void spend_code(struct tmr_chip *chip)
{
    vcpu_work(chip->cpu, vcpu_cost(chip->cpu, VCPU_COST_ACCESS));
    chip->owed_ns -= chip->owed_ns < chip->code_ns ? chip->owed_ns : chip->code_ns;
}

/* One access to the chip, as soon as the waits allow. The bus cycle itself does not count as waiting. */
static uint8_t touch(struct tmr_chip *chip, bool control, bool write, uint8_t value)
{
    const uint32_t address = chip->page + (chip->direct && !control ? TMR_SELECT : TMR_CHIP);
    spend_code(chip);
    if (chip->owed_ns)
        vcpu_delay(chip->cpu, chip->owed_ns);
    const int got = write ? vcpu_put(chip->cpu, address, value) : vcpu_get(chip->cpu, address);
    chip->owed_ns = write ? chip->after_write_ns : chip->after_read_ns;
    chip->failed = chip->failed || got == VCPU_FAULT;
    return (uint8_t)got;
}

/* A write at offset 0 selects the control port, a read there the data port; the chip sees neither. */
static void choose(struct tmr_chip *chip, bool control)
{
    if (chip->direct)
        return;
    spend_code(chip);
    const uint32_t address = chip->page + TMR_SELECT;
    const int got = control ? vcpu_put(chip->cpu, address, 0) : vcpu_get(chip->cpu, address);
    chip->failed = chip->failed || got == VCPU_FAULT;
}

static void put(struct tmr_chip *chip, bool control, const uint8_t *value, size_t count)
{
    choose(chip, control);
    for (size_t n = 0; n < count; n++)
        (void)touch(chip, control, true, value[n]);
}

/* The last access by another program is not known: wait the longest time, less the code before the first access. */
static void begin(struct tmr_chip *chip)
{
    const uint32_t cycles = vcpu_cost(chip->cpu, VCPU_COST_READ), code_ns = vcpu_least_ns(chip->cpu, cycles);
    vcpu_work(chip->cpu, cycles);
    chip->owed_ns = chip->after_write_ns - (chip->after_write_ns < code_ns ? chip->after_write_ns : code_ns);
}

bool tmr_chip_probe(struct tmr_chip *chip)
{
    const uint8_t commands[] = {RESET, LOAD_ALL, POINT_HOLD}, pattern[] = {0x5a, 0xc3};
    const uint8_t again = POINT_HOLD;
    begin(chip);
    put(chip, true, commands, sizeof commands);
    put(chip, false, pattern, sizeof pattern);
    put(chip, true, &again, 1);
    choose(chip, false);
    for (size_t n = 0; n < sizeof pattern; n++)
        if (touch(chip, false, false, 0) != pattern[n])
            return false;
    return !chip->failed;
}

void tmr_chip_start(struct tmr_chip *chip)
{
    static const uint8_t reset[] = {RESET, LOAD_ALL, FOUT_OFF, POINT_MODE1};
    static const uint8_t figures[] = {
        0x28, 0x00, 0, 0, 0, 0, /* counter 1: TCN-1 (TC of counter 5), rising, up, binary, repeat, output off */
        0x28, 0x00, 0, 0, 0, 0, /* 2 to 4: TC of the one below */
        0x28, 0x00, 0, 0, 0, 0, /* mode, load, hold; low byte first */
        0x28, 0x00, 0, 0, 0, 0, 0x20, 0x0b, 4, 0, 0, 0, /* 5: F1, rising, down from 4, repeat, output off */
    };
    static const uint8_t go[] = {LOAD_ALL, ARM_ALL};
    begin(chip);
    put(chip, true, reset, sizeof reset);
    put(chip, false, figures, sizeof figures);
    put(chip, true, go, sizeof go);
}

void tmr_chip_short_writes(struct tmr_chip *chip)
{
    const uint8_t command = SHORT_WRITES;
    put(chip, true, &command, 1);
    if (chip->after_write_ns)
        chip->after_write_ns = 1000;
}

static void put_loads(struct tmr_chip *chip, uint64_t count)
{
    for (unsigned n = 0; n < TMR_WORDS; n++) {
        const uint8_t point = (uint8_t)(POINT_LOAD + n);
        const uint8_t bytes[] = {(uint8_t)(count >> 16 * n), (uint8_t)(count >> (16 * n + 8))};
        put(chip, true, &point, 1);
        put(chip, false, bytes, 2);
    }
}

void tmr_chip_preset(struct tmr_chip *chip, uint64_t count, bool carry)
{
    static const uint8_t commands[] = {LOAD_ALL, SAVE_ALL, POINT_HOLD};
    begin(chip);
    put_loads(chip, count);
    put(chip, true, commands, sizeof commands);
    if (carry)
        put_loads(chip, 0);
}

/* SAVE of the lower counters and pointer to the first one's Hold register. */
static void save(struct tmr_chip *chip, unsigned words)
{
    const uint8_t commands[] = {(uint8_t)(SAVE | ((1U << words) - 1)), POINT_HOLD};
    begin(chip);
    put(chip, true, commands, sizeof commands);
}

static uint64_t word(struct tmr_chip *chip)
{
    const uint64_t low = touch(chip, false, false, 0);
    return low | (uint64_t)touch(chip, false, false, 0) << 8;
}

uint64_t tmr_chip_read(struct tmr_chip *chip, unsigned words)
{
    uint64_t count = 0;
    save(chip, words);
    choose(chip, false);
    for (unsigned n = 0; n < words; n++)
        count |= word(chip) << 16 * n;
    return count;
}

bool tmr_chip_read_checked(struct tmr_chip *chip, unsigned words, uint64_t *count)
{
    *count = 0;
    save(chip, words);
    for (unsigned n = 0; n < words; n++) {
        const uint8_t point = (uint8_t)(POINT_HOLD + n);
        if (n)
            put(chip, true, &point, 1);
        choose(chip, false);
        *count |= word(chip) << 16 * n;
        choose(chip, true);
        if (!(touch(chip, true, false, 0) & STATUS_LOW_NEXT))
            return false;
    }
    return true;
}
