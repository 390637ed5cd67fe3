/* SPDX-License-Identifier: MIT
 * libam9513: the Am9513A system timing controller, pin for pin, driven by events.
 *
 *                   +-------------+
 *          VCC   1 -|             |- 40  OUT3
 *         OUT2   2 -|             |- 39  GATE2
 *         OUT1   3 -|             |- 38  OUT4
 *        GATE1   4 -|             |- 37  OUT5
 *           X1   5 -|             |- 36  GATE3
 *           X2   6 -|             |- 35  GATE4
 *         FOUT   7 -|             |- 34  GATE5
 *         C//D   8 -|             |- 33  SRC1
 *          /WR   9 -|             |- 32  SRC2
 *          /CS  10 -|   Am9513A   |- 31  SRC3
 *          /RD  11 -|             |- 30  SRC4
 *          DB0  12 -|             |- 29  SRC5
 *          DB1  13 -|             |- 28  DB15
 *          DB2  14 -|             |- 27  DB14
 *          DB3  15 -|             |- 26  DB13
 *          DB4  16 -|             |- 25  DB12 GATE5A
 *          DB5  17 -|             |- 24  DB11 GATE4A
 *          DB6  18 -|             |- 23  DB10 GATE3A
 *          DB7  19 -|             |- 22  DB9  GATE2A
 *  GATE1A  DB8  20 -|             |- 21  VSS
 *                   +-------------+
 *
 * Five 16-bit counters, each with Mode, Load and Hold registers; a scaler F1-F5 after X2; FOUT; an 8- or 16-bit bus.
 *
 * HOW TO USE. Add am9513.c and this header to your program, or link libam9513. Counter 1 divides F1, 4 MHz, by 4:
 *
 *     struct am9513 chip;
 *     struct am9513_config config = AM9513_IDEAL(4000000); // 4 MHz on X2, no delays
 *     am9513_init(&chip, &config);                         // power-up, time 0
 *     am9513_write(&chip, 1500000, true, 0x01);            // at 1.5 us a command: data pointer to Mode of counter 1
 *     am9513_write(&chip, 3000000, false, 0x22);           // low byte: TC toggles OUT1, repeat
 *     am9513_write(&chip, 4500000, false, 0x0b);           // high byte: source F1
 *     am9513_write(&chip, 6000000, false, 4);              // Load
 *     am9513_write(&chip, 7500000, false, 0);
 *     am9513_write(&chip, 9000000, true, 0x61);            // load and arm
 *     uint64_t pins = am9513_get(&chip) & AM9513_INPUTS;   // and from here on pin by pin, every 125 ns:
 *     for (uint64_t ps = 9000000; ps <= 19000000; ps += 125000)
 *         pins = am9513_tick(&chip, ps, pins | AM9513_GATE(1)); // pins & AM9513_OUT(1) is OUT1
 *
 * Data pointer (commands 00-1F): E2 E1 element, G4 G2 G1 group
 *                     E=0          E=1          E=2                E=3
 *   G=1-5 counter     Mode         Load         Hold               Hold (hold cycle)
 *   G=7   control     Alarm 1      Alarm 2      Master mode        Status
 * After a complete transfer the pointer moves: Mode, Load, Hold of counter 1, then of 2 ... 5, then 1 again; Hold
 * 1 ... 5, 1; Alarm 1, Alarm 2, Master mode, Alarm 1. It stays at status. MM14 stops it.
 *
 * Master mode:  MM1-0 time of day off, /5, /6, /10   MM2, MM3 comparator 1, 2   MM7-4 FOUT source: 0 F1, 1-5 SRC,
 *               6-10 GATE, 11-15 F1-F5   MM11-8 FOUT divider (0: 16)   MM12 FOUT off   MM13 16-bit bus
 *               MM14 pointer stays   MM15 BCD scaler
 * Counter mode: CM2-0 output: 0 low, 1 TC high, 2 and 3 TC toggled, 4 high impedance, 5 TC low   CM3 up   CM4 BCD
 *               CM5 repeat   CM6 reload from Load and Hold   CM7 special gate   CM11-8 source: 0 TC of N-1, 1-5 SRC,
 *               6-10 GATE, 11-15 F1-F5   CM12 falling source edges   CM15-13 gate: 0 none, 1 TC of N-1, 2 GATE N+1,
 *               3 GATE N-1, 4 GATE N, 5 GATE N low, 6 rising, 7 falling edge of GATE N
 * Status:       bit 0 the low byte is next   bits 1-5 OUT1-5; with output 0 TC, with output 4 TC inverted
 *
 * Commands:     00-1F data pointer   20 arm   40 load   60 load and arm   80 disarm and save   A0 save   C0 disarm
 *               (bits 0-4: counters 1-5)   E0/E8 pointer moves/stays   E1-E5/E9-ED toggle output off/on
 *               E6/EE FOUT on/off   E7/EF 8-/16-bit bus   F1-F5 step   F8/F9 prefetch after writes on/off
 *               FF master reset
 *
 *   CM7 CM6 CM5   gate:   none  level  edge
 *    0   0   0             A     B      C      once
 *    0   0   1             D     E      F      repeatedly; F: once for each gate edge
 *    0   1   0             G     H      I      two TCs, reloading Hold, then Load
 *    0   1   1             J     K      L      the same, repeatedly; L: a pair for each gate edge
 *    1   0   0                   N      O      a gate edge during the count saves it and reloads
 *    1   0   1                   Q      R      the same, repeatedly
 *    1   1   0             S                   two TCs; GATE N chooses Hold (high) or Load (low)
 *    1   1   1             V            X      V: S, repeatedly; X: gate edges during the count save it
 *
 * Time. All times are picoseconds since power-up and may not go back. The counters are computed by arithmetic when they
 * are read: time that passes costs nothing, whatever runs. The exception is an armed counter gated by another's TC
 * (gate 1); it costs a little for each TC.
 * An emulator's scheduler may step back: one CPU runs ahead in its slice, and another then calls at an earlier time.
 * That call acts at chip.now_ps and returns AM9513_LATE, which chip.late counts. With config.refuse_past it returns
 * AM9513_PAST instead and does nothing.
 *
 * Order within one instant: edges of X2 and the TC chains they start; edges of SRC and GATE pins as count sources, then
 * GATE as gates, then the TC chains; a command that is due; the bus.
 * A caller who connects outputs to inputs calls am9513_advance(), then am9513_set() with the levels of am9513_get(),
 * and repeats am9513_set() until no input moves. These are the rounds of docs/manual.md, "Order within an instant".
 *
 * The library has no global variables and allocates no memory. struct am9513 is plain data; a copy of it is a snapshot,
 * and am9513_save() makes bytes of it that a file can keep.
 * The end of this file lists the choices made where the sources are silent, the unconfirmed figures, and what is not
 * modelled. */
#ifndef AM9513_H
#define AM9513_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef AM9513_API
#define AM9513_API __attribute__((visibility("default")))
#endif

/* ---- Pins: one 64-bit mask. n is 1 to 5 */

#define AM9513_PLACE_SRC 20
#define AM9513_PLACE_GATE 25
#define AM9513_PLACE_OUT 32

/* Inputs */
#define AM9513_DB UINT64_C(0xffff) /* DB0-15; DB8-12 are GATE1A-5A of the 8-bit bus */
#define AM9513_CS_N (UINT64_C(1) << 16)
#define AM9513_RD_N (UINT64_C(1) << 17)
#define AM9513_WR_N (UINT64_C(1) << 18)
#define AM9513_CD (UINT64_C(1) << 19) /* 1 control, 0 data */
#define AM9513_SRC(n) (UINT64_C(1) << (AM9513_PLACE_SRC + (n)-1))
#define AM9513_GATE(n) (UINT64_C(1) << (AM9513_PLACE_GATE + (n)-1))
#define AM9513_HOST_DRIVES (UINT64_C(1) << 30) /* the host drives DB; otherwise DB is pulled up */
#define AM9513_INPUTS ((UINT64_C(1) << 31) - 1)

/* Outputs */
#define AM9513_OUT(n) (UINT64_C(1) << (AM9513_PLACE_OUT + (n)-1))
#define AM9513_OUT_Z(n) (UINT64_C(1) << (AM9513_PLACE_OUT + 5 + (n)-1)) /* OUT n floats; its level reads 0 */
#define AM9513_FOUT (UINT64_C(1) << 42)
#define AM9513_CHIP_DRIVES (UINT64_C(1) << 43) /* the chip drives DB (DB0-7 of the 8-bit bus) */
#define AM9513_CHIP_VALID (UINT64_C(1) << 44)  /* with valid data; before and after, driven DB reads ones */

/* ---- Times */

/* After AM9513_TIME_MAX each call returns AM9513_RANGE. An emulator that runs longer calls am9513_rebase() before. */
#define AM9513_NEVER UINT64_MAX
#define AM9513_TIME_MAX (UINT64_C(1) << 62) /* 53 days */
#define AM9513_LINE 127                     /* delayed changes of a pin */

enum am9513_error {
    AM9513_OK,
    AM9513_NULL,   /* a pointer is NULL */
    AM9513_PAST,   /* the time is before that of an earlier call, with config.refuse_past */
    AM9513_RANGE,  /* a figure, a time or a pin out of range; or a struct of zeros without am9513_init() */
    AM9513_FORMAT, /* no state that am9513_save() made: cut short, altered, or of a later version */
    AM9513_LATE,   /* no error: the time is before that of an earlier call, and the call has acted at that one */
};

/* Figures in ps. Widths of X2: 1 ps to 1.1 s, and parts of a ps, less than 1, in units of 1 / x2_parts ps (at most
 * 2^60; 0: none; the chip keeps the fraction in its lowest terms). X2 is low at 0 and first rises after its low width.
 * Each edge is at the nearest ps to its exact time, halves rounded up, so that the rate is exact however long the chip
 * runs. Delays: 0 to 1 ms, those from a source edge to a pin at most AM9513_LINE / 2 - 1 periods of X2, because the
 * pin's line holds no more changes. AMD's values are [GK] and most delays' typical ones estimates, see
 * parts/am9513a.ini. */
struct am9513_config {
    uint64_t x2_high_ps, x2_low_ps;
    uint64_t x2_high_part, x2_low_part, x2_parts;
    uint64_t tcmd_ps;            /* end of the write to the command's action; the name is this project's */
    uint64_t twhyv_ps;           /* end of the write to OUT */
    uint64_t tehyv_ps;           /* source edge to OUT */
    uint64_t tehyv_compare_ps;   /* source edge to OUT of a comparator */
    uint64_t tehfv_ps;           /* source edge to FOUT */
    uint64_t trlqv_ps, trlqx_ps; /* start of a read to data valid, to bus driven */
    uint64_t trhqx_ps, trhqz_ps; /* end of a read to data invalid, to bus floating */
    uint32_t choices;            /* flags of AM9513_CHOICES */
    bool refuse_past;            /* calls at a time before chip.now_ps return AM9513_PAST */
};

/* Where the sources disagree: each flag selects the second alternative. The end of this file describes the first. */
#define AM9513_FIRST_EDGE_RETRIGGERS UINT32_C(1) /* N, O, Q, R: the first gate edge saves and reloads too */
#define AM9513_TC_ENDS UINT32_C(2)           /* a TC by LOAD or STEP while disarmed ends with the next source edge */
#define AM9513_LOAD_DISARMS UINT32_C(4)      /* a TC by LOAD disarms a mode that counts once */
#define AM9513_ARM_RUNS_ON UINT32_C(8)       /* ARM leaves a count running that a gate edge has started */
#define AM9513_COMPARE_AS_TC UINT32_C(16)    /* OUT of a comparator follows a source edge after tehyv_ps as well */
#define AM9513_RELOAD_ONE_STAYS UINT32_C(32) /* a reload of 1 keeps the toggle output as it keeps TC */
#define AM9513_TOGGLE_ALWAYS UINT32_C(64)    /* TC moves the toggle flip-flop in every output mode */
#define AM9513_CODE_3_LOW UINT32_C(128)      /* output code 3 is low, not toggled */
#define AM9513_CHAINED_LOAD UINT32_C(256)    /* a TC that LOAD moves clocks no counter that it loads */
#define AM9513_LOAD_RELOADS UINT32_C(512)    /* LOAD from the count before TC leads into no TC */
#define AM9513_CHOICES UINT32_C(1023)

/* Initial value of a struct am9513_config: exactly hz on X2, high and low for as long; no delays. am9513_init() refuses
 * that of 0 Hz, which has widths of 0. */
#define AM9513_IDEAL(hz) AM9513_IDEAL_HALF(UINT64_C(1000000000000), (hz) ? 2 * (uint64_t)(hz) : UINT64_MAX)
#define AM9513_IDEAL_HALF(ps, parts)                                                                                   \
    {                                                                                                                  \
        (ps) / (parts), (ps) / (parts), (ps) % (parts), (ps) % (parts), (parts), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false   \
    }

/* ---- State. Call am9513_settle() before reading it; am9513_describe() prints it. It may change between versions. */

struct am9513_counter {
    uint16_t mode, load, hold, count;
    bool armed;
    bool tc;
    bool stays;     /* TC reached by LOAD or STEP while disarmed: an edge that does not count leaves it */
    bool toggle;    /* flip-flop */
    bool started;   /* edge gates: counting; level gates: has been active since ARM; no gate: armed */
    bool second;    /* G to L, S, V: the next TC is the second of a pair */
    bool retrigger; /* started, and the next source edge that counts reloads */
    bool gate;      /* the level gate is active */
};

/* Delayed changes of a pin that have not reached it yet. */
struct am9513_line {
    uint64_t due_ps[AM9513_LINE], last_ps; /* last_ps: due time of the newest */
    uint8_t value[AM9513_LINE];            /* bit 0 level, bit 5 high impedance */
    uint8_t pin, target;                   /* at the pin, inside */
    uint8_t first, used;
};

/* Whether the data bus is driven, or its data valid. */
struct am9513_driver {
    bool on, to;
    uint64_t due_ps; /* when on becomes to */
};

struct am9513_hit { /* source edges of these counters at one instant */
    uint64_t at_ps;
    uint8_t counters;
};

/* Private to am9513_checks.h; zero without it. */
struct am9513_watch {
    /* Look-back windows, ps: within them edges are processed one at a time instead of in bulk. Source edges through a
     * chain; those of chained counters that a pin gates; changes of OUT */
    uint64_t before_ps, gate_before_ps, out_before_ps;
    uint64_t until_ps, out_until_ps; /* edges up to these times too */
    uint64_t edge_ps[5];             /* last edge of each counter through a chain */
    uint8_t had;                     /* counters that had one */
    uint8_t counters;                /* hit_ps is the first edge of one of these at or after from_ps */
    uint64_t from_ps, hit_ps;
    uint8_t gated; /* the first edge of each of these goes to hit[] */
    uint8_t hits;
    struct am9513_hit hit[5];           /* in order of time */
    uint64_t out_first_ps, out_last_ps; /* when source edges changed OUT; first AM9513_NEVER: none did */
};

struct am9513 {
    struct am9513_config config;
    uint64_t now_ps;  /* of the last call */
    uint64_t done_ps; /* the counters are computed up to this time */
    uint64_t pins;    /* inputs as last set */
    struct am9513_counter counter[5];
    uint16_t alarm[2], master_mode;
    uint16_t latch;         /* prefetch */
    uint8_t pointer;        /* E2 E1 G4 G2 G1 */
    bool low_next;          /* byte pointer */
    bool short_write;       /* F9: no prefetch after writes */
    uint8_t sources, gates; /* levels; gates ANDed with GATE nA */
    uint8_t were_armed;     /* counters, as these last moved */
    uint8_t shown;          /* counters whose OUT pin follows them, by the mode registers */
    bool tc_gates;          /* a mode register chooses another counter's TC as gate */
    bool gated_chain;       /* a mode register chooses another counter's TC as source, and a pin as gate */
    uint64_t edges[5];      /* edges up to done_ps of the tap F1-F5 that the counter counts */
    uint32_t scaler_start;  /* position of the scaler at time 0 if it had always counted as it does now */
    uint16_t scaler_digits; /* its digits when it last became BCD, after scaler_rises rises of X2 */
    uint64_t scaler_rises;  /* modulo 2^64 */
    uint8_t fout_position;
    bool fout_level; /* after the divider */
    uint64_t fout_done_ps;
    bool op_waits, op_control; /* a write that has not acted yet */
    uint16_t op_data;
    uint64_t op_ps;
    uint16_t read_word; /* of the present read */
    uint8_t read_status;
    bool status_due; /* read_status has yet to be computed, as of read_ps, the start of the read */
    uint64_t read_ps;
    bool read_control, read_wide; /* on the 16-bit bus */
    struct am9513_driver drives, valid;
    struct am9513_watch watch;
    uint64_t x2_phase_ps, x2_phase_part; /* of X2 at time 0, after a fall, if it had always run as it does now */
    uint64_t late;                       /* calls that returned AM9513_LATE */
    struct am9513_line out[5], fout;     /* last: a copy without the delayed pins ends before them */
};

/* ---- Calls. One that returns an error code has changed nothing. AM9513_LATE is none */

/* sizeof(struct am9513), for languages that see no C. Align it as a uint64_t. */
AM9513_API size_t am9513_size(void);

/* Power-up, time 0: inputs low, but /CS, /RD, /WR, C//D high and DB pulled up. Copies config. After AM9513_RANGE the
 * chip is as one that was never initialised. */
AM9513_API int am9513_init(struct am9513 *chip, const struct am9513_config *config);

/* Lets everything up to and including now_ps happen. */
AM9513_API int am9513_advance(struct am9513 *chip, uint64_t now_ps);

/* Sets the inputs at now_ps to these levels: SRC and GATE first, then the bus. inputs is a mask of AM9513_INPUTS. */
AM9513_API int am9513_set(struct am9513 *chip, uint64_t now_ps, uint64_t inputs);

/* All pins at the time of the last call: inputs as set, outputs after their delays. 0 for NULL and before
 * am9513_init(). (The chip is not const: the call computes what the pins show.) */
AM9513_API uint64_t am9513_get(struct am9513 *chip);

/* am9513_set() and am9513_get() in one: the inputs among pins take effect at now_ps, outputs among them are ignored.
 * Its result may go back in as pins. It is 0 if am9513_set() returns an error. */
AM9513_API uint64_t am9513_tick(struct am9513 *chip, uint64_t now_ps, uint64_t pins);

/* Computes the struct's registers, counts and flags as of the time of the last call. */
AM9513_API int am9513_settle(struct am9513 *chip);

/* Returns a time after that of the last call; before it none of the watched output pins changes. AM9513_NEVER: none
 * changes up to AM9513_TIME_MAX without a call of am9513_set() or am9513_write(). The pins need not change at the time
 * returned; then call again. To watch one of DB, CHIP_DRIVES and CHIP_VALID is to watch all three. */
AM9513_API uint64_t am9513_next_ps(struct am9513 *chip, uint64_t watched);

/* A write whose /WR rises at now_ps. The pins stay as they are. The 8-bit bus takes the lower byte. */
AM9513_API int am9513_write(struct am9513 *chip, uint64_t now_ps, bool control, uint16_t data);

/* A read whose /RD falls at now_ps and rises at once. The pins stay as they are. *value: the 8 or 16 bits read. */
AM9513_API int am9513_read(struct am9513 *chip, uint64_t now_ps, bool control, uint16_t *value);

/* The whole state, config included, as bytes for a saved state: of any byte order, and read by later versions. Returns
 * their number, at most AM9513_SAVED; if size is less (or blob NULL) nothing is written. 0 for NULL and before
 * am9513_init(). The records and memory of am9513_checks.h are not part of it. */
#define AM9513_SAVED 8192
AM9513_API size_t am9513_save(const struct am9513 *chip, void *blob, size_t size);

/* The chip becomes the one that was saved, whether it was initialised or not; time goes on from the time of the save.
 * size is what am9513_save() returned, from a file of fixed size too. AM9513_FORMAT: the chip is as before. What a blob
 * made to deceive holds is a state all the same: each member is in range, and members that follow from others agree
 * with them. */
AM9513_API int am9513_load(struct am9513 *chip, const void *blob, size_t size);

/* All times become earlier by ps, which is at most that of the last call: now_ps too, and what am9513_next_ps()
 * returned before. Nothing moves by it. If a part of your emulator is behind, let its time stay above 0: a difference
 * below 0 is a large unsigned time, AM9513_RANGE. */
AM9513_API int am9513_rebase(struct am9513 *chip, uint64_t ps);

/* From now_ps on X2 has the widths of config, whose other members are not read. X2 keeps its level, which lasts as long
 * from now_ps on as the new width says. The limit on delays in periods of X2 holds for the new one.
 * A chip with am9513_checks.h stays as it is: this call and am9513_rebase() return AM9513_RANGE. */
AM9513_API int am9513_set_x2(struct am9513 *chip, uint64_t now_ps, const struct am9513_config *config);

/* The state as lines of text, cut to size like snprintf(), whose result it returns; negative for NULL and before
 * am9513_init(). 2000 bytes are enough. */
AM9513_API int am9513_describe(struct am9513 *chip, char *text, size_t size);

/* ---- Words */

enum am9513_kind { AM9513_MODE, AM9513_MASTER, AM9513_COMMAND };

/* A mode register or a command in words: "F1, repeat, down, TC toggles" for the counter mode 0b22. Each value has words
 * of its own. What is off is not named. Cut to size like snprintf(), whose result it returns; negative for a command
 * above FF. 200 bytes are enough. */
AM9513_API int am9513_words(enum am9513_kind kind, uint16_t value, char *text, size_t size);

/* The value that has exactly these words. AM9513_RANGE: no value has them, and `wanted` is what was expected in place
 * of the wrong ones, cut to size. 400 bytes are enough. */
AM9513_API int am9513_value(enum am9513_kind kind, const char *words, uint16_t *value, char *wanted, size_t size);

/* The letter A to X of the data sheets' mode table. M, P, T, U and W are not defined there. */
AM9513_API char am9513_mode_letter(uint16_t mode);

#ifdef __cplusplus
}
#endif
/* CHOICES. Where the sources (data sheet of the compatible CTS9513-2, driver and emulator code) are silent, differ, or
 * are general knowledge of the AMD part that no text confirms [GK], this model does the following. A choice with a flag
 * in brackets can be switched by am9513_config.choices; any other takes one line to change:
 *   Bus
 *   - Power-up is as after a master reset, counts 0 [GK]. A reset leaves the counts and the scaler, disarms, ends TC,
 *     clears the toggle outputs and alarms, points at status with the low byte next, and prefetches it (unverified).
 *   - The prefetch latch [GK] holds 16 bits: both bytes of a read come from one prefetch. It is filled by command
 *     00-1F, a complete data read, a complete data write unless F9, and reset; not by saves. Status read through the
 *     data port is as of its prefetch.
 *   - Each byte written to a register acts at once. A write to MM14 or MM13 moves the pointer by their old values.
 *   - Pointer groups 0 and 6 and commands F0, F6, F7, FA-FE do nothing. E7 and EF make the low byte the next one.
 *   - The upper byte of a command is ignored. Status bits 6 and 7 are 0, upper bytes without contents are ones.
 *   - /RD and /WR both low, illegal on the chip, is a read and a write.
 *   - Commands that act on counters, a reset and those of the toggle outputs too, act TCMD after the write, on all of
 *     them together: a LOAD of chained counters loads all, then the TCs that changed reach the next ones [CHAINED_LOAD:
 *     those that it has not loaded]. Other commands act at once. A command that is still due acts before the next write
 *     ends or the next read begins.
 * Counters
 *   - TC of counter 5 is N-1 of counter 1, also for its gate. A chained counter counts in the same instant.
 *   - A source edge and a gate edge at one instant: the source edge first, but one that comes through a chain last,
 *     except before the gate that the same TC opens or closes.
 *   - LOAD ends TC, or enters it from one before [HW; LOAD_RELOADS: does not]; in G to L such a TC steps the Hold and
 *     Load sequence, in S and V it is none of the two TCs. It does not disarm [LOAD_DISARMS]. Armed in G to L LOAD
 *     takes what the next TC would take, in S and V what GATE N chooses, else Load. STEP does all that a source edge
 *     does, gated or not, except reloads that wait.
 *   - N, O, Q, R: the first gate edge after ARM (and after TC in R) starts [FIRST_EDGE_RETRIGGERS]; later ones save the
 *     count at once, and the next source edge that counts reloads. X saves at each gate edge, including the one that
 *     starts it.
 *   - A TC that LOAD or STEP reached while disarmed stays until the next LOAD, STEP or counted edge [TC_ENDS].
 *   - ARM of a counter that a gate has started: edge gated, it stops and waits for the next gate edge; a reload that
 *     waits is forgotten [ARM_RUNS_ON: the count and the reload go on, because ARM changes no contents].
 *   - The toggle flip-flop follows the end of every TC in toggled mode [TOGGLE_ALWAYS: in every output mode]. A reload
 *     of 1 keeps TC active; each of its source edges is the end of a TC to the flip-flop [RELOAD_ONE_STAYS: none is].
 *   - M and P are A and D; T and W are S and V that count while the gate is active; U is X that disarms at TC.
 *   - Output code 3 is code 2 [CODE_3_LOW: low]; 6 and 7 are low. A TC that stays (a reload of 1) moves no chained
 *     counter, and OUT only in toggled mode.
 *   - Only a counter that counts enters TC by an edge: reloaded with 1 and then disarmed or gated off, it leaves TC
 *     with one more edge and stays at 1.
 *   - A mode register written while armed (the data sheet forbids it) acts at once, each byte separately,
 *     and makes neither source nor gate edges. It leaves as they are: TC, the position in the Hold and Load sequence
 *     (a TC in a mode without one ends it), a count that a gate edge has started (ARM without a gate starts it too),
 *     and a reload that waits, which a gate edge of the modes X and U forgets.
 *   - BCD with digits above 9: upwards a digit above 9 counts as 9; downwards it counts down to 9. TC is
 *     where the count would be 0.
 *   - Time of day counts up whatever CM3 and CM4 are. If the contents are not a valid time, a digit at or
 *     above its top goes to 0 and carries; the tops of the hours are 2, and 3 or 9 (tens 2, or not). The divide digit
 *     is bits 3-0 of counter 1 (one emulator has bits 7-4).
 *   - A comparison replaces TC and the toggled output at OUT and in the status; chains and the flip-flop follow TC.
 *   Scaler and FOUT
 *   - All stages start at 0 at power-up; a tap is high in the upper half of its stage. MM15 leaves the stages' digits
 *     as they are (in BCD a digit above 9 goes to 0 next) and makes no edges.
 *   - FOUT, divided by n > 1, is low for n source periods after power-up, then high for the first n/2 (rounded down) of
 *     every n. A new divider or source leaves level and position; a position beyond a new divider runs on to 16 and
 *     begins again at 0, without a rise. Divided by 1, FOUT is the source itself from the moment of the write; the
 *     position stands still, and the next divider begins with the level that FOUT has then.
 *   - GATE nA is ANDed with pin GATE n, whichever counters the pin gates, and if it is a count or FOUT source. One
 *     emulator ANDs it with the gate of counter n, whichever that is, and with no source.
 *   Pins
 *   - No change of a pin overtakes an earlier one of the same pin. Pulses of zero width do not come out. When
 *     AM9513_LINE changes of a pin are under way, a new one replaces the newest; only edges of SRC and GATE a few ns
 *     apart bring that about.
 *   - A command moves OUT twhyv_ps - tcmd_ps after it acts (0 if that is negative), that of a comparator too. A source
 *     edge moves OUT of a comparator after tehyv_compare_ps [COMPARE_AS_TC].
 *
 * FIGURES that could not be confirmed. AMD's data sheet was not available: the figures of struct am9513_config are
 * recalled [GK] or estimated [E], in ns. The rest of the AC table and that of the CTS9513-2 are in parts/ of tmr0.
 *               min     typ     max
 *   trlqv_ps     20      65   110 [GK]     min that of TRLQX, typ half-way [E]
 *   trlqx_ps  20 [GK]  42.5      65        max half-way to TRLQV [E]
 *   trhqx_ps  10 [GK]  28.75    47.5       max half-way to TRHQZ [E]
 *   trhqz_ps     10    47.5    85 [GK]     min that of TRHQX [E]
 *   tehyv_ps      0     150   300 [GK]     no min is known
 *   tehyv_compare_ps
 *                 0     175   350 [GK]     no min is known
 *   tehfv_ps      0     250   500 [GK]
 *   twhyv_ps    100     375   650 [GK]     min that of TCMD [E]
 *   tcmd_ps     100     325     550        the ends are -TEHWH and TWHEH [GK], between which a command acts
 *   x2          143 ns a period at least (7 MHz; 145 and halves of 70 ns are recalled [GK])
 *
 * NOT MODELLED: effects of violations of the AC table (am9513_checks.h reports them), skew of F1-F5 (TFN), delay
 * between chained counters, the crystal oscillator, a stopped X2, errata of the CTS9513-2. */
#endif
