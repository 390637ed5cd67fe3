#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 choices, and run with --choice: each choice's two values, and what is refused.
. tests/check.sh
cd "$folder" || exit 1
put good.scn 'target chip' 'cmd 0xff' 'wait 1us' status

check choices 0 'first_gate_edge = starts, or retriggers' "$tmr0 choices"
check choices-part 0 'tc_when_disarmed = stays, or ends' "$tmr0 choices --part cts9513-2"
check choices-pal 2 'part pal16xx is no chip' "$tmr0 choices --part pal16xx"
check run-choice-name 2 "--choice x no: 'x' is not a choice, expected one of: first_gate_edge, tc_when" "$tmr0 run --choice x=no good.scn"
check run-choice-value 2 '--choice arm_again no: choice.arm_again: "no" is not one of its values, expected stops or runs-on (good.scn)' \
    "$tmr0 run --choice arm_again=no good.scn"
# Each choice: its vectors pass, fail with the other value, and --tell names the choice
for choice in first_gate_edge=starts,retriggers tc_when_disarmed=stays,ends load_into_tc_disarms=no,yes \
    load_into_tc=enters,reloads arm_again=stops,runs-on toggle_comparator_delay=own,as-tc reload_one=toggles,stays \
    toggle_flip_flop=toggled-mode,always output_code_3=toggles,low chained_load=counts,loads; do
    chosen=${choice%=*} values=${choice#*=}
    for value in "${values%,*} ${values#*,}" "${values#*,} ${values%,*}"; do
        other=${value#* } value=${value% *}
        vector=$root/tests/vectors/choices/$chosen-$value.txt
        check "choice-$chosen-$value" 0 ': pass' "$tmr0 run --choice $chosen=$value $vector"
        check "choice-$chosen-$value-not" 1 ': FAIL' "$tmr0 run --choice $chosen=$other $vector"
        check "choices-tell-$chosen-$value" 0 "$chosen: the outcome depends on it" "$tmr0 choices --tell $vector"
    done
done
put part.scn 'target chip' 'part am9513a' 'cmd 0xff'
check choices-tell-part 2 'tmr0 choices: --part none: no part "none"' "$tmr0 choices --tell part.scn --part none"
check choices-tell-none 0 'good.scn: depends on no choice' "$tmr0 choices --tell good.scn"
exit $bad
