#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 program --gdb: packets of gdb's protocol, then gdb itself.
# shellcheck disable=SC2086 # options are words
plain=yes
. tests/check.sh
. tests/m68k/m68k.sh

# A program that was stopped ends when it would have
make -s -C example driver.elf hasty.elf && mv example/*.elf .
code again 'moveq #5,%d0\nmoveq #5,%d0\nmoveq #6,%d1\nmove.l #0,0x1e0004'
code last 'move.l #255,0x1e0004'
code beyond 'move.l #256,0x1e0004'
code forever 'bra .'
code stopped 'stop #0x2700'
packets() { # name, status, program, PACKET~ANSWER...
    name=$1 want=$2 debugged=$3 status=0
    shift 3
    timeout 250 "$here/gdb_protocol.py" "$@" -- "$tmr0" program --json debugged "$debugged" --expect exit=0 >out/log 2>err || status=$?
    report "packets-$name" "$([ $status -eq "$want" ] || shown out/log err)"
}
zeros=$(printf '%056d' 0)
packets all 0 again '?~S05' g~"0{120}001c00000000270000001000" 'qSupported:x~PacketSize=1000;swbreak\+;QStartNoAckMode\+' 'vCont?~vCont;c;C;s;S' \
    s~S05 g~"0{7}5.*00001002" P1=12345678~OK P9=0000abcd~OK g~"0{7}512345678(0{8}){7}0000abcd.*" p1~ \
    P10=00002000~E01 P12=00000000~E01 P11=00001004~E01 P11=00001002~OK G"$zeros"~OK \
    m1004,2~7206 m1c0000,1~E01 m1e0010,4~E01 m100001000,2~E01 m1bffff,1~00 m1bffff,2~E01 \
    M1004,2:7207~OK m1004,2~7207 M1004,2:72~E01 M1004,2:7206~OK Z2,1004,2~ Z0,1006,2~OK 'vCont;c~T05swbreak:;' \
    g~"0{7}500000006.*00001006" z0,1006,2~OK BAD 'X~' 'vCont;X~' c~W00
check packets-exit 0 'exit code 0' cat out/log
packets silent 0 again QStartNoAckMode~OK s~S05 c~W00
packets killed 1 forever '?~S05' ^C~- s~S02 s~S05 c~- ^C~S02 s~S05 k~-
check packets-killed-said 0 '"killed"' "grep 'killed by the debugger after' out/log && grep '\"end\":' debugged"
packets exit-code 1 last c~Wff
packets beyond 1 beyond c~S0b g~'.*00001000' m1000,2~23fc c~X0b
code late 'nop\nnop\nillegal'
packets late 1 late c~S0b g~'.*00001004' c~X0b
packets stopped 1 stopped c~S18 c~X18
set --
for n in $(seq 10000 16 11008); do set -- "$@" "Z0,$(printf %x "$n"),2~OK"; done
packets breakpoints 0 again "$@" Z0,2b10,2~E01 z0,2710,2~OK Z0,2b10,2~OK c~W00
packets twice 0 again Z0,1002,2~OK Z0,1002,2~OK Z0,1006,2~OK z0,1002,2~OK C05~T05swbreak:\; \
    'g~.*00001006' vCont\;C05:1~W00 # the other one is left
packets end 0 again END
packets detached 0 again Hg0~OK qAttached~1 'Z1,1002,2~OK' M1000,1:7~E01 c~T05swbreak:\; 'z1,1002,2~OK' vCont\;s:1~S05 D~OK
check port 2 '--gdb 65536, expected a number 0..65535' "$program again --gdb 65536"
debug() { # program, options of gdb: what gdb says, in FILE gdb, as the program's text in out/log
    debugged=$1
    shift
    rm -f err
    $program "$debugged" --accesses --gdb 0 >out/log 2>err &
    wait_for 'grep -qs localhost err'
    port=$(sed -n 's/.*localhost:\([0-9]*\).*/\1/p' err)
    timeout 250 gdb-multiarch -nx -batch -ex "target remote localhost:$port" "$@" "$debugged" >gdb 2>&1 ||
        echo "status $?" >>gdb
    wait
    said=$(cat gdb)
}
if have gdb-multiarch gdb-multiarch; then
    make -s -C example clean driver.elf CFLAGS='-O0 -g'
    cp example/driver.elf slow.elf
    debug slow.elf -x "$here/driver.gdb"
    says gdb 'Breakpoint 1, put (offset=2, value=5 .\\005.) at driver.c:20' 'data pointer: Mode 5, low byte next' \
        '^time .*us, port: control, violations: none' '^time .*us, port: data, violations: none' \
        'mode 0x0b20, D: F1, repeat, down, OUT low' '1 = 1$' '^sp .*0x1bff' \
        '2 = 0x12345678$' 'Value returned is .3 = [0-9]' 'exited normally'
    same gdb-counter-runs "$(grep 'counter 5:.* armed' gdb | uniq | wc -l)" 2
    same gdb-pointer-once "$(grep -c 'data pointer: Mode 5, low' gdb)" 1
    check gdb-changes-nothing 0 '' "$program slow.elf --accesses 2>&1 | cmp - out/log"
    debug hasty.elf -ex 'monitor show' -ex 'break microseconds' -ex continue -ex 'monitor show'
    says gdb-violations '^time .*, port: not selected, violations: none' '^time .*, port: control, violations: TWHWL x 1[0-9]$'
fi
exit $bad
