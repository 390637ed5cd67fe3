/* SPDX-License-Identifier: MIT
 * 128-bit integers, where exactness needs them. */
#ifndef MEASURE_WIDE_H
#define MEASURE_WIDE_H

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

#endif
