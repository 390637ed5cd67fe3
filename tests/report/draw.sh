# SPDX-License-Identifier: MIT
# What scripts that look at pages in Chromium share; they read it after check.sh.
# shellcheck shell=sh disable=SC2154 # check.sh sets folder and root

# pages, each with :WIDTH if its window is not 1200 pixels wide: writes PAGE.dom of each, as its script has drawn it.
# The drawings are quiet and well formed. They are frames of one page, as Chromium takes longer to start than to draw.
draw() {
    for page; do
        case $page in *:*) width=${page#*:} ;; *) width=1200 ;; esac
        echo "<iframe src='${page%:*}' width=$width height=900></iframe>"
    done >frames.html
    cat >>frames.html <<'END'
<script>
addEventListener('load', () => setTimeout(() => { // all frames are loaded
    const drawn = [...document.querySelectorAll('iframe')].map(one =>
        `\n@${one.getAttribute('src')}\n${one.contentDocument.documentElement.outerHTML}`);
    document.documentElement.innerHTML = '<xmp></xmp>'; // what is in it is printed as it is
    document.querySelector('xmp').textContent = `${drawn.join('')}\n@frames.html\n`;
}, 5000));
</script>
END
    chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$folder/chromium" \
        --enable-logging=stderr --allow-file-access-from-files --virtual-time-budget=10000 --dump-dom "file://$PWD/frames.html" 2>log |
        awk '/^@[^ ]*\.html$/ { into = substr($0, 2) ".dom"; next } into { print >into }'
    grep CONSOLE log >errors && why=$(head -c 300 errors) || why=
    report "drawn-$1-quiet" "$why"
    doms=
    for page; do
        dom=${page%:*}.dom doms="$doms ${page%:*}.dom"
        report "drawn-$page-whole" "$(sed '/<script/,/<.script>/d' "$dom" | grep -o '.\{0,40\}\(undefined\|NaN\).\{0,20\}' | head -n 1)"
    done
    check "drawn-$1-well-formed" 0 '' "python3 $root/tests/report/page.py $doms"
}

look() { # page that is drawn, for shows
    dom=$1.dom
}

shows() { # name, text that the drawn page has
    has "drawn-$1" "$dom" "$2"
}

# name, page, script that writes into the title what is wrong, or "good": makes the page NAME.html of them
ask() {
    { cat "$2" && echo '<script>' && cat "$3" && echo '</script>'; } >"$1.html"
}

judge() { # names of such pages, drawn
    for name; do
        title=$(sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' "$name.html.dom" | head -n 1)
        report "drawn-$name" "$([ "$title" = good ] || echo "title '$title'")"
    done
}
