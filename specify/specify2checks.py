#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Turns the timing checks of Verilog cell models ($setup, $hold and their kind in specify blocks) into modules that
Verilator and Icarus act on."""
import argparse
import os
import sys
from itertools import chain
from typing import Iterable, Iterator

sys.dont_write_bytecode = True
# pylint: disable=wrong-import-position
from annotate import Annotation
from checks import Checked, CheckReader
from delays import Delays
from design import Design
from messages import Say, fail
from preprocess import Preprocessor, Scale, Source, read_text
from rewrite import Block, Edit, applied, checks, hoisted, instances, older, specify_limits
from sdf import CORNERS
from udp import Primitive
from verilog import Reader

HERE = os.path.dirname(os.path.realpath(__file__))


def write(out: str, pieces: Iterable[str], read: set[str]) -> None:
    """Writes a temporary file and renames it, so that the old file stays until the new one is whole."""
    if os.path.exists(out) and any(os.path.exists(file) and os.path.samefile(out, file) for file in read):
        fail(f"{out}: would be written over what is read, expected different files")
    replaces = os.path.isfile(out) or not os.path.exists(out)  # a device or a pipe is only written
    written_to = f"{os.path.realpath(out)}.part.{os.getpid()}" if replaces else out
    try:
        with open(written_to, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.writelines(pieces)
        if replaces:
            os.replace(written_to, os.path.realpath(out))
    except BaseException as why:
        if replaces and os.path.exists(written_to):
            os.unlink(written_to)
        if not isinstance(why, OSError):
            raise
        path_is_wrong = isinstance(why, (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError))
        fail(f"{out}: {why.strerror}, expected a file that can be written", 2 if path_is_wrong else 3)


def arguments() -> argparse.Namespace:
    status = "0 all is converted; 1 what is not supported is named and left out; 2 bad input; 3 the system failed."
    parser = argparse.ArgumentParser(prog="specify2checks", description=__doc__, epilog=f"Exit status: {status}")
    parser.add_argument("--version", action="version", version="specify2checks 0.3.0")
    parser.add_argument("files", metavar="FILE", nargs="+", help="Verilog models; the netlist, if --sdf shall know it")
    parser.add_argument("-o", "--out", metavar="FILE", required=True, help="the Verilog to write")
    parser.add_argument("--corner", choices=CORNERS, default="typ", help="which of min:typ:max (default typ)")
    parser.add_argument("--timescale", metavar="UNIT/PRECISION", default="", help="of models before any `timescale")
    parser.add_argument("--sdf", metavar="FILE", action="append",
                        help="limits of instances; writes the module specify_limits")
    parser.add_argument("--scope", metavar="PATH", help="where the SDF's design is, such as bench.dut")
    parser.add_argument("--udp", choices=("both", "keep"), default="both", help="both: user-defined primitives also as "
                        "modules, for Verilator before 5.036 (default); keep: only as they are")
    parser.add_argument("--allow-none", action="store_true", help="models without a check are no mistake")
    parser.add_argument("--verbose", action="store_true", help="list names taken in another "
                        "spelling, and entries of the SDF file that fit nothing")
    parser.add_argument("-D", dest="defines", metavar="NAME[=TEXT]", action="append", default=[], help="define a macro")
    parser.add_argument("-I", dest="folders", metavar="FOLDER", action="append", default=[], help="look for `include")
    args = parser.parse_args()
    if args.sdf and len(args.sdf) > 1:
        fail(f"--sdf {args.sdf[1]}: a second SDF file, expected one")
    args.sdf = args.sdf[0] if args.sdf else None
    if args.sdf and not args.scope:
        fail("--sdf without --scope, expected where the SDF's design is, such as --scope bench.dut")
    if args.timescale and not Scale.of(args.timescale):
        fail(f"--timescale {args.timescale}, expected such as 1ns/1ps")
    return args


Parts = tuple[Source, list[Checked], list[Primitive]]  # of a file; primitives that become modules


def converted(file: Parts, primitives: dict[str, Primitive], delays: Delays, corner: int, sdf: bool) -> Iterator[str]:
    source, models, tables = file
    edits: list[Edit] = []
    for one in tables:
        edits += [(one.start, one.start, f"`ifdef SPECIFY_TABLES\n{primitives[one.name].module()}\n`else\n"),
                  (one.end, one.end, "\n`endif\n")]
    for model in models:
        edits += older(model, corner) + hoisted(model.module) + instances(model.module, primitives)
        if model.checks or model.delayed:
            edits += checks(model, Block(model, delays.initial[model.module.name]).lines(sdf))
    return applied(source, edits)


def shared(name: str) -> list[str]:
    """What all checks share, once where several outputs are compiled together."""
    guard = name.upper().replace(".", "_")
    return [f"`ifndef {guard}\n`define {guard}\n", read_text(f"{HERE}/{name}", "what is installed"), "\n`endif\n"]


def convert(args: argparse.Namespace) -> int:
    say, corner = Say(args.verbose), CORNERS.index(args.corner)
    preprocessor = Preprocessor(args.defines, args.folders, Scale.of(args.timescale))
    files: list[Parts] = []
    cells, primitives = dict[str, Checked](), dict[str, Primitive]()
    for source in map(preprocessor.read, args.files):
        modules, spans = Reader(source).read()
        models = [CheckReader(module, corner, say).read() for module in modules]
        tables = [Primitive(source, span) for span in spans if args.udp == "both"]
        files.append((source, models, tables))
        for module, one in zip(modules, models):
            if (first := cells.setdefault(module.name, one).module) is not module:
                fail(f"{module.where()}: module {module.name}, expected one; {first.where()} has another")
        primitives.update((table.name, table) for table in tables)
    count = [len(one.checks) for one in cells.values() if one.checks]
    if not count and not args.allow_none:
        others = f" and {len(args.files) - 1} more" * (len(args.files) > 1)
        fail(f"{args.files[0]}{others}: no timing check, expected some, or --allow-none")
    annotation = Annotation(args.sdf, Design(cells, args.scope, corner), say) if args.sdf else None
    if annotation and not annotation.entries and not args.allow_none:
        fail(f"{args.sdf}: no TIMINGCHECK entry, expected some, or --allow-none")
    targets = annotation.targets.values() if annotation else []
    delays = Delays(cells, targets, say)
    out: list[Iterable[str]] = [["// Made by specify2checks\n"]]
    out += [shared("specify_closing.v"), shared("specify_check.v")] if count or primitives else []
    out += [shared("specify_delay.v")] if any(delays.initial.values()) else []
    for file in files:
        if scale := file[0].scales[0][1]:
            out.append([f"`timescale {scale.text}\n"])
        out += [converted(file, primitives, delays, corner, bool(targets)), "\n"]
    out += [(f"{line}\n" for line in specify_limits(args.sdf, targets, delays))] if args.sdf else []
    out += [[f"`timescale {preprocessor.scale.text}\n"]] if preprocessor.scale else []
    here = {f"{HERE}/{name}" for name in os.listdir(HERE)}
    write(args.out, chain.from_iterable(out), preprocessor.files | here | ({args.sdf} if args.sdf else set()))
    idle = 0 if args.sdf else sum(check.idle() for one in cells.values() for check in one.checks)
    if delays.early:
        print(len(delays.early), "checks judge undelayed signals where IEEE 1364 delays them; notifiers may be early")
    print(f"{args.out}: {sum(count)} checks in {len(count)} modules"
          + f"; {idle} have an empty window, and judge nothing without --sdf" * (idle > 0))
    if say.spellings and not args.verbose:
        print(f"{len(say.spellings)} names are taken in another spelling (--verbose lists them)")
    if annotation:
        annotation.print()
    return say.status


def main() -> int:
    """Whatever comes, it ends with a sentence."""
    try:
        try:
            return convert(args := arguments())
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except (OSError, MemoryError) as why:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is not yet written
        fail(f"{getattr(why, 'strerror', '') or 'no memory left'}, expected room", 3)
    except Exception as why:  # pylint: disable=broad-exception-caught
        fail(f"{' '.join(args.files)}: not understood, expected Verilog ({type(why).__name__})")


if __name__ == "__main__":
    sys.exit(main())
