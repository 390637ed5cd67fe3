/* SPDX-License-Identifier: MIT
 * tmr0 explore: every interleaving of readers. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/folder.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "sim/explore/explore.h"

#define COMMAND "tmr0 explore"
#define COUNT_DEFAULT UINT64_C(0x000123456789abcd) /* no two bytes alike */

struct explore_options {
    struct explore_setup setup;
    unsigned named; /* readers that were named */
    uint64_t readers;
    const char *machine, *part, *out;
    char witness[EXPLORE_WRONGS][1024]; /* files in out; empty without */
    int lock;                           /* of out; -1: none */
    bool defences, mix;                 /* mix: an option that says which readers, or what is done with them */
};

static const char usage[] =
    "Runs every interleaving of the readers' bus accesses. Prints how many return a wrong value, how wrong, and the\n"
    "shortest schedule for each kind of corruption. Exit status 1 if any value is wrong.\n\n"
    "  --reader KIND    a reader; may be given again. The last is repeated up to --readers. Default "
    "user32\n"
    "  --readers N      1..8, default 2 or as many as are named\n"
    "  --defences       print a table of all defences against all kinds of competitors; with --machine, --part,\n"
    "                   --count, --still and --states only\n"
    "  --out DIR        write the witnesses as scenario files, for tmr0 run; the folder is made if it is missing\n"
    "  --machine NAME   default " RIG_MACHINE "\n"
    "  --part NAME      default " RIG_PART "\n"
    "  --count N        count of the clock at the beginning, default 0x000123456789abcd\n"
    "  --coarse         stop following a reader once its value is known to be wrong: fewer states, but the\n"
    "                   size of the errors is not known; always on for more than two readers\n"
    "  --still          a clock too slow to advance: far fewer states; values that are wrong only because the clock\n"
    "                   advances are not found\n"
    "  --states N       give up above this number of one length, default 1000000\n\n"
    "KIND is one of:\n";

static void list_readers(void)
{
    for (const struct reader *r = readers; r->name; r++)
        printf("  %-16s %s\n", r->name, r->text);
}

static int take_reader(void *to, struct argument a)
{
    struct explore_options *o = to;
    if (o->named == EXPLORE_READERS && reader_find(a.text))
        return options_bad(COMMAND, "--reader %s is one too many, expected at most %d", a.text, EXPLORE_READERS);
    if (reader_find(a.text)) {
        o->setup.reader[o->named++] = reader_find(a.text);
        return STATUS_OK;
    }
    char list[512] = "one of";
    for (const struct reader *r = readers; r->name; r++)
        list_add(list, sizeof list, " ", "%s", r->name);
    return argument_bad(a, list);
}

/* ---- One mix of readers: every interleaving explored, the witnesses confirmed on the RTL */

static void print_share(const char *text, long double number, long double of)
{
    printf("  %-34s %18.0Lf  %7.3Lf %%\n", text, number, of > 0 ? 100 * number / of : 0);
}

static void print_mix_result(const struct explore_setup *s, const struct explore_result *r)
{
    const long double returns = r->schedules * s->readers;
    for (unsigned n = 0; n < s->readers; n++)
        printf("%s%s", n ? ", " : "", s->reader[n]->name);
    printf(" on %s: %.0Lf schedule%s, %" PRIu64 " accesses, %" PRIu64 " states\n", s->rig->machine.name, r->schedules,
           r->schedules > 1 ? "s" : "", r->accesses, r->states);
    print_share("schedules with a wrong value", r->with_wrong, r->schedules);
    print_share("with none wrong, but one given up", r->with_given_up, r->schedules);
    printf("values returned\n");
    print_share("right", r->right, returns);
    print_share("given up", r->given_up, returns);
    for (int n = 0; n < EXPLORE_WRONGS; n++)
        if (r->wrong[n] > 0)
            print_share(explore_wrong_text[n], r->wrong[n], returns);
    if (r->with_wrong > 0 && !s->coarse)
        printf("wrong by, microseconds\n");
    for (int n = 0; n < EXPLORE_DECADES; n++) {
        char text[48];
        (void)snprintf(text, sizeof text, "10^%d and more", n);
        if (r->off[n] > 0 && !s->coarse)
            print_share(text, r->off[n], returns);
    }
}

/* "2x1 4x2 ...": runs of accesses by one reader. */
static void print_schedule(const struct explore_witness *w)
{
    for (unsigned n = 0, run; n < w->length; n += run) {
        for (run = 1; n + run < w->length && w->choice[n + run] == w->choice[n]; run++)
            ;
        printf(" %ux%u", run, w->choice[n] + 1U);
    }
}

static void print_witness(const struct explore_witness *w, enum explore_wrong wrong, bool confirmed)
{
    printf("shortest, %s: %u accesses (number x reader):", explore_wrong_text[wrong], w->length);
    print_schedule(w);
    printf("\n    reader %u returns 0x%" PRIx64 " for 0x%" PRIx64 "..0x%" PRIx64 ", %s\n", w->reader + 1, w->value,
           w->least, w->most, confirmed ? "confirmed on the RTL" : "NOT confirmed on the RTL");
}

/* Confirms the witness of that kind, if there is one, and prints it; with --out writes it as a scenario. */
static int show_witness(const struct explore_options *o, struct explorer *x, struct explore_witness *w,
                        enum explore_wrong wrong, bool *good, struct error *e)
{
    char *text = NULL;
    bool confirmed;
    if (!w->length && o->out)
        (void)remove(o->witness[wrong]); /* of an earlier run */
    if (!w->length)
        return STATUS_OK;
    FILE *f = memory_stream(&text, &(size_t){0});
    int status = explore_confirm(x, w, wrong, &confirmed, f, e);
    (void)fclose(f);
    if (status == STATUS_OK) {
        print_witness(w, wrong, confirmed);
        *good = *good && confirmed;
        status = o->out ? output_whole(o->witness[wrong], text, e) : STATUS_OK;
    }
    if (status == STATUS_OK && o->out)
        printf("    %s\n", o->witness[wrong]);
    free(text);
    return status;
}

/* good: no wrong value, every witness confirmed. */
static int print_mix(const struct explore_options *o, bool *good, struct error *e)
{
    struct explorer *x;
    static struct explore_result r;
    int status = explore_open(&x, &o->setup, e);
    if (status == STATUS_OK)
        status = explore_model(x, &r, e);
    if (status == STATUS_OK) {
        print_mix_result(&o->setup, &r);
        *good = r.with_wrong == 0;
    }
    for (int n = 0; n < EXPLORE_WRONGS && status == STATUS_OK; n++)
        status = show_witness(o, x, &r.witness[n], (enum explore_wrong)n, good, e);
    explore_close(x);
    return status;
}

/* ---- The table of defences */

static int print_defences(struct explore_options *o, struct error *e)
{
    static struct explore_result r;
    int status = STATUS_OK;
    wrap_print(0,
               "Two readers on %s, every interleaving. Columns of the first reader: its accesses when no other "
               "comes between, wrong values, values given up (to be read again).",
               o->setup.rig->machine.name);
    printf("\n%-16s %-16s %8s %18s %9s %9s\n", "reader", "against", "accesses", "schedules", "wrong", "given up");
    for (const struct defence *d = defences; d->reader && status == STATUS_OK; d++) {
        status = defence_explore(&o->setup, d, &r, e);
        if (status)
            continue;
        printf("%-16s %-16s %8u %18.0Lf %8.3Lf%% %8.3Lf%%\n", d->reader, d->against, r.alone[0], r.schedules,
               100 * r.first_wrong / r.schedules, 100 * r.first_given_up / r.schedules);
        (void)fflush(stdout);
    }
    return status;
}

/* ---- The command */

static int name_witnesses(struct explore_options *o)
{
    const size_t room = sizeof o->witness[0] - sizeof "/wrong-status.scn";
    if (o->out && (!*o->out || strlen(o->out) > room))
        return options_bad(COMMAND, "--out '%.40s', expected the name of a folder, of 1 to %zu bytes", o->out, room);
    for (int n = 0; o->out && n < EXPLORE_WRONGS; n++)
        (void)snprintf(o->witness[n], sizeof o->witness[n], "%s/wrong-%s.scn", o->out, explore_wrong_name[n]);
    return STATUS_OK;
}

/* Before the exploration, which may take long: makes and locks the folder of the witnesses. */
static int make_out(struct explore_options *o, struct error *e)
{
    if (!o->out)
        return STATUS_OK;
    int status = output_folder(o->out, e);
    if (status == STATUS_OK)
        status = folder_lock(&o->lock, o->out, e);
    if (status == STATUS_OK)
        folder_clean(o->out, "wrong-");
    return status;
}

/* Fills in what the options leave open. */
static int complete_options(struct explore_options *o)
{
    if (o->defences && o->mix)
        return options_bad(COMMAND, "--defences with an option of other readers, expected --machine, --part, --count, "
                                    "--still or --states");
    if (!o->named)
        o->setup.reader[o->named++] = reader_find("user32");
    o->setup.readers = (unsigned)o->readers;
    if (!o->setup.readers)
        o->setup.readers = o->named > 2 ? o->named : 2;
    if (o->setup.readers < o->named)
        return options_bad(COMMAND, "%u readers named, expected at most --readers %u", o->named, o->setup.readers);
    for (unsigned n = o->named; n < o->setup.readers; n++)
        o->setup.reader[n] = o->setup.reader[o->named - 1];
    o->setup.coarse = o->setup.coarse || o->setup.readers > 2;
    return name_witnesses(o);
}

static int parse_options(struct explore_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"reader", .given = &o->mix, .take = take_reader, .to = o},
        {"readers", .given = &o->mix, .number = &o->readers, .least = 1, .most = EXPLORE_READERS},
        {"defences", .given = &o->defences},
        {"out", .given = &o->mix, .text = &o->out},
        {"machine", .text = &o->machine},
        {"part", .text = &o->part},
        {"count", .number = &o->setup.count, .least = 0, .most = UINT64_MAX},
        {"states", .number = &o->setup.states, .least = 1, .most = 10000000},
        {"coarse", .given = &o->setup.coarse},
        {"still", .given = &o->setup.still},
    };
    const struct options options = {COMMAND, "[options] [--reader KIND]...", usage, list_readers, OPTION_RULES(rule)};
    int status = options_take(&options, argc, argv);
    return status ? status : complete_options(o);
}

static int run_all(struct explore_options *o, const char *dir, bool *good, struct error *e)
{
    struct rig *rig = memory_new(1, sizeof *rig);
    o->setup.rig = rig;
    int status = rig_load(rig, dir, TARGET_BOARD, o->part, RIG_PAL, o->machine, e);
    if (status == STATUS_OK)
        status = make_out(o, e);
    if (status == STATUS_OK)
        status = o->defences ? print_defences(o, e) : print_mix(o, good, e);
    free(rig);
    folder_unlock(o->lock);
    return status;
}

int command_explore(int argc, char **argv, const char *data_dir)
{
    struct explore_options o = {
        .setup = {.count = COUNT_DEFAULT, .states = 1000000},
        .machine = RIG_MACHINE,
        .part = RIG_PART,
        .lock = -1,
    };
    struct error e;
    char dir[1024];
    bool good = true;
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = run_all(&o, dir, &good, &e);
    if (status)
        return error_print(&e, COMMAND, status);
    if (!o.defences)
        printf("verdict: %s\n", good ? "pass, no interleaving returns a wrong value" : "FAIL");
    return good ? STATUS_OK : STATUS_BAD;
}
