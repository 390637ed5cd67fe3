/* SPDX-License-Identifier: MIT
 * What lockstep compares: two engines of the RTL, of which the second, in the model's place, shows one value of one
 * member otherwise. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

#include <stddef.h>
#include <string.h>

static const struct engine_ops *altered_model;
extern const struct engine_ops altered_both;

/* sim/board/engine_both.c under another name, with that engine in place of the model */
#define engine_model (*altered_model)
#define engine_both altered_both
#include "sim/board/engine_both.c" // NOLINT(bugprone-suspicious-include): for its name

enum shown { NOTHING, TIME, READ, OUTPUTS, STATE, RECORD, SLACK /* of a record; not compared of a note */ };

/* What is altered: the lowest bit of a member at this offset, of this check */
static struct {
    enum shown shown;
    size_t offset;
    int check;
} altered;

static void alter(enum shown shown, void *shows)
{
    if (altered.shown == shown)
        ((unsigned char *)shows)[altered.offset] ^= 1; /* the lowest byte on this machine */
}

static uint64_t altered_now_ps(const struct engine *e)
{
    return engine_rtl.now_ps(e) + (altered.shown == TIME);
}

static struct socket_read altered_read(const struct engine *e)
{
    struct socket_read read = engine_rtl.read(e);
    alter(READ, &read);
    return read;
}

static void altered_get(const struct engine *e, struct engine_outputs *outputs)
{
    engine_rtl.get(e, outputs);
    alter(OUTPUTS, outputs);
}

static void altered_state(const struct engine *e, struct chip_state *state)
{
    engine_rtl.state(e, state);
    alter(STATE, state);
}

static void altered_record(const struct engine *e, int check, struct am9513_record *record)
{
    engine_rtl.record(e, check, record);
    if (check == altered.check)
        alter(altered.shown == SLACK ? SLACK : RECORD, record);
}

/* How many values a run shows as different */
static int differences(struct engine *e, const struct engine_settings *settings)
{
    int different = 0;
    e->ops->power_on(e, settings);
    if (e->ops->run(e, 1000000, false) != STOP_DIFFER)
        return 0;
    for (const char *text = e->ops->difference(e); (text = strstr(text, "differ")); text++)
        different++;
    return different;
}

TEST(each)
{
    static const struct {
        enum shown shown;
        size_t offset, count; /* of members of 16 bits in a row */
    } member[] = {
#define ROW(SHOWN, STRUCT, MEMBER) {SHOWN, offsetof(struct STRUCT, MEMBER), 1}
#define ROWS(MEMBER)                                                                                                   \
    {                                                                                                                  \
        STATE, offsetof(struct chip_state, MEMBER), COUNT(((struct chip_state *)NULL)->MEMBER)                         \
    }
        {NOTHING, 0, 1},
        {TIME, 0, 1},
        ROW(READ, socket_read, value),
        ROW(READ, socket_read, driven),
        ROW(READ, socket_read, valid),
        ROW(OUTPUTS, engine_outputs, data),
        ROW(OUTPUTS, engine_outputs, data_driven),
        ROW(OUTPUTS, engine_outputs, data_valid),
        ROW(OUTPUTS, engine_outputs, out),
        ROW(OUTPUTS, engine_outputs, out_z),
        ROW(OUTPUTS, engine_outputs, fout),
        ROWS(mode),
        ROWS(load),
        ROWS(hold),
        ROWS(count),
        ROWS(alarm),
        ROW(STATE, chip_state, armed),
        ROW(STATE, chip_state, tc),
        ROW(STATE, chip_state, toggle),
        ROW(STATE, chip_state, master),
        ROW(STATE, chip_state, latch),
        ROW(STATE, chip_state, pointer),
        ROW(STATE, chip_state, low_next),
        ROW(STATE, chip_state, short_write),
        ROW(RECORD, am9513_record, broken),
        ROW(RECORD, am9513_record, observed_ps),
        ROW(RECORD, am9513_record, required_ps),
        ROW(RECORD, am9513_record, broken_at_ps),
        ROW(RECORD, am9513_record, broken_access),
        ROW(SLACK, am9513_record, slack_ps),
        ROW(SLACK, am9513_record, slack_required_ps),
        ROW(SLACK, am9513_record, slack_at_ps),
        ROW(SLACK, am9513_record, slack_access),
    };
    static struct fixture fixture;
    struct engine_ops model = engine_rtl;
    model.now_ps = altered_now_ps;
    model.read = altered_read;
    model.get = altered_get;
    model.state = altered_state;
    model.record = altered_record;
    altered_model = &model;
    fixture_load(&fixture, NULL);
    const struct engine_settings settings = board_settings(&fixture.config);
    struct engine *e = altered_both.open();
    for (size_t n = 0; n < COUNT(member); n++) {
        altered.shown = member[n].shown;
        const int checks = altered.shown >= RECORD ? FIG_CHECKS : 1;
        for (altered.check = 0; altered.check < checks; altered.check++)
            for (size_t k = 0; k < member[n].count; k++) {
                const bool note = altered.shown == SLACK && figure_info[altered.check].kind == KIND_NOTE;
                altered.offset = member[n].offset + 2 * k;
                CU_ASSERT_EQUAL(differences(e, &settings), altered.shown != NOTHING && !note);
            }
    }
    altered_both.close(e);
}
