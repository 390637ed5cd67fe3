/* SPDX-License-Identifier: MIT */
#include "board.h"

#include <string.h>

#define OSC_HALF_PS 125000

static int load_kind(struct part *part, const char *dir, const char *name, enum figure_home home, const char *kind,
                     struct error *e)
{
    int status = part_load(part, dir, name, e);
    if (status == STATUS_OK && part->home != home)
        status = error_set(e, STATUS_INPUT, "%s/parts/%s.ini: not of kind %s, expected one that is", dir, name, kind);
    return status;
}

int rig_load_pal(struct rig *rig, const char *dir, const char *name, struct error *e)
{
    char file[2 * sizeof rig->pal.name];
    const char *delay = strchr(name, ':');
    (void)snprintf(file, sizeof file, "%.*s", (int)strcspn(name, ":"), name);
    const int status = load_kind(&rig->pal, dir, file, HOME_PAL, "pal", e);
    return status || !delay ? status : figure_set(rig->pal.figure, HOME_PAL, "pal_tpd", delay + 1, e);
}

struct figure *rig_figures(struct rig *rig, enum figure_home home)
{
    return home == HOME_MACHINE ? rig->machine.figure
           : home == HOME_CHIP  ? rig->chip.figure
           : home == HOME_PAL   ? rig->pal.figure
                                : rig->buffer.figure;
}

int rig_load(struct rig *rig, const char *dir, enum target target, const char *chip, const char *pal,
             const char *machine, struct error *e)
{
    int status = load_kind(&rig->chip, dir, chip, HOME_CHIP, "chip", e);
    if (status || target == TARGET_CHIP)
        return status;
    status = machine_load(&rig->machine, dir, machine, e);
    if (status == STATUS_OK && rig->machine.buffer[0])
        status = load_kind(&rig->buffer, dir, rig->machine.buffer, HOME_BUFFER, "buffer", e);
    return status ? status : rig_load_pal(rig, dir, pal, e);
}

int rig_each_variant(struct rig *rig, const char *dir, const char *chip, const char *pal, const char *machine,
                     int (*each)(void *context, struct error *e), void *context, struct error *e)
{
    int status = rig_load(rig, dir, TARGET_BOARD, chip, pal, machine, e);
    const size_t variants = strchr(machine, ':') ? 0 : rig->machine.variants;
    if (status || variants == 0)
        return status ? status : each(context, e);
    for (size_t n = 0; n < variants && status == STATUS_OK; n++) {
        char name[MACHINE_NAME_SIZE];
        (void)snprintf(name, sizeof name, "%s:%s", machine, rig->machine.variant_name[n]);
        status = rig_load(rig, dir, TARGET_BOARD, chip, pal, name, e);
        if (status == STATUS_OK)
            status = each(context, e);
    }
    return status;
}

struct board_config rig_config(const struct rig *rig, enum target target)
{
    bool board = target == TARGET_BOARD;
    return (struct board_config){
        .target = target,
        .chip = &rig->chip,
        .pal = board ? &rig->pal : NULL,
        .buffer = board && rig->machine.buffer[0] ? &rig->buffer : NULL,
        .machine = board ? &rig->machine : NULL,
        .pal_kind = PAL_FLIPFLOP,
        .corner = CORNER_TYP,
        .osc = {.high_ps = OSC_HALF_PS, .low_ps = OSC_HALF_PS},
        .seed = 1,
    };
}
