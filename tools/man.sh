#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the man page of a program, by help2man from its --help and that of each of its commands.
# Usage: tools/man.sh PROGRAM WHAT-IT-IS >PAGE
set -eu
program=$(realpath "$1") name=${1##*/}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{
    echo '[COMMANDS]'
    for command in $("$program" --help | sed -n 's/^  \([a-z][a-z0-9]*\)  *[a-z].*/\1/p'); do
        printf '.SS "%s"\n.nf\n' "$name $command"
        "$program" "$command" --help | sed 's/\\/\\e/g; s/-/\\-/g; s/^[.'\'']/\\\&&/'
        echo .fi
    done
} >"$folder/include"
# help2man knows the synopsis by a capital letter.
printf '#!/bin/sh\n"%s" "$@" | sed "s/^usage:/Usage:/"\n' "$program" >"$folder/$name"
chmod +x "$folder/$name"
cd "$folder" # help2man takes no name with a blank
help2man --no-info --name "$2" --include include "./$name"
