#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/setup.sh on hosts that lack packages: it names them, and installs them as root or through sudo, which may ask
# for a password where there is a terminal.
. tests/check.sh
unset SETUP # of the make that runs the tests

# The only programs: what the script itself needs
bin=$folder/bin
mkdir "$bin"
for program in sh cat sort tr cut awk dirname mkdir flock env chmod; do
    ln -s "$(command -v $program)" "$bin/$program"
done
program() { # name, its text
    printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}
program id 'echo 1000'
alone=$(command -v setsid) # without a terminal
setup="env PATH=$bin tools/setup.sh"

# name, status, text, command line
try() {
    status=0
    said=$(eval "$4" 2>&1 </dev/null) || status=$?
    case $status-$said in
    "$2-"*"$3"*) report "$1" '' ;;
    *) report "$1" "status $status, expected $2 and '$3', said: $said" ;;
    esac
}

try two-groups 2 'no group "view lint", expected one of: build test' "$setup 'view lint'"
try two-words 2 'no group "view lint"' "$setup view lint"
try no-apt 2 'gtkwave                      gtkwave' "$setup view"
try no-apt-header 2 '/nowhere' "sed 's|/usr/include/zlib.h|/nowhere/zlib.h|' tools/setup.sh >$folder/setup.sh && PATH=$bin sh $folder/setup.sh build"
program apt-get ": >'$folder/installed'; [ \"\$1\" = install ] || [ \"\$5\" = update ] || : >'$bin/gtkwave' && chmod +x '$bin/gtkwave'"
try no-setup 0 'missing packages: clang-format clang-tidy cppcheck iverilog' "SETUP=no $setup lint"
[ -e "$folder/installed" ] && why='apt-get ran in spite of SETUP=no' || why=
report no-setup-installs-nothing "$why"
try no-sudo 2 'expected an administrator to run: apt-get install gtkwave' "$alone -w $setup view"
program sudo "[ \"\$1\" != -n ] || exit 1; echo 'sudo: password?'; \"\$@\""
try sudo-without-terminal 2 'expected an administrator' "$alone -w $setup view"
[ -e "$folder/installed" ] && why='apt-get ran' || why=
report sudo-without-terminal-installs-nothing "$why"
try sudo-asks 0 'sudo: password?' "script -qec '$setup view' /dev/null"
[ -e "$bin/gtkwave" ] && why= || why='apt-get did not run'
report sudo-installs "$why"
rm "$bin/gtkwave"
program sudo "[ \"\$1\" = -n ] && shift; \"\$@\""
try sudo-without-password 0 'installing gtkwave' "$alone -w $setup view"
rm "$bin/gtkwave"
program id 'echo 0'
try root 0 'installing gtkwave' "$alone -w $setup view"
program apt-get :
rm "$bin/gtkwave"
try not-there-after-all 2 'installed, but their files are not found: gtkwave' "$setup view"
exit $bad
