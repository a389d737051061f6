// SPDX-License-Identifier: BSD-3-Clause
//
// One collective with its buffers, in its blocking, nonblocking and persistent form, and the check
// of the data that it moved.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

enum class CollectiveKind {
  broadcast,
  allreduce,
  alltoall,
  barrier,
  reduce,
  scan,
  reduce_scatter,
  reduce_scatter_block,
  scatter,
  scatter_v,
  gather,
  gather_v,
  allgather,
  allgather_v,
  alltoall_v,
  neighbour_allgather,
  neighbour_alltoall
};

/// The words of an axis of collectives.
inline constexpr std::array<std::pair<CollectiveKind, const char*>, 17> collective_words{{
    {CollectiveKind::broadcast, "broadcast"},
    {CollectiveKind::allreduce, "allreduce"},
    {CollectiveKind::alltoall, "alltoall"},
    {CollectiveKind::barrier, "barrier"},
    {CollectiveKind::reduce, "reduce"},
    {CollectiveKind::scan, "scan"},
    {CollectiveKind::reduce_scatter, "reduce_scatter"},
    {CollectiveKind::reduce_scatter_block, "reduce_scatter_block"},
    {CollectiveKind::scatter, "scatter"},
    {CollectiveKind::scatter_v, "scatter_v"},
    {CollectiveKind::gather, "gather"},
    {CollectiveKind::gather_v, "gather_v"},
    {CollectiveKind::allgather, "allgather"},
    {CollectiveKind::allgather_v, "allgather_v"},
    {CollectiveKind::alltoall_v, "alltoall_v"},
    {CollectiveKind::neighbour_allgather, "neighbour_allgather"},
    {CollectiveKind::neighbour_alltoall, "neighbour_alltoall"},
}};

[[nodiscard]] inline CollectiveKind collective_of(std::string_view word) {
  for (const auto& [kind, name] : collective_words) {
    if (word == name) return kind;
  }
  throw Error(base::format("unknown collective: {}", word));
}

/// The block size is that of the block of each rank. Sums are of 64-bit integers, so that every bit
/// can be checked.
template <layer::AllNonblockingCollectives L>
class CollectiveCall {
 public:
  using Kind = CollectiveKind;

  CollectiveCall(L& layer, Kind kind, std::size_t block_bytes)
      : layer_(layer),
        kind_(kind),
        block_bytes_(kind == Kind::barrier ? 0 : block_bytes),
        neighbours_(is({Kind::neighbour_allgather, Kind::neighbour_alltoall})
                        ? std::optional(layer.neighbourhood())
                        : std::nullopt),
        parts_(std::vector<std::size_t>(static_cast<std::size_t>(layer.size()), block_bytes_)),
        counts_(std::vector<std::size_t>(static_cast<std::size_t>(layer.size()),
                                         block_bytes_ / sizeof(std::int64_t))),
        targets_(targets()),
        sources_(sources()),
        out_(targets_.size() * block_bytes_),
        in_(sources_.size() * block_bytes_) {}

  void fill(std::uint64_t seed) {
    seed_ = seed;
    measure::fill(in_.bytes(), {.seed = ~seed, .rank = 0});
    const int own = layer_.rank().value;
    if (sums()) {
      for (std::size_t i = 0; i < out_.bytes().size() / sizeof(std::int64_t); ++i) {
        const std::int64_t value = addend(i, own);
        std::memcpy(out_.bytes().data() + i * sizeof value, &value, sizeof value);
      }
    } else if (kind_ == Kind::broadcast) {
      if (is_root()) measure::fill(in_.bytes(), pattern(0, 0));
    } else {
      for (std::size_t i = 0; i < targets_.size(); ++i) {
        measure::fill(block(out_, i), pattern(own, targets_[i]));
      }
    }
  }

  [[nodiscard]] measure::Verdict check() {
    if (sums()) return check_sums();
    measure::Verdict verdict;
    const int own = addresses_blocks() ? layer_.rank().value : 0;
    for (std::size_t i = 0; i < sources_.size() && kind_ != Kind::barrier; ++i) {
      verdict.bytes += static_cast<std::int64_t>(block_bytes_);
      verdict.wrong = measure::find_wrong_byte(block(in_, i), pattern(sources_[i], own));
      if (!verdict.wrong.empty()) break;
    }
    return verdict;
  }

  /// The blocking call.
  void block_until_done() {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    switch (kind_) {
      case Kind::broadcast:
        return layer_.broadcast(in, root);
      case Kind::allreduce:
        return layer_.allreduce(out, in, element, sum);
      case Kind::alltoall:
        return layer_.alltoall(out, in);
      case Kind::barrier:
        return layer_.barrier();
      case Kind::reduce:
        return layer_.reduce(out, in, element, sum, root);
      case Kind::scan:
        return layer_.scan(out, in, element, sum);
      case Kind::reduce_scatter:
        return layer_.reduce_scatter(out, in, counts_, element, sum);
      case Kind::reduce_scatter_block:
        return layer_.reduce_scatter_block(out, in, element, sum);
      case Kind::scatter:
        return layer_.scatter(out, in, root);
      case Kind::scatter_v:
        return layer_.scatter_parts(out, parts_, in, root);
      case Kind::gather:
        return layer_.gather(out, in, root);
      case Kind::gather_v:
        return layer_.gather_parts(out, in, parts_, root);
      case Kind::allgather:
        return layer_.allgather(out, in);
      case Kind::allgather_v:
        return layer_.allgather_parts(out, in, parts_);
      case Kind::alltoall_v:
        return layer_.alltoall_parts(out, parts_, in, parts_);
      case Kind::neighbour_allgather:
        return neighbours_->allgather(out, in);
      case Kind::neighbour_alltoall:
        return neighbours_->alltoall(out, in);
    }
  }

  /// The nonblocking call.
  [[nodiscard]] typename L::Request start() {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    switch (kind_) {
      case Kind::broadcast:
        return layer_.start_broadcast(in, root);
      case Kind::allreduce:
        return layer_.start_allreduce(out, in, element, sum);
      case Kind::alltoall:
        return layer_.start_alltoall(out, in);
      case Kind::barrier:
        return layer_.start_barrier();
      case Kind::reduce:
        return layer_.start_reduce(out, in, element, sum, root);
      case Kind::scan:
        return layer_.start_scan(out, in, element, sum);
      case Kind::reduce_scatter:
        return layer_.start_reduce_scatter(out, in, counts_, element, sum);
      case Kind::reduce_scatter_block:
        return layer_.start_reduce_scatter_block(out, in, element, sum);
      case Kind::scatter:
        return layer_.start_scatter(out, in, root);
      case Kind::scatter_v:
        return layer_.start_scatter_parts(out, parts_, in, root);
      case Kind::gather:
        return layer_.start_gather(out, in, root);
      case Kind::gather_v:
        return layer_.start_gather_parts(out, in, parts_, root);
      case Kind::allgather:
        return layer_.start_allgather(out, in);
      case Kind::allgather_v:
        return layer_.start_allgather_parts(out, in, parts_);
      case Kind::alltoall_v:
        return layer_.start_alltoall_parts(out, parts_, in, parts_);
      case Kind::neighbour_allgather:
        return neighbours_->start_allgather(out, in);
      case Kind::neighbour_alltoall:
        return neighbours_->start_alltoall(out, in);
    }
    throw Error("a collective without a nonblocking call");
  }

  /// The persistent request.
  [[nodiscard]] typename L::Request describe()
    requires layer::PersistentCollectives<L>
  {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    switch (kind_) {
      case Kind::broadcast:
        return layer_.prepare_broadcast(in, root);
      case Kind::allreduce:
        return layer_.prepare_allreduce(out, in, element, sum);
      case Kind::alltoall:
        return layer_.prepare_alltoall(out, in);
      case Kind::barrier:
        return layer_.prepare_barrier();
      case Kind::reduce:
        return layer_.prepare_reduce(out, in, element, sum, root);
      case Kind::scan:
        return layer_.prepare_scan(out, in, element, sum);
      case Kind::reduce_scatter:
        return layer_.prepare_reduce_scatter(out, in, counts_, element, sum);
      case Kind::reduce_scatter_block:
        return layer_.prepare_reduce_scatter_block(out, in, element, sum);
      case Kind::scatter:
        return layer_.prepare_scatter(out, in, root);
      case Kind::scatter_v:
        return layer_.prepare_scatter_parts(out, parts_, in, root);
      case Kind::gather:
        return layer_.prepare_gather(out, in, root);
      case Kind::gather_v:
        return layer_.prepare_gather_parts(out, in, parts_, root);
      case Kind::allgather:
        return layer_.prepare_allgather(out, in);
      case Kind::allgather_v:
        return layer_.prepare_allgather_parts(out, in, parts_);
      case Kind::alltoall_v:
        return layer_.prepare_alltoall_parts(out, parts_, in, parts_);
      case Kind::neighbour_allgather:
        return neighbours_->prepare_allgather(out, in);
      case Kind::neighbour_alltoall:
        return neighbours_->prepare_alltoall(out, in);
    }
    throw Error("a collective without a persistent call");
  }

 private:
  static constexpr layer::Rank root{0};
  static constexpr layer::Element element = layer::Element::int64;
  static constexpr layer::Operation sum = layer::Operation::sum;

  [[nodiscard]] bool is_root() const { return layer_.rank() == root; }
  [[nodiscard]] bool is(std::initializer_list<Kind> kinds) const {
    return std::ranges::find(kinds, kind_) != kinds.end();
  }
  [[nodiscard]] bool is_scattered_sum() const {
    return is({Kind::reduce_scatter, Kind::reduce_scatter_block});
  }
  [[nodiscard]] bool sums() const {
    return is({Kind::allreduce, Kind::reduce, Kind::scan}) || is_scattered_sum();
  }
  /// Whether each block is for one rank, and not the same for all.
  [[nodiscard]] bool addresses_blocks() const {
    return is({Kind::alltoall, Kind::alltoall_v, Kind::scatter, Kind::scatter_v,
               Kind::neighbour_alltoall});
  }

  [[nodiscard]] std::vector<int> every_rank() const {
    std::vector<int> ranks;
    for (int rank = 0; rank < layer_.size(); ++rank) ranks.push_back(rank);
    return ranks;
  }
  [[nodiscard]] std::vector<int> every_neighbour() const {
    std::vector<int> ranks;
    for (const layer::Rank rank : neighbours_->ranks()) ranks.push_back(rank.value);
    return ranks;
  }

  /// The rank that each block of the send buffer is for; 0 if it is the same for all.
  [[nodiscard]] std::vector<int> targets() const {
    if (is({Kind::barrier, Kind::broadcast})) return {};
    if (is({Kind::scatter, Kind::scatter_v})) return is_root() ? every_rank() : std::vector<int>{};
    if (is({Kind::alltoall, Kind::alltoall_v}) || is_scattered_sum()) return every_rank();
    if (kind_ == Kind::neighbour_alltoall) return every_neighbour();
    return {0};
  }

  /// The rank that each block of the receive buffer is from.
  [[nodiscard]] std::vector<int> sources() const {
    if (kind_ == Kind::barrier) return {};
    if (is({Kind::gather, Kind::gather_v})) return is_root() ? every_rank() : std::vector<int>{};
    if (is({Kind::allgather, Kind::allgather_v, Kind::alltoall, Kind::alltoall_v})) {
      return every_rank();
    }
    if (is({Kind::neighbour_allgather, Kind::neighbour_alltoall})) return every_neighbour();
    return {0};
  }

  [[nodiscard]] layer::Bytes block(measure::Buffer& buffer, std::size_t index) const {
    return buffer.bytes().subspan(index * block_bytes_, block_bytes_);
  }
  [[nodiscard]] measure::Pattern pattern(int from, int to) const {
    return {.seed = seed_ + static_cast<std::uint64_t>(from), .rank = to};
  }
  [[nodiscard]] std::int64_t addend(std::size_t i, int rank) const {
    return static_cast<std::int64_t>((i + seed_) % 1021) * (rank + 1);
  }

  [[nodiscard]] measure::Verdict check_sums() const {
    if (kind_ == Kind::reduce && !is_root()) return {};
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(in_.bytes().size()), .wrong = {}};
    const std::size_t elements = block_bytes_ / sizeof(std::int64_t);
    const std::size_t first =
        is_scattered_sum() ? static_cast<std::size_t>(layer_.rank().value) * elements : 0;
    const int ranks = kind_ == Kind::scan ? layer_.rank().value + 1 : layer_.size();
    for (std::size_t i = 0; i < elements && verdict.wrong.empty(); ++i) {
      std::int64_t wanted = 0;
      for (int rank = 0; rank < ranks; ++rank) wanted += addend(first + i, rank);
      std::int64_t value = 0;
      std::memcpy(&value, in_.bytes().data() + i * sizeof value, sizeof value);
      if (value == wanted) continue;
      verdict.wrong = base::format("element {} is {} and should be {}", i, value, wanted);
    }
    return verdict;
  }

  L& layer_;
  Kind kind_;
  std::size_t block_bytes_;
  std::optional<typename L::Neighbourhood> neighbours_;
  typename L::Parts parts_;
  typename L::ElementCounts counts_;
  std::vector<int> targets_;
  std::vector<int> sources_;
  measure::Buffer out_;
  measure::Buffer in_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
