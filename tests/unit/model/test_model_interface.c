/* SPDX-License-Identifier: MIT
 * libam9513's interface: misuse, snapshots, the state as text. */
#include "model_chip.h"
#include "tests/unit/suite.h"

#include <string.h>

void suite_model_interface(void);

static void test_misuse(void)
{
    uint16_t value;
    struct am9513_config bad = typical;
    char was[1000], is[1000];
    start();
    wait(US);
    struct am9513 before = chip;
    CU_ASSERT_EQUAL(am9513_init(NULL, &typical), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_init(&chip, NULL), AM9513_NULL);
    bad.x2_low_ps = 0;
    CU_ASSERT_EQUAL(am9513_init(&chip, &bad), AM9513_RANGE);
    bad = typical;
    bad.tehyv_ps = UINT64_MAX;
    CU_ASSERT_EQUAL(am9513_init(&chip, &bad), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_advance(NULL, 0), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_advance(&chip, US - 1), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_advance(&chip, UINT64_MAX), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_set(NULL, 0, 0), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_set(&chip, US - 1, IDLE), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_set(&chip, 2 * US, AM9513_OUT(1)), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_write(NULL, 0, true, 0), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_write(&chip, US - 1, true, 0xff), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_read(NULL, 0, true, &value), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_read(&chip, 2 * US, true, NULL), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_read(&chip, US - 1, true, &value), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_get(NULL), 0);
    CU_ASSERT_EQUAL(am9513_settle(NULL), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_next_ps(NULL, OUTS), AM9513_NEVER);
    CU_ASSERT_TRUE(am9513_describe(NULL, NULL, 0) < 0);
    CU_ASSERT_EQUAL(chip.config.x2_low_ps, before.config.x2_low_ps);
    CU_ASSERT_EQUAL(chip.config.tehyv_ps, before.config.tehyv_ps);
    CU_ASSERT_EQUAL(chip.done_ps, before.done_ps);
    CU_ASSERT_EQUAL(am9513_get(&chip), am9513_get(&before));
    CU_ASSERT_TRUE(am9513_describe(&before, was, sizeof was) > 0);
    CU_ASSERT_TRUE(am9513_describe(&chip, is, sizeof is) > 0);
    CU_ASSERT_STRING_EQUAL(is, was);
}

static void test_snapshot(void)
{
    board_setup();
    struct am9513 copy = chip;
    unsigned first[2], second[2];
    for (int n = 0; n < 2; n++) {
        chip = copy;
        wait(12345 * US);
        cmd(0xaf);
        first[n] = reg(0x11);
        second[n] = reg(0x12);
    }
    CU_ASSERT_EQUAL(first[0], first[1]);
    CU_ASSERT_EQUAL(second[0], second[1]);
}

static void test_describe(void)
{
    char text[1000], cut[10];
    start();
    counter(3, 0x0162, 0x1234, 0x5678);
    int length = am9513_describe(&chip, text, sizeof text);
    CU_ASSERT_TRUE(length > 0 && (size_t)length == strlen(text));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "3: mode 0162  load 1234  hold 5678"));
    CU_ASSERT_EQUAL(am9513_describe(&chip, cut, sizeof cut), length);
    CU_ASSERT_EQUAL(strlen(cut), sizeof cut - 1);
    CU_ASSERT_EQUAL(am9513_describe(&chip, NULL, 0), length);
}

void suite_model_interface(void)
{
    static const struct suite_test tests[] = {
        {"misuse", test_misuse},
        {"snapshot", test_snapshot},
        {"describe", test_describe},
    };
    suite_register("model_interface", NULL, NULL, tests, COUNT(tests));
}
