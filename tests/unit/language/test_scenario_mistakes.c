/* SPDX-License-Identifier: MIT
 * The scenario reader: every mistake to its line and words. */
#include <stdio.h>
#include <string.h>

#include "scenario_tree.h"
#include "tests/suite.h"

struct mistake {
    const char *source;
    int line;
    const char *phrase;
};

static void check_mistake(const char *source, size_t size, int line, const char *phrase)
{
    struct scenario s;
    struct error e = {""};
    char head[32];
    int status = scenario_parse(&s, source, size, "t.scn", &e);
    (void)snprintf(head, sizeof head, "t.scn:%d: ", line);
    bool good = status == STATUS_INPUT && strncmp(e.text, head, strlen(head)) == 0 && strstr(e.text, phrase) != NULL &&
                strstr(e.text, "expected ") != NULL && s.memory == NULL;
    CU_ASSERT(good);
    if (!good)
        printf("\n  text: %.200s\n  want: %s%s\n  got:  %s\n", source, head, phrase, e.text);
    scenario_free(&s);
}

static const struct mistake mistakes[] = {
    /* Mistakes in the text */
    {"", 1, "no statements"},
    {"\n\n# only this\n", 1, "no statements"},
    {"target chip\nosc 4MHz\n", 1, "no statements"},
    {"r 2\n\x01", 2, "byte 0x01 in column 1"},
    {"r 2 # \xc3\xa4", 1, "byte 0xc3 in column 7"},
    {"r 2\rr 2", 1, "byte 0x0d in column 4"},
    {"r 2\x7f", 1, "byte 0x7f"},
    {"r 2 !", 1, "unexpected '!'"},
    {"r 2 r 2", 1, "unexpected 'r', expected the end of the line"},
    {"= 2", 1, "unexpected '=', expected a statement"},
    {"r 2\nexpct clean", 2, "unknown statement 'expct', expected 'expect'?"},
    {"wiat 2us", 1, "expected 'wait'?"},
    {"reapet 2 {", 1, "expected 'repeat'?"},
    {"xyzzy", 1, "unknown statement 'xyzzy', expected one such as"},
    {"x", 1, "unknown statement 'x', expected one such as"},
    {"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", 1, "unknown statement 'abcdefg"},
    /* Mistakes in numbers */
    {"w 2 0xfg", 1, "wrong digit 'g' in '0xfg', expected hexadecimal"},
    {"w 2 0b12", 1, "wrong digit '2' in '0b12', expected binary"},
    {"w 2 12a", 1, "wrong digit 'a' in '12a', expected decimal"},
    {"w 2 1.5", 1, "wrong digit '.'"},
    {"w 2 0x", 1, "'0x' is not a number"},
    {"print 18446744073709551616", 1, "is too large, expected at most 64 bits"},
    {"print 0x10000000000000000", 1, "is too large"},
    {"print 99999999999999999999999999", 1, "is too large"},
    {"wait 4", 1, "unit"},
    {"wait 4 us", 1, "unit"},
    {"wait 4fs", 1, "unit"},
    {"wait $now", 1, "the line ends too early, expected a unit: ps, ns, us, ms, s, min, h or d"},
    {"wait $nowns", 1, "$nowns has no value yet"},
    {"wait (1 + 2) fs", 1, "unexpected 'fs', expected a unit"},
    {"wait $now + 1 ns", 1, "unexpected '+', expected a unit"},
    {"wait until", 1, "the line ends too early, expected out1..out5, fout or a read"},
    {"wait until src1 = 1 at most 1ms", 1, "unexpected 'src1', expected out1..out5"},
    {"wait until out1 at most 1ms", 1, "unexpected 'at', expected = and a level"},
    {"wait until out1 = 1", 1, "the line ends too early, expected at most and a time"},
    {"wait until out1 = 1 at 1ms", 1, "expected at most and a time"},
    {"wait until out1 = 1 at most", 1, "the line ends too early, expected a time"},
    {"wait until out1 = 1 at most -1ns", 1, "limit -1ns is out of range, expected 0 or more"},
    {"wait until r 2 at most 1ms", 1, "unexpected 'at', expected = and a value"},
    {"wait until status = 1 at most 1ms", 1, "unexpected 'status', expected out1..out5"},
    {CHIP "wait until r 2 = 1 at most 1ms", 2, "unexpected 'r', expected out1..out5"},
    {CHIP "wait until cmd 1 at most 1ms", 2, "unexpected 'cmd', expected out1..out5"},
    {CHIP "wait until status = 256 at most 1ms", 2, "value 256 is out of range"},
    {"wait until r 1 = 1 at most 1ms", 1, "offset 1 is out of range"},
    {"wait", 1, "the line ends too early, expected a time"},
    {"wait {", 1, "unexpected '{', expected a time"},
    {"wait 1111111111111111111111111111111111111111111111111111111111111111111111ns", 1, "too long"},
    {"wait -1ns", 1, "wait -1ns is out of range, expected 0 or more"},
    {"gap -1ns", 1, "gap -1ns is out of range"},
    {"at -1ns", 1, "at -1ns is out of range"},
    {CHIP "pulse src1 0ns", 2, "pulse width 0ns is out of range, expected more than 0"},
    {CHIP "pulse src1 -1ns 2", 2, "pulse width -1ns is out of range"},
    {"osc 8kHz\nosc", 2, "osc is given in line 1"},
    {"osc 3.2kHz\nosc 1kHz", 2, "osc is given in line 1"},
    {"osc 7.8125MHz\nr 1", 2, "offset"},
    {"osc 999Hz", 1, "999Hz is out of range, expected 1kHz to 50MHz"},
    {"osc 999.999Hz", 1, "out of range"},
    {"osc 50.000000001MHz", 1, "out of range"},
    {"osc 1000Hz\nosc 999999999.999Hz", 2, "osc is given in line 1"},
    {"osc 999999999.999Hz", 1, "out of range"},
    {"osc 0MHz", 1, "out of range"},
    {"osc 4", 1, "no unit, expected Hz"},
    {"osc 4 MHz", 1, "no unit"},
    {"osc 4GHz", 1, "out of range"},
    {"osc fast", 1, "is not a frequency"},
    {"osc 4.MHz", 1, "unknown unit"},
    {"osc -4MHz", 1, "is not a frequency"},
    {"osc 1.0000000001MHz", 1, "finer than a millihertz, expected at most 9 decimals of MHz"},
    {"osc 1000.0001Hz", 1, "finer than a millihertz"},
    {"osc 19999ps", 1, "period 19.999ns is out of range, expected 20ns to 1ms"},
    {"osc 1.000001ms", 1, "time 1.000001ms is out of range, expected 1ps to 1ms"},
    {"osc 0ns", 1, "time 0ns is out of range"},
    {"osc s", 1, "expected"},
    {"osc 145 ns", 1, "no unit"},
    {"osc 70ns/0ns", 1, "time 0ns is out of range"},
    {"osc 10ns/9999ps", 1, "period 19.999ns is out of range"},
    {"osc 1ms/1ps", 1, "period 1.000000001ms is out of range"},
    {"osc 70ns/", 1, "expected"},
    {"osc /75ns", 1, "expected"},
    {"osc 70ns/75ns/1ns", 1, "expected"},
    {"osc 70ns/75ns duty 40%", 1, "unexpected 'duty'"},
    {"osc 4MHz duty", 1, "expected a share such as 40%"},
    {"osc 4MHz duty 40", 1, "'40' is not a duty, expected a share such as 40%"},
    {"osc 4MHz duty %", 1, "'%' is not a duty"},
    {"osc 4MHz duty 0.999%", 1, "duty 0.999% is out of range, expected 1% to 99%"},
    {"osc 4MHz duty 99.001%", 1, "out of range"},
    {"osc 4MHz duty 40.0001%", 1, "too many digits, expected at most 3 after the point"},
    {"osc 4MHz dutie 40%", 1, "unexpected 'dutie'"},
    {"osc 99999999999999999999999MHz", 1, "too large"},
    {"osc", 1, "a frequency such as 4MHz"},
    /* Operands out of range */
    {"w 1 0", 1, "offset 1 is out of range, expected 0 or 2"},
    {"r 4", 1, "offset 4 is out of range"},
    {"r", 1, "the line ends too early, expected offset 0 or 2"},
    {"r -2", 1, "unexpected '-', expected offset"},
    {"w 2 0x100", 1, "value 256 is out of range, expected 0..0xff"},
    {"w 2 -1", 1, "value -1 is out of range"},
    {"w 2 1 256", 1, "value 256 is out of range, expected 0..0xff"},
    {"w 2 1 , 2", 1, "unexpected ',', expected the end of the line"},
    {"r 2 -> a 7", 1, "unexpected '7', expected the end of the line"},
    {"r 2 -> a -> b", 1, "unexpected '->', expected the end of the line"},
    {"r 2 -> a now", 1, "'now' is the simulated time, expected another name"},
    {"expect count = 1", 1, "unexpected '=', expected a counter, 1 to 5"},
    {"expect count 0 = 1", 1, "counter 0 is out of range, expected 1 to 5"},
    {"expect count 6 = 1", 1, "counter 6 is out of range"},
    {"expect count 1", 1, "expected =, !=, <, <=, > or >= and an expression"},
    {"expect 1 => 2", 1, "unexpected '>', expected a number"},
    {"expect 1 != 2 +- 1", 1, "unexpected '+-', expected the end of the line"},
    {"expect 1 < 2 < 3", 1, "unexpected '<', expected the end of the line"},
    {"print \"a", 1, "a text without its second quote"},
    {"print \"a # b", 1, "a text without its second quote"},
    {"print \"a\" \"b\"", 1, "unexpected '\"', expected a number"},
    {"print \"a\" hex", 1, "unexpected 'hex', expected a number"},
    {"show 1", 1, "unexpected '1', expected the end of the line"},
    {"w 2 255 + 1", 1, "value 256 is out of range"},
    {"w 2", 1, "expected a number, $name or ("},
    {"r 2 = 0x100", 1, "out of range, expected 0..0xff"},
    {"r 2 & 0x100 = 1", 1, "out of range, expected 0..0xff"},
    {"r 2 & = 1", 1, "unexpected '=', expected a number"},
    {"r 2 & -1", 1, "unexpected '-', expected a number"},
    {"r 2 = 1 & 1 = 1", 1, "unexpected '=', expected the end"},
    {"r 2 -> $a", 1, "unexpected '$a', expected the name alone"},
    {"r 2 -> 7", 1, "unexpected '7', expected a name"},
    {"r 2 ->", 1, "ends too early, expected a name"},
    {"r 2 -> a_name_that_has_rather_more_characters_than_fit", 1, "name 'a_name_that"},
    {CHIP "cmd 256", 2, "expected 0..0xff"},
    {CHIP "data 256", 2, "expected 0..0xff"},
    {CHIP "word 65536", 2, "expected 0..0xffff"},
    {CHIP "status = 256", 2, "expected 0..0xff"},
    {CHIP "read = 256", 2, "expected 0..0xff"},
    {CHIP "readw & 65536", 2, "expected 0..0xffff"},
    {CHIP "pulse src1 20ns 0", 2, "number of pulses 0 is out of range"},
    {"repeat 1000000001 {", 1, "repeat count 1000000001 is out of range"},
    {"repeat -1 {", 1, "repeat count -1 is out of range"},
    {"repeat 18446744073709551615 {", 1, "repeat count 18446744073709551615 is out of range"},
    {"repeat 18446744073709551615 + 0 {", 1, "repeat count -1 is out of range"},
    {"print 1 / 0", 1, "division by zero"},
    {"let a = 1\nprint $a % (2 - 2)", 2, "division by zero"},
    {"print 1 << 64", 1, "shift by 64, expected 0..63"},
    {"let a = 1\nprint $a >> -1", 2, "shift by -1, expected 0..63"},
    {"expect 1 = 1 +- -1", 1, "tolerance -1 is out of range"},
    /* Mistakes in names */
    {"print $n\nlet n = 1", 1, "$n has no value yet"},
    {"let n = $n", 1, "$n has no value yet"},
    {"let now = 1", 1, "'now' is the simulated time, expected another name"},
    {"r 2 = $n -> n", 1, "$n has no value yet"},
    {"let nn = 1\nprint $n", 2, "$n has no value yet"},
    {"print $", 1, "'$' without a name"},
    {"print n", 1, "unexpected 'n', expected a number, $name or ("},
    {"let 5 = 1", 1, "unexpected '5', expected a name"},
    {"let $n = 1", 1, "unexpected '$n', expected the name alone"},
    {"let", 1, "expected a name"},
    {"let n", 1, "expected = and an expression"},
    {"let n =", 1, "the line ends too early, expected a number"},
    {"print (1 + 2", 1, "the line ends too early, expected ) or an operator"},
    {"print 1 + 2)", 1, "unexpected ')', expected the end of the line"},
    {"print 1 +- 2", 1, "unexpected '+-'"},
    {"print 1 < 2", 1, "unexpected '<'"},
    {"print ()", 1, "unexpected ')', expected a number"},
    /* Mistakes in blocks */
    {"r 2\n}", 2, "} without a block"},
    {"r 2\nrepeat 2 {\nr 2\n", 2, "the block that begins with this repeat does not end"},
    {"repeat 2 {\nrepeat 3 {\nr 2\n}\n", 1, "does not end"},
    {"repeat 2 {\nrepeat 3 {\nr 2\n", 2, "does not end"},
    {"repeat 2\nr 2\n}", 1, "the line ends too early, expected {"},
    {"repeat {", 1, "unexpected '{', expected a number"},
    {"repeat 2 {\nr 2 }", 2, "unexpected '}', expected the end of the line"},
    {"repeat 2 {\nr 2\n} r 2", 3, "unexpected 'r', expected the end of the line"},
    {"repeat 2 { r 2", 1, "the line ends too early, expected } after one statement"},
    {"repeat 2 { r 2 r 2 }", 1, "unexpected 'r', expected } after one statement"},
    {"repeat 2 { r 2 } r 2", 1, "unexpected 'r', expected the end of the line"},
    {"repeat 2 { repeat 2 { r 2 } }", 1, "repeat inside a block of one line"},
    {"repeat 2 {\nseed 2\n}", 2, "settings come before the first access"},
    /* Mistakes in settings */
    {"r 2\nseed 3", 2, "settings come before the first access"},
    {"wait 1us\ntarget chip", 2, "settings come before the first access"},
    {"r 2\nset part.TAVRL 2ns", 2, "settings come before the first access"},
    {"target board\ntarget board", 2, "target is given in line 1 already"},
    {"machine a\nmachine a", 2, "machine is given in line 1 already"},
    {"\npal direct\npal direct", 3, "pal is given in line 2 already"},
    {"part a\npart a", 2, "part is given in line 1 already"},
    {"corner min\ncorner min", 2, "corner is given in line 1 already"},
    {"seed 1\nseed 1", 2, "seed is given in line 1 already"},
    {"effects on\neffects on", 2, "effects is given in line 1 already"},
    {"set machine.strobe_hold 5ns\nset machine.strobe_hold 9ns", 2, "strobe_hold is given in line 1 already"},
    {"w 0 0\nexpect violation TAVRL TDVWH TAVRL", 2, "TAVRL is given twice, expected it once"},
    {"target bord", 1, "unexpected 'bord', expected board or chip"},
    {"target", 1, "ends too early, expected board or chip"},
    {"pal foo", 1, "expected flipflop or direct"},
    {"corner fast", 1, "expected min, typ or max"},
    {"effects yes", 1, "expected on or off"},
    {"seed x", 1, "expected a number"},
    {"seed -1", 1, "expected a number"},
    {"seed 18446744073709551616", 1, "too large"},
    {"machine ../etc", 1, "'../etc' cannot be a name"},
    {"machine a:b:c", 1, "cannot be a name"},
    {"machine a:", 1, "cannot be a name"},
    {"machine", 1, "expected the name of a machine"},
    {"part mine.ini/x", 1, "cannot be a name"},
    {"machine aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeee", 1, "has 48 characters, expected at most 47"},
    {"machine aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeee\nmachine b", 2, "given in line 1"},
    {"part a:b", 1, "'a:b' cannot be a name, expected the name of a part"},
    {"part a/b", 1, "cannot be a name"},
    {"part a b", 1, "unexpected 'b', expected the end of the line"},
    /* Mistakes in set and wire */
    {"set TAVRL 2ns", 1, "'TAVRL' cannot be set, expected machine.KEY"},
    {"set", 1, "cannot be set"},
    {"set machine. 2ns", 1, "cannot be set"},
    {"set part.nonsense 2ns", 1, "'nonsense' is not a figure, expected one of the part's file, such as TAVRL"},
    {"set machine.x 2ns", 1, "'x' is not a figure, expected one of the machine's file, such as strobe_hold"},
    {"set machine.TAVRL 2ns", 1, "'TAVRL' is not a figure of the machine, expected set part.KEY"},
    {"set part.cpu_clock 2ns", 1, "'cpu_clock' is not a figure of the part, expected set machine.KEY"},
    {"set part.pal_tpd 2ns", 1, "'pal_tpd' is not a figure of the part, expected set pal.KEY"},
    {"set pal.TAVRL 2ns", 1, "'TAVRL' is not a figure of the pal, expected set part.KEY"},
    {"set pal.x 2ns", 1, "'x' is not a figure, expected one of the pal's file, such as pal_tpd"},
    {"set pal.pal_tpd 2ns\nset pal.pal_tpd 2ns", 2, "pal_tpd is given in line 1 already"},
    {"set pals.pal_tpd 2ns", 1, "'pals.pal_tpd' cannot be set"},
    {"set pa.pal_tpd 2ns", 1, "'pa.pal_tpd' cannot be set"},
    {CHIP "set pal.pal_tpd 2ns", 2, "set needs target board"},
    {CHIP "pal-part pal16xx", 2, "pal-part needs target board"},
    {"pal-part", 1, "ends too early, expected the name of a PAL"},
    {"pal-part pal16xx:", 1, "'pal16xx:' cannot be a name"},
    {"pal-part pal16xx\npal-part pal16xx", 2, "pal-part is given in line 1 already"},
    {"pal -part pal16xx", 1, "unexpected '-', expected flipflop or direct"},
    {"set machine.FF_SHORT 2ns", 1, "'FF_SHORT' is not a figure, expected one of the machine's file"},
    {"set part.TAVRL", 1, "ends too early, expected a value"},
    {"set part.TAVRL 2ns 3ns", 1, "unexpected '3ns'"},
    {"set part.TAVRL 111111111122222222223333333333444444444455555555", 1, "is too long"},
    {"set part.aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee 1ns", 1, "is not a figure"},
    {"wire fout gate6", 1, "unexpected 'gate6', expected src1..src5 or gate1..gate5"},
    {"wire gate1 fout", 1, "gate1 is an input, expected out1..out5 or fout"},
    {"wire fout out1", 1, "out1 is an output, expected src1..src5"},
    {"wire fout", 1, "ends too early, expected src1"},
    {CHIP "wire fout gate1\nwire out1 gate1", 3, "gate1 is wired to fout in line 2 already"},
    /* Statements of the other target */
    {CHIP "w 2 0", 2, "w needs target board, but the target is chip"},
    {CHIP "r 2", 2, "r needs target board"},
    {"cmd 1", 1, "cmd needs target chip, but the target is board (the default)"},
    {"target board\ndata 1", 2, "data needs target chip, but the target is board;"},
    {"word 1", 1, "word needs target chip"},
    {"status", 1, "status needs target chip"},
    {"read", 1, "read needs target chip"},
    {"readw", 1, "readw needs target chip"},
    {"pin gate1 1", 1, "pin needs target chip"},
    {"pulse src1 1us", 1, "pulse needs target chip"},
    {"timing legal", 1, "timing needs target chip"},
    {"seed 1\nwire fout gate1\nr 2", 2, "wire needs target chip"},
    {"wire fout gate1", 1, "wire needs target chip"},
    {CHIP "machine sun3-160\nwait 1us", 2, "machine needs target board"},
    {"pal direct\n" CHIP, 1, "pal needs target board"},
    {CHIP "set machine.cpu_clock 60ns", 2, "set needs target board"},
    /* Mistakes in statements */
    {CHIP "pin out1 1", 2, "out1 is an output, expected src1"},
    {CHIP "pin gate1 z", 2, "unexpected 'z', expected level 0 or 1"},
    {CHIP "pin gate1", 2, "ends too early, expected level"},
    {CHIP "wire fout gate1\npin gate1 1", 3, "gate1 is wired to fout in line 2"},
    {CHIP "wire fout gate1\npulse gate1 1us", 3, "gate1 is wired to fout in line 2"},
    {CHIP "pulse fout 1us", 2, "fout is an output"},
    {CHIP "timing", 2, "ends too early, expected legal"},
    {CHIP "timing TFOO 1ns", 2, "'TFOO' is unknown"},
    {CHIP "timing TCHCH 1ns", 2, "'TCHCH' is not a time of an access"},
    {CHIP "timing TRLQV 1ns", 2, "'TRLQV' is an output of the chip"},
    {CHIP "timing TEHWH 1ns", 2, "'TEHWH' is a note, not a time of an access"},
    {CHIP "timing TEHEH 1ns", 2, "'TEHEH' is not a time of an access: osc, pin and pulse apply it"},
    {CHIP "timing cpu_clock 1ns", 2, "'cpu_clock' is not a parameter of the chip"},
    {CHIP "timing FF_RACE 1ns", 2, "'FF_RACE' is not a parameter of the chip"},
    {CHIP "timing TAVRL 1000000001ps", 2, "out of range, expected -1ms to 1ms"},
    {CHIP "timing TAVRL -1000000001ps", 2, "out of range, expected -1ms to 1ms"},
    {CHIP "timing TAVRL", 2, "expected a time"},
    {"at 2us\nwait 1us\nat 1us", 3, "at goes back before the time of line 1"},
    {"repeat 2 {\nat 2us\nat 1us\n}", 3, "at goes back before the time of line 2"},
    {"at 2us\nrepeat 2 {\n}\nat 1us", 4, "at goes back before the time of line 1"},
    {"expect", 1, "expected violation, clean"},
    {"expect foo", 1, "unexpected 'foo', expected violation, clean"},
    {"expect gate1 = 1", 1, "gate1 is an input, expected out1..out5"},
    {"expect out1", 1, "expected = and a level"},
    {"expect out1 = 2", 1, "unexpected '2', expected level 0, 1 or z"},
    {"expect out1 = 11", 1, "unexpected '11', expected level 0, 1 or z"},
    {"expect clean TAVRL", 1, "unexpected 'TAVRL', expected the end of the line"},
    {"expect violation", 1, "ends too early, expected one or more checks"},
    {"expect violation TFOO", 1, "'TFOO' is unknown"},
    {"expect violation TAVRL TEHWH", 1, "'TEHWH' is a note, not a violation"},
    {"expect margin", 1, "ends too early, expected a check or note"},
    {"expect margin TFOO = 1ns", 1, "'TFOO' is unknown, expected a check or note"},
    {"expect margin TRLQV = 1ns", 1, "'TRLQV' is not checked, expected a check or note"},
    {"expect margin TAVRL 1ns", 1, "expected = and a time"},
    {"expect margin TAVRL = 1", 1, "expected"},
    {"expect margin TAVRL = 1ns slack 2ns", 1, "unexpected 'slack', expected the end of the line"},
    {"expect margin TAVRL = 1ns access 1 access 2", 1, "access is given twice"},
    {"expect violation TAVRL TAVWH access 1", 1, "access, at and slack come after several checks"},
    {"expect violation TAVRL at 1us slack 1ns at 1us", 1, "at is given twice"},
    {"expect violation TAVRL slack", 1, "ends too early, expected a time"},
    {"expect violation TAVRL access -1", 1, "access -1 is out of range, expected 0..4294967295"},
    {"expect violation access 1", 1, "'access' is unknown, expected a check"},
    {"expect notes", 1, "ends too early, expected none, or one or more notes"},
    {"expect notes TFOO", 1, "'TFOO' is unknown, expected a note"},
    {"expect notes TEHWH TAVRL", 1, "'TAVRL' is a violation, not a note"},
    {"expect notes TRLQV", 1, "'TRLQV' is not checked"},
    {"expect notes none TEHWH", 1, "unexpected 'TEHWH', expected the end of the line"},
    {"expect violation TRLQV", 1, "'TRLQV' is not checked"},
    {"expect 1", 1, "expected =, !=, <, <=, > or >= and an expression"},
    {"expect 1 =", 1, "ends too early, expected a number"},
    {"expect 1 = 1 +-", 1, "ends too early, expected a number"},
    {"expect 1 = 1 + - 1 +- 2 3", 1, "unexpected '3'"},
};

TEST(mistakes)
{
    for (size_t i = 0; i < COUNT(mistakes); i++)
        check_mistake(mistakes[i].source, strlen(mistakes[i].source), mistakes[i].line, mistakes[i].phrase);
}

TEST(nul)
{
    check_mistake("r 2\nr\0 2", 8, 2, "byte 0x00 in column 2");
}

TEST(line_length)
{
    char source[1100] = "r 2\r\n";
    struct scenario s;
    struct error e = {""};
    memset(source + 5, ' ', 1000);
    memcpy(source + 1005, "\r\nr 2", 5);
    CU_ASSERT_EQUAL(scenario_parse(&s, source, 1010, "t.scn", &e), STATUS_OK);
    scenario_free(&s);
    source[1005] = '#';
    source[1006] = '\n';
    check_mistake(source, 1010, 2, "the line has 1001 characters, expected at most 1000");
}

TEST(too_many_names)
{
    static char source[5000 * 12];
    size_t used = 0;
    struct scenario s;
    struct error e = {""};
    for (int i = 0; i < 4096; i++)
        used += (size_t)snprintf(source + used, sizeof source - used, "let n%d=%d\n", i, i);
    CU_ASSERT_EQUAL(scenario_parse(&s, source, used, "t.scn", &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(s.names, 4096);
    for (int i = 0; i < 4096; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "n%d", i);
        CU_ASSERT_STRING_EQUAL(s.name[i], name);
    }
    scenario_free(&s);
    used += (size_t)snprintf(source + used, sizeof source - used, "let m=1\n");
    check_mistake(source, used, 4097, "too many names");
}

TEST(depth)
{
    char source[33 * 14 + 1];
    size_t used = 0;
    struct scenario s;
    struct error e = {""};
    for (int i = 0; i < 33; i++)
        used += (size_t)snprintf(source + used, sizeof source - used, "repeat 1 {\n");
    check_mistake(source, used, 33, "nested too deep, expected at most 32");
    for (used -= 11; used < (size_t)32 * (11 + 2); used += 2)
        memcpy(source + used, "}\n", 2);
    CU_ASSERT_EQUAL(scenario_parse(&s, source, used, "t.scn", &e), STATUS_OK);
    scenario_free(&s);
}

/* 64 brackets or signs in each other are taken, one more is not. */
TEST(expression_depth)
{
    static const char sign[] = "(-~";
    for (const char *s = sign; *s; s++) {
        char source[256];
        struct scenario scenario;
        struct error e = {""};
        for (int deep = 64; deep <= 65; deep++) {
            int used = snprintf(source, sizeof source, "print ");
            memset(source + used, *s, (size_t)deep);
            used += deep;
            source[used++] = '1';
            memset(source + used, ')', *s == '(' ? (size_t)deep : 0);
            used += *s == '(' ? deep : 0;
            if (deep == 64) {
                CU_ASSERT_EQUAL(scenario_parse(&scenario, source, (size_t)used, "t.scn", &e), STATUS_OK);
                scenario_free(&scenario);
            } else {
                check_mistake(source, (size_t)used, 1, "nested too deep, expected at most 64");
            }
        }
    }
}

TEST(too_many_overrides)
{
    char source[66 * 48];
    size_t used = 0;
    for (int i = 0, lines = 0; i < FIG_COUNT && lines < 65; i++) {
        const enum figure_home home = figure_info[i].home;
        if ((home != HOME_CHIP && home != HOME_MACHINE) || choice_name(i))
            continue;
        used += (size_t)snprintf(source + used, sizeof source - used, "set %s.%s 1ns\n",
                                 home == HOME_CHIP ? "part" : "machine", figure_info[i].name);
        lines++;
    }
    check_mistake(source, used, 65, "too many overrides, expected at most 64");
}
