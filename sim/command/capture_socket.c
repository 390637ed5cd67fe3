/* SPDX-License-Identifier: MIT */
#include "capture_socket.h"

#include <stdlib.h>

#include "capture_print.h"
#include "cli/memory.h"
#include "cli/output.h"
#include "sim/board/engine_model.h"
#include "sim/board/rig.h"
#include "sim/capture/measured.h"
#include "socket_print.h"

static void make_setup(struct socket_setup *s, const struct capture_socket *o, const struct rig *rig)
{
    struct board_config board = rig_config(rig, TARGET_BOARD);
    *s = (struct socket_setup){
        .capture = o->setup, .machine = rig->machine.figure, .pal_part = o->pal_part, .pal = (enum pal_kind)o->pal};
    s->capture.figure = rig->chip.figure;
    s->capture.calls = (struct capture_calls){.difference = capture_print_difference};
    s->cycle = o->quiet ? NULL : socket_print_cycle;
    for (int pal = 0; pal < PAL_KINDS; pal++)
        for (int corner = 0; corner < CORNERS; corner++) {
            board.pal_kind = (enum pal_kind)pal;
            board.corner = (enum corner)corner;
            const struct engine_settings settings = board_settings(&board);
            engine_model_config(&s->board[pal][corner], &settings);
        }
}

static int run(const struct capture_socket *o, const struct rig *rig, struct socket_setup *setup,
               struct socket_result *result, struct error *e)
{
    const struct part *buffer = rig->machine.buffer[0] ? &rig->buffer : NULL;
    struct output output;
    int status = output_open(&output, o->measured, e);
    if (status)
        return status;
    status = socket_run(result, setup, e);
    if (status == STATUS_OK && o->measured)
        status = measured_check(result, setup->capture.file, e);
    if (status == STATUS_OK && o->measured)
        measured_write(output.f, result, setup->capture.file, &rig->machine, buffer);
    return output_close(&output, status, e);
}

int capture_socket(const struct capture_socket *o, cJSON *tree, enum status *verdict, struct error *e)
{
    struct rig *rig = memory_new(1, sizeof *rig);
    struct socket_setup *setup = memory_new(1, sizeof *setup);
    struct socket_result *result = memory_new(1, sizeof *result);
    int status = rig_load(rig, o->dir, TARGET_BOARD, o->part, o->machine, e);
    if (status == STATUS_OK)
        status = rig_load_pal(rig, o->dir, o->pal_part, e);
    if (status == STATUS_OK) {
        make_setup(setup, o, rig);
        setup->capture.config = &setup->board[PAL_FLIPFLOP][CORNER_TYP].chip; /* or direct: the same chip */
        status = run(o, rig, setup, result, e);
    }
    if (status == STATUS_OK) {
        socket_print(setup, result, o->part, rig->machine.name, o->measured);
        socket_json(tree, setup, result, o->part, rig->machine.name);
    }
    *verdict = capture_verdict(&result->capture);
    free(result);
    free(setup);
    free(rig);
    return status;
}
