# SPDX-License-Identifier: MIT
"""Margins of a write and a read on a machine, drawn by gnuplot: margins.svg.

    python3 margins.py [MACHINE]     default sun3-60"""
import subprocess
import sys
from typing import Dict

import tmr0


def margins(machine: str, corner: str) -> Dict[str, tmr0.Margin]:
    with tmr0.Board(machine, corner=corner, engine="model") as board:
        board.gap("1500ns")
        board.w(0, 0)
        board.w(2, 0xFF, 0xE7)  # master reset; 8-bit bus
        board.r(2)
        board.settle()
        return {name: m for name, m in board.margins().items() if not m.note}


def main() -> int:
    machine = sys.argv[1] if len(sys.argv) > 1 else "sun3-60"
    slow, fast = margins(machine, "max"), margins(machine, "min")
    names = sorted(slow, key=lambda name: slow[name].slack_ps)[:12]
    rows = "".join(f"{name} {slow[name].slack_ps / 1000} {fast[name].slack_ps / 1000}\n" for name in names)
    plot = f"""set terminal svg size 800,400 background "white" noenhanced
set output "margins.svg"
set title "{machine}: least slack of one write and one read"
set ylabel "ns"
set style data histograms
set style fill solid
set xtics rotate by -45
set grid ytics
set key top left
$slack << END
{rows}END
plot $slack using 2:xtic(1) title "slow parts", "" using 3 title "fast parts"
"""
    try:
        subprocess.run(["gnuplot"], input=plot, text=True, check=True)
    except FileNotFoundError:
        print("margins.py: no gnuplot, expected the package gnuplot-nox", file=sys.stderr)
        return 2
    print(f"margins.svg: the least is {names[0]}, {slow[names[0]].slack_ps / 1000} ns")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except tmr0.InputError as error:
        print(f"margins.py: {error}", file=sys.stderr)
        sys.exit(2)
