# SPDX-License-Identifier: MIT
'''
Decodes the bus of an AMD Am9513A system timing controller: commands, the data
pointer, the registers that are written and read, and counter modes in words.

A capture may begin at any time. Until a command loads the data pointer (or
resets the chip), data bytes are shown without a register.
'''

from .pd import Decoder
