# SPDX-License-Identifier: MIT
"""Compares the plot of a sweep with its points. The texts beside the axes give a scale. By this scale each point must
be where its value and its slack say, in the colour of its verdict. Each box of a histogram must be as high as its
number of points. Prints what differs, one line each; the exit status is 1 if anything does.
Usage: plot.py FOLDER"""
import csv
import glob
import re
import sys

folder = sys.argv[1]
[file] = glob.glob(f"{folder}/*.svg")
with open(f"{folder}/points.csv", encoding="utf-8") as text:
    points = list(csv.DictReader(text))
with open(file, encoding="utf-8") as text:
    svg = text.read().split("</defs>", 1)[1]
PASS, FAIL = "8,81,156", "179,88,6"
wrong = []
keys = [name for name in points[0] if name not in ("number", "verdict", "cd", "worst_slack_ps", "worst_parameter", "broken", "wrong_reads")]
scale_of = {name: 1e6 if name.endswith("_hz") else 1e3 for name in keys}
slack = {one["number"]: int(one["worst_slack_ps"]) / 1e3 for one in points}


def same(name, seen, expected, most=0.06):
    seen, expected = sorted(seen), sorted(expected)
    if len(seen) != len(expected) or any(abs(a - b) > most for one, other in zip(seen, expected) for a, b in zip(one, other)):
        wrong.append(f"{name}: {len(seen)} {seen[:3]}, expected {len(expected)} {expected[:3]}")


def axis(ticks):
    """From a value to its place"""
    (a, low), (b, high) = ticks[0], ticks[-1]
    return lambda value: low + (value - a) / (b - a) * (high - low)


tick = re.findall(r"d='M([\d.]+),([\d.]+) L([\d.]+),([\d.]+)  '/>\s*<g transform=[^>]*>\s*<text> *(-?[\d.]+)</text>", svg)
ticks = [(*[float(one) for one in found[:4]], float(found[4])) for found in tick]
left = min(min(x, to) for x, y, to, _, _ in ticks if x != to)
x_of = axis([(value, x) for x, y, to, _, value in ticks if x == to])
y_of = axis([(value, y) for x, y, to, _, value in ticks if x != to and min(x, to) == left])
bottom = max(y for _, y, *_ in ticks)
marks = [(float(x), float(y), colour.replace(" ", "")) for x, y, colour in
         re.findall(r"<use xlink:href='#gpPt\d+' transform='translate\(([\d.]+),([\d.]+)\)[^>]*color='rgb\(([\d, ]+)\)'", svg)]
marks = [mark for mark in marks if mark[1] <= bottom]  # those of the key are below
title = re.findall(r"<text>([^<]*)</text>", svg)
expected = [f"{name[:-3]}, {'MHz' if name.endswith('_hz') else 'ns'}" for name in keys] if len(keys) < 3 else ["least slack of a point, ns (below 0: violated)"]
wrong += [f"no text {text}" for text in expected if text not in title]
if len(keys) == 1:
    for verdict, colour in ("pass", PASS), ("fail", FAIL):
        same(verdict, [mark[:2] for mark in marks if mark[2] == colour],
             [(x_of(int(one[keys[0]]) / scale_of[keys[0]]), y_of(slack[one["number"]])) for one in points if one["verdict"] == verdict])
elif len(keys) == 2:
    place = lambda one: (x_of(int(one[keys[1]]) / scale_of[keys[1]]), y_of(int(one[keys[0]]) / scale_of[keys[0]]))
    same("fails", [mark[:2] for mark in marks], [place(one) for one in points if one["verdict"] == "fail"])
    pixels = []
    for colour, corners in re.findall(r"<polygon fill = 'rgb\(([\d, ]+)\)' points = '([^']*)'", svg):
        numbers = [[float(one) for one in corner.split(",")] for corner in corners.split()]
        red, _, blue = (int(one) for one in colour.split(","))
        pixels.append((sum(x for x, _ in numbers) / 4, sum(y for _, y in numbers) / 4, (blue > red) - (blue < red)))
    pixels = [one for one in pixels if one[0] < max(x for x, y, to, _, _ in ticks if x == to)]  # beside it is the scale of colours
    same("pixels", pixels, [(*place(one), (slack[one["number"]] > 0) - (slack[one["number"]] < 0)) for one in points], 0.2)
else:
    counted = {PASS: 0, FAIL: 0}
    for colour, path in re.findall(r"<path stroke='rgb\(([\d, ]+)\)'  d='(M[^']*Z)", svg):
        numbers, verdict = [float(one) for one in re.findall(r"[\d.]+", path)], colour.replace(" ", "")
        if max(numbers[1::2]) > bottom:
            continue
        height = round((min(numbers[1::2]) - y_of(0)) / (y_of(1) - y_of(0)))
        inside = [min(x - min(numbers[::2]), max(numbers[::2]) - x) for one in points for x in [x_of(slack[one["number"]])]
                  if one["verdict"] == {PASS: "pass", FAIL: "fail"}[verdict]]
        if not sum(one > 0.1 for one in inside) <= height <= sum(one > -0.1 for one in inside):  # one at an edge is in either
            wrong.append(f"box from {min(numbers[::2])}: {height}, expected {sum(one > 0 for one in inside)}")
        counted[verdict] += height
    if [*counted.values()] != [sum(one["verdict"] == verdict for one in points) for verdict in ("pass", "fail")]:
        wrong.append(f"{counted} points are in boxes")
if not any(one["verdict"] == "fail" for one in points) or not any(one["verdict"] == "pass" for one in points):
    wrong.append("all points are alike")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
