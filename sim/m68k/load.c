/* SPDX-License-Identifier: MIT */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "m68k_internal.h"

#define VECTORS_SIZE 0x400U

static uint32_t big(const void *at, int bytes)
{
    uint32_t value = 0;
    for (int n = 0; n < bytes; n++)
        value = value << 8 | ((const uint8_t *)at)[n];
    return value;
}
#define FIELD(header, name) big(&(header)->name, (int)sizeof(header)->name)

static bool read_at(FILE *in, uint32_t offset, void *to, size_t size)
{
    return fseek(in, (long)offset, SEEK_SET) == 0 && fread(to, 1, size, in) == size;
}

/* Linkers put the file's own headers before the code of the first segment. At 0 they would be exception vectors. */
static void clear_headers(uint8_t *memory, const Elf32_Ehdr *head, uint32_t offset, uint32_t at, uint32_t bytes)
{
    const uint32_t headers = FIELD(head, e_phoff) + FIELD(head, e_phnum) * FIELD(head, e_phentsize);
    if (offset == 0 && at < VECTORS_SIZE)
        memset(memory + at, 0, bytes < headers ? bytes : headers);
}

/* *found: the entry is in this segment. */
static int load_segment(FILE *in, const Elf32_Ehdr *head, const Elf32_Phdr *h, uint8_t *memory, size_t size,
                        bool *found, struct error *e)
{
    const uint32_t at = FIELD(h, p_paddr), length = FIELD(h, p_memsz), bytes = FIELD(h, p_filesz);
    if (FIELD(h, p_type) != PT_LOAD || length == 0)
        return STATUS_OK;
    if (bytes > length || at > size || length > size - at)
        return error_set(e, STATUS_INPUT,
                         "a segment at 0x%08x of 0x%x bytes, expected all below 0x%zx; if it is the linker's build-id, "
                         "expected -Wl,--build-id=none",
                         at, length, size);
    if (!read_at(in, FIELD(h, p_offset), memory + at, bytes))
        return error_set(e, STATUS_INPUT, "the file ends inside a segment, expected %u bytes", bytes);
    clear_headers(memory, head, FIELD(h, p_offset), at, bytes);
    *found = *found || FIELD(head, e_entry) - at < bytes;
    return STATUS_OK;
}

static int load(FILE *in, uint8_t *memory, size_t size, uint32_t *entry, struct error *e)
{
    static const uint8_t magic[] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2MSB};
    Elf32_Ehdr head;
    Elf32_Phdr segment;
    bool found = false;
    if (!read_at(in, 0, &head, sizeof head) || memcmp(&head, magic, sizeof magic) != 0 ||
        FIELD(&head, e_machine) != EM_68K || FIELD(&head, e_type) != ET_EXEC)
        return error_set(e, STATUS_INPUT, "no program for the 68020, expected an ELF file, 32 bits, linked");
    *entry = FIELD(&head, e_entry);
    for (uint32_t n = 0; n < FIELD(&head, e_phnum); n++) {
        if (!read_at(in, FIELD(&head, e_phoff) + n * FIELD(&head, e_phentsize), &segment, sizeof segment))
            return error_set(e, STATUS_INPUT, "the file ends before its segments, expected %u of them",
                             FIELD(&head, e_phnum));
        const int status = load_segment(in, &head, &segment, memory, size, &found, e);
        if (status)
            return status;
    }
    return found ? STATUS_OK
                 : error_set(e, STATUS_INPUT, "nothing to load at the entry, 0x%08x, expected code there", *entry);
}

int elf_load(const char *file, uint8_t *memory, size_t size, uint32_t *entry, struct error *e)
{
    struct error inner = {""};
    FILE *in = fopen(file, "rb");
    if (!in)
        return error_set(e, STATUS_INPUT, "%s: cannot read: %s", file, strerror(errno));
    const int status = load(in, memory, size, entry, &inner);
    (void)fclose(in);
    return status ? error_set(e, status, "%s: %s", file, inner.text) : STATUS_OK;
}
