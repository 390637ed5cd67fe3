#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetches cJSON and zlib as Debian's source packages, from where apt has its packages, and unpacks them.
# Usage: tools/web-sources.sh FOLDER        (writes FOLDER/cjson, FOLDER/zlib and their headers to FOLDER/include)
set -eu
mkdir -p "$1/apt/lists/partial" "$1/include/cjson"
cd "$1/apt"
# The same places with sources in place of packages
cat /etc/apt/sources.list.d/*.sources 2>/dev/null | sed 's/^Types:.*/Types: deb-src/' >from.sources
cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | sed -n 's/^deb /deb-src /p' >from.list
apt() {
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$PWD" -o Dir::State::lists="$PWD/lists" \
        -o APT::Sandbox::User= "$@"
}
apt update
apt source --download-only cjson zlib
for of in cjson zlib; do
    rm -rf "../$of"
    mkdir "../$of"
    tar -xf "$of"_*.orig.tar.* -C "../$of" --strip-components=1
done
cp ../cjson/cJSON.h ../include/cjson/
cp ../zlib/zlib.h ../zlib/zconf.h ../include/
cd ..
rm -rf apt
