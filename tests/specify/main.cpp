// SPDX-License-Identifier: MIT
// bench.v without Verilator's --timing: this program keeps the time.
#include <Vcells_top.h>
#include <cstdio>
#include <cstring>
#include <verilated.h>

int main(int, char **argv)
{
    VerilatedContext context;
    Vcells_top cells{&context};
    FILE *file = fopen(argv[1], "r");
    unsigned long long at;
    char text[40];
    cells.eval();
    while (file && fscanf(file, "%llu %32s", &at, text) == 2) {
        for (size_t n = 0, length = strlen(text); n < 4; n++) { // words of 8 digits, the lowest last
            size_t end = length > 8 * n ? length - 8 * n : 0, begin = end > 8 ? end - 8 : 0;
            char word[9] = {};
            memcpy(word, text + begin, end - begin);
            if (n < sizeof cells.pins / 4)
                cells.pins[n] = strtoul(end ? word : "0", nullptr, 16);
        }
        context.time(at);
        cells.eval();
    }
    return file ? 0 : 1;
}
