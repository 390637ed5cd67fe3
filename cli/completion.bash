# SPDX-License-Identifier: MIT
# Completion of tmr0 and tmr0-measure for bash. Commands, options and where a file is wanted are read from --help, names
# of machines, parts and choices from the commands.
# shellcheck shell=bash

# program, command or nothing: its usage, and its options without their explanations
_tmr0_forms() {
    "$@" --help 2>/dev/null </dev/null | sed -n '/^usage:/,/^$/p; s/^  \(-.*\)/\1/; s/  .*//; /^-/p'
}

# program, option: values that are names of files or of choices
_tmr0_names() {
    case $2 in
    --machine | --part | --pal-part) "$1" timing "$2" '?' 2>&1 | sed -n 's/.*expected one of [^:]*: \(.*\)/\1/; s/,//gp' ;;
    --choice) "$1" choices 2>/dev/null | sed -n 's/^\([a-z0-9_]*\) = \(.*\), or \(.*\)/\1=\2 \1=\3/p' ;;
    esac
}

_tmr0_reply() { # option of compgen and its value: what begins with the word
    mapfile -t COMPREPLY < <(compgen "$@" -- "${COMP_WORDS[COMP_CWORD]}" | sort -u)
}

_tmr0_files() { # text of --help: names of files or folders if it wants them
    case $1 in
    *FILE*) _tmr0_reply -f ;;
    *DIR*) _tmr0_reply -d ;;
    *) return ;;
    esac
    compopt -o filenames 2>/dev/null
}

_tmr0() {
    local before=${COMP_WORDS[COMP_CWORD - 1]} command='' forms value i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --data) ((i++)) ;; # it may stand before the command
        -*) ;;
        *) command=${COMP_WORDS[i]} && break ;;
        esac
    done
    COMPREPLY=()
    forms=$(_tmr0_forms "$1")
    [ -z "$command" ] || forms="$(_tmr0_forms "$1" "$command")"$'\n'"$(grep '^--data' <<<"$forms")"
    if value=$(_tmr0_names "$1" "$before") && [ -n "$value" ]; then
        _tmr0_reply -W "$value"
    elif [[ $before == -* ]] && value=$(grep -om1 -e "$before [A-Z][^], )]*" <<<"$forms"); then
        _tmr0_files "$value"
    elif [[ ${COMP_WORDS[COMP_CWORD]} == -* ]]; then
        _tmr0_reply -W "$(grep -oe '--[a-z][a-z0-9-]*' <<<"$forms") --help"
    elif [ -z "$command" ]; then
        _tmr0_reply -W "$("$1" --help | sed -n 's/^  \([a-z][a-z0-9]*\)  *[a-z].*/\1/p')"
    else
        _tmr0_files "$(sed -n '/^usage:/,/^$/{s/--[a-z-]* [A-Z]*//g; p}' <<<"$forms")"
    fi
}
complete -F _tmr0 tmr0 tmr0-measure
