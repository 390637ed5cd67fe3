/* SPDX-License-Identifier: MIT
 * FOUT: a source, divided. Worked out only when somebody looks, or when what it depends on changes. */
#include "am9513_internal.h"

static unsigned fout_source(const struct am9513 *chip)
{
    unsigned code = chip->master_mode >> 4 & 15U;
    return code ? code : SOURCE_F1;
}

static unsigned fout_divider(const struct am9513 *chip)
{
    unsigned code = chip->master_mode >> 8 & 15U;
    return code ? code : 16;
}

/* SRC1-5 in bits 0-4, GATE1-5 in bits 5-9. */
static unsigned pin_sources(const struct am9513 *chip)
{
    return chip->sources | (unsigned)chip->gates << 5;
}

static unsigned source_level(const struct am9513 *chip, uint64_t at_ps)
{
    unsigned source = fout_source(chip);
    if (source < SOURCE_F1)
        return pin_sources(chip) >> (source - 1) & 1U;
    return am9513i_tap_edges(chip, source, false, at_ps) != am9513i_tap_edges(chip, source, true, at_ps);
}

/* The level inside; the divider stands as of at_ps. */
static unsigned fout_level(const struct am9513 *chip, uint64_t at_ps)
{
    unsigned divider = fout_divider(chip);
    if (chip->master_mode & MM_FOUT_OFF)
        return 0;
    return divider == 1 ? source_level(chip, at_ps) : chip->fout_position < divider / 2;
}

static uint64_t rises(const struct am9513 *chip, uint64_t at_ps)
{
    return am9513i_tap_edges(chip, fout_source(chip), false, at_ps);
}

/* Next change of the level inside, after chip->fout_done_ps, were it not switched off. */
static uint64_t next_change_ps(const struct am9513 *chip)
{
    unsigned source = fout_source(chip), divider = fout_divider(chip);
    if (source < SOURCE_F1)
        return AM9513_NEVER;
    uint64_t rise = rises(chip, chip->fout_done_ps);
    if (divider > 1) {
        unsigned half = divider / 2;
        unsigned left = chip->fout_position < half ? half - chip->fout_position : divider - chip->fout_position;
        return am9513i_tap_edge_ps(chip, source, false, rise + left);
    }
    uint64_t fall = am9513i_tap_edges(chip, source, true, chip->fout_done_ps);
    uint64_t up = am9513i_tap_edge_ps(chip, source, false, rise + 1);
    uint64_t down = am9513i_tap_edge_ps(chip, source, true, fall + 1);
    return up < down ? up : down;
}

/* The divider up to at_ps. */
static void advance(struct am9513 *chip, uint64_t at_ps)
{
    if (fout_source(chip) >= SOURCE_F1) {
        uint64_t edges = rises(chip, at_ps) - rises(chip, chip->fout_done_ps);
        chip->fout_position = (uint8_t)((chip->fout_position + edges) % fout_divider(chip));
    }
    chip->fout_done_ps = at_ps;
}

void am9513i_fout_sync(struct am9513 *chip, uint64_t at_ps)
{
    uint64_t delay = chip->config.tehfv_ps;
    if (at_ps <= chip->fout_done_ps)
        return;
    if (fout_source(chip) >= SOURCE_F1 && !(chip->master_mode & MM_FOUT_OFF)) {
        if (at_ps - chip->fout_done_ps > delay) {
            advance(chip, at_ps - delay);
            am9513i_line_settle(&chip->fout, fout_level(chip, chip->fout_done_ps));
        }
        for (uint64_t next; (next = next_change_ps(chip)) <= at_ps;) {
            advance(chip, next);
            am9513i_line_change(&chip->fout, fout_level(chip, next), next, delay);
        }
    }
    advance(chip, at_ps);
}

void am9513i_fout_changed(struct am9513 *chip, uint64_t at_ps)
{
    unsigned divider = fout_divider(chip);
    if (chip->fout_position >= divider)
        chip->fout_position = (uint8_t)(divider - 1);
    am9513i_line_change(&chip->fout, fout_level(chip, at_ps), at_ps, chip->config.tehfv_ps);
}

void am9513i_fout_pins(struct am9513 *chip, unsigned old, uint64_t at_ps)
{
    unsigned source = fout_source(chip);
    if (source >= SOURCE_F1)
        return;
    unsigned bit = 1U << (source - 1);
    if (pin_sources(chip) & ~old & bit)
        chip->fout_position = (uint8_t)((chip->fout_position + 1U) % fout_divider(chip));
    am9513i_line_change(&chip->fout, fout_level(chip, at_ps), at_ps, chip->config.tehfv_ps);
}

uint64_t am9513i_fout_next_ps(struct am9513 *chip, uint64_t at_ps)
{
    am9513i_fout_sync(chip, at_ps);
    uint64_t queued = am9513i_line_next_ps(&chip->fout, at_ps);
    uint64_t next = chip->master_mode & MM_FOUT_OFF ? AM9513_NEVER : next_change_ps(chip);
    if (next < AM9513_NEVER - chip->config.tehfv_ps)
        next += chip->config.tehfv_ps;
    return next < queued ? next : queued;
}
