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
    print "What is changed is the chip's core, in the files of the table; not the effects of violations, the checks, the"
    print "translators and the bus cycle, of which docs/coverage.md tells the lines and branches that run.\n"
    print "The mutator (tools/mutation/mutator.c) knows every place in the core where an operator, a number, an operand of"
    print "&& or || or a clocked assignment can be changed or left out. One build holds all these changes, and its"
    print "registers begin as ones. On each the vectors and scenarios are played until one fails, and if none does, once"
    print "more in lockstep with the C model, and then 60,000 random statements. A change that nothing notices is either"
    print "none that anybody could see, and says why, or it needs a vector. `make mutate MUTANTS=300 SEED=1` draws some of"
    print "them; the list of all changes and of what noticed them is left in " list ".\n"
    printf "%s: %d noticed by an expectation, %d more in lockstep, %d not: %.1f %% noticed.\n", \
        drawn, expectations, locksteps, misses, noticed
    printf "%d of those not noticed are changes that nobody can see, for the reasons below; of the others %.1f %% are noticed%s.\n\n", \
        misses - unexplained, visible, visible < 95 ? " **(aim: 95)**" : ""
    print "| file | changes | by an expectation | in lockstep | not noticed |\n|---|---|---|---|---|"
    for (n = 1; n <= files; n++)
        printf "| %s | %d | %d | %d | %d |\n", names[n], of[names[n]], seen[names[n]], lockstep[names[n]], missed[names[n]]
    print "\n## Not noticed\n\n| place | change | why nobody can see it |\n|---|---|---|"
    for (m = 1; m <= mutants; m++)
        if (how[m] == "-")
            print "| " place[m] " | " code(line[m]) " | " because[m] " |"
    print "| | place | change | noticed by |\n|---|---|---|---|" >list
    for (m = 1; m <= mutants; m++)
        print "| " m " | " place[m] " | " code(line[m]) " | " \
              (how[m] == "expectation" ? by[m] : how[m] == "lockstep" ? by[m] ", lockstep" : how[m] == "-" ? "-" : how[m]) " |" >list
}
