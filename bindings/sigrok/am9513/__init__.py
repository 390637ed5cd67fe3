# SPDX-License-Identifier: MIT
'''
Decodes the bus of an AMD Am9513A system timing controller: commands, the data
pointer, the registers that are written and read, and counter modes in words.

A capture may begin at any time. Data are shown without a register until a
command loads the data pointer, and until the bus width is known: from the
option "bus" or from a command. Until a command says whether the pointer moves,
only the first register after it is loaded is shown. A reset determines all.
'''

from .pd import Decoder
