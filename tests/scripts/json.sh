#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/json.md against the fields that each command writes, in both directions. Runs from the root of the tree.
set -u
. tests/check.sh
cd "$folder" || exit 1

# The paths in a file of cJSON, without []: one member a line, indented by tabs. A member belongs to the last one that
# is indented less.
cat >found.awk <<'AWK'
match($0, /^\t+"[A-Za-z0-9_]+":/) {
    match($0, /^\t+/)
    for (n in name)
        if (n + 0 >= RLENGTH)
            delete name[n]
    split($0, part, "\"")
    name[RLENGTH] = part[2]
    path = ""
    for (n = 1; n <= RLENGTH; n++)
        if (n in name)
            path = path (path == "" ? "" : ".") name[n]
    sub(/\.[A-Z][A-Z0-9_]*/, ".NAME", path)
    sub(/^witnesses\.[a-z]+/, "witnesses.CAUSE", path)
    print path
}
AWK

# The fields in the command's section, without []; after an optional one " opt".
cat >listed.awk <<'AWK'
/^## / { on = $2 == command }
on && /^\| `/ {
    split($0, column, "|")
    count = split(column[2], field, "`")
    for (n = 2; n <= count; n += 2) {
        gsub(/\[\]/, "", field[n])
        print field[n] (column[3] ~ /opt/ || field[n] ~ /\*$/ ? " opt" : "")
    }
}
AWK

# found, listed: what is in one of them alone. A field lists the objects around it; "margins.NAME.*" lists all below.
cat >compare.awk <<'AWK'
function lists(field, path, all) {
    all = sub(/\.\*$/, "", field)
    return field == path || index(field, path ".") == 1 || all && index(path, field ".") == 1
}
NR == FNR { found[$1]; next }
{ listed[$1] }
!($1 in found) && $2 != "opt" { printf "%s is not written; ", $1 }
END {
    for (path in found) {
        good = 0
        for (field in listed)
            good = good || lists(field, path)
        if (!good)
            printf "%s is not listed; ", path
    }
}
AWK

fields() { # command line of tmr0
    $tmr0 "$@" --json fields.json >said 2>&1
    awk -f found.awk fields.json | sort -u >found
    awk -v command="$1" -f listed.awk "$root/docs/json.md" >listed
    why=$(awk -f compare.awk found listed)
    [ -s found ] || why="no fields: $(head -c 300 said)"
    report "json-$1" "$why"
    rm fields.json
}

printf 'machine sun3-60\ncorner max\ngap 1500ns\nw 0 0\nw 2 0xff\n' >late.scn
fields run late.scn
fields timing --reads 1 --machine sun3-60
fields sweep --limit machine.strobe_hold --machine sun3-60
fields decode 0x0b22
fields explore --engine model
fields system --plain --samples 1
fields figure1 --reads 1 --engine model
fields torn --saves 20 --delay 0ns
fields plan --tick 1ms --duration 1us --digits 2
fields ticks2ns --rate 3GHz --interval 1h
fields clock --host
fields measure --builtin empty --runs 100
fields experiment danzig-fig2 --quick

for command in $($tmr0 --help | awk '/^commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }'); do
    $tmr0 "$command" --help | grep -q -e --json && echo "$command"
done | sort >found
sed -n 's/^## //p' "$root/docs/json.md" | sort >listed
report json-commands "$(comm -3 found listed | tr -d '\t' | tr '\n' ' ')"
exit $bad
