#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what nextpnr reports of am9513a_fpga: logic cells, Fmax, and what follows from the head of am9513a_fpga.v.

Usage: tools/fpga.py BUILD/DEVICE.report...
"""
import json
import os
import sys

print("device      logic cells         Fmax, MHz  X2 at most, MHz  WR and RD low, ns  data after RD, ns")
for name in sys.argv[1:]:
    with open(name, encoding="ascii") as file:
        report = json.load(file)
    cells = report["utilization"]["ICESTORM_LC"]
    fmax = min(clock["achieved"] for clock in report["fmax"].values())
    period = 1000 / fmax  # ns
    device = os.path.basename(name).split(".")[0]
    share = 100 * cells["used"] / cells["available"]
    print(f"{device:10}  {cells['used']:4} of {cells['available']} ({share:2.0f} %)  {fmax:9.1f}  {fmax / 3:15.1f}  "
          f"{period:17.1f}  {2 * period:17.1f}")
