# SPDX-License-Identifier: MIT
# The counterexample of the direct translator as a scenario for `tmr0 run`: its accesses at the socket, in their order.
# Usage: awk -f formal/scenario.awk MAP CEX     (MAP of yosys write_aiger, CEX of abc write_cex -n)
FNR == NR {
    if ($1 == "input" && $4 == "seen")
        bit[$2] = $3 # 2 MAS, 1 MDS, 0 R/W
    next
}
match($0, /^pi[0-9]+@[0-9]+=/) {
    split(substr($0, 3), part, /[@=]/)
    if (part[1] + 0 in bit)
        level[part[2] + 0, bit[part[1] + 0]] = part[3]
    if (part[2] + 0 > last)
        last = part[2] + 0
}
END {
    print "# The shortest counterexample for the direct translator: C/D and RD move together (formal/tasks, direct)."
    print "pal direct\nmachine sun3-60\ncorner max\n"
    for (tick = 2; tick <= last; tick++)
        for (strobe = 1; strobe <= 2; strobe++)
            if (level[tick - 1, strobe] == 1 && level[tick, strobe] == 0) {
                print (level[tick, 0] == 1 ? "r " : "w ") (strobe == 2 ? 2 : 0) (level[tick, 0] == 1 ? "" : " 0xff")
                accesses++
            }
    if (!accesses) {
        print "scenario.awk: no access in the counterexample" >"/dev/stderr"
        exit 1
    }
    print "expect violation TAVRL"
}
