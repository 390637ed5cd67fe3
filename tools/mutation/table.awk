# SPDX-License-Identifier: MIT
# The section of build/mutation.md for part "rtl", which begins the page, or "model", from: tools/mutation/reasons.txt
# (file, part of the line with its change, reason, separated by tabs), mutants.txt and results.txt, and the list of all
# changes to the file `list`. A reason stands for one change, or, if its part of the line stands between slashes, for all
# those whose line this pattern matches. Two asterisks mark what must not be: too few noticed, no reason, and, if all
# changes of a file were tried, a reason of it without a change.
BEGIN {
    FS = "\t"
    input = -1
    CORE = "rtl/chip"
}
FNR == 1 {
    input++
}
input == 0 {
    if (!/^#/ && NF) {
        where[++reasons] = $1
        text[reasons] = $2
        why[reasons] = $3
    }
    next
}
input == 1 {
    path[$1] = $2
    sub(/:.*/, "", path[$1])
    folder[$1] = path[$1]
    sub(/\/[^\/]*$/, "", folder[$1])
    place[$1] = substr($2, length(folder[$1]) + 2)
    file[$1] = substr(path[$1], length(folder[$1]) + 2)
    line[$1] = $3
    tried[file[$1]] = 1
    mutants++
    next
}
{
    by[$1] = $2
    how[$1] = $3
    survived[$1] = $4
    sub(/.*\//, "", by[$1])
}
function stands_for(n, m) {
    if (text[n] ~ /^\/.*\/$/)
        return line[m] ~ substr(text[n], 2, length(text[n]) - 2)
    return index(line[m], text[n]) && !used[n]
}
function reason(m,   n) {
    for (n = 1; n <= reasons; n++)
        if (file[m] == where[n] && stands_for(n, m)) {
            used[n] = 1
            return why[n]
        }
    return judge == "vectors" ? "" : "**no reason given**"
}
function code(s) {
    gsub(/\|/, "\\|", s)
    return "`` " s " ``"
}
# One mutant more in a row of the table
function count(row, m) {
    of[row]++
    if (how[m] == "-")
        missed[row]++
    else if (how[m] == "lockstep")
        lockstep[row]++
    else
        seen[row]++
    unexplained[row] += how[m] == "-" && because[m] !~ /^[^*]/
}
function row(name, n) {
    return sprintf("| %s | %d | %d | %d | %d |", name, of[n], seen[n], lockstep[n], missed[n])
}
# The aim is a share of the changes that have no reason: only the vectors alone can miss it without a mark below.
function verdict(what, n, aim,   seen_any, different) {
    seen_any = of[n] - missed[n]
    different = seen_any + unexplained[n]
    if (of[n])
        printf "%s: %d changes, %.1f %% detected%s; without the equivalent ones %.1f %%.\n", what, of[n], \
            100 * seen_any / of[n], \
            seen_any < aim / 100 * different ? " **(aim: " aim ")**" : "", \
            100 * seen_any / different
}
END {
    for (m = 1; m <= mutants; m++) {
        if (!(path[m] in of))
            names[++files] = path[m]
        if (how[m] == "-")
            because[m] = reason(m)
        count(path[m], m)
        count(part == "model" ? "model" : folder[m] == CORE ? "core" : "elsewhere", m)
        count("all", m)
    }
    if (part == "rtl")
        print "# Mutation check\n\nMade by `make mutate`: docs/testing.md.\n"
    print part == "rtl" ? "## RTL\n" : "## C model\n"
    printf "%s: %d detected by an expectation, %d more in lockstep, %d not.\n", \
        drawn, seen["all"], lockstep["all"], missed["all"]
    verdict("Core", "core", 95.9)
    verdict("Elsewhere", "elsewhere", 95)
    verdict("Model", "model", 95)
    print "\n| file | changes | by an expectation | in lockstep | undetected |\n|---|---|---|---|---|"
    for (n = 1; n <= files; n++)
        print row(names[n], names[n])
    print "\n### Undetected\n\nSurvived: so many random operations in lockstep without a difference.\n\n" \
          "| place | change | why it is equivalent | survived |\n|---|---|---|---|"
    for (m = 1; m <= mutants; m++)
        if (how[m] == "-")
            print "| " place[m] " | " code(line[m]) " | " because[m] " | " survived[m] " |"
    split(drawn, share, " ")
    for (n = 1; n <= reasons; n++)
        if (judge != "vectors" && share[1] == share[3] && where[n] in tried && !used[n])
            print "| " where[n] " | " code(text[n]) " | **a reason without a change** | |"
    if (part == "rtl")
        print ""
    print "| | place | change | detected by |\n|---|---|---|---|" >list
    for (m = 1; m <= mutants; m++)
        print "| " m " | " place[m] " | " code(line[m]) " | " \
              (how[m] == "expectation" ? by[m] : how[m] == "lockstep" ? by[m] ", lockstep" : how[m] == "-" ? "-" : how[m]) " |" >list
}
