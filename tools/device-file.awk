# SPDX-License-Identifier: MIT
# One Verilog file of many: what they include pasted in, what only proofs and waves use left out. Two such files go
# together: each module has a guard.
# Usage: awk -v version=V -v folders="DIR DIR" -f tools/device-file.awk FILE...
function paste(file,    line, word, guard) {
    if (file ~ /^build\// && pasted[file]++)            # macros: once; other includes: in each module
        return
    guard = file
    gsub(/[^a-z0-9]/, "_", guard)
    print "\n// ======== " file
    if (file ~ /\.v$/)
        print "`ifndef TMR0_" guard "\n`define TMR0_" guard
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
            print line
    }
    if (file ~ /\.v$/)
        print "`endif"
    close(file)
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
BEGIN {
    print "// SPDX-License-Identifier: MIT"
    print "// A Verilog part with ordinary pins, of tmr0 " version ". `make device` of that project made it of the"
    print "// files named below. Do not change it. The head of the first one says how to use the part."
    print "`timescale 1ps / 1ps"
    print "/* verilator lint_off WIDTH */"
    for (n = 1; n < ARGC && !failed; n++)
        paste(ARGV[n])
    print "\n/* verilator lint_on WIDTH */"
    exit failed ? 2 : 0
}
