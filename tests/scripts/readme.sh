#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples of README.md, docs/first-hour.md, repair.md, manual.md, timing-checks.md and use-it.md are true
# (tests/blocks.awk). Each page's are played in a folder in which build/ and the sources are links. `sudo apt-get` of
# docs/use-it.md installs no package: it puts libam9513 into a folder, where the examples find it. With an argument, a
# folder in which the packages are unpacked, the last part of docs/use-it.md alone is played, with them: `make
# packages`.
plain=yes
. tests/check.sh

page() { # page, least number of examples, where they begin
    mkdir "$folder/page"
    cd "$folder/page" || exit 1
    for name in bindings build cli driver-sim examples include machines measure model pages parts rtl sim tests tools \
        Makefile; do
        ln -s "$root/$name" "$name"
    done
    sed "/$3/,\$!d; s|/usr/share/doc/libam|$unpacked&|" "$root/$1" >page
    awk -f tests/blocks.awk page
    n=0
    while [ -e $((n += 1)).command ]; do
        ! grep -q ^cmake $n.command || have cmake cmake || continue
        sh $n.command >$n.printed 2>&1 </dev/null # the exit status of an example may be 1
        report "$1: $(head -n 1 $n.command)" "$(diff $n.expected $n.printed)"
    done
    report "$1" "$([ $n -gt "$2" ] || echo "$((n - 1)) examples, expected $2 or more")"
    cd "$root" && rm -r "$folder/page"
}

unpacked=${1-$folder}
lib=/usr/lib/$(clang -print-multiarch)
mkdir "$folder/bin"
# build/tmr0 stays as the caller made it, with other flags.
cat >"$folder/bin/make" <<END
#!/bin/sh
exec $(command -v make) -o build/flags -o build/tmr0 $least "\$@"
END
echo '#!/bin/sh' >"$folder/bin/sudo"
if [ $# -eq 0 ]; then
    ln -s "$root/specify/specify2checks.py" "$folder/bin/specify2checks"
    page README.md 4 '^#'
    page docs/first-hour.md 13 '^#'
    page docs/repair.md 2 '^#'
    page docs/manual.md 2 '^## .tmr0 decode'
    cat >>"$folder/bin/sudo" <<END
make -s -C '$root' BUILD=no install-lib PREFIX=/usr libdir=$lib DESTDIR='$folder'
mkdir '$folder/usr/share/doc/libam9513-dev'
ln -s ../libam9513 '$folder/usr/share/doc/libam9513-dev/examples'
END
fi
chmod +x "$folder"/bin/*
export PATH="$folder/bin:$PATH" PKG_CONFIG_SYSROOT_DIR="$unpacked" PKG_CONFIG_PATH="$unpacked$lib/pkgconfig" \
    LD_LIBRARY_PATH="$unpacked$lib" CMAKE_PREFIX_PATH="$unpacked/usr"
if [ $# -eq 0 ]; then
    page docs/timing-checks.md 5 '^#'
    page docs/use-it.md 20 '^#'
else page docs/use-it.md 4 '^## From packages'; fi
exit $bad
