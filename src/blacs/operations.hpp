// SPDX-License-Identifier: BSD-3-Clause
//
// The arithmetic of combines on contiguous elements: sums, and the largest and smallest absolute
// values with or without their origins. The absolute value of a complex number is |re| + |im|. A
// NaN wins against every number. The result does not depend on the order of two values, so all
// processes get the same result in any order.
//
// T is one of the element types of the interface. The loops are compiled for several vector
// instruction sets; the processor selects one at run time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strobe::blacs {

enum class Extreme { largest, smallest };

/// The distance from the destination to the process that an element comes from.
using Distance = std::uint32_t;

/// Sums of integers wrap.
template <class T>
void add(const T* theirs, T* ours, std::size_t count);

/// Keeps of each pair the value with the larger or smaller absolute value. If both are equal, it
/// keeps the larger value.
template <Extreme extreme, class T>
void keep_extreme(const T* theirs, T* ours, std::size_t count);

/// The same with distances. If both absolute values are equal, it keeps the nearer value.
template <Extreme extreme, class T>
void keep_extreme_nearest(const T* theirs, const Distance* their_distances, T* ours,
                          Distance* distances, std::size_t count);

}  // namespace strobe::blacs
