/* SPDX-License-Identifier: MIT
 * 128-bit integers for exact results. */
#ifndef MEASURE_WIDE_H
#define MEASURE_WIDE_H

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

#endif
