# SPDX-License-Identifier: MIT
"""Reads a page of `tmr0 report` or `tmr0 experiment --all`: tags are closed, ids are unique, links lead to ids,
nothing is loaded, tables have heads with scope, images have a description. Prints what is wrong, one line each; the
exit status is 1 if anything is.
Usage: page.py FILE..."""
import sys
from html.parser import HTMLParser

VOID = {"meta", "img", "input", "br", "hr", "link"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.wrong = [], set(), [], []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        where = f"line {self.getpos()[0]}: <{tag}>"
        if tag not in VOID:
            self.open.append(tag)
        if "id" in given and given["id"] in self.ids:
            self.wrong.append(f"{where}: id {given['id']} twice")
        self.ids.add(given.get("id"))
        if tag == "a":
            self.links.append((where, given["href"]))
        for name in ("src", "href", "action", "data", "srcset"):
            if name in given and not given[name].startswith(("#", "data:image/svg+xml,")):
                self.wrong.append(f"{where}: loads {given[name][:60]}")
        if tag in ("link", "iframe", "object", "embed", "base"):
            self.wrong.append(f"{where}: expected none")
        if tag == "th" and given.get("scope") not in ("row", "col"):
            self.wrong.append(f"{where}: no scope")
        if tag == "img" and not given.get("alt"):
            self.wrong.append(f"{where}: no alt")
        if any(name.startswith("on") for name in given):
            self.wrong.append(f"{where}: a handler in an attribute")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"line {self.getpos()[0]}: </{tag}> closes nothing")


wrong = []
for name in sys.argv[1:]:
    page = Page()
    with open(name, encoding="utf-8") as file:
        page.feed(file.read())
    page.wrong += [f"{where}: no id {link[1:]}" for where, link in page.links if link[1:] not in page.ids]
    page.wrong += [f"<{tag}> is not closed" for tag in page.open]
    wrong += [f"{name}: {one}" for one in page.wrong]
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
