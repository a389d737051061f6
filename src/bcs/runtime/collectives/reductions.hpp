// SPDX-License-Identifier: BSD-3-Clause
//
// Programs of the collectives that combine. Contributions always come together one after the other,
// in the order of ranks: ((x0 op x1) op x2) op ... Which member combines what, in which pieces and
// after how many messages, changes no bit of a result, nor do the root and the times of arrival.
// Where `mine` is the result's place, it is replaced (MPI_IN_PLACE).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "schedule/step.hpp"

namespace strobe::bcs::runtime::collectives {

/// Whether contributions of so many bytes are short enough to go whole to who combines them, in
/// as few messages as there can be; all members say the same.
[[nodiscard]] bool go_whole(std::size_t bytes, int size);

/// Leaves the contributions, combined in their order, in `result`. They are used up, but for the
/// `own`-th, which is the member's where it has one among them.
void fold(CollectiveSchedule& plan, std::span<const Piece> contributions, Piece result,
          std::optional<std::size_t> own = std::nullopt);

/// The result matters on the root alone.
[[nodiscard]] CollectiveSchedule reduce(schedule::Place place, Piece mine, Piece result,
                                        const Reduction& reduction);
[[nodiscard]] CollectiveSchedule allreduce(schedule::Place place, Piece mine, Piece result,
                                           const Reduction& reduction);

/// Of what comes of all of `mine`, member i gets `counts[i]` elements, the first ones member 0.
[[nodiscard]] CollectiveSchedule reduce_scatter(schedule::Place place, Piece mine,
                                                std::span<const std::size_t> counts, Piece result,
                                                const Reduction& reduction);

/// The contributions up to one's own, or only those before it, of which rank 0 has none: its result
/// stays as it is.
[[nodiscard]] CollectiveSchedule scan(schedule::Place place, Piece mine, Piece result,
                                      const Reduction& reduction);
[[nodiscard]] CollectiveSchedule exscan(schedule::Place place, Piece mine, Piece result,
                                        const Reduction& reduction);

}  // namespace strobe::bcs::runtime::collectives
