// SPDX-License-Identifier: BSD-3-Clause
//
// Scatter, gather, allgather and alltoall: every rank has, or gets, a different block. The CM-5
// study, section 6, where alltoall is the data transpose; MPBench's future list, with their `v` and
// in-place variants.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

/// The collectives with a block for each rank.
enum class Collective { scatter, gather, allgather, alltoall };

namespace detail {

/// The work is the whole buffer of a rank that has all blocks, as the CM-5 study counts it.
template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo block_collective_info(std::string name, std::string title,
                                                        std::string source) {
  measure::AxisInfo form{.name = "form", .choices = {"plain"}};
  if constexpr (layer::VaryingCollectives<L>) form.choices.emplace_back("v");
  if constexpr (layer::InPlaceCollectives<L>) form.choices.emplace_back("in_place");
  return {
      .name = std::move(name),
      .title = std::move(title),
      .family = measure::Family::collective,
      .axes = {std::move(form), measure::ranks_axis(), size_axis()},
      .axis = "size_bytes",
      .time = "from the first entry to the last exit",
      .source = std::move(source),
      .members = measure::first_ranks,
      .timing = measure::Timing::completion,
      .work =
          [](const measure::Point& point) {
            return measure::Work{.bytes = size_at(point) *
                                          static_cast<double>(measure::number_at(point, "ranks"))};
          },
      .buffers =
          [](const measure::Point& point) {
            return 2.0 * size_at(point) * static_cast<double>(measure::number_at(point, "ranks"));
          }};
}

}  // namespace detail

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo scatter_info() {
  return detail::block_collective_info<L>("scatter", "Scatter", "CM-5 study, section 6, table 4");
}

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo gather_info() {
  return detail::block_collective_info<L>("gather", "Gather", "CM-5 study, section 6, table 4");
}

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo allgather_info() {
  return detail::block_collective_info<L>("allgather", "Allgather", "MPBench, section 3.5");
}

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo alltoall_info() {
  return detail::block_collective_info<L>("alltoall", "Alltoall (data transpose)",
                                          "CM-5 study, section 6, table 4; MPBench, section 3.5");
}

/// form=v is the call whose block sizes may differ, here with equal sizes for comparison;
/// form=in_place uses one buffer instead of two.
template <layer::MessageLayer L, Collective collective>
class BlockCollective final : public measure::Kernel {
 public:
  BlockCollective(L& layer, const measure::Point& point)
      : layer_(layer),
        variant_(variant_of(measure::word_at(point, "form"))),
        block_bytes_(bytes_at(point, "size_bytes")),
        out_(variant_ == Variant::in_place ? 0
             : sends_all_blocks()          ? all()
                                           : block_bytes_),
        in_(receives_all_blocks() || (variant_ == Variant::in_place && sends_all_blocks())
                ? all()
                : block_bytes_) {
    if constexpr (layer::VaryingCollectives<L>) {
      const std::vector<std::size_t> sizes_bytes(static_cast<std::size_t>(layer_.size()),
                                                 block_bytes_);
      block_sizes_.value.emplace(sizes_bytes);
    }
  }

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    runs_ = 0;
    measure::fill(in_.bytes(), {.seed = ~seed, .rank = 0});
    const int own = layer_.rank().value;
    if (variant_ != Variant::in_place) {
      for_each_block(out_.bytes(), [&](layer::Bytes block, int to) { fill(block, own, to); });
    } else if (sends_all_blocks()) {
      for_each_block(in_.bytes(), [&](layer::Bytes block, int to) { fill(block, own, to); });
    } else if (collective != Collective::scatter) {
      const std::size_t start =
          receives_all_blocks() ? static_cast<std::size_t>(own) * block_bytes_ : 0;
      fill(in_.bytes().subspan(start, block_bytes_), own, 0);
    }
  }

  void run(std::int64_t repetitions) override {
    runs_ += repetitions;
    switch (variant_) {
      case Variant::plain:
        return run_plain(repetitions);
      case Variant::v:
        if constexpr (layer::VaryingCollectives<L>) run_v(repetitions);
        return;
      case Variant::in_place:
        if constexpr (layer::InPlaceCollectives<L>) run_in_place(repetitions);
        return;
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    measure::Verdict verdict;
    const int own = layer_.rank().value;
    // In one buffer every second transpose undoes the first one, so a check after an even number
    // would not notice a missing transpose.
    if (collective == Collective::alltoall && variant_ == Variant::in_place && runs_ % 2 == 0)
      run(1);
    const auto check = [&](layer::ConstBytes block, int from, int to) {
      verdict.bytes += static_cast<std::int64_t>(block.size());
      if (verdict.wrong.empty()) {
        verdict.wrong = measure::find_wrong_byte(block, pattern(from, to));
      }
    };
    if (collective == Collective::scatter && variant_ == Variant::in_place && is_root()) {
      // The root's own block stays in place.
      for_each_block(in_.bytes(), [&](layer::Bytes block, int to) { check(block, own, to); });
    } else if (collective == Collective::scatter) {
      check(in_.bytes(), 0, own);
    } else if (collective == Collective::alltoall) {
      for_each_block(in_.bytes(), [&](layer::Bytes block, int from) { check(block, from, own); });
    } else if (receives_all_blocks()) {
      for_each_block(in_.bytes(), [&](layer::Bytes block, int from) { check(block, from, 0); });
    }
    return verdict;
  }

 private:
  enum class Variant { plain, v, in_place };
  template <class Layer>
  struct BlockSizes {};
  template <layer::VaryingCollectives Layer>
  struct BlockSizes<Layer> {
    std::optional<typename Layer::Parts> value;
  };

  static Variant variant_of(const std::string& word) {
    if (word == "plain") return Variant::plain;
    if (word == "v") return Variant::v;
    if (word == "in_place") return Variant::in_place;
    throw Error("unknown form of a collective: " + word);
  }

  static constexpr layer::Rank root{0};

  [[nodiscard]] bool is_root() const { return layer_.rank() == root; }
  [[nodiscard]] std::size_t all() const {
    return block_bytes_ * static_cast<std::size_t>(layer_.size());
  }
  /// Whether this rank sends a block to every rank, or receives one from every rank.
  [[nodiscard]] bool sends_all_blocks() const {
    return collective == Collective::alltoall || (collective == Collective::scatter && is_root());
  }
  [[nodiscard]] bool receives_all_blocks() const {
    return collective == Collective::alltoall || collective == Collective::allgather ||
           (collective == Collective::gather && is_root());
  }

  /// The pattern of the block that goes from one rank to another; `to` is 0 if all ranks get the
  /// same block.
  [[nodiscard]] measure::Pattern pattern(int from, int to) const {
    return {.seed = seed_ + static_cast<std::uint64_t>(from), .rank = to};
  }
  void fill(layer::Bytes block, int from, int to) const {
    const bool differs = collective == Collective::scatter || collective == Collective::alltoall;
    measure::fill(block, pattern(from, differs ? to : 0));
  }
  void for_each_block(layer::Bytes whole, auto&& visit) const {
    const std::size_t count = block_bytes_ == 0 ? 0 : whole.size() / block_bytes_;
    for (std::size_t i = 0; i < count; ++i) {
      visit(whole.subspan(i * block_bytes_, block_bytes_), static_cast<int>(i));
    }
  }

  void run_plain(std::int64_t repetitions) {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    base::repeat(repetitions, [&] {
      if constexpr (collective == Collective::scatter) {
        layer_.scatter(is_root() ? out : layer::ConstBytes{}, in, root);
      } else if constexpr (collective == Collective::gather) {
        layer_.gather(out, is_root() ? in : layer::Bytes{}, root);
      } else if constexpr (collective == Collective::allgather) {
        layer_.allgather(out, in);
      } else {
        layer_.alltoall(out, in);
      }
    });
  }

  void run_v(std::int64_t repetitions)
    requires layer::VaryingCollectives<L>
  {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    const typename L::Parts& parts = *block_sizes_.value;
    base::repeat(repetitions, [&] {
      if constexpr (collective == Collective::scatter) {
        layer_.scatter_parts(is_root() ? out : layer::ConstBytes{}, parts, in, root);
      } else if constexpr (collective == Collective::gather) {
        layer_.gather_parts(out, is_root() ? in : layer::Bytes{}, parts, root);
      } else if constexpr (collective == Collective::allgather) {
        layer_.allgather_parts(out, in, parts);
      } else {
        layer_.alltoall_parts(out, parts, in, parts);
      }
    });
  }

  void run_in_place(std::int64_t repetitions)
    requires layer::InPlaceCollectives<L>
  {
    const layer::Bytes both = in_.bytes();
    base::repeat(repetitions, [&] {
      if constexpr (collective == Collective::scatter) {
        layer_.scatter_in_place(both, root);
      } else if constexpr (collective == Collective::gather) {
        layer_.gather_in_place(both, root);
      } else if constexpr (collective == Collective::allgather) {
        layer_.allgather_in_place(both);
      } else {
        layer_.alltoall_in_place(both);
      }
    });
  }

  L& layer_;
  Variant variant_;
  std::size_t block_bytes_;
  measure::Buffer out_;
  measure::Buffer in_;
  [[no_unique_address]] BlockSizes<L> block_sizes_;
  std::uint64_t seed_ = 0;
  std::int64_t runs_ = 0;
};

template <layer::MessageLayer L>
using Scatter = BlockCollective<L, Collective::scatter>;
template <layer::MessageLayer L>
using Gather = BlockCollective<L, Collective::gather>;
template <layer::MessageLayer L>
using Allgather = BlockCollective<L, Collective::allgather>;
template <layer::MessageLayer L>
using Alltoall = BlockCollective<L, Collective::alltoall>;

}  // namespace strobe::kernels
