#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes a command `convert` into this folder: specify2checks, but Python and its modules start only once, which is
most of its time. The FIFOs `asked` and `status` must be there. Ends when nobody holds `asked` open.   serve.py"""
import gc
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../specify"))
import specify2checks  # noqa: E402

with open("convert", "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o755)) as client:
    client.write("""#!/bin/sh
cd=$PWD
cd "${0%/*}" && printf '%s\\0' "$cd" "$@" >asked && read -r status <status
cat said
exit "$status"
""")
sys.argv[1:] = ["-o", "none", "none"]
specify2checks.arguments()  # what argparse loads when it is used
gc.freeze()
asked, status = os.open("asked", os.O_RDONLY), os.open("status", os.O_RDWR)
while call := os.read(asked, 1 << 16):
    if not (child := os.fork()):
        folder, *sys.argv[1:] = os.fsdecode(call).split("\0")[:-1]
        said = os.open("said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(said, 1)
        os.dup2(said, 2)
        os.chdir(folder)
        sys.exit(specify2checks.main())
    os.write(status, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
