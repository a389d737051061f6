// SPDX-License-Identifier: BSD-3-Clause
//
// Echo, exchange and swap of a vector with a stride. The CM-5 study's vector versions, section 5,
// figures 6 to 8 and table 2.
#pragma once

#include <algorithm>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/method.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

namespace detail {

[[nodiscard]] inline layer::Strided shape_at(const measure::Point& point) {
  const std::size_t element_bytes = bytes_at(point, "element_bytes");
  return {.block_bytes = element_bytes,
          .stride_bytes = bytes_at(point, "stride_bytes"),
          .count = bytes_at(point, "size_bytes") / element_bytes};
}

}  // namespace detail

/// `size_bytes` counts the elements only, as in the paper; `stride_bytes` is the distance between
/// their starts, so a stride of one element is a contiguous message.
template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo strided_info() {
  measure::AxisInfo method{.name = "method", .choices = {"echo"}};
  if constexpr (layer::StridedExchanges<L>) method.choices = {"echo", "exchange", "swap"};
  measure::AxisInfo size = size_axis();
  size.multiple = 4;
  return {
      .name = "strided",
      .title = "Echo, exchange and swap of a vector",
      .family = measure::Family::point_to_point,
      .axes = {std::move(method),
               {.name = "element_bytes", .choices = {}, .default_value = 4, .minimum = 1},
               {.name = "stride_bytes", .choices = {}, .default_value = 8, .minimum = 1},
               measure::partner_axis(),
               std::move(size)},
      .axis = "size_bytes",
      .time = "the whole of an echo, or both messages of an exchange or a swap",
      .source = "CM-5 study, section 5, figures 6 to 8 and table 2",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            const std::int64_t element_bytes = measure::number_at(point, "element_bytes");
            const std::int64_t stride_bytes = measure::number_at(point, "stride_bytes");
            if (stride_bytes < element_bytes) {
              throw Error(
                  base::format("elements of {} bytes overlap at stride_bytes={}: choose {} or more",
                               element_bytes, stride_bytes, element_bytes));
            }
            if (measure::number_at(point, "size_bytes") % element_bytes != 0) {
              throw Error(base::format("size_bytes must be a multiple of element_bytes={0}",
                                       element_bytes));
            }
            return measure::pair_with_first(point, machine);
          },
      .timing = measure::Timing::initiator,
      .is_answered = true,
      .work =
          [](const measure::Point& point) { return measure::Work{.bytes = 2.0 * size_at(point)}; }};
}

template <layer::MessageLayer L>
class StridedMessages final : public measure::Kernel {
 public:
  StridedMessages(L& layer, const measure::Point& point)
      : layer_(layer),
        method_(method_of(measure::word_at(point, "method"))),
        shape_(detail::shape_at(point)),
        out_(extent()),
        in_(extent()) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    swaps_ = 0;
    measure::fill(out_.bytes(), pattern_of(layer_.rank()));
    measure::fill(in_.bytes(), untouched());
  }

  void run(std::int64_t repetitions) override {
    const std::byte* out = out_.bytes().data();
    std::byte* in = in_.bytes().data();
    switch (method_) {
      case TwoWayMethod::echo:
        if (layer_.rank() == layer::Rank{0}) {
          return base::repeat(repetitions, [&] {
            layer_.send_strided(out, shape_, partner(), tag);
            layer_.receive_strided(in, shape_, partner(), tag);
          });
        }
        return base::repeat(repetitions, [&] {
          layer_.receive_strided(in, shape_, partner(), tag);
          layer_.send_strided(out, shape_, partner(), tag);
        });
      case TwoWayMethod::exchange:
        if constexpr (layer::StridedExchanges<L>) {
          base::repeat(repetitions, [&] {
            layer_.exchange_strided(out, partner(), in, partner(), shape_, tag);
          });
        }
        return;
      case TwoWayMethod::swap:
        if constexpr (layer::StridedExchanges<L>) {
          base::repeat(repetitions, [&] {
            layer_.swap_strided(out_.bytes().data(), partner(), partner(), shape_, tag);
          });
        }
        swaps_ += repetitions;
        return;
    }
  }

  /// Checks that the elements are the partner's and the gaps between them unchanged. After an even
  /// number of swaps a rank has its own elements again, as without any swap, so one is added.
  [[nodiscard]] measure::Verdict verify() override {
    const bool in_out = method_ == TwoWayMethod::swap;
    if (in_out && swaps_ % 2 == 0) run(1);
    const layer::ConstBytes got = in_out ? out_.bytes() : in_.bytes();
    std::vector<std::byte> wanted(got.size());
    std::vector<std::byte> elements(got.size());
    measure::fill(wanted, in_out ? pattern_of(layer_.rank()) : untouched());
    measure::fill(elements, pattern_of(partner()));
    for (std::size_t i = 0; i < shape_.count; ++i) {
      const auto start = static_cast<std::ptrdiff_t>(i * shape_.stride_bytes);
      std::copy_n(elements.begin() + start, shape_.block_bytes, wanted.begin() + start);
    }
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(shape_.count * shape_.block_bytes),
                             .wrong = {}};
    const auto [wrong, right] = std::ranges::mismatch(got, wanted);
    if (wrong != got.end()) {
      verdict.wrong =
          base::format("byte {} of {} is {:#04x} and should be {:#04x}", wrong - got.begin(),
                       got.size(), std::to_integer<int>(*wrong), std::to_integer<int>(*right));
    }
    return verdict;
  }

 private:
  static constexpr layer::Tag tag{1};

  [[nodiscard]] layer::Rank partner() const { return layer::Rank{1 - layer_.rank().value}; }
  [[nodiscard]] std::size_t extent() const {
    return shape_.count == 0 ? 0 : (shape_.count - 1) * shape_.stride_bytes + shape_.block_bytes;
  }
  [[nodiscard]] measure::Pattern pattern_of(layer::Rank rank) const {
    return {.seed = seed_, .rank = rank.value};
  }
  [[nodiscard]] measure::Pattern untouched() const { return {.seed = ~seed_, .rank = 0}; }

  L& layer_;
  TwoWayMethod method_;
  layer::Strided shape_;
  measure::Buffer out_;
  measure::Buffer in_;
  std::uint64_t seed_ = 0;
  std::int64_t swaps_ = 0;
};

}  // namespace strobe::kernels
