// SPDX-License-Identifier: BSD-3-Clause
//
// The arithmetic of the combines on contiguous elements: sums, and the largest and smallest
// absolute values with or without where they come from. An absolute value of a complex number is
// |re| + |im|; a NaN wins against every number, and what is kept does not depend on which of two
// was there first, so that all processes are left with the same answer whatever the order.
//
// T is one of the element types of the interface, and the loops are compiled for the widest vectors
// of several processors; the one at hand chooses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strobe::blacs {

enum class Extreme { largest, smallest };

/// How far the process lies from the destination that an element comes from.
using Distance = std::uint32_t;

/// Sums of integers wrap.
template <class T>
void add(const T* theirs, T* ours, std::size_t count);

/// Of each pair the one with the larger or smaller absolute value; of two with the same, the
/// larger.
template <Extreme extreme, class T>
void keep_extreme(const T* theirs, T* ours, std::size_t count);

/// The same with the distances of both; of two with the same absolute value, the nearer.
template <Extreme extreme, class T>
void keep_extreme_nearest(const T* theirs, const Distance* their_distances, T* ours,
                          Distance* distances, std::size_t count);

}  // namespace strobe::blacs
