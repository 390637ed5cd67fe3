# SPDX-License-Identifier: MIT
# One Verilog file of many: what they include pasted in, what only proofs and waves use left out. It goes together with
# any other file: its macros begin with AM9513A_ and are undefined at its end, and the names of all modules but the
# first begin with that of the first.
# Usage: awk -v version=V -v folders="DIR DIR" -f tools/device-file.awk FILE...
function paste(file,    line, word) {
    if (file ~ /^build\// && pasted[file]++)            # macros: once; other includes: in each module
        return
    print "\n// ======== " file
    while ((getline line < file) > 0) {
        split(line, word, /[ "]+/)
        if (depth > 0) {
            depth += line ~ /^`if/
            depth -= line ~ /^`endif/
        } else if (line ~ /^`ifdef (FORMAL|TMR0_TRACED|TIMING_REPORT)/)
            depth = 1
        else if (word[1] == "`include")
            paste(found(word[2]))
        else if (line !~ /SPDX/)
            print macros_renamed(module_renamed(line))
    }
    close(file)
}
function module_renamed(line,    name) {                # defined or instantiated
    name = line
    sub(/^(module)? */, "", name)
    sub(/[^a-z0-9_].*/, "", name)
    if (name in inner)
        sub(name, first "_" name, line)
    return line
}
function macros_renamed(line,    done, at, word) {      # directives have small letters
    while (match(line, /`((define|undef|ifdef|ifndef) )?[A-Z]/)) {
        at = RSTART + RLENGTH - 1
        done = done substr(line, 1, at - 1)
        line = substr(line, at)
        if (line !~ /^VERILATOR/)
            done = done "AM9513A_"
    }
    line = done line
    split(line, word, /[ (]/)
    if (word[1] == "`define" && !(word[2] in defined)) {
        defined[word[2]]
        macro[++macros] = word[2]
    }
    if (word[1] == "`undef")
        delete defined[word[2]]
    return line
}
function found(name,    n, count, folder, line, path) {
    count = split(folders, folder, " ")
    for (n = 1; n <= count; n++) {
        path = folder[n] "/" name
        if ((getline line < path) >= 0) {
            close(path)
            return path
        }
    }
    print name ": included, expected in " folders >"/dev/stderr"
    failed = 1
    exit 2
}
function module_of(file) {
    sub(/.*\//, "", file)
    sub(/\.v$/, "", file)
    return file
}
BEGIN {
    print "// SPDX-License-Identifier: MIT"
    print "// A Verilog part with ordinary pins, of tmr0 " version ". `make device` of that project made it of the"
    print "// files named below. Do not change it. The head of the first one says how to use the part."
    print "/* verilator lint_off WIDTH */"
    print "/* verilator lint_off DECLFILENAME */ // many modules"
    first = module_of(ARGV[1])
    for (n = 2; n < ARGC; n++)
        inner[module_of(ARGV[n])]
    for (n = 1; n < ARGC && !failed; n++)
        paste(ARGV[n])
    print ""
    for (n = 1; n <= macros; n++)
        if (macro[n] in defined) {
            print "`undef " macro[n]
            delete defined[macro[n]]
        }
    print "/* verilator lint_on DECLFILENAME */"
    print "/* verilator lint_on WIDTH */"
    exit failed ? 2 : 0
}
