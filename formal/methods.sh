# SPDX-License-Identifier: MIT
# What formal/run.sh and formal/bounds.sh share: a line of formal/tasks, its design, the methods. To be sourced at the
# root of the tree.
# shellcheck shell=sh disable=SC2034 # the variables are theirs
out=build/formal
tasks=formal/tasks
export TMPDIR=build # yosys takes no name with a blank
needs() { # programs, and the Debian package that each is from, after a colon
    for program; do
        command -v "${program%:*}" >/dev/null && continue
        echo "formal: no ${program%:*}, expected the Debian package ${program#*:}" >&2
        exit 2
    done
}

tab=$(printf '\t')
rows() { # file: its lines, with tabs between their fields
    sed '/^#/d; /^$/d; s/  *|  */\t/g' "$1"
}
seconds() { # since the time in nanoseconds
    awk -v from="$1" -v to="$(date +%s%N)" 'BEGIN { printf "%.1f", (to - from) / 1e9 }'
}

# ---- The figures of the parts that the translators are proved with, in units of 5 ns: of the chip, and of all PALs the
# widest. One that is no multiple of 5 ns is rounded to the harder side.
part_figures() {
    for symbol in TAVRL TRHAX TAVWH TWHAX; do
        awk -v symbol=$symbol '/^\[/ { here = $0 == "[" symbol "]" }
            here && /^value *=/ { units = ($3 + 0) / 5; print "`define " symbol " " int(units) + (units > int(units)) }' \
            parts/am9513a.ini
    done
    awk '/^\[/ { section = $0 }
        function up(units) { return int(units) + (units > int(units)) }
        section == "[pal_tpd]" && /^min *=/ { if (!seen++ || $3 + 0 < least) least = $3 + 0 }
        section == "[pal_tpd]" && /^max *=/ { if ($3 + 0 > most) most = $3 + 0 }
        section == "[pal_skew]" && /^value *=/ { if ($3 + 0 > skew) skew = $3 + 0 }
        END { printf "`define PAL_MIN %d\n`define PAL_MAX %d\n`define PAL_SKEW %d\n",
                     int(least / 5), up(most / 5), up(skew / 5) }' parts/pal*.ini
}

# ---- One design. $top has MODULE PARAMETER=VALUE...; $proved and $used name files, with and without their properties. After
# the word `cut` in $used, all outputs of the modules below have any value. Arguments: assert, cover, or both
design() {
    module=${top%% *}
    part_figures >"$out/parts.vh"
    awk -f formal/wiring.awk sim/figures/figures.def formal/wiring >"$out/wiring.vh"
    awk -f formal/names.awk sim/figures/figures.def formal/names rtl/timed/am9513a*.v rtl/chip/am9513a_core.v >"$out/names.vh" ||
        exit 1
    {
        echo "read_verilog -formal -DTMR0_TRACED -I$out -Iformal -Irtl/timing -Ibuild/gen $proved"
        [ "$used" = none ] || echo "read_verilog $(case $used in "cut "*) echo -lib ;; esac) -Iformal -Irtl/timing -Ibuild/gen ${used#cut }"
        for setting in ${top#"$module"}; do
            echo "chparam -set ${setting%=*} ${setting#*=} $module"
        done
        [ "$used" = "${used#cut }" ] || echo "setattr -mod -unset blackbox =A:blackbox; hierarchy -top $module; setattr -mod -unset blackbox =A:blackbox; cutpoint A:top %n"
        # The steps of prep, except those that are slow and enlarge the result
        echo "hierarchy -check -top $module; proc; flatten; check; opt_expr; opt_clean -purge; opt -noff -full -fast"
        echo "async2sync; delete -port o:*; opt_clean -purge; design -save prepared"
        for what; do
            echo "design -load prepared"
            [ "$what" != cover ] || echo "chformal -assert -remove; techmap -map formal/cover_as_assert.v"
            [ "$what" != assert ] || echo "chformal -cover -remove"
            echo "opt_clean -purge; techmap; dffunmap; dfflegalize -cell \$_DFF_P_ 01; simplemap; abc -g AND -fast"
            echo "opt_clean; write_aiger -zinit -map $out/$task.$what.aim $out/$task.$what.aig"
        done
    } >"$out/$task.ys"
    yosys -q "$out/$task.ys" >"$out/$task.log" 2>&1 || {
        echo "$out/$task.log: yosys failed" >&2
        tail -n 3 "$out/$task.log" >&2
        exit 1
    }
    # A name of the design that is not found would be a free input
    ! grep 'is used but has no driver' "$out/$task.log" >&2 || exit 1
}

solve() { # commands of abc, on the assertions as one output
    yosys-abc -c "read $out/$task.assert.aig; fold; orpos; strash; $1" >"$out/$task.abc.log" 2>&1
}

# ---- Methods; each sets $result
method_pdr() { # unbounded, from all reachable states
    solve "scorr; dc2; pdr -n"
    result=unknown
    ! grep -q '^Property proved' "$out/$task.abc.log" || result=proved
    ! grep -q 'was asserted in frame' "$out/$task.abc.log" || result=counterexample
}
method_induct() { # k-induction: no assertion fails in the first k ticks, nor in the last of any k if none failed before
    solve "bmc3 -g -F $1"
    result=unknown
    if grep -q 'was asserted in frame' "$out/$task.abc.log"; then
        result=counterexample
    elif grep -q '^No output asserted' "$out/$task.abc.log"; then
        # k ticks from any state, an output each; the last one becomes the first, and the others constraints
        solve "frames -F $1; comb; strash; &get; &cone -O 0 -R $1; &put; swappos -N $(($1 - 1)); constr -N $(($1 - 1));
            fold; frames -i -F 1; strash; &get; &glucose"
        ! grep -q 'UNSATISFIABLE' "$out/$task.abc.log" || result=proved
    fi
}
method_sat() { # a module without a clock: all inputs
    solve sat
    result=unknown
    ! grep -q '^UNSATISFIABLE' "$out/$task.abc.log" || result=proved
    ! grep -q '^SATISFIABLE' "$out/$task.abc.log" || result=counterexample
}
method_bounded() { # the first ticks from power-up
    solve "bmc3 -g -F $1; write_cex -n $out/$task.cex"
    result="bounded to $1"
    ! grep -q 'was asserted in frame' "$out/$task.abc.log" || result=counterexample
}

# ---- A task: its line has the name, method, depth of covers, expected result, top, files with properties, files
# without, group (quick, long or -), the claim in words
read_task() { # its row; sets the variables that follow
    IFS=$tab read -r task method depth expected top proved used group claim <<END
$1
END
    case $claim in '' | *"$tab"*) echo "$tasks: expected 9 fields: $1" >&2; exit 2 ;; esac
    case $method in pdr | sat | "induct "[2-9] | "bounded "[1-9]*) ;; *)
        echo "$tasks: $task: method $method, expected pdr, sat, induct K (2 to 9) or bounded K" >&2
        exit 2
        ;;
    esac
}
