/* SPDX-License-Identifier: MIT
 * What the samples show of the chip. A capture flows one way:
 *
 *   source.c > vcd.c or csv.c > samples.c > accesses.c, or cycles.c at the socket > evidence.c > capture.c or socket.c
 *   > print
 *
 * The parts of the evidence ask each other through it. At the socket known, model and sequence are all of it. */
#ifndef TMR0_EVIDENCE_H
#define TMR0_EVIDENCE_H

#include "accesses.h"
#include "sim/board/sequence.h"

/* ---- known.c. What a capture has shown of the chip's state so far. It may begin in the middle: then all is unknown
 * until an access determines it. */

/* Items; those of a counter stand for counter 1 and are followed by those of 2 to 5. */
enum known_item {
    KNOWN_POINTER,
    KNOWN_BYTE, /* which byte is next */
    KNOWN_WIDTH,
    KNOWN_STAYS,    /* whether the pointer stays */
    KNOWN_PREFETCH, /* after writes */
    KNOWN_MASTER,
    KNOWN_ALARM1,
    KNOWN_ALARM2,
    KNOWN_MODE,
    KNOWN_LOAD = KNOWN_MODE + 5,
    KNOWN_HOLD = KNOWN_LOAD + 5,
    KNOWN_ARMED = KNOWN_HOLD + 5,
    KNOWN_COUNT = KNOWN_ARMED + 5, /* and TC */
    KNOWN_TOGGLE = KNOWN_COUNT + 5,
    KNOWN_ITEMS = KNOWN_TOGGLE + 5,
};

/* What a data read will return. */
enum known_latch {
    LATCH_UNKNOWN,
    LATCH_EXACT,  /* the register as written */
    LATCH_COUNTED /* Hold with a count that was saved */
};

struct known {
    uint64_t items;   /* bit KNOWN_x */
    uint64_t half;    /* registers of which the low byte was just written with nothing unsure */
    uint8_t counted;  /* bit n: Hold of counter n + 1 came from its count */
    uint16_t hold[5]; /* that the last access left: another is one that a gate saved */
    uint8_t armed;    /* bit n: counter n + 1 was, or is about to be, after the last access */
    uint64_t pins;    /* count sources and gates that the samples show with certainty now */
    bool rate, reset; /* of X2; a reset was seen, and all since */
    uint8_t unseen;   /* bit n: the count of counter n + 1 was lost as its source or gate was not seen */
    enum known_latch latch;
    struct bus_access low; /* to the low byte, that went through last */
};

/* What went through the data port. */
struct known_word {
    bool complete;   /* all of a register, which is known, has gone through in one direction */
    uint8_t pointer; /* the register's */
    uint16_t value;
    uint16_t unsure; /* bits of the value that the samples leave uncertain */
    uint16_t sure;   /* of a read: bits that the state determines and the samples show */
};

static inline bool known_has(const struct known *k, int item)
{
    return k->items >> item & 1;
}

/* The state before the access, all that happened before it included, in *chip. */
struct known_word known_access(struct known *known, const struct am9513 *chip, const struct bus_access *access);
/* After the chip has played it, or pins have moved: counts that will run on what is not known are lost, and with them
 * those of the chain. The model's counter may end while the captured one counts, so later its arming would say nothing.
 * pins: those that are certain now. */
void known_settle(struct known *known, const struct am9513 *chip, uint64_t pins);
/* The items are determined, or no longer. */
static inline void known_learn(struct known *k, uint64_t items, bool determined)
{
    k->items = determined ? k->items | items : k->items & ~items;
}

/* CS, RD or WR was unknown: so is all. */
void known_forget(struct known *known);
/* Of a read that is not compared, what would have to be seen. */
enum known_gap {
    GAP_SAMPLES, /* its bits, or its port */
    GAP_STROBES, /* they were low together */
    GAP_CLOCK,   /* the rate of X2 */
    GAP_PINS,    /* sources and gates */
    GAP_STATE,   /* what was written before */
    GAP_EDGES,   /* a count that was lost as an edge came too near to a command */
    GAP_COUNT,   /* a LOAD of the counter */
    GAP_HALF,    /* the other byte of the register */
    GAPS
};
/* Of a register with nothing unsure. */
enum known_gap known_gap(const struct known *known, const struct am9513 *chip, unsigned pointer);
/* What counter n (0-4) counts, and whether it does, is determined. */
bool known_runs(const struct known *known, const struct am9513 *chip, unsigned n);
/* The level of its OUT in the status is determined. */
bool known_out(const struct known *known, const struct am9513 *chip, unsigned n);
/* "data pointer, Mode 1, Load 1" of the items in the mask; KNOWN_BYTE has no name. */
const char *known_text(char *text, size_t size, uint64_t items);

struct evidence;

/* ---- models.c. The accesses of a capture, played into libam9513.
 *
 * Commands act in a window after their writes, and the phases of X2 and of the scaler are not known. So each count may
 * be off by some, the counter's doubt, and an OUT that TC is so near may have any level. */

#define STATUS_LOW_NEXT 1U
#define MODELS_DOUBT_ALL 10000 /* counts: of so many nothing is compared */

/* By how much the captured count may be off from the model's since the last LOAD. */
struct models_doubt {
    uint64_t loaded_ps;
    int64_t ps;         /* of F1-F5: that the counter may have run longer or less */
    long starts, edges; /* how often it was started; of a chained one: carries that may have come or not */
    long saved;         /* counts, of the last SAVE */
    /* Of SRC and GATE the last edge; one between these times may count or not */
    uint64_t edge_ps, from_ps, until_ps;
};

struct models {
    struct am9513_config config;
    struct evidence *of;
    uint64_t start_ps;
    unsigned reset;             /* counters without a LOAD since the last reset */
    unsigned entered;           /* counters whose last LOAD may have reached TC */
    unsigned unknown_next;      /* counters whose count is not known from the next sample on */
    unsigned lines;             /* levels of SRC1-5 and GATE1-5 (with GATE nA) after the last sample */
    unsigned outs, outs_before; /* bit n: OUT n + 1 after the last sample that moved lines, and before it */
    struct models_doubt doubt[5];
    uint64_t commanded_ps[5];
    uint16_t began; /* the status as its present read began */
    struct am9513 chip;
};

/* As evidence_open(). */
int models_open(struct evidence *of, const struct am9513_config *config, int width, const struct levels *first,
                const char *file, struct error *e);
/* A sample: a read may begin; then SRC and GATE move, and of the 8-bit bus DB8-15. */
void models_next(struct models *models, const struct sample *sample);
/* These pins, and of the 8-bit bus GATE n of each GATE nA among them. */
uint64_t models_unknown(const struct models *models, uint64_t unknown);
/* Counters of SRC and GATE whose count is that of the model. */
unsigned models_exact(const struct models *models);
/* The pins that are the bus now. */
uint64_t models_bus(const struct models *models);
/* The access ended: the registers are those of then. */
void models_ends(struct models *models, const struct bus_access *access);
/* Before known_access(): a command that it will play. */
void models_command(struct models *models, const struct bus_access *access);
/* It is played. word: what it completes. */
void models_play(struct models *models, const struct bus_access *access, const struct known_word *word);
/* F9 is in force at that time. */
bool models_short_write(const struct models *models, uint64_t at_ps);
/* Levels of OUT 1-5 inside the model at that time, bits 0-4. write: if it acts before, or NULL. */
unsigned models_outs(const struct models *models, uint64_t at_ps, const struct bus_access *write);
/* The status then, and its bits that are determined. */
uint16_t models_status(const struct models *models, uint64_t at_ps, const struct bus_access *write);
unsigned models_status_mask(const struct models *models);
/* By how much a saved count of counter n (0-4) that is read may be off. */
long models_read_doubt(const struct models *models, unsigned n);
/* A register's value as a number. */
long models_count(const struct am9513_counter *counter, uint16_t value);
/* Counts apart on the counter's ring: from 0 or the top to each other and to Load, and to Hold where the counter
 * reloads from it: elsewhere Hold is the count that was saved, near which each count of the model is. */
bool models_close(const struct am9513_counter *counter, uint16_t a, uint16_t b, long most);

/* ---- reads.c. The reads of a capture beside those of the model, and the first that the captured chip answers
 * differently. */

#define OTHERS_WRONG 32

struct models_difference {
    bool found;
    struct bus_access access; /* of the status, else of the register */
    uint8_t pointer;
    uint16_t captured;    /* a status or a word */
    uint16_t least, most; /* what the model answers; equal if it is exact */
    uint16_t mask;        /* bits that were compared */
    uint32_t explains;    /* the caller's: choices, as am9513_config.choices, that made otherwise remove it */
    bool tried;           /* such choices were looked for */
    char state[2000];     /* am9513_describe() before the read */
};

/* What reads say of the data lines. */
struct line_doubts {
    uint64_t says, last; /* reads that agree, whose lines are not all the same, unlike the last value */
    uint64_t wrong;      /* reads; of registers those beyond the first difference, too */
    uint8_t others;      /* bit n: some wrong one is not explained by Dn alone */
    unsigned apart[8];   /* registers in which the model has Dn otherwise */
};

/* How fast a counter counts, from one read of its saved count on, or from its TC. */
struct pace {
    bool begun;
    uint16_t captured, model; /* the counts then */
    unsigned reads;           /* since, with counts enough */
    double least, slower;     /* captured counts for one of the model's are at least so many, and most 1 / slower */
};

/* Reads of the status and of registers; a register's of both bytes are one. */
struct models_reads {
    uint64_t all, compared, counts; /* counts: of the compared, counts that were saved */
    uint64_t gap[GAPS];             /* of those that were not */
    uint8_t high, low;              /* bit n: Dn was so in a read, at either port; one is 0: no chip may be there */
    struct line_doubts lines;
    struct pace pace[5];
    uint8_t wrong, moved; /* bit n: a count of counter n + 1 is, the captured one did; OTHERS_WRONG: another read is */
};

/* A read that ended, before the model plays it. latch: what it was to return. Sets word->sure. */
void reads_next(struct evidence *v, const struct bus_access *access, enum known_latch latch, struct known_word *word);

/* ---- judge.c. The AC table of the chip's bus and of X2 on sampled levels. An edge lies between two samples, so a time
 * from one edge to another is known to one sampling interval (and the jitter) either way. */

enum sample_verdict { MET, VIOLATED, UNDECIDED, VERDICTS }; /* UNDECIDED: this sample rate leaves it open */

/* Observations of one figure, as sampled. */
struct observed {
    uint64_t count[VERDICTS];
    uint64_t open;                /* of the undecided: those that the sample rate would decide */
    int64_t nearest_ps, limit_ps; /* the observation nearest to its limit or farthest beyond it, and that limit */
    uint64_t at_ps;               /* when */
    int64_t least_ps, most_ps;
};

/* An observation that is certainly broken. */
struct judge_broken {
    int figure; /* FIG_x */
    int64_t observed_ps, limit_ps;
    uint64_t at_ps; /* of the reference edge */
};

static inline bool observed_any(const struct observed *o)
{
    return o->count[MET] | o->count[VIOLATED] | o->count[UNDECIDED];
}

/* The figure is a delay that the data sheet limits upwards. */
bool judge_at_most(int figure);

struct judge_movement {
    uint64_t at;
    bool real; /* not the capture's first sample, which counts as one */
};

/* A line whose set-up before an edge of a strobe and hold after it are judged together. */
struct judge_pair {
    int setup, hold;                    /* FIG_x */
    struct judge_movement moved, prior; /* the last two */
    uint64_t glitch;                    /* the last glitch; 0: none */
    uint64_t left; /* may have ceased to be valid: became ones, as a bus that nothing drives; C//D: moved. 0: never */
    bool waits;    /* the edge is at ref, and no movement came after it */
    uint64_t ref;
    struct judge_movement before, before_prior; /* the edge: the last two then */
    bool doubt, may_be_early;
    bool gone; /* it left before the edge, or with it: what the chip took is not known */
};

/* A strobe at its pin, the chip selected or not. */
struct judge_strobe {
    uint64_t pin;
    int width, setup, hold; /* FIG_x */
    bool real, used;        /* fell in the capture; the chip was selected while it was low */
    bool waits;             /* for CS to rise */
    uint64_t fall, rise, glitch;
};

struct judge {
    struct evidence *of;
    void (*on_broken)(void *context, const struct judge_broken *broken);
    void *context;
    struct judge_pair data, port; /* DB and C//D around a write */
    uint64_t write_begin, inside; /* pins that moved since */
    struct judge_strobe read, write;
    uint64_t unclear; /* a strobe or CS was last unknown, or ceased to be */
    uint64_t cs_fall, cs_rise;
    bool cs_fell;
    struct {
        uint64_t begin, end, inside;
        struct judge_movement moved;
        bool was_inside, waits;
    } stable; /* C//D around a read */
    struct {
        uint64_t end;
        bool any, write;
    } last; /* access that ended */
    struct {
        uint64_t rise, fall;
        unsigned seen;
    } x2;
};

/* A time that is known to one sampling interval and the jitter, so much within its limit: the true time is more than
 * the observed one less unsure_ps(), and less than it and unsure_ps(). */
static inline enum sample_verdict sampled_verdict(const struct sampling *s, int64_t within_ps)
{
    const int64_t u = unsure_ps(s);
    return within_ps >= u ? MET : within_ps <= -u ? VIOLATED : UNDECIDED;
}
/* What the data sheet promises or wants: the least, or the most. */
int64_t judge_limit(const struct judge *judge, int figure);
/* Of a time between two edges that are certain. */
enum sample_verdict judge_verdict(const struct judge *judge, int figure, int64_t observed_ps);
/* An observation with that verdict, or UNDECIDED in doubt. */
void judge_observe(struct judge *judge, int figure, int64_t observed_ps, bool doubt, uint64_t at_ps);
/* An observation; the broken ones go to on_broken. */
void judge_note(struct judge *judge, int figure, enum sample_verdict verdict, int64_t observed_ps, int64_t limit_ps,
                uint64_t at_ps);
void judge_start(struct judge *judge, struct evidence *of, uint64_t now_ps);
void judge_next(struct judge *judge, const struct sample *sample);
/* An access that ended with the last sample: what the chip took may not be known. */
void judge_doubts(const struct judge *judge, struct bus_access *access);
/* The capture ends, or nothing is sampled from here on. */
void judge_end(struct judge *judge, uint64_t now_ps);

/* ---- edges.c. The AC parameters of count sources and gates on sampled levels: widths, and notes of edges near
 * commands, gates and status reads. A counter's edges are seen if its mode is known and counts a captured SRC or GATE
 * pin, or F1 with X2 captured; those of F2-F5 and of chains are not at a pin. */

/* SRC1-5, GATE1-5 (with GATE nA), X2: bit n of a mask is the source of code n + 1. */
#define EDGE_LINES 11

/* Counters that a command names, until an edge after it has been judged. */
struct edges_command {
    unsigned counters;
    bool hidden; /* edges of one of them are not at a captured pin */
    uint64_t at_ps;
    int64_t after_ps; /* limit */
};

struct edges {
    struct evidence *of;
    unsigned captured; /* lines */
    uint64_t last_ps[EDGE_LINES], prior_ps[EDGE_LINES];
    unsigned levels, had, had_two; /* of lines; moved at least once, twice */
    unsigned counters;             /* that had a source edge in this sample */
    uint64_t edge_ps[5], gate_ps[5];
    unsigned edge_had, gate_had;   /* counters */
    uint64_t glitch_ps;            /* the last single sample of a line; 0: none */
    uint64_t write_ps, command_ps; /* last write; last command to counters */
    bool written, commanded;
    struct edges_command sources, gates;
    unsigned watched; /* counters whose gate moved after their last source edge */
    unsigned kept;    /* counters whose last TGVEH was met */
    struct {
        bool reads, inside, waits; /* a status read goes on; OUT moved inside it; none moved after it */
        bool had;
        uint64_t out_ps, inside_ps, end_ps;
    } status;
};

/* first: levels that have reached the model. */
void edges_start(struct edges *edges, struct evidence *of, const struct levels *first);
/* A sample, which has reached the model. */
void edges_next(struct edges *edges, const struct sample *sample);
/* An access that ended, before the model plays it. */
void edges_access(struct edges *edges, const struct bus_access *access);

/* ---- delays.c. The chip's own delays on sampled levels: the data bus after RD moves, OUT and FOUT after source edges
 * and writes.
 *
 * A movement of OUT counts as in time only if the model predicts it. It counts as late only if no edge of the counter's
 * source and no write came near enough before it. */

struct delays_out {
    bool waits, level;
    uint64_t since_ps;
};

struct delays {
    struct evidence *of;
    struct {
        bool goes_on, data, moved, after,
            driven; /* after: one ended, and DB has not moved since; driven: nor floated */
        uint64_t fall_ps, first_ps, last_ps, rise_ps;
    } read;
    struct delays_out edge[5], write[5]; /* movements of OUT that the model has made */
    unsigned compared;                   /* whose edge[] goes through a comparator */
    struct delays_out fout[2];           /* for each level */
    bool fout_lost;                      /* two edges to a level, and no movement of FOUT between them */
};

/* A sample, whose source edges are in edges. */
void delays_next(struct delays *delays, const struct sample *sample);
/* A write that ended with that sample, before the model plays it, and after. */
void delays_write(struct delays *delays, const struct bus_access *access, const struct sample *sample);

/* ---- evidence.c. All of it */

/* What is said of a capture at its end. */
struct findings {
    struct models_reads reads;
    struct models_difference difference; /* the first */
    struct observed observed[FIG_RTL];
    struct sequence sequence; /* the driver's mistakes */
    uint64_t known;           /* items at the end */
};

struct evidence {
    const struct survey *survey;
    const struct sampling *sampling; /* the survey's */
    bool visible;                    /* the samples show each legal pulse of SRC and GATE */
    struct known known;              /* of the chip's state */
    struct models model;             /* what it may answer */
    struct judge bus;                /* the AC table of the bus, from which all observations come */
    struct edges edges;              /* of sources and gates */
    struct delays delays;            /* the chip's own */
    struct findings found;
};

/* Before the first sample. config: all but X2. width: of the bus at the start, 8 or 16; 0: unknown. STATUS_INPUT if the
 * model refuses the rate. */
int evidence_open(struct evidence *v, const struct am9513_config *config, const struct survey *survey, int width,
                  const struct levels *first, const char *file, struct error *e);
/* A sample at the chip. */
void evidence_sample(struct evidence *v, const struct sample *sample);
/* No access comes any more. */
void evidence_end(struct evidence *v);
/* An access that ended with that sample, or at the socket (NULL); the word that it completes. */
struct known_word evidence_access(struct evidence *v, struct bus_access *access, const struct sample *sample);

#endif
