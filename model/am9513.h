/* SPDX-License-Identifier: MIT */
#ifndef AM9513_H
#define AM9513_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AM9513_PLACE_SRC 20
#define AM9513_PLACE_GATE 25
#define AM9513_PLACE_OUT 32
#define AM9513_DB UINT64_C(0xffff)
#define AM9513_CS_N (UINT64_C(1) << 16)
#define AM9513_RD_N (UINT64_C(1) << 17)
#define AM9513_WR_N (UINT64_C(1) << 18)
#define AM9513_CD (UINT64_C(1) << 19)
#define AM9513_SRC(n) (UINT64_C(1) << (AM9513_PLACE_SRC + (n) - 1))
#define AM9513_GATE(n) (UINT64_C(1) << (AM9513_PLACE_GATE + (n) - 1))
#define AM9513_HOST_DRIVES (UINT64_C(1) << 30)
#define AM9513_OUT(n) (UINT64_C(1) << (AM9513_PLACE_OUT + (n) - 1))
#define AM9513_OUT_Z(n) (UINT64_C(1) << (AM9513_PLACE_OUT + 5 + (n) - 1))
#define AM9513_FOUT (UINT64_C(1) << 42)
#define AM9513_CHIP_DRIVES (UINT64_C(1) << 43)
#define AM9513_CHIP_VALID (UINT64_C(1) << 44)
#define AM9513_INPUTS ((UINT64_C(1) << 31) - 1)

#define AM9513_NEVER UINT64_MAX
#define AM9513_TIME_MAX (UINT64_C(1) << 62)
#define AM9513_LINE 15

enum am9513_error { AM9513_OK, AM9513_NULL, AM9513_PAST, AM9513_RANGE };

struct am9513_config {
    uint64_t x2_high_ps, x2_low_ps;
    uint64_t tcmd_ps, twhyv_ps, tehyv_ps, tehfv_ps, trlqv_ps, trlqx_ps, trhqx_ps, trhqz_ps;
};

struct am9513_counter {
    uint16_t mode, load, hold, count;
    bool armed, tc, toggle, started, second, pending, gate;
};

struct am9513_line {
    uint64_t due_ps[AM9513_LINE], last_ps;
    uint16_t value[AM9513_LINE], pin, target;
    uint8_t first, used;
};

struct am9513_driver {
    bool on, to;
    uint64_t due_ps;
};

struct am9513 {
    struct am9513_config config;
    uint64_t now_ps, done_ps, pins;
    struct am9513_counter counter[5];
    uint16_t alarm[2], master_mode, latch;
    uint8_t pointer;
    bool low_next, short_write;
    uint8_t sources, gates;
    uint64_t edges[5];
    uint32_t scaler_start;
    uint8_t fout_position;
    uint64_t fout_done_ps;
    struct am9513_line out, fout;
    bool op_waits, op_control;
    uint16_t op_data;
    uint64_t op_ps;
    uint16_t read_word;
    uint8_t read_status;
    struct am9513_driver drives, valid;
};

int am9513_init(struct am9513 *chip, const struct am9513_config *config);
int am9513_advance(struct am9513 *chip, uint64_t now_ps);
int am9513_set(struct am9513 *chip, uint64_t now_ps, uint64_t inputs);
uint64_t am9513_get(struct am9513 *chip);
uint64_t am9513_next_ps(struct am9513 *chip, uint64_t watched);
int am9513_write(struct am9513 *chip, uint64_t now_ps, bool control, uint16_t data);
int am9513_read(struct am9513 *chip, uint64_t now_ps, bool control, uint16_t *value);
int am9513_describe(struct am9513 *chip, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
