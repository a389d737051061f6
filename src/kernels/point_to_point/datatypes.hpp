// SPDX-License-Identifier: BSD-3-Clause
//
// Echo of data that is not contiguous: by a derived datatype (vector, indexed, structure), or
// packed with it into a contiguous message. SKaMPI (Reussner and others 2002) compares them; it
// calls for the same number of bytes in each, as the size axis does here.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo datatypes_info() {
  return {
      .name = "datatypes",
      .title = "Echo with derived datatypes",
      .family = measure::Family::point_to_point,
      .axes = {{.name = "layout", .choices = {"indexed", "structure", "vector", "contiguous"}},
               {.name = "method", .choices = {"datatype", "packed"}},
               {.name = "block_bytes",
                .choices = {},
                .default_value = 8,
                .minimum = 4,
                .maximum = std::int64_t{1} << 20,
                .multiple = 4},
               measure::partner_axis(),
               size_axis(4)},
      .axis = "size_bytes",
      .time = "half of a round trip, packing and unpacking included",
      .source = "SKaMPI 5, point-to-point measurements with datatypes",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            const std::int64_t block_bytes = measure::number_at(point, "block_bytes");
            if (measure::number_at(point, "size_bytes") % block_bytes != 0) {
              throw Error(
                  base::format("size_bytes must be a multiple of block_bytes={0}: "
                               "choose a size that is a multiple of {0}",
                               block_bytes));
            }
            return measure::pair_with_first(point, machine);
          },
      .timing = measure::Timing::initiator,
      .is_answered = true,
      .time_share = 0.5,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

/// The gaps between the blocks of layout=vector have the size of a block. Those of indexed and
/// structure have the sizes of one, two and three blocks in turn, so that no vector describes them.
template <layer::BlockTypes L>
class Datatypes final : public measure::Kernel {
 public:
  Datatypes(L& layer, const measure::Point& point)
      : layer_(layer),
        layout_(layout_of(measure::word_at(point, "layout"))),
        is_packed_(is_packed(measure::word_at(point, "method"))),
        size_(bytes_at(point, "size_bytes")),
        blocks_(blocks_of(bytes_at(point, "block_bytes"))),
        type_(constructor(), blocks_),
        out_(extent()),
        in_(extent()),
        packed_(is_packed_ ? size_ : 0) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    measure::fill(out_.bytes(), pattern_of(layer_.rank()));
    measure::fill(in_.bytes(), untouched());
  }

  void run(std::int64_t repetitions) override {
    if (layer_.rank() == layer::Rank{0}) {
      return base::repeat(repetitions, [&] {
        send();
        receive();
      });
    }
    base::repeat(repetitions, [&] {
      receive();
      send();
    });
  }

  /// The blocks are the partner's, and the gaps between them unchanged.
  [[nodiscard]] measure::Verdict verify() override {
    std::vector<std::byte> wanted(extent());
    std::vector<std::byte> sent(extent());
    measure::fill(wanted, untouched());
    measure::fill(sent, pattern_of(partner()));
    for (const layer::Block& block : blocks_) {
      const auto start = static_cast<std::ptrdiff_t>(block.start_bytes);
      std::copy_n(sent.begin() + start, block.size_bytes, wanted.begin() + start);
    }
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(size_), .wrong = {}};
    const layer::ConstBytes got = in_.bytes();
    const auto [wrong, right] = std::ranges::mismatch(got, wanted);
    if (wrong != got.end()) {
      verdict.wrong =
          base::format("byte {} of {} is {:#04x} and should be {:#04x}", wrong - got.begin(),
                       got.size(), std::to_integer<int>(*wrong), std::to_integer<int>(*right));
    }
    return verdict;
  }

 private:
  enum class Layout { contiguous, vector, indexed, structure };
  static constexpr layer::Tag tag{1};

  static Layout layout_of(const std::string& word) {
    if (word == "contiguous") return Layout::contiguous;
    if (word == "vector") return Layout::vector;
    if (word == "indexed") return Layout::indexed;
    if (word == "structure") return Layout::structure;
    throw Error("unknown layout of data: " + word);
  }
  static bool is_packed(const std::string& word) {
    if (word != "packed" && word != "datatype") throw Error("unknown method: " + word);
    return word == "packed";
  }

  [[nodiscard]] layer::BlockConstructor constructor() const {
    if (layout_ == Layout::indexed) return layer::BlockConstructor::indexed;
    if (layout_ == Layout::structure) return layer::BlockConstructor::structure;
    return layer::BlockConstructor::vector;
  }

  [[nodiscard]] std::vector<layer::Block> blocks_of(std::size_t block_bytes) const {
    std::vector<layer::Block> blocks;
    std::size_t start = 0;
    for (std::size_t i = 0; i < size_ / block_bytes; ++i) {
      blocks.push_back({.start_bytes = start, .size_bytes = block_bytes});
      start += block_bytes * (1 + gap_after(i));
    }
    return blocks;
  }
  /// In blocks.
  [[nodiscard]] std::size_t gap_after(std::size_t block) const {
    if (layout_ == Layout::contiguous) return 0;
    return layout_ == Layout::vector ? 1 : 1 + block % 3;
  }
  [[nodiscard]] std::size_t extent() const {
    return blocks_.empty() ? 0 : blocks_.back().start_bytes + blocks_.back().size_bytes;
  }

  [[nodiscard]] layer::Rank partner() const { return layer::Rank{1 - layer_.rank().value}; }
  [[nodiscard]] measure::Pattern pattern_of(layer::Rank rank) const {
    return {.seed = seed_, .rank = rank.value};
  }
  [[nodiscard]] measure::Pattern untouched() const { return {.seed = ~seed_, .rank = 0}; }

  void send() {
    const std::byte* from = out_.bytes().data();
    if (!is_packed_) return layer_.send_blocks(from, type_, partner(), tag);
    type_.pack(from, packed_.bytes());
    layer_.send(packed_.bytes(), partner(), tag);
  }
  void receive() {
    std::byte* into = in_.bytes().data();
    if (!is_packed_) return layer_.receive_blocks(into, type_, partner(), tag);
    layer_.receive(packed_.bytes(), partner(), tag);
    type_.unpack(packed_.bytes(), into);
  }

  L& layer_;
  Layout layout_;
  bool is_packed_;
  std::size_t size_;
  std::vector<layer::Block> blocks_;
  typename L::BlockType type_;
  measure::Buffer out_;
  measure::Buffer in_;
  measure::Buffer packed_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
