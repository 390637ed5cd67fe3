# SPDX-License-Identifier: MIT
# The examples of a document, as files: a block "```LANGUAGE NAME" becomes the file NAME; a block that begins with
# "$ COMMAND" becomes N.command and N.expected, what it must print.
/^```/ { inside = !inside; file = inside ? $2 : ""; begins = inside && NF == 1 && $1 == "```"; next }
begins && /^\$ / { n++; print substr($0, 3) >(n ".command"); file = n ".expected"; printf "" >file; begins = 0; next }
{ begins = 0 }
file != "" { print >file }
