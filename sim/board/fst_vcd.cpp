// SPDX-License-Identifier: MIT
// An FST file checked, and written as VCD, by the reader that comes with Verilator's FST writer.
#include "fst.h"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <gtkwave/fstapi.h>

namespace
{

struct vcd {
    FILE *f;
    uint64_t at; // the time written last
};

// A signal's name in VCD: digits '!' to '~', as fstReaderProcessHier() writes it
void write_name(FILE *f, fstHandle signal)
{
    for (; signal; signal /= 94) {
        signal--;
        (void)std::putc('!' + static_cast<int>(signal % 94), f);
    }
}

// The reader's own function that writes changes does not report a full disk.
void write_change(void *context, uint64_t time, fstHandle signal, const unsigned char *value)
{
    vcd &to = *static_cast<vcd *>(context);
    const char *bits = reinterpret_cast<const char *>(value);
    if (time != to.at)
        (void)std::fprintf(to.f, "#%" PRIu64 "\n", time);
    to.at = time;
    (void)std::fprintf(to.f, std::strlen(bits) == 1 ? "%s" : "b%s ", bits);
    write_name(to.f, signal);
    (void)std::putc('\n', to.f);
}

bool convert(const char *fst, FILE *f)
{
    vcd to = {f, UINT64_MAX};
    void *reader = fstReaderOpen(fst);
    if (!reader)
        return false;
    bool good = fstReaderProcessHier(reader, f) != 0;
    fstReaderSetFacProcessMaskAll(reader); // all signals
    good = good && fstReaderIterBlocks(reader, write_change, &to, nullptr) != 0;
    fstReaderClose(reader);
    return good && !std::ferror(f);
}

} // namespace

extern "C" int fst_check(const char *file, const char *name, error *e)
{
    void *reader = fstReaderOpen(file);
    const bool whole = reader && fstReaderGetMaxHandle(reader) > 0;
    if (reader)
        fstReaderClose(reader);
    return whole ? STATUS_OK
                 : error_set(e, STATUS_SYSTEM, "%s: cannot write: the dump is not whole, is the disk full?", name);
}

extern "C" int fst_to_vcd(const char *fst, const char *vcd, const char *name, error *e)
{
    errno = 0;
    FILE *f = std::fopen(vcd, "w");
    bool good = f && convert(fst, f);
    const int number = errno;
    if (f && std::fclose(f) == EOF)
        good = false;
    return good ? STATUS_OK
                : error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", name, std::strerror(number ? number : EIO));
}
