# SPDX-License-Identifier: MIT
# GTKWave: shows the time from TMR0_FROM to TMR0_TO, in ps.
gtkwave::setZoomRangeTimes $env(TMR0_FROM)ps $env(TMR0_TO)ps
