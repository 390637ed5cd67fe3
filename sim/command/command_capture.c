/* SPDX-License-Identifier: MIT
 * tmr0 capture: what a logic analyser recorded at the chip's pins, in words, judged, and compared
 * with the model; or at the DES socket. */
#include <getopt.h>
#include <string.h>

#include "capture_print.h"
#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "sim/board/board.h"
#include "sim/board/engine_model.h"
#include "sim/capture/capture.h"

#define COMMAND "tmr0 capture"

struct capture_command {
    struct capture_setup setup;
    const char *pal_part, *json, *scenario, *machine, *measured;
    double jitter;
    bool quiet, bus, pal;
    int width, side, translator;
    char dir[1024];
    struct capture_result result;
    struct script script; /* its file is NULL: none is wanted */
    enum status verdict;
};

static const char usage[] =
    "Reads what a logic analyser recorded at the pins of an Am9513 (VCD, or CSV of Saleae, DSView or sigrok), or a\n"
    "dump of tmr0 run --wave. Prints each access in words, judges the AC parameters and the chip's own delays, and\n"
    "compares the chip's answers with the model's. The last line is the verdict on timing, clock and the chip's\n"
    "answers. Exit status 0 if all three are good, 1 if one is certainly bad, 2 if one could not be judged; then it\n"
    "says what to do.\n\n"
    "With --at socket the analyser was at the DES socket. Prints the machine's figures as they were seen, plays the\n"
    "accesses at their times on the timer board at three corners, and says of each check whether it is violated:\n"
    "certainly, possibly, not. Exit status 1 if a check is certainly violated at one corner.\n\n"
    "  --at PLACE     chip, the default, or socket\n"
    "  --machine NAME the machine with the socket: NAME, NAME:VARIANT or FILE.ini\n"
    "  --pal P        the board's translator, flipflop or direct; default: the one with which the reads agree\n"
    "  --pal-part NAME  the timer board's PAL, default " RIG_PAL "; " RIG_PAL ":25ns: with this delay\n"
    "  --write-machine FILE.ini  write the machine with the figures as measured, for tmr0 timing --machine FILE.ini\n"
    "  --map LIST     signals of the pins, such as wr_n=D3,d=DATA; pins: cs_n rd_n wr_n cd d0-d15 src1-src5\n"
    "                 gate1-gate5 out1-out5 fout x2, at the socket mas_n mds_n rw d0-d7 des_clock x2; d, src, gate\n"
    "                 and out take a vector or, as 'd=Channel 3-10', several signals. Default: the usual names\n"
    "  --rate F       samples a second; default: found from the steps between the file's times\n"
    "  --jitter TIME  edges may be farther from their samples by this much, default 0; give one sampling interval if\n"
    "                 samples may be lost or glitches occur\n"
    "  --bus 8|16     width of the bus when the capture begins; default: unknown until an access determines it\n"
    "  --osc F        rate of X2, to 100 ppm; default: as captured, if X2 is, and at the socket 4MHz\n"
    "  --part NAME    default " RIG_PART "\n"
    "  --quiet        do not print each access\n"
    "  --scenario FILE.scn  write the capture as a scenario with the captured reads as expectations\n"
    "  --json FILE    write the results\n";

/* ---- While the file is read */

static void take_access(void *context, const struct bus_access *access, const struct known_word *word)
{
    struct capture_command *c = context;
    if (c->script.f)
        script_access(&c->script, access, word);
    if (!c->quiet)
        capture_print_access(access, word);
}

static void take_broken(void *context, const struct judge_broken *broken)
{
    const struct capture_command *c = context;
    if (!c->quiet)
        capture_print_broken(broken, c->setup.figure);
}

static void take_pins(void *context, const struct levels *levels, bool reading)
{
    struct capture_command *c = context;
    script_pins(&c->script, levels, reading);
}

/* ---- At the socket */

static void make_setup(struct socket_setup *s, const struct capture_command *c, const struct rig *rig)
{
    struct board_config board = rig_config(rig, TARGET_BOARD);
    *s = (struct socket_setup){.capture = c->setup,
                               .machine = rig->machine.figure,
                               .pal_part = c->pal_part,
                               .pal = c->pal ? (enum pal_kind)c->translator : PAL_KINDS};
    s->capture.figure = rig->chip.figure;
    s->capture.config = &s->board[PAL_FLIPFLOP][CORNER_TYP].chip; /* or direct: the same chip */
    s->capture.calls =
        (struct capture_calls){.cycle = c->quiet ? NULL : socket_print_cycle, .difference = capture_print_difference};
    for (int pal = 0; pal < PAL_KINDS; pal++)
        for (int corner = 0; corner < CORNERS; corner++) {
            board.pal_kind = (enum pal_kind)pal;
            board.corner = (enum corner)corner;
            const struct engine_settings settings = board_settings(&board);
            engine_model_config(&s->board[pal][corner], &settings);
        }
}

static int run_socket(struct capture_command *c, struct rig *rig, FILE *measured, cJSON *tree, struct error *e)
{
    static struct socket_setup setup;
    static struct socket_result result;
    c->pal_part = c->pal_part ? c->pal_part : RIG_PAL;
    int status = rig_load(rig, c->dir, TARGET_BOARD, c->setup.part, c->pal_part, c->machine, e);
    if (status == STATUS_OK) {
        make_setup(&setup, c, rig);
        status = socket_run(&result, &setup, e);
    }
    if (status == STATUS_OK && c->measured)
        status = measured_write(measured, &result, c->setup.file, &rig->machine,
                                rig->machine.buffer[0] ? &rig->buffer : NULL, e);
    if (status == STATUS_OK) {
        socket_json(tree, &setup, &result, rig->machine.name);
        socket_print(&setup, &result, tree, c->measured);
    }
    c->verdict = capture_verdict(&result.capture);
    return status;
}

/* ---- At the chip */

static int run_chip(struct capture_command *c, struct rig *rig, FILE *scenario, cJSON *tree, struct error *e)
{
    struct am9513_board_config config;
    int status = rig_load(rig, c->dir, TARGET_CHIP, c->setup.part, "", "", e);
    if (status == STATUS_OK) {
        const struct board_config board = rig_config(rig, TARGET_CHIP);
        const struct engine_settings settings = board_settings(&board);
        engine_model_config(&config, &settings);
        c->setup.figure = rig->chip.figure;
        c->setup.config = &config.chip;
        c->setup.calls.pins = c->scenario ? take_pins : NULL;
        c->script = (struct script){.f = scenario, .result = &c->result, .setup = &c->setup};
        status = capture_run(&c->result, &c->setup, e);
    }
    if (status == STATUS_OK) {
        capture_json(tree, &c->setup, &c->result);
        capture_print(&c->setup, &c->result, tree);
    }
    c->verdict = capture_verdict(&c->result);
    return status;
}

static int run(void *context, cJSON *tree, struct error *e)
{
    struct capture_command *c = context;
    static struct rig rig;
    const bool socket = c->side == WIRES_SOCKET;
    struct output output;
    const int status = output_open(&output, socket ? c->measured : c->scenario, e);
    return status ? status : output_close(&output, (socket ? run_socket : run_chip)(c, &rig, output.f, tree, e), e);
}

/* ---- The command */

/* Options of the other side. */
static int check_side(const struct capture_command *c)
{
    const bool socket = c->side == WIRES_SOCKET;
    const char *wrong = socket ? (c->scenario ? "scenario"
                                  : c->bus    ? "bus"
                                              : NULL)
                               : (c->machine    ? "machine"
                                  : c->measured ? "write-machine"
                                  : c->pal      ? "pal"
                                  : c->pal_part ? "pal-part"
                                                : NULL);
    if (wrong)
        return options_bad(COMMAND, "--%s %s --at socket, expected %s", wrong, socket ? "with" : "without",
                           socket ? "none" : "both or neither");
    if (socket && !c->machine)
        return options_bad(COMMAND, "--at socket without --machine NAME, expected a file of machines/");
    if (c->measured && machine_is_path(c->machine))
        return options_bad(COMMAND, "--write-machine with --machine %s, expected a name of machines/ to inherit",
                           c->machine);
    if (c->measured && strcmp(c->measured, "-") != 0 && !machine_is_path(c->measured))
        return options_bad(COMMAND, "--write-machine %s, expected a name that ends in .ini", c->measured);
    return STATUS_OK;
}

static int parse_options(struct capture_command *c, int argc, char **argv)
{
    static const char *const widths[] = {"8", "16"};
    static const char *const places[] = {[WIRES_CHIP] = "chip", [WIRES_SOCKET] = "socket"};
    const struct option_rule rule[] = {
        {"map", .text = &c->setup.map},
        {"rate", .hz = &c->setup.rate_hz},
        {"jitter", .seconds = &c->jitter},
        {"bus", .given = &c->bus, .choice = &c->width, .names = widths, .count = 2},
        {"osc", .hz = &c->setup.osc_hz},
        {"part", .text = &c->setup.part},
        {"pal-part", .text = &c->pal_part},
        {"json", .output = &c->json},
        {"scenario", .output = &c->scenario},
        {"at", .choice = &c->side, .names = places, .count = 2},
        {"machine", .text = &c->machine},
        {"pal", .given = &c->pal, .choice = &c->translator, .names = pal_kind_name, .count = PAL_KINDS},
        {"write-machine", .output = &c->measured},
        {"quiet", .given = &c->quiet}};
    const struct options options = {COMMAND, "[options] FILE", usage, .operands = OPERANDS_ANYWHERE,
                                    OPTION_RULES(rule)};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    if (optind + 1 != argc)
        return options_bad(COMMAND, "%d files, expected one", argc - optind);
    if (c->jitter > 1e-3)
        return options_bad(COMMAND, "--jitter above 1ms, expected less");
    c->setup.file = argv[optind];
    c->setup.jitter_ps = (int64_t)(c->jitter * 1e12 + 0.5);
    c->setup.width = c->bus ? c->width ? 16 : 8 : 0;
    return check_side(c);
}

int command_capture(int argc, char **argv, const char *data_dir)
{
    struct capture_command c = {.setup.part = RIG_PART};
    struct error e;
    int status = parse_options(&c, argc, argv);
    if (status)
        return status;
    c.setup.calls = (struct capture_calls){
        .access = take_access, .broken = take_broken, .difference = capture_print_difference, .context = &c};
    status = output_distinct((const char *const[]){c.scenario, c.measured, c.json}, 3, &e);
    if (status == STATUS_OK)
        status = data_find(c.dir, sizeof c.dir, data_dir, &e);
    if (status == STATUS_OK)
        status = output_json_run(c.json, cJSON_CreateObject(), run, &c, &e);
    return status ? error_print(&e, COMMAND, status) : (int)c.verdict;
}
