/* SPDX-License-Identifier: MIT
 * Plays the device: counter 1 divides F1, 4 MHz, by 4000 and toggles OUT1, which counter 2 counts through a wire to
 * SRC2 while GATE2 is high. A second machine loads the state that the first saved in the middle of the gate; both go
 * on, and their outputs move at the same times. Exit status 0 if all is as expected. */
#include <cstdio>

#include "am9513_device.h"

struct board {
    running_machine machine;
    am9513_lib_device chip{machine_config{machine}, "am9513", nullptr, 4000000};
    std::vector<uint64_t> moves; // of OUT1, OUT2, in ps

    void note(unsigned out, int state)
    {
        const attotime now = machine.time();
        moves.push_back((now.seconds() * 1000000000000 + now.attoseconds() / 1000000) * 10 + uint64_t{out} * 2 +
                        unsigned(state));
    }
    board()
    {
        chip.out_cb<1>().set([this](int state) {
            note(1, state);
            chip.source_w<2>(state);
        });
        chip.out_cb<2>().set([this](int state) { note(2, state); });
        machine.start();
    }
    void wait(uint64_t ns)
    {
        machine.run_until(machine.time() + attotime(0, ns * 1000000000));
    }
    void cmd(u8 value)
    {
        wait(2000);
        chip.write8(1, value);
    }
    void word(u16 value)
    {
        for (unsigned shift = 0; shift < 16; shift += 8) {
            wait(2000);
            chip.write8(0, u8(value >> shift));
        }
    }
    void program()
    {
        cmd(0x01); // counter 1: F1, repeat, TC toggles
        word(0x0b22);
        word(4000);
        cmd(0x02); // counter 2: SRC2, while GATE2 is high, repeat, TC toggles
        word(0x8222);
        word(7);
        cmd(0x63); // load and arm both
    }
    unsigned count() // of counter 2
    {
        cmd(0xa2); // save
        cmd(0x12); // Hold of counter 2
        unsigned value = chip.read8(0);
        return value | unsigned(chip.read8(0)) << 8;
    }
};

static bool expect(const char *what, uint64_t is, uint64_t expected)
{
    if (is != expected)
        std::fprintf(stderr, "mame: %s is %llu, expected %llu\n", what, static_cast<unsigned long long>(is),
                     static_cast<unsigned long long>(expected));
    return is == expected;
}

int main()
{
    board a, b;
    a.program();
    a.chip.gate_w<2>(1);
    a.wait(10500000);
    const std::vector<u8> state = a.machine.save();
    std::vector<u8> cut = state;
    cut[100] ^= 1;
    bool refused = false;
    try {
        b.machine.load(cut, a.machine.time());
    } catch (const emu_fatalerror &) {
        refused = true;
    }
    b.machine.load(state, a.machine.time());
    a.moves.clear();
    b.moves.clear();
    for (board *each : {&a, &b}) {
        each->wait(89500000);
        each->chip.gate_w<2>(0);
        each->wait(20000000);
    }
    bool good = expect("a state that was altered, refused", refused, 1);
    good &= expect("outputs that move at the same times", a.moves == b.moves, 1);
    good &= expect("moves of OUT1 and OUT2 in 109.5 ms", a.moves.size(), 109 + 7);
    const unsigned moves = unsigned(a.moves.size()), count = a.count();
    good &= expect("the count, loaded", b.count(), count);
    if (good)
        std::printf("%u moves at the same times after loading, count %u\n", moves, count);
    return good ? 0 : 1;
}
