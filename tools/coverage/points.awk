# SPDX-License-Identifier: MIT
# Lines and branches of the RTL as tables in Markdown. Input: tools/coverage/reasons.txt (file, pattern of a line or
# branch, reason), then the points that Verilator counted, `C '...' count`: vectors.dat, those of the vectors, and
# all.dat, those of vectors and scenarios. The variants of a module by parameter count as one.
function reason(file, what,   n) {
    for (n = 1; n <= reasons; n++)
        if (file ~ "^" where[n] "$" && what ~ "^" pattern[n] "$")
            return why[n]
    return "**no reason given**"
}
function field(key) {
    return match($0, "\001" key "\002[^\001']*") ? substr($0, RSTART + length(key) + 2, RLENGTH - length(key) - 2) : ""
}
function text_of(file, line,   number, text) {
    while ((getline text <path[file]) > 0 && ++number < line) ;
    close(path[file])
    gsub(/^ +/, "", text)
    return text
}
FILENAME ~ /reasons/ {
    if (!/^#/ && NF) {
        where[++reasons] = $1
        pattern[reasons] = $2
        sub(/^[^ ]+ +[^ ]+ +/, "")
        why[reasons] = $0
    }
    next
}
!/^C / { next }
{
    source = field("f")
    file = source
    sub(/.*\//, "", file)
    if (!(file in path)) {
        path[file] = source
        order[++files] = file
    }
    count = $NF
    point = file " " field("l") " " field("o") " " field("n") " " field("S")
    if (!(point in total)) {
        total[point] = 0
        points[++n_points] = point
        of[point] = file
        line[point] = field("l")
        arm[point] = field("o")
        span[point] = field("S")
        branch[point] = field("page") ~ /branch/
    }
    if (FILENAME ~ /vectors/)
        by_vectors[point] += count
    else
        total[point] += count
}
END {
    for (p = 1; p <= n_points; p++) {
        point = points[p]
        file = of[point]
        if (branch[point]) {
            branches[file]++
            taken[file] += total[point] > 0
            taken_by_vectors[file] += by_vectors[point] > 0
            if (!total[point])
                missed = missed "| " file " | " line[point] " | " arm[point] " | " reason(file, "branch-" arm[point]) " |\n"
        }
        for (m = split(span[point], range, ","); m; m--) {
            k = split(range[m], ends, "-")
            for (l = ends[1] + 0; l <= ends[k] + 0; l++) {
                if (!((file, l) in hits)) {
                    hits[file, l] = 0
                    lines[file]++
                    if (l > last[file]) last[file] = l
                }
                hits[file, l] += total[point]
                vector_hits[file, l] += by_vectors[point]
            }
        }
    }
    print "\n## Lines and branches of the RTL\n"
    print "Counted by Verilator. Each cell: by the vectors alone, by vectors and scenarios, of how many. A branch is an arm of"
    print "an `if` or a `case`. Not counted: the files of tools/coverage/counted.vlt, which connect modules or make the clock,"
    print "and files without lines to count. These counts do not show that a check reports a violation at its bound and not"
    print "1 ps before it; tests/scenarios/timing/timing-*.scn and the suites timing, timing_edges and timing_board test this.\n"
    print "| file | lines reached | branches taken |\n|---|---|---|"
    for (n = 1; n <= files; n++) {
        file = order[n]
        reached = reached_by_vectors = 0
        for (l = 1; l <= last[file]; l++)
            if ((file, l) in hits) {
                reached += hits[file, l] > 0
                reached_by_vectors += vector_hits[file, l] > 0
                if (!hits[file, l]) {
                    text = text_of(file, l)
                    unreached = unreached "| " file " | " l " | `" text "` | " reason(file, "line " text) " |\n"
                }
            }
        print "| " file " | " reached_by_vectors ", " reached " of " lines[file] + 0 " | " \
              taken_by_vectors[file] + 0 ", " taken[file] + 0 " of " branches[file] + 0 " |"
    }
    print "\n### Lines not reached\n"
    printf unreached == "" ? "None.\n" : "| file | line | text | reason |\n|---|---|---|---|\n%s", unreached
    print "\n### Branches not taken\n"
    printf missed == "" ? "None.\n" : "| file | line | arm | reason |\n|---|---|---|---|\n%s", missed
}
