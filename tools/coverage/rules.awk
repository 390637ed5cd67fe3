# SPDX-License-Identifier: MIT
# Rules and the vectors that name them, as a table in Markdown. Input: tests/vectors/RULES, then the vectors.
function finish_file() {
    if (file != "" && !named)
        print "**" file " names no rule.**\n"
}
FNR == 1 && FILENAME !~ /RULES$/ {
    finish_file()
    file = FILENAME
    sub(/.*\//, "", file)
    sub(/\.txt$/, "", file)
    named = 0
    files++
}
FILENAME ~ /RULES$/ {
    if (!/^#/ && NF) {
        rule[++rules] = $1
        sure[$1] = $2
        text = $0
        sub(/^[^ ]+ +[^ ]+ +/, "", text)
        says[$1] = text
    }
    next
}
/^# Rules: / {
    for (n = 3; n <= NF; n++) {
        named = 1
        if (!($n in says))
            print "**" file " names the unknown rule " $n ".**\n"
        by[$n] = by[$n] (by[$n] == "" ? "" : ", ") file
    }
}
END {
    finish_file()
    print "# Coverage\n\nMade by `make coverage`.\n\n## Rules\n"
    for (n = 1; n <= rules; n++)
        if (by[rule[n]] == "")
            without = without " " rule[n]
    print files " vectors check " rules " rules. How sure a rule is: tests/vectors/RULES. " \
          (without == "" ? "Every rule has a vector." : "\n\n**Rules without a vector:" without "**") "\n"
    print "| rule | sure | what it says | vectors |\n|---|---|---|---|"
    for (n = 1; n <= rules; n++)
        print "| " rule[n] " | " sure[rule[n]] " | " says[rule[n]] " | " by[rule[n]] " |"
}
