# SPDX-License-Identifier: MIT
# examples/m68k at -O0: stops in the driver, steps over an access, and asks for the chip's registers before and after
set confirm off
break put if value == 5
continue
monitor show
next
monitor show
tbreak put if value == 0x0b
continue
monitor show
delete
tbreak microseconds
continue
print $pc - (long) &microseconds < 16
monitor show
info registers d0 sp ps
stepi
set var $d3 = 0x12345678
print/x $d3
x/1xw (char *) microseconds
tbreak wait
continue
monitor show
finish
monitor show
finish
finish
continue
