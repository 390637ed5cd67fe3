# SPDX-License-Identifier: MIT
# What scripts that look at pages in Chromium share; they read it after check.sh.
# shellcheck shell=sh disable=SC2154 # check.sh sets folder and root

# page, width of the window: writes the page as its script has drawn it to the file dom. The drawing is quiet and well
# formed.
draw() {
    chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$folder/chromium" --enable-logging=stderr \
        --window-size="${2:-1200},900" --virtual-time-budget=5000 --dump-dom "file://$folder/$1" >dom 2>log
    grep CONSOLE log >errors && why=$(head -c 300 errors) || why=
    report "drawn-$1-quiet" "$why"
    report "drawn-$1-whole" "$(sed '/<script/,/<.script>/d' dom | grep -o '.\{0,40\}\(undefined\|NaN\).\{0,20\}' | head -n 1)"
    check "drawn-$1-well-formed" 0 '' "python3 $root/tests/report/page.py dom"
}

shows() { # name, text that the drawn page has
    has "drawn-$1" dom "$2"
}

judge() { # name: the title of the page is "good", as a script at its end has written it
    title=$(sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' dom | head -n 1)
    report "drawn-$1" "$([ "$title" = good ] || echo "title '$title'")"
}

# name, page, script that writes into the title what is wrong, or "good"; width of the window
browser() {
    { cat "$2"; echo '<script>'; cat "$3"; echo '</script>'; } >"$1.html"
    draw "$1.html" "${4-}"
    judge "$1"
}
