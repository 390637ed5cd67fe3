// SPDX-License-Identifier: MIT
// The numbers of the timing figures. One list for RTL and C: the Makefile makes build/gen/figures.h from it.
// Each figure is one signed 32-bit word of picoseconds (flags and bytes: the plain number) on i_fig.
// A figure that is a check has a record of the same number: broken, observed, slack, at, access.

// Am9513A, bus: requirements on whoever drives the pins
`define FIG_TAVRL 0
`define FIG_TAVWH 1
`define FIG_TDVWH 2
`define FIG_TRHAX 3
`define FIG_TRHRL 4
`define FIG_TRHSH 5
`define FIG_TRHWL 6
`define FIG_TRLRH 7
`define FIG_TSLRL 8
`define FIG_TSLWH 9
`define FIG_TWHAX 10
`define FIG_TWHDX 11
`define FIG_TWHRL 12
`define FIG_TWHSH 13
`define FIG_TWHWL 14
`define FIG_TWLWH 15
// Am9513A, edges of sources and gates beside commands, status reads and each other: notes, not violations
`define FIG_TEHWH 16
`define FIG_TWHEH 17
`define FIG_TEHRL 18
`define FIG_TRHEH 19
`define FIG_TGVWH 20
`define FIG_TWHGV 21
`define FIG_TGVEH 22
`define FIG_TEHGV 23
// Am9513A, clock, count sources and gates: requirements
`define FIG_TCHCH 24
`define FIG_TCHCL 25
`define FIG_TCLCH 26
`define FIG_TEHEH 27
`define FIG_TEHEL 28
`define FIG_TELEH 29
`define FIG_TGVGV 30
// Host and PAL checks
`define FIG_HOST_READ 31
`define FIG_FF_SHORT 32
`define FIG_FF_RACE 33
`define FIG_FF_UNKNOWN 34
`define FIG_CHECKS 35
// Am9513A: forms of the above for short data write and for double-action commands
`define FIG_TWHRL_SHORT 35
`define FIG_TWHWL_SHORT 36
`define FIG_TWHEH_DOUBLE 37
// Am9513A: delays
`define FIG_TRLQV 38
`define FIG_TRLQX 39
`define FIG_TRHQX 40
`define FIG_TRHQZ 41
`define FIG_TEHYV 42
`define FIG_TEHFV 43
`define FIG_TWHYV 44
`define FIG_TCMD 45
// The PAL on the timer board, the data buffer in the workstation
`define FIG_PAL_TPD 46
`define FIG_PAL_SKEW 47
`define FIG_BUF_TPD 48
// The workstation
`define FIG_CPU_CLOCK 49
`define FIG_RW_SETUP 50
`define FIG_WDATA_SETUP 51
`define FIG_STROBE_HOLD 52
`define FIG_MAS_READ 53
`define FIG_MAS_WRITE 54
`define FIG_MAS_ON_READ 55
`define FIG_MDS_LOW 56
`define FIG_MDS_AFTER 57
`define FIG_DES_CLOCK 58
`define FIG_READ_LATCH 59
`define FIG_FLOAT 60
// The timer board's oscillator, or what drives the chip's X2
`define FIG_OSC_HIGH 61
`define FIG_OSC_LOW 62
// Am9513A: delays inside, with effects on
`define FIG_TFN 63
`define FIG_TCARRY 64
`define FIG_RTL 65
// The workstation's CPU, for the virtual CPU alone; not on i_fig. Work is in CPU cycles
`define FIG_WORK_ACCESS 65
`define FIG_WORK_READ 66
`define FIG_WORK_TIMEVAL 67
`define FIG_WORK_KERNEL 68
`define FIG_WORK_SYSCALL 69
`define FIG_WORK_FILE 70
`define FIG_WORK_CLOCK 71
`define FIG_WORK_CLOCK_DROPPED 72
`define FIG_WORK_SWITCH 73
`define FIG_WORK_SCALE 74
`define FIG_DISPLAY_PERIOD 75
`define FIG_DISPLAY_STEAL 76
`define FIG_CLOCK_INTERRUPT 77
`define FIG_COUNT 78
