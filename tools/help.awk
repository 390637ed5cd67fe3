# SPDX-License-Identifier: MIT
# Prints the targets of a Makefile with their texts ("target: ... ## text"), in the groups that lines "##@ Title" begin.
# Usage: awk -f tools/help.awk Makefile
/^##@ / { title = substr($0, 5); next }
/^[a-z-]+:.*## / {
    if (title != "") { print "\n" title ":"; title = "" }
    name = $0; sub(/:.*/, "", name)
    text = $0; sub(/^.*## /, "", text)
    printf "  make %-15s", name
    at = 22
    words = split(text, word, " ")
    for (i = 1; i <= words; i++) {
        if (at + 1 + length(word[i]) > 100) { printf "\n%22s", ""; at = 22 }
        printf " %s", word[i]
        at += 1 + length(word[i])
    }
    print ""
}
