# SPDX-License-Identifier: MIT
# The examples of a document, as files: a block "```LANGUAGE NAME" becomes the file NAME. In a block that begins with
# "$ COMMAND" each such line becomes N.command, and what follows it N.expected, what it must print. A command that ends
# with a backslash continues on the next line.
/^```/ { inside = !inside; file = inside ? $2 : ""; session = 0; begins = inside && NF == 1 && $1 == "```"; next }
(begins || session) && /^\$ / {
    n++
    session = 1
    print substr($0, 3) >(n ".command")
    file = n ".expected"
    printf "" >file
    begins = 0
    continued = /\\$/
    next
}
continued { print >(n ".command"); continued = /\\$/; next }
{ begins = 0 }
file != "" { print >file }
