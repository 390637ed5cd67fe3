#!/bin/sh
# SPDX-License-Identifier: MIT
# The sigrok decoder of bindings/sigrok/am9513: its words are those of libam9513, and sigrok-cli decodes a sampled dump.
set -e
. tests/check.sh

why=$(PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/bindings/sigrok/am9513 python3 - "$root/build/lib/libam9513.so" <<'EOF' 2>&1
import ctypes, sys
import words
library, text = ctypes.CDLL(sys.argv[1]), ctypes.create_string_buffer(400)
for kind, values, ours in ((0, 0x10000, lambda v: words.fields(words.MODE, v)),
                           (1, 0x10000, lambda v: words.fields(words.MASTER, v)), (2, 0x100, words.command)):
    for value in range(values):
        library.am9513_words(kind, value, text, 400)
        if text.value.decode() != ours(value):
            sys.exit(f'kind {kind} 0x{value:04x}: "{ours(value)}", expected "{text.value.decode()}"')
EOF
) || why=${why:-failed}
report 'words of the decoder' "$why"

cd "$folder"
put program.scn 'target chip' 'osc 4MHz' 'cmd 0xff' 'cmd 0x01' 'data 0x22 0x0b 0x04 0x00' 'cmd 0x61' \
    'wait 10us' 'cmd 0xa1' 'cmd 0x11' 'read -> low high' 'status -> s' 'cmd 0x17' 'data 0x00 0x20' 'cmd 0xe8' \
    'cmd 0x0a' 'word 0x1234' 'readw -> word'
"$tmr0" run program.scn --wave program.fst >log 2>&1 || { cat log; bad=1; }
fst2vcd program.fst >program.vcd
lower=$(for n in 0 1 2 3 4 5 6 7; do printf ':d%s=D%s' $n $n; done)
upper=$(for n in 8 9 10 11 12 13 14 15; do printf ':d%s=D%s' $n $n; done)

# Name, arguments of the analyser, of the decoder, lines at most (100); expected in the file `want`
dump=program.vcd
decode() {
    python3 "$root/tests/capture/analyser.py" $dump capture.vcd --unit 1 $2
    SIGROKDECODE_DIR=$root/bindings/sigrok sigrok-cli -I vcd -i capture.vcd -P "am9513:rd=RD:wr=WR:cd=CD$lower$3" \
        -A am9513=command:register:status:warning:data-read 2>&1 | sed 's/^am9513-1: //' >all || echo "status $?" >>all
    head -n "${4:-100}" all >got
    report "$1" "$(diff want got || :)"
}
cat >want <<'EOF'
master reset (0xff)
point to Mode 1 (0x01)
Mode 1 = 0x0b22: F1, repeat, down, TC toggles
Load 1 = 0x0004
load and arm 1 (0x61)
save 1 (0xa1)
point to Hold 1 (0x11)
read 0x04
read 0x00
Hold 1 = 0x0004
status: OUT1=1 OUT2=0 OUT3=0 OUT4=0 OUT5=0, low byte next
point to Master mode (0x17)
Master mode = 0x2000: FOUT F1 by code 0, divided by 16, 16-bit bus
pointer stays (0xe8)
point to Load 2 (0x0a)
Load 2 = 0x1234
read 0x1234
Load 2 = 0x1234
EOF
decode 'a program' '' ":cs=CS$upper"
decode 'without CS, 24 MHz' '--rate 24e6' "$upper"
cp want whole
sed '/^Load 2/d; s/^read 0x1234/read 0x34/
    s/^pointer stays.*/&\n16-bit bus, but DB8-DB15 are not given/; s/^point to Load 2.*/&\n16-bit bus, but DB8-DB15 are not given/' \
    whole >want
decode 'without DB8-DB15' '' ":cs=CS"
# From the middle: the data pointer is unknown until a command loads it
sed '1,4d' whole >want
decode 'from the middle' '--from 6500000' ":cs=CS$upper:bus=8"
cat >want <<'EOF'
load and arm 1 (0x61)
save 1 (0xa1)
point to Hold 1 (0x11)
read 0x04
bus width unknown: give it in the option "bus"
read 0x00
EOF
decode 'from the middle, bus unknown' '--from 6500000' ":cs=CS$upper" 6

# Accesses, registers and pointers of programs drawn at random, as `tmr0 capture` has them
for seed in 1 2; do
    report "drawn $seed" "$(python3 "$root/tests/capture/decoder.py" "$tmr0" $seed "$root" 2>&1 | head -n 2)"
done
exit $bad
