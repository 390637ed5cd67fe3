#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gdb's remote protocol where gdb itself does not go: starts `COMMAND... --gdb PORT`, sends packets, compares the answers.
Usage: gdb_protocol.py PACKET~ANSWER... -- COMMAND...   ANSWER is a regular expression; PACKET ^C is the byte, BAD a packet
with a wrong sum, END the end of the connection. Exit status: the command's."""
import re
import socket
import subprocess
import sys
import time

split = sys.argv.index("--")
with socket.create_server(("127.0.0.1", 0)) as server:
    port = server.getsockname()[1]  # is free
program = subprocess.Popen(sys.argv[split + 1 :] + ["--gdb", str(port)], stderr=subprocess.PIPE, text=True)
assert f"localhost:{port}" in program.stderr.readline()
link = socket.create_connection(("127.0.0.1", port), 100)


def packet(text: str) -> bytes:
    return f"${text}#{sum(text.encode()) % 256:02x}".encode()


def answer() -> str:
    got = b""
    while not (found := re.search(rb"\$([^#]*)#(..)", got)):
        more = link.recv(4096)
        if not more:
            return "closed"
        got += more
    assert sum(found[1]) % 256 == int(found[2], 16), got
    assert sent == "^C" or got.startswith(b"+") != unsaid, got
    return found[1].decode()


silent = False
for pair in sys.argv[1:split]:
    sent, _, want = pair.partition("~")
    unsaid = silent  # no + before the answer
    silent = silent or sent == "QStartNoAckMode"
    if sent == "END":
        link.close()
        break
    if sent == "BAD":
        link.sendall(b"$g#00")
        assert link.recv(1) == b"-", "a packet with a wrong sum is taken"
        continue
    if sent == "^C":
        time.sleep(0.2)
    link.sendall(b"\3" if sent == "^C" else packet(sent))
    if want != "-" and not re.fullmatch(want, seen := answer()):
        program.kill()
        sys.exit(f"gdb_protocol.py: {sent} is answered {seen}, expected {want}")
sys.exit(program.wait(100))
