/* SPDX-License-Identifier: MIT
 * States instead of schedules: after each access, schedules that have led to the same state of board and readers are
 * continued as one that counts for all of them. A state is all that can make a difference later: the chip's registers,
 * the flip-flop, and the step of each reader; the slot says when a read was made. */
#include "explore_lanes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "model/am9513_board.h"
#include "sim/board/engine_model.h"

/* What can make a difference later, and when. */
struct key {
    uint64_t now_ps;
    struct chip_state chip;
    uint8_t port_kept, port_out;
};

/* The part of a board between accesses that may differ between states, a tenth of the whole. The chip's delayed pins
 * are left out, because no reader sees them. Many states of the readers share one. */
#define BOARD_SIZE (sizeof(struct am9513_board) - offsetof(struct am9513_board, now_ps))
struct kept {
    struct key key;
    unsigned char chip[offsetof(struct am9513, out)], board[BOARD_SIZE];
};

struct node {
    struct state {
        struct lanes lanes;
        uint32_t kept; /* number of its board */
    } state;
    uint32_t place; /* in the trail */
    uint16_t switches;
    uint8_t last; /* whose access was the last: its place now */
    long double weight;
};

/* Items that are found by their first bytes, which have no holes. */
struct table {
    size_t size, key; /* bytes of an item, and of these its key */
    unsigned char *item;
    uint32_t *slot; /* hash table: 1 + number of an item, 0 free */
    size_t items, room, slots;
};

/* The first way to each state, for witnesses: the state before, the reader that made the access, and which reader is
 * then at which place. Equal readers are interchangeable, so states keep them sorted; 4 bits a place hold the place
 * before. */
struct trail {
    struct trail_entry {
        uint32_t from, order;
        uint8_t choice;
    } * mark;
    size_t used, room;
};

/* ---- Tables */

static uint64_t hash(const unsigned char *key, size_t size)
{
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15);
    for (size_t n = 0; n < size; n += 8) {
        uint64_t word;
        memcpy(&word, key + n, sizeof word);
        h = (h ^ word) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
    }
    return h;
}
_Static_assert(sizeof(struct key) % 8 == 0 && sizeof(struct state) % 8 == 0, "the hash takes whole words");

static void *item_at(const struct table *t, size_t number)
{
    return t->item + number * t->size;
}

static void set_slots(struct table *t, size_t slots)
{
    t->slots = slots ? slots : 1024;
    free(t->slot);
    t->slot = memory_new(t->slots, sizeof *t->slot);
    for (size_t n = 0; n < t->items; n++) {
        size_t at = hash(item_at(t, n), t->key) & (t->slots - 1);
        while (t->slot[at])
            at = (at + 1) & (t->slots - 1);
        t->slot[at] = (uint32_t)n + 1;
    }
}

/* The number of the item of that key, or of a new one (*fresh) that has the key and no more. */
static uint32_t table_find(struct table *t, const void *key, bool *fresh)
{
    if (2 * t->items >= t->slots)
        set_slots(t, 2 * t->slots);
    size_t at = hash(key, t->key) & (t->slots - 1);
    for (; t->slot[at]; at = (at + 1) & (t->slots - 1))
        if (memcmp(item_at(t, t->slot[at] - 1), key, t->key) == 0) {
            *fresh = false;
            return t->slot[at] - 1;
        }
    if (t->items == t->room)
        t->item = memory_grow(t->item, &t->room, 256, t->size);
    *fresh = true;
    memcpy(item_at(t, t->items), key, t->key);
    t->slot[at] = (uint32_t)++t->items;
    return (uint32_t)t->items - 1;
}

static void table_free(struct table *t)
{
    free(t->item);
    free(t->slot);
}

/* The number of that board among those kept. */
static uint32_t keep(struct table *t, struct am9513_board *board)
{
    struct key key;
    bool fresh;
    memset(&key, 0, sizeof key);
    key.now_ps = board->now_ps;
    engine_model_state(&board->chip, &key.chip);
    key.port_kept = board->ff_kept;
    key.port_out = (uint8_t)(board->ff_data.out | board->ff_control.out << 4);
    const uint32_t number = table_find(t, &key, &fresh);
    struct kept *k = item_at(t, number);
    if (fresh) {
        memcpy(k->chip, &board->chip, sizeof k->chip);
        memcpy(k->board, &board->now_ps, sizeof k->board);
    }
    return number;
}

/* Sorts equal readers by their steps. */
static uint32_t sort_lanes(const struct explorer *x, struct lanes *lanes)
{
    uint32_t order = 0;
    for (unsigned n = 0; n < x->setup.readers; n++)
        order |= n << 4 * n;
    for (unsigned n = 1; n < x->setup.readers; n++)
        for (unsigned m = n; m > 0 && x->program[m] == x->program[m - 1] &&
                             memcmp(&lanes->lane[m], &lanes->lane[m - 1], sizeof lanes->lane[m]) < 0;
             m--) {
            const struct lane lane = lanes->lane[m];
            const uint32_t swap = (order >> 4 * m ^ order >> 4 * (m - 1)) & 15;
            lanes->lane[m] = lanes->lane[m - 1];
            lanes->lane[m - 1] = lane;
            order ^= swap << 4 * m | swap << 4 * (m - 1);
        }
    return order;
}

/* ---- Accesses */

static int access_at(struct am9513_board *board, uint64_t at_ps, struct bus_op op, uint8_t *value)
{
    struct am9513_board_access access = {.value = 0};
    const int status = op.write ? am9513_board_write(board, at_ps, op.offset, op.byte, &access)
                                : am9513_board_read(board, at_ps, op.offset, &access);
    *value = access.value;
    return status;
}

/* The board at slot 0. */
static int power_on(struct am9513_board *board, const struct explorer *x)
{
    uint8_t ignored;
    const struct engine_settings settings = board_settings(&x->config);
    struct am9513_board_config config;
    engine_model_config(&config, &settings);
    config.checks = false; /* they hold times, which would keep equal states apart */
    int status = am9513_board_init(board, &config);
    for (unsigned n = 0; n < x->starts && status == AM9513_OK; n++)
        status = access_at(board, n * x->slot_ps, x->start[n], &ignored);
    return status == AM9513_OK ? am9513_board_advance(board, x->slot_0) : status;
}

/* A program alone from slot 0 on: its value, and how many accesses it took. */
static int alone(const struct explorer *x, struct program *program, struct am9513_board board, uint64_t *value,
                 unsigned *length)
{
    int at = 0;
    *length = 0;
    while (at >= 0 && !program_step(program, at)->done) {
        const struct step *s = program_step(program, at);
        const struct bus_op op = {s->write, (uint8_t)s->offset, s->byte};
        uint8_t got = 0;
        if (access_at(&board, x->slot_0 + *length * x->slot_ps, op, &got) != AM9513_OK)
            return -1;
        ++*length;
        at = program_next(program, at, op.write ? 0 : got);
    }
    if (at >= 0)
        *value = program_step(program, at)->value;
    return at;
}

int explore_alone(struct explorer *x, struct error *e)
{
    struct am9513_board board;
    struct program *program = program_open(reader_find("user64"));
    uint64_t ignored;
    unsigned length = 0;
    const bool good = power_on(&board, x) == AM9513_OK && alone(x, program, board, &x->truth, &length) >= 0;
    program_close(program);
    if (!good)
        return error_set(e, STATUS_SYSTEM, "the model refuses an access");
    x->truth -= x->slot_us; /* its SAVE is the second access */
    for (unsigned n = 0; n < x->setup.readers; n++)
        if (alone(x, x->program[n], board, &ignored, &x->alone[n]) < 0)
            return error_set(e, STATUS_SYSTEM, "%s alone does not end", x->setup.reader[n]->name);
    return STATUS_OK;
}

/* ---- The search */

struct search {
    struct explorer *x;
    struct explore_result *r;
    struct table now, next; /* nodes: of one length of schedules */
    struct table kept;
    struct trail trail;
    struct am9513_board board; /* that states are taken back into */
};

static void keep_witness(struct search *s, const struct node *node, unsigned reader, uint32_t outcome,
                         const struct verdict_of_lane *v, unsigned length, unsigned switches)
{
    struct explore_witness *w = &s->r->witness[outcome_kind(outcome)];
    static uint32_t way[EXPLORE_LENGTH];
    uint8_t who[EXPLORE_READERS];
    if (!witness_better(w, length, switches))
        return;
    *w = (struct explore_witness){
        .length = length, .switches = switches, .value = v->value, .least = v->least, .most = v->most};
    uint32_t place = node->place;
    for (unsigned n = length - 1; n > 0; n--, place = s->trail.mark[place].from)
        way[n - 1] = place;
    for (unsigned n = 0; n < EXPLORE_READERS; n++)
        who[n] = (uint8_t)n;
    for (unsigned n = 0; n + 1 < length; n++) {
        const struct trail_entry *mark = &s->trail.mark[way[n]];
        uint8_t old[EXPLORE_READERS];
        w->choice[n] = who[mark->choice];
        memcpy(old, who, sizeof old);
        for (unsigned m = 0; m < s->x->setup.readers; m++)
            who[m] = old[mark->order >> 4 * m & 15];
    }
    w->choice[length - 1] = who[reader];
    w->reader = who[reader];
}

/* One access of one reader from one state. */
static int follow(struct search *s, size_t index, unsigned reader, unsigned slot, struct error *e)
{
    struct explorer *x = s->x;
    const struct node *node = item_at(&s->now, index);
    struct verdict_of_lane verdict = {0, 0, 0};
    struct state state = node->state;
    const struct kept *kept = item_at(&s->kept, state.kept);
    struct lanes *lanes = &state.lanes;
    const uint64_t at = x->slot_0 + slot * x->slot_ps;
    const unsigned switches = node->switches + (slot > 0 && node->last != reader ? 1U : 0U);
    uint8_t value = 0;
    bool fresh;
    s->r->accesses++;
    memcpy(&s->board.chip, kept->chip, sizeof kept->chip);
    memcpy(&s->board.now_ps, kept->board, sizeof kept->board);
    if (access_at(&s->board, at, lanes_op(x, lanes, reader), &value) != AM9513_OK ||
        am9513_board_advance(&s->board, at + x->slot_ps) != AM9513_OK)
        return error_set(e, STATUS_SYSTEM, "the model refuses an access");
    const int status = lanes_step(x, lanes, reader, slot, value, &verdict, e);
    if (status)
        return status;
    if (outcome_wrong(lanes->lane[reader].outcome))
        keep_witness(s, node, reader, lanes->lane[reader].outcome, &verdict, slot + 1, switches);
    const struct trail_entry mark = {node->place, sort_lanes(x, lanes), (uint8_t)reader};
    uint8_t last = 0;
    while ((mark.order >> 4 * last & 15) != reader)
        last++;
    state.kept = keep(&s->kept, &s->board);
    struct node *to = item_at(&s->next, table_find(&s->next, &state, &fresh));
    if (fresh) {
        MEMORY_MORE(s->trail.mark, s->trail.used, &s->trail.room);
        to->place = (uint32_t)s->trail.used++;
        to->weight = 0;
    }
    to->weight += node->weight;
    if (fresh || switches < to->switches) {
        to->switches = (uint16_t)switches;
        to->last = last;
        s->trail.mark[to->place] = mark;
    }
    return STATUS_OK;
}

static int follow_layer(struct search *s, unsigned slot, struct error *e)
{
    int status = STATUS_OK;
    s->next.items = 0;
    set_slots(&s->next, s->next.slots);
    for (size_t n = 0; n < s->now.items && status == STATUS_OK; n++) {
        const struct node *node = item_at(&s->now, n);
        if (lanes_done(s->x, &node->state.lanes)) {
            lanes_count(s->x, &node->state.lanes, node->weight, s->r);
            continue;
        }
        const unsigned enabled = lanes_enabled(s->x, &node->state.lanes);
        for (unsigned reader = 0; reader < s->x->setup.readers && status == STATUS_OK; reader++)
            if (enabled >> reader & 1)
                status = follow(s, n, reader, slot, e);
        if (s->next.items > s->x->setup.states)
            status =
                error_set(e, STATUS_INPUT,
                          "more than %" PRIu64 " states after %u accesses, expected fewer or simpler readers, or a "
                          "higher --states",
                          s->x->setup.states, slot + 1);
    }
    s->r->states += s->next.items;
    if (s->r->most < s->next.items)
        s->r->most = s->next.items;
    return status;
}

static int search(struct search *s, struct error *e)
{
    struct state state = {.kept = 0};
    bool fresh;
    if (power_on(&s->board, s->x) != AM9513_OK)
        return error_set(e, STATUS_SYSTEM, "the model refuses an access");
    int status = STATUS_OK;
    state.kept = keep(&s->kept, &s->board);
    struct node *root = item_at(&s->now, table_find(&s->now, &state, &fresh));
    *root = (struct node){.state = state, .weight = 1};
    for (unsigned slot = 0; s->now.items && status == STATUS_OK; slot++) {
        if (slot == EXPLORE_LENGTH)
            return error_set(e, STATUS_INPUT, "a schedule of more than %d accesses, expected fewer readers",
                             EXPLORE_LENGTH);
        status = follow_layer(s, slot, e);
        const struct table done = s->now;
        s->now = s->next;
        s->next = done;
    }
    return status;
}

int explore_model(struct explorer *x, struct explore_result *r, struct error *e)
{
    static const struct table nodes = {.size = sizeof(struct node), .key = sizeof(struct state)},
                              kept = {.size = sizeof(struct kept), .key = sizeof(struct key)};
    struct search s = {.x = x, .r = r, .now = nodes, .next = nodes, .kept = kept};
    *r = (struct explore_result){.schedules = 0};
    const int status = search(&s, e);
    memcpy(r->alone, x->alone, sizeof r->alone);
    table_free(&s.now);
    table_free(&s.next);
    table_free(&s.kept);
    free(s.trail.mark);
    return status;
}
