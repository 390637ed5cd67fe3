# SPDX-License-Identifier: MIT
# docs/mutation.md from: tools/mutation/reasons.txt (file, part of the line with its change, reason, separated by tabs),
# mutants.txt and results.txt, and the list of all changes to the file `list`. A reason stands for one change. Two
# asterisks mark what must not be: too few noticed, no reason.
BEGIN {
    FS = "\t"
    part = -1
}
FNR == 1 {
    part++
}
part == 0 {
    if (!/^#/ && NF) {
        where[++reasons] = $1
        text[reasons] = $2
        why[reasons] = $3
    }
    next
}
part == 1 {
    place[$1] = $2
    line[$1] = $3
    file[$1] = $2
    sub(/:.*/, "", file[$1])
    mutants++
    next
}
{
    by[$1] = $2
    how[$1] = $3
    sub(/.*\//, "", by[$1])
}
function reason(m,   n) {
    for (n = 1; n <= reasons; n++)
        if (file[m] == where[n] && index(line[m], text[n]) && !used[n]++)
            return why[n]
    return "**no reason given**"
}
function code(s) {
    gsub(/\|/, "\\|", s)
    return "`` " s " ``"
}
END {
    for (m = 1; m <= mutants; m++) {
        of[file[m]]++
        if (!(file[m] in first))
            names[++files] = file[m]
        first[file[m]] = 1
        if (how[m] == "-")
            missed[file[m]]++
        else if (how[m] == "lockstep")
            lockstep[file[m]]++
        else
            seen[file[m]]++
        if (how[m] == "-")
            misses++
        else if (how[m] == "lockstep")
            locksteps++
        else
            expectations++
    }
    for (m = 1; m <= mutants; m++)
        if (how[m] == "-") {
            because[m] = reason(m)
            unexplained += because[m] ~ /\*\*/
        }
    noticed = 100 * (mutants - misses) / mutants
    visible = 100 * (mutants - misses) / (mutants - misses + unexplained)
    print "# Mutation check\n\nMade by `make mutate`.\n"
    print "Each mutant is one change to the chip's core, in the files of the table. The effects of violations, the checks, the"
    print "translators and the bus cycle are not changed; docs/coverage.md gives their lines and branches that run.\n"
    print "The mutator (tools/mutation/mutator.c) finds every place in the core where an operator, a number, an operand of"
    print "&& or || or a clocked assignment can be changed or left out. One build holds all mutants, and its registers begin"
    print "as ones. On each mutant the vectors and scenarios run until one fails. If none fails, they run in lockstep with the"
    print "C model, and then 60,000 random statements. An undetected mutant is either equivalent to the original (reason given"
    print "below) or shows that a vector is missing. `make mutate MUTANTS=300 SEED=1` draws some of the mutants. The list of all"
    print "mutants and of what detected them is written to " list ".\n"
    printf "%s: %d detected by an expectation, %d more in lockstep, %d not: %.1f %% detected.\n", \
        drawn, expectations, locksteps, misses, noticed
    printf "%d of the undetected mutants are equivalent, for the reasons below; of the others %.1f %% are detected%s.\n\n", \
        misses - unexplained, visible, visible < 95 ? " **(aim: 95)**" : ""
    print "| file | changes | by an expectation | in lockstep | undetected |\n|---|---|---|---|---|"
    for (n = 1; n <= files; n++)
        printf "| %s | %d | %d | %d | %d |\n", names[n], of[names[n]], seen[names[n]], lockstep[names[n]], missed[names[n]]
    print "\n## Undetected\n\n| place | change | why it is equivalent |\n|---|---|---|"
    for (m = 1; m <= mutants; m++)
        if (how[m] == "-")
            print "| " place[m] " | " code(line[m]) " | " because[m] " |"
    print "| | place | change | detected by |\n|---|---|---|---|" >list
    for (m = 1; m <= mutants; m++)
        print "| " m " | " place[m] " | " code(line[m]) " | " \
              (how[m] == "expectation" ? by[m] : how[m] == "lockstep" ? by[m] ", lockstep" : how[m] == "-" ? "-" : how[m]) " |" >list
}
