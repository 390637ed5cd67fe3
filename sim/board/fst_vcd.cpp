// SPDX-License-Identifier: MIT
// An FST file checked, and written as VCD: by the reader that comes with Verilator's FST writer up to 5.048, else by
// GTKWave's program fst2vcd.
#include "fst.h"

#include <atomic>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#if __has_include(<gtkwave/fstapi.h>)
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
    auto *reader = fstReaderOpen(fst);
    if (!reader)
        return false;
    bool good = fstReaderProcessHier(reader, f) != 0;
    fstReaderSetFacProcessMaskAll(reader); // all signals
    good = good && fstReaderIterBlocks(reader, write_change, &to, nullptr) != 0;
    fstReaderClose(reader);
    return good && !std::ferror(f);
}

} // namespace

#else
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

namespace
{

bool convert(const char *fst, FILE *f)
{
    char name[] = "fst2vcd", *arguments[] = {name, const_cast<char *>(fst), nullptr};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(f), STDOUT_FILENO);
    errno = posix_spawnp(&child, name, &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return errno == 0 && waitpid(child, &status, 0) == child && status == 0;
}

} // namespace
#endif

static std::atomic<unsigned> lost{0};
static std::atomic<int> why{0};

extern "C" unsigned fst_lost(void)
{
    return lost;
}

extern "C" void *fst_map(size_t length, int file)
{
    struct stat is;
    if (fstat(file, &is) == 0 && static_cast<uint64_t>(is.st_size) >= length)
        return mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    why = error_lost(file);
    lost++;
    return mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

// A dump is a row of blocks: a type, the length of the rest in eight bytes, the rest. The writer adds the hierarchy of
// the signals (types 4, 6, 7) at closing.
extern "C" int fst_check(const char *file, const char *name, unsigned lost_before, error *e)
{
    FILE *f = std::fopen(file, "rb+");
    bool hierarchy = false, whole = f != nullptr;
    int type, number = lost == lost_before ? 0 : why.load();
    while (whole && (type = std::getc(f)) != EOF) {
        uint64_t length = 0;
        for (int n = 0; n < 8; ++n)
            length = length << 8 | static_cast<unsigned char>(std::getc(f));
        hierarchy |= type == 4 || type == 6 || type == 7;
        // one byte short of the next block, so that a block whose end is missing shows
        whole = length > 8 && length < INT64_MAX && std::fseek(f, static_cast<long>(length - 9), SEEK_CUR) == 0 &&
                std::getc(f) != EOF;
    }
    if (!f)
        number = errno;
    else if (!number && !(whole && hierarchy))
        number = error_lost(fileno(f));
    if (f)
        (void)std::fclose(f);
    return number ? error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", name, std::strerror(number)) : STATUS_OK;
}

extern "C" int fst_to_vcd(const char *fst, const char *vcd, const char *name, error *e)
{
    FILE *f = std::fopen(vcd, "w");
    int number = !f ? errno : convert(fst, f) ? 0 : error_lost(fileno(f));
    if (f && std::fclose(f) == EOF)
        number = errno;
    return number ? error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", name, std::strerror(number)) : STATUS_OK;
}
