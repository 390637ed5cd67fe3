/* SPDX-License-Identifier: MIT
 * Plays vectors (docs/vectors.md) on libam9513 through its public header alone.
 *   vector-runner FILE...
 * Each file is played five times: on the fastest chip and bus that the format allows, on typical ones, on the slowest,
 * and on the fastest of one with the slowest of the other. Each failed expectation is a line, the last line of a file
 * is `FILE: pass`, `FILE: FAIL, N expectations failed` or `FILE: skipped, ...` (take_choice). Exit status: 0 all
 * passed, 1 an expectation failed, 2 wrong usage or a bad file (file:line: what is wrong, what was expected), 3 the
 * system failed. For another implementation, replace the first section. */
#include <am9513.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NS UINT64_C(1000)
#define TIME_MAX_PS UINT64_C(1000000000000000) /* 1000 s */

/* ---- The chip under test
 * The rest of the file uses of it: struct chip (inputs, pace->name), choice, CHOICES, paces, PACES, INPUTS, OUTPUTS,
 * input_pin, chip_open, chip_now_ps, chip_run, chip_pin, chip_level (0, 1 or 2: high impedance) and chip_access. */

/* The idle bus, and all pins that an access drives. */
#define IDLE (AM9513_DB | AM9513_CS_N | AM9513_RD_N | AM9513_WR_N | AM9513_CD)
#define BUS (IDLE | AM9513_HOST_DRIVES)

enum { INPUTS = 10, OUTPUTS = 6, FOUT = 5, Z = 2 }; /* src1-5 gate1-5; out1-5 fout; level in high impedance */

/* An access drives C/D, CS and data for set-up, strobe and hold; the next one begins recovery after the strobe at the
 * earliest. Data are on the bus read_ps after RD falls. */
struct bus {
    uint64_t setup_ps, strobe_ps, hold_ps, recovery_ps, read_ps;
};

/* The ends of the ranges that docs/vectors.md promises, and the middle. A chip with delays acts on a command after the
 * write, so accesses keep apart even on the fast bus. */
static const struct bus no_bus = {0, 1, 0, 0, 0};
static const struct bus fast_bus = {0, 1, 0, 1500 * NS, 0};
static const struct bus typical_bus = {170 * NS, 160 * NS, 20 * NS, 1500 * NS, 65 * NS};
static const struct bus slow_bus = {500 * NS, 500 * NS, 100 * NS, 1500 * NS, 110 * NS};
/* OUT of a comparator is later than that of TC, be it by 1 ps. */
static const struct am9513_config fast_chip = {.tehyv_compare_ps = 1};
static const struct am9513_config typical_chip = {.tcmd_ps = 325 * NS,
                                                  .twhyv_ps = 375 * NS,
                                                  .tehyv_ps = 150 * NS,
                                                  .tehyv_compare_ps = 175 * NS,
                                                  .tehfv_ps = 250 * NS};
static const struct am9513_config slow_chip = {.tcmd_ps = 550 * NS,
                                               .twhyv_ps = 650 * NS,
                                               .tehyv_ps = 650 * NS,
                                               .tehyv_compare_ps = 650 * NS + 1,
                                               .tehfv_ps = 650 * NS};

struct pace {
    const char *name;
    const struct bus *bus;
    const struct am9513_config *chip; /* but X2 and trlqv_ps */
};

static const struct pace paces[] = {
    {"fast chip", &no_bus, &fast_chip},
    {"typical chip", &typical_bus, &typical_chip},
    {"slow chip", &slow_bus, &slow_chip},
    {"fast chip on a slow bus", &slow_bus, &fast_chip},
    {"slow chip on a fast bus", &fast_bus, &slow_chip},
};
enum { PACES = sizeof paces / sizeof paces[0] };

struct chip {
    struct am9513 am9513;
    const struct pace *pace;
    const int *wire;  /* for each input 0 or 1 + the output tied to it */
    uint64_t inputs;  /* pins as driven */
    uint64_t free_ps; /* the next access begins then at the earliest */
};

/* The choices that `choice NAME VALUE` may name, and which values this chip can have. A file for a value that it cannot
 * have is skipped. */
static const struct {
    const char *name, *value[2];
    bool can[2];
    uint32_t flag; /* of the second value */
} choice[] = {
    {"first_gate_edge", {"starts", "retriggers"}, {true, true}, AM9513_FIRST_EDGE_RETRIGGERS},
    {"tc_when_disarmed", {"stays", "ends"}, {true, true}, AM9513_TC_ENDS},
    {"load_into_tc", {"enters", "reloads"}, {true, true}, AM9513_LOAD_RELOADS},
    {"load_into_tc_disarms", {"no", "yes"}, {true, true}, AM9513_LOAD_DISARMS},
    {"arm_again", {"stops", "runs-on"}, {true, true}, AM9513_ARM_RUNS_ON},
    {"toggle_comparator_delay", {"own", "as-tc"}, {true, true}, AM9513_COMPARE_AS_TC},
    {"reload_one", {"toggles", "stays"}, {true, true}, AM9513_RELOAD_ONE_STAYS},
    {"toggle_flip_flop", {"toggled-mode", "always"}, {true, true}, AM9513_TOGGLE_ALWAYS},
    {"output_code_3", {"toggles", "low"}, {true, true}, AM9513_CODE_3_LOW},
    {"chained_load", {"counts", "loads"}, {true, true}, AM9513_CHAINED_LOAD},
};
enum { CHOICES = sizeof choice / sizeof choice[0] };

static uint64_t input_pin(int input)
{
    return input < 5 ? AM9513_SRC(input + 1) : AM9513_GATE(input - 4);
}

/* 0, 1 or Z */
static int chip_level(struct chip *c, int output)
{
    uint64_t pins = am9513_get(&c->am9513);
    if (output == FOUT)
        return (pins & AM9513_FOUT) != 0;
    if (pins & AM9513_OUT_Z(output + 1))
        return Z;
    return (pins & AM9513_OUT(output + 1)) != 0;
}

static uint64_t chip_inputs(struct chip *c)
{
    uint64_t inputs = c->inputs;
    for (int n = 0; n < INPUTS; n++)
        if (c->wire[n] && chip_level(c, c->wire[n] - 1))
            inputs |= input_pin(n);
    return inputs;
}

/* The inputs take effect at now_ps, those tied to an output with its level (high impedance is pulled up). Outputs that
 * move by that at once move the inputs tied to them, round by round (docs/manual.md, "Order within an instant"); false
 * if they never settle. */
static bool chip_drive(struct chip *c, uint64_t now_ps)
{
    uint64_t inputs = chip_inputs(c), old;
    int round = 0;
    do {
        old = inputs;
        if (round++ > 1000 || am9513_set(&c->am9513, now_ps, inputs) != AM9513_OK)
            return false;
        inputs = chip_inputs(c);
    } while (inputs != old);
    return true;
}

#define MILLIHERTZ_PS UINT64_C(1000000000000000) /* a period in ps is this divided by the frequency */

/* Time 0: power-up; X2 low, its first rise after half a period. */
static bool chip_open(struct chip *c, const struct pace *pace, const int *wire, uint64_t x2_millihertz,
                      unsigned choices)
{
    struct am9513_config config = *pace->chip;
    config.trlqv_ps = pace->bus->read_ps;
    config.x2_parts = 2 * x2_millihertz;
    config.x2_high_ps = config.x2_low_ps = MILLIHERTZ_PS / config.x2_parts;
    config.x2_high_part = config.x2_low_part = MILLIHERTZ_PS % config.x2_parts;
    for (size_t n = 0; n < CHOICES; n++)
        config.choices |= choices >> n & 1U ? choice[n].flag : 0;
    *c = (struct chip){.pace = pace, .wire = wire};
    c->inputs = IDLE;
    return am9513_init(&c->am9513, &config) == AM9513_OK && chip_drive(c, 0);
}

static uint64_t chip_now_ps(const struct chip *c)
{
    return c->am9513.now_ps;
}

/* Lets time pass. An output that changes moves the inputs tied to it; false if they never settle. */
static bool chip_run(struct chip *c, uint64_t until_ps)
{
    const uint64_t outputs = AM9513_FOUT | UINT64_C(0x3ff) << AM9513_PLACE_OUT;
    bool wired = false;
    for (int n = 0; n < INPUTS; n++)
        wired = wired || c->wire[n];
    for (uint64_t next_ps; wired && (next_ps = am9513_next_ps(&c->am9513, outputs)) <= until_ps;)
        if (am9513_advance(&c->am9513, next_ps) != AM9513_OK || !chip_drive(c, next_ps))
            return false;
    return am9513_advance(&c->am9513, until_ps) == AM9513_OK && chip_drive(c, until_ps);
}

static bool chip_pin(struct chip *c, int input, bool high)
{
    c->inputs = high ? c->inputs | input_pin(input) : c->inputs & ~input_pin(input);
    return chip_drive(c, chip_now_ps(c)) && chip_run(c, chip_now_ps(c));
}

static bool chip_step(struct chip *c, uint64_t ps)
{
    return chip_drive(c, chip_now_ps(c)) && chip_run(c, chip_now_ps(c) + ps);
}

/* One bus cycle. A write drives all 16 data lines; *value of a read is what they show as the strobe ends. */
static bool chip_access(struct chip *c, bool control, bool write, uint16_t *value)
{
    const uint64_t strobe = write ? AM9513_WR_N : AM9513_RD_N;
    if (chip_now_ps(c) < c->free_ps && !chip_run(c, c->free_ps))
        return false;
    c->inputs = (c->inputs & ~BUS) | AM9513_RD_N | AM9513_WR_N | (control ? AM9513_CD : 0);
    c->inputs |= write ? *value | AM9513_HOST_DRIVES : AM9513_DB;
    if (!chip_step(c, c->pace->bus->setup_ps))
        return false;
    c->inputs &= ~strobe;
    if (!chip_step(c, c->pace->bus->strobe_ps))
        return false;
    if (!write)
        *value = (uint16_t)(am9513_get(&c->am9513) & AM9513_DB);
    c->inputs |= strobe;
    c->free_ps = chip_now_ps(c) + c->pace->bus->recovery_ps;
    if (!chip_step(c, c->pace->bus->hold_ps))
        return false;
    c->inputs = (c->inputs & ~BUS) | IDLE;
    return chip_drive(c, chip_now_ps(c));
}

/* ---- Vectors */

enum { LINE = 254 }; /* characters */

enum kind { CMD, CMDW, DATA, WORD, STATUS, READ, READW, PIN, PULSE, WAIT, AT, EXPECT, REPEAT, END };

struct statement {
    enum kind kind;
    int line;
    int pin, level;
    uint64_t value, mask; /* value also: number of pulses or rounds */
    uint64_t ps;
    size_t start; /* END: of its block */
};

struct vector {
    const char *file;
    uint64_t x2_millihertz;
    int wire[INPUTS];
    unsigned choices;  /* bit n: the second value of choice[n] */
    char skipped[128]; /* the choice that the chip under test cannot make, or empty */
    struct statement *statement;
    size_t statements, room;
};

struct parse {
    struct vector *v;
    int line;
    char text[LINE + 1]; /* of the line; its tokens point into it */
    char *token[8];
    int tokens, at;
    bool target, osc;
    size_t open[8]; /* repeats not yet ended */
    size_t depth;
};

static const char *const input_name[] = {"src1",  "src2",  "src3",  "src4",  "src5",
                                         "gate1", "gate2", "gate3", "gate4", "gate5"};
static const char *const output_name[] = {"out1", "out2", "out3", "out4", "out5", "fout"};
static const char *const level_name[] = {"0", "1", "z"};

/* Prints file:line: ..., returns exit status 2. */
__attribute__((format(printf, 2, 3))) static int wrong(const struct parse *p, const char *format, ...)
{
    va_list args;
    (void)fprintf(stderr, "%s:%d: ", p->v->file, p->line);
    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    (void)fprintf(stderr, "\n");
    return 2;
}

static const char *take(struct parse *p)
{
    return p->at < p->tokens ? p->token[p->at++] : "the end of the line";
}

static bool next_is(const struct parse *p, const char *text)
{
    return p->at < p->tokens && strcmp(p->token[p->at], text) == 0;
}

static int take_name(struct parse *p, const char *const *names, int count, const char *expected, int *index)
{
    const char *token = take(p);
    for (*index = 0; *index < count; ++*index)
        if (strcmp(token, names[*index]) == 0)
            return 0;
    return wrong(p, "unexpected %s, expected %s", token, expected);
}

/* The next word has to be this one. */
static int take_word(struct parse *p, const char *word, const char *expected)
{
    int index = 0;
    return take_name(p, &word, 1, expected, &index);
}

static int take_output(struct parse *p, int *output)
{
    return take_name(p, output_name, OUTPUTS, "out1 to out5 or fout", output);
}

static int take_input(struct parse *p, int *input)
{
    return take_name(p, input_name, INPUTS, "src1 to src5 or gate1 to gate5", input);
}

static int take_free_input(struct parse *p, int *input)
{
    int status = take_input(p, input);
    if (status == 0 && p->v->wire[*input])
        status = wrong(p, "%s is wired, expected an input that is not", input_name[*input]);
    return status;
}

/* Decimal, 0x or 0b. */
static int take_number(struct parse *p, uint64_t least, uint64_t most, uint64_t *value)
{
    const char *token = take(p), *digits = token;
    const unsigned base = strncmp(token, "0x", 2) == 0 ? 16 : strncmp(token, "0b", 2) == 0 ? 2 : 10;
    digits += base == 10 ? 0 : 2;
    bool good = *digits != '\0';
    *value = 0;
    for (; good && *digits != '\0'; digits++) {
        static const char all[] = "0123456789abcdef";
        const char *digit = strchr(all, *digits);
        good = digit != NULL && (unsigned)(digit - all) < base && *value < UINT64_C(1) << 32;
        if (good)
            *value = *value * base + (uint64_t)(digit - all);
    }
    if (!good || *value < least || *value > most)
        return wrong(p, "unexpected %s, expected a number from %" PRIu64 " to %" PRIu64, token, least, most);
    return 0;
}

struct unit {
    const char *name;
    uint64_t scale;
};

/* Digits, perhaps with a point, and a unit, exactly: a whole number of what the units scale to. */
static bool quantity(const char *token, const struct unit *units, size_t count, uint64_t *value)
{
    uint64_t digits = 0, divisor = 1;
    bool point = false, any = false;
    for (; (*token >= '0' && *token <= '9') || (*token == '.' && any && !point); token++) {
        if (*token == '.') {
            point = true;
            continue;
        }
        if (digits > UINT64_MAX / 1000 || divisor > UINT64_C(1000000000000))
            return false;
        digits = digits * 10 + (uint64_t)(*token - '0');
        divisor *= point ? 10 : 1;
        any = true;
    }
    for (size_t n = 0; any && n < count; n++) {
        if (strcmp(token, units[n].name) != 0)
            continue;
        uint64_t whole = divisor > units[n].scale ? divisor / units[n].scale : 1;
        uint64_t scale = divisor > units[n].scale ? 1 : units[n].scale / divisor;
        *value = digits / whole * scale;
        return digits % whole == 0 && digits / whole <= TIME_MAX_PS / scale;
    }
    return false;
}

static int take_time(struct parse *p, uint64_t least_ps, uint64_t *ps)
{
    static const struct unit units[] = {
        {"ps", 1}, {"ns", 1000}, {"us", 1000000}, {"ms", 1000000000}, {"s", UINT64_C(1000000000000)}};
    const char *token = take(p);
    if (!quantity(token, units, sizeof units / sizeof units[0], ps) || *ps < least_ps)
        return wrong(p, "unexpected %s, expected a time such as 1.5us, at most 1000s", token);
    return 0;
}

static int take_osc(struct parse *p)
{
    static const struct unit units[] = {{"Hz", 1000}, {"kHz", 1000000}, {"MHz", 1000000000}};
    const char *token = take(p);
    uint64_t millihertz = 0;
    if (p->osc || p->v->statements)
        return wrong(p, "osc, expected it once and before the first statement that acts");
    p->osc = true;
    if (!quantity(token, units, sizeof units / sizeof units[0], &millihertz) || millihertz < 1000000 ||
        millihertz > UINT64_C(50000000000))
        return wrong(p, "unexpected %s, expected a frequency from 1kHz to 50MHz in whole millihertz", token);
    p->v->x2_millihertz = millihertz;
    return 0;
}

static int take_wire(struct parse *p)
{
    int output = 0, input = 0;
    if (p->v->statements)
        return wrong(p, "wire, expected it before the first statement that acts");
    int status = take_output(p, &output);
    if (status == 0)
        status = take_input(p, &input);
    if (status == 0 && p->v->wire[input])
        status = wrong(p, "%s is wired already, expected one wire an input", input_name[input]);
    if (status == 0)
        p->v->wire[input] = 1 + output;
    return status;
}

static int take_choice(struct parse *p)
{
    if (p->v->statements)
        return wrong(p, "choice, expected it before the first statement that acts");
    const char *names[CHOICES];
    char expected[256] = "", values[64];
    int n = 0, m = 0;
    for (size_t i = 0; i < CHOICES; i++) {
        const size_t used = strlen(expected);
        names[i] = choice[i].name;
        (void)snprintf(expected + used, sizeof expected - used, "%s%s", i ? " or " : "", names[i]);
    }
    int status = take_name(p, names, CHOICES, expected, &n);
    if (status)
        return status;
    (void)snprintf(values, sizeof values, "%s or %s", choice[n].value[0], choice[n].value[1]);
    status = take_name(p, choice[n].value, 2, values, &m);
    if (status)
        return status;
    p->v->choices = (p->v->choices & ~(1U << n)) | (unsigned)m << n;
    if (!choice[n].can[m])
        (void)snprintf(p->v->skipped, sizeof p->v->skipped, "%s %s", choice[n].name, choice[n].value[m]);
    return 0;
}

static int take_read(struct parse *p, struct statement *s, uint64_t most)
{
    int status = 0;
    s->mask = most;
    if (next_is(p, "&")) {
        p->at++;
        status = take_number(p, 0, most, &s->mask);
    }
    if (status == 0)
        status = take_word(p, "=", "= and a value");
    return status ? status : take_number(p, 0, s->mask, &s->value);
}

static int take_expect(struct parse *p, struct statement *s)
{
    int status = take_output(p, &s->pin);
    if (status == 0)
        status = take_word(p, "=", "= and a level");
    return status ? status : take_name(p, level_name, 3, "level 0, 1 or z", &s->level);
}

static int take_repeat(struct parse *p, struct statement *s)
{
    int status = take_number(p, 1, 1000000, &s->value);
    if (status == 0)
        status = take_word(p, "{", "{ and the end of the line");
    if (status == 0 && p->depth == sizeof p->open / sizeof p->open[0])
        status = wrong(p, "repeat within too many others, expected at most %zu", p->depth);
    if (status == 0)
        p->open[p->depth++] = p->v->statements;
    return status;
}

static int take_arguments(struct parse *p, struct statement *s)
{
    int status = 0;
    s->value = 1;
    switch (s->kind) {
    case CMD:
    case DATA:
        return take_number(p, 0, 0xff, &s->value);
    case CMDW:
    case WORD:
        return take_number(p, 0, 0xffff, &s->value);
    case STATUS:
    case READ:
        return take_read(p, s, 0xff);
    case READW:
        return take_read(p, s, 0xffff);
    case PIN:
        status = take_free_input(p, &s->pin);
        return status ? status : take_name(p, level_name, 2, "level 0 or 1", &s->level);
    case PULSE:
        status = take_free_input(p, &s->pin);
        if (status == 0)
            status = take_time(p, 1, &s->ps);
        return status || p->at == p->tokens ? status : take_number(p, 1, 1000000000, &s->value);
    case WAIT:
    case AT:
        return take_time(p, 0, &s->ps);
    case EXPECT:
        return take_expect(p, s);
    case REPEAT:
        return take_repeat(p, s);
    case END:
        if (p->depth == 0)
            return wrong(p, "} without a repeat, expected a statement");
        s->start = p->open[--p->depth];
        return 0;
    }
    return 3;
}

static int add(struct parse *p, enum kind kind)
{
    struct vector *v = p->v;
    struct statement s = {.kind = kind, .line = p->line};
    int status = take_arguments(p, &s);
    if (status)
        return status;
    if (v->statements == v->room) {
        size_t room = v->room ? 2 * v->room : 64;
        struct statement *more = realloc(v->statement, room * sizeof *more);
        if (!more) {
            (void)fprintf(stderr, "%s: out of memory\n", v->file);
            return 3;
        }
        v->statement = more;
        v->room = room;
    }
    v->statement[v->statements++] = s;
    return 0;
}

static int parse_statement(struct parse *p)
{
    static const char *const word[] = {
        [CMD] = "cmd",   [CMDW] = "cmdw",     [DATA] = "data",     [WORD] = "word",   [STATUS] = "status",
        [READ] = "read", [READW] = "readw",   [PIN] = "pin",       [PULSE] = "pulse", [WAIT] = "wait",
        [AT] = "at",     [EXPECT] = "expect", [REPEAT] = "repeat", [END] = "}"};
    int kind = 0;
    if (next_is(p, "target")) {
        p->at++;
        if (p->target || !next_is(p, "chip"))
            return wrong(p, "unexpected target, expected `target chip`, once");
        p->at++;
        p->target = true;
        return 0;
    }
    if (!p->target)
        return wrong(p, "unexpected %s, expected `target chip` as the first statement", take(p));
    static const struct {
        const char *name;
        int (*take)(struct parse *p);
    } setting[] = {{"osc", take_osc}, {"wire", take_wire}, {"choice", take_choice}};
    for (size_t n = 0; n < sizeof setting / sizeof setting[0]; n++)
        if (next_is(p, setting[n].name)) {
            p->at++;
            return setting[n].take(p);
        }
    int status = take_name(p, word, sizeof word / sizeof word[0], "a statement such as cmd, read or wait", &kind);
    return status ? status : add(p, (enum kind)kind);
}

static int parse_line(struct parse *p)
{
    p->text[strcspn(p->text, "#")] = '\0';
    p->tokens = p->at = 0;
    for (char *token = p->text + strspn(p->text, " \t"); *token != '\0'; token += strspn(token, " \t")) {
        if (p->tokens == sizeof p->token / sizeof p->token[0])
            return wrong(p, "too many words, expected one statement");
        p->token[p->tokens++] = token;
        token += strcspn(token, " \t");
        if (*token != '\0')
            *token++ = '\0';
    }
    int status = p->tokens ? parse_statement(p) : 0;
    if (status == 0 && p->at < p->tokens)
        status = wrong(p, "unexpected %s, expected the end of the line", take(p));
    return status;
}

static int unreadable(const char *file)
{
    (void)fprintf(stderr, "%s: cannot read: %s\n", file, strerror(errno));
    return 2;
}

/* The next line without its end, LF or CR LF; *any: there is one. */
static int read_line(struct parse *p, FILE *in, bool *any)
{
    char *line = p->text;
    int size = 0, c = 0;
    p->line++;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (size == LINE)
            return wrong(p, "the line is too long, expected at most %d characters", LINE);
        line[size++] = (char)c;
    }
    *any = c != EOF || size > 0;
    if (size > 0 && line[size - 1] == '\r')
        size--;
    line[size] = '\0';
    for (int n = 0; n < size; n++)
        if (line[n] != '\t' && (line[n] < ' ' || line[n] > '~'))
            return wrong(p, "byte 0x%02x in column %d, expected plain printable text", (unsigned char)line[n], n + 1);
    return 0;
}

static int parse_file(struct parse *p, FILE *in)
{
    bool any = true;
    int status = 0;
    while (status == 0 && any) {
        status = read_line(p, in, &any);
        if (status == 0 && any)
            status = parse_line(p);
    }
    if (status == 0 && ferror(in))
        status = unreadable(p->v->file);
    if (status == 0 && p->depth) {
        p->line = p->v->statement[p->open[p->depth - 1]].line;
        status = wrong(p, "the repeat does not end, expected a line with }");
    }
    if (status == 0 && !p->v->statements) {
        p->line = 1;
        status = wrong(p, "the file has no statement, expected one such as cmd or expect");
    }
    return status;
}

static int vector_load(struct vector *v, const char *file)
{
    struct parse p = {.v = v};
    *v = (struct vector){.file = file, .x2_millihertz = 4000000000};
    FILE *in = fopen(file, "r");
    if (!in)
        return unreadable(file);
    int status = parse_file(&p, in);
    (void)fclose(in);
    return status;
}

/* ---- Playing */

struct player {
    const struct vector *v;
    struct chip chip;
    unsigned checked, failed;
    uint64_t rounds[8]; /* left, of the present repeats */
    size_t depth;
};

static void failure(struct player *p, const struct statement *s, const char *got, const char *want)
{
    p->failed++;
    printf("%s:%d: %s at %" PRIu64 ".%06" PRIu64 " us: %s, expected %s\n", p->v->file, s->line, p->chip.pace->name,
           chip_now_ps(&p->chip) / 1000000, chip_now_ps(&p->chip) % 1000000, got, want);
}

static bool play_access(struct player *p, const struct statement *s)
{
    const bool control = s->kind <= CMDW || s->kind == STATUS, write = s->kind <= WORD;
    const bool wide = s->kind == CMDW || s->kind == WORD;
    uint16_t value = (uint16_t)(wide ? s->value : 0xff00 | s->value);
    if (!chip_access(&p->chip, control, write, &value))
        return false;
    if (write)
        return true;
    p->checked++;
    if ((value & s->mask) != s->value) {
        char got[32], want[32];
        (void)snprintf(got, sizeof got, "read 0x%02" PRIx64, value & s->mask);
        (void)snprintf(want, sizeof want, "0x%02" PRIx64, s->value);
        failure(p, s, got, want);
    }
    return true;
}

static bool play_pulses(struct player *p, const struct statement *s)
{
    struct chip *c = &p->chip;
    const bool high = (c->inputs & input_pin(s->pin)) != 0;
    for (uint64_t n = 0; n < s->value; n++)
        if ((n && !chip_run(c, chip_now_ps(c) + s->ps)) || !chip_pin(c, s->pin, !high) ||
            !chip_run(c, chip_now_ps(c) + s->ps) || !chip_pin(c, s->pin, high))
            return false;
    return true;
}

static void play_expect(struct player *p, const struct statement *s)
{
    int level = chip_level(&p->chip, s->pin);
    p->checked++;
    if (level != s->level) {
        char got[32];
        (void)snprintf(got, sizeof got, "%s is %s", output_name[s->pin], level_name[level]);
        failure(p, s, got, level_name[s->level]);
    }
}

/* Plays statement n and gives the number of the next one in *n; false if the chip refuses. */
static bool play_statement(struct player *p, size_t *n)
{
    const struct statement *s = &p->v->statement[*n];
    struct chip *c = &p->chip;
    ++*n;
    switch (s->kind) {
    case CMD:
    case CMDW:
    case DATA:
    case WORD:
    case STATUS:
    case READ:
    case READW:
        return play_access(p, s);
    case PIN:
        return chip_pin(c, s->pin, s->level == 1);
    case PULSE:
        return play_pulses(p, s);
    case WAIT:
        return chip_run(c, chip_now_ps(c) + s->ps);
    case AT:
        return chip_run(c, s->ps);
    case EXPECT:
        play_expect(p, s);
        return true;
    case REPEAT:
        p->rounds[p->depth++] = s->value;
        return true;
    case END:
        if (--p->rounds[p->depth - 1])
            *n = s->start + 1;
        else
            p->depth--;
        return true;
    }
    return false;
}

static int play(const struct vector *v)
{
    unsigned checked = 0, failed = 0;
    for (int pace = 0; pace < PACES; pace++) {
        struct player p = {.v = v};
        bool good = chip_open(&p.chip, &paces[pace], v->wire, v->x2_millihertz, v->choices);
        size_t n = 0, now = 0;
        while (good && n < v->statements) {
            now = n;
            good = play_statement(&p, &n);
        }
        if (!good) {
            (void)fprintf(stderr,
                          "%s:%d: the %s refuses at %" PRIu64 " ps, expected a time that lies neither in the past "
                          "nor after %" PRIu64 " ps and wires that settle\n",
                          v->file, v->statement[now].line, paces[pace].name, chip_now_ps(&p.chip), AM9513_TIME_MAX);
            return 2;
        }
        checked += p.checked;
        failed += p.failed;
    }
    if (!checked) {
        (void)fprintf(stderr, "%s:1: the file expects nothing, expected a read with = or an expect\n", v->file);
        return 2;
    }
    if (failed)
        printf("%s: FAIL, %u expectation%s failed\n", v->file, failed, failed == 1 ? "" : "s");
    else
        printf("%s: pass\n", v->file);
    return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    int verdict = 0;
    if (argc < 2 || argv[1][0] == '-') {
        const bool help = argc > 1 && (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0);
        (void)fprintf(help ? stdout : stderr, "usage: vector-runner FILE...\n");
        return help ? 0 : 2;
    }
    for (int n = 1; n < argc; n++) {
        struct vector v;
        int status = vector_load(&v, argv[n]);
        if (status == 0 && *v.skipped)
            printf("%s: skipped, this chip cannot have choice %s\n", v.file, v.skipped);
        else if (status == 0)
            status = play(&v);
        free(v.statement);
        if (status > 1)
            return status;
        verdict = status ? status : verdict;
    }
    bool bad = ferror(stdout) != 0;
    errno = bad ? EIO : 0;
    if (fflush(stdout) == EOF || bad) {
        (void)fprintf(stderr, "vector-runner: standard output: cannot write: %s\n", strerror(errno));
        return 3;
    }
    return verdict;
}
