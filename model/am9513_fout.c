/* SPDX-License-Identifier: MIT
 * FOUT: a source, divided. Computed only when it is read, or before something that it depends on changes. */
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

/* The level inside. */
static unsigned fout_level(const struct am9513 *chip)
{
    return chip->fout_level && !(chip->master_mode & MM_FOUT_OFF);
}

/* ---- The divider: rises of the source since FOUT rose, four bits */

static void divider_rises(struct am9513 *chip, uint64_t edges)
{
    unsigned divider = fout_divider(chip), half = divider / 2;
    if (chip->fout_position >= divider) { /* the divider has been made smaller: on to 16 */
        unsigned now = (unsigned)earlier(edges, 16U - chip->fout_position);
        chip->fout_position = (uint8_t)((chip->fout_position + now) & 15U);
        edges -= now;
    }
    if (!edges)
        return;
    uint64_t position = chip->fout_position + edges;
    if (position >= divider)
        chip->fout_level = position % divider < half;
    else if (chip->fout_position < half && position >= half)
        chip->fout_level = false;
    chip->fout_position = (uint8_t)(position % divider);
}

/* Rises of the source until the next position at which the level may change. */
static unsigned divider_left(const struct am9513 *chip)
{
    unsigned divider = fout_divider(chip), half = divider / 2, position = chip->fout_position;
    if (position >= divider)
        return 16 - position;
    return position < half ? half - position : divider - position;
}

/* ---- F1-F5 */

static uint64_t edges(const struct am9513 *chip, bool falling, uint64_t at_ps)
{
    return am9513i_tap_edges(chip, fout_source(chip), falling, at_ps);
}

/* Next time, after chip->fout_done_ps, at which the level may change. */
static uint64_t next_change_ps(const struct am9513 *chip)
{
    unsigned source = fout_source(chip);
    if (source < SOURCE_F1)
        return AM9513_NEVER;
    uint64_t rise = edges(chip, false, chip->fout_done_ps);
    if (fout_divider(chip) > 1)
        return am9513i_tap_edge_ps(chip, source, false, rise + divider_left(chip));
    uint64_t fall = edges(chip, true, chip->fout_done_ps);
    uint64_t up = am9513i_tap_edge_ps(chip, source, false, rise + 1);
    uint64_t down = am9513i_tap_edge_ps(chip, source, true, fall + 1);
    return earlier(up, down);
}

static void advance(struct am9513 *chip, uint64_t at_ps)
{
    if (fout_source(chip) >= SOURCE_F1) {
        uint64_t rise = edges(chip, false, at_ps), fall = edges(chip, true, at_ps);
        uint64_t rises = rise - edges(chip, false, chip->fout_done_ps);
        if (fout_divider(chip) > 1)
            divider_rises(chip, rises);
        else if (rises || fall != edges(chip, true, chip->fout_done_ps))
            chip->fout_level = rise != fall;
    }
    chip->fout_done_ps = at_ps;
}

void am9513i_fout_sync(struct am9513 *chip, uint64_t at_ps)
{
    uint64_t delay = chip->config.tehfv_ps;
    if (at_ps <= chip->fout_done_ps)
        return;
    if (!(chip->master_mode & MM_FOUT_OFF)) {
        if (at_ps - chip->fout_done_ps > delay) {
            advance(chip, at_ps - delay);
            am9513i_line_settle(&chip->fout, fout_level(chip));
        }
        for (uint64_t next; (next = next_change_ps(chip)) <= at_ps;) {
            advance(chip, next);
            am9513i_line_change(&chip->fout, fout_level(chip), next, delay);
        }
    }
    advance(chip, at_ps);
}

/* Divided by 1, FOUT is the source itself from the moment that is chosen. */
static bool source_level(const struct am9513 *chip, uint64_t at_ps)
{
    unsigned source = fout_source(chip);
    if (source < SOURCE_F1)
        return pin_sources(chip) >> (source - 1) & 1U;
    return edges(chip, false, at_ps) != edges(chip, true, at_ps);
}

void am9513i_fout_changed(struct am9513 *chip, uint64_t at_ps)
{
    if (fout_divider(chip) == 1)
        chip->fout_level = source_level(chip, at_ps);
    am9513i_line_change(&chip->fout, fout_level(chip), at_ps, chip->config.tehfv_ps);
}

void am9513i_fout_pins(struct am9513 *chip, unsigned old, uint64_t at_ps)
{
    unsigned bit = 1U << (fout_source(chip) - 1); /* of F1-F5 no pin's */
    bool now = pin_sources(chip) & bit, was = old & bit;
    if (now == was)
        return;
    if (fout_divider(chip) == 1)
        chip->fout_level = now;
    else if (now)
        divider_rises(chip, 1);
    am9513i_line_change(&chip->fout, fout_level(chip), at_ps, chip->config.tehfv_ps);
}

uint64_t am9513i_fout_next_ps(struct am9513 *chip, uint64_t at_ps)
{
    am9513i_fout_sync(chip, at_ps);
    uint64_t queued = am9513i_line_next_ps(&chip->fout, at_ps);
    uint64_t next = chip->master_mode & MM_FOUT_OFF ? AM9513_NEVER : next_change_ps(chip);
    return earlier(delayed(next, chip->config.tehfv_ps), queued);
}
