# SPDX-License-Identifier: MIT
# The examples of a document, as files: a block "```LANGUAGE NAME" becomes the file NAME. In a block that begins with
# "$ COMMAND" each such line becomes N.command, and what follows it N.expected, what it must print.
/^```/ { inside = !inside; file = inside ? $2 : ""; session = 0; begins = inside && NF == 1 && $1 == "```"; next }
(begins || session) && /^\$ / {
    n++
    session = 1
    print substr($0, 3) >(n ".command")
    file = n ".expected"
    printf "" >file
    begins = 0
    next
}
{ begins = 0 }
file != "" { print >file }
