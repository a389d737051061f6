// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/background_load.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "kernels/memory/isa.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::memory {
namespace {

constexpr std::array<std::pair<AccessPattern, const char*>, 5> load_words{
    {{AccessPattern::read, "read"},
     {AccessPattern::write, "write"},
     {AccessPattern::modify, "modify"},
     {AccessPattern::copy, "copy"},
     {AccessPattern::triad, "triad"}}};
constexpr const char* no_load = "none";
constexpr std::size_t piece_bytes = 64 * coarse_granule_bytes;
constexpr std::size_t stream_pad_bytes = 128;

AccessPattern pattern_at(const measure::Point& point) {
  for (const auto& [pattern, word] : load_words) {
    if (measure::word_at(point, "load") == word) return pattern;
  }
  throw Error("unknown load: " + measure::word_at(point, "load"));
}

std::size_t vector_bytes(AccessPattern pattern, const measure::Point& point) {
  const auto bytes = static_cast<std::size_t>(measure::number_at(point, "load_bytes"));
  const std::size_t share = bytes / static_cast<std::size_t>(streams_of(pattern));
  return std::max(share / coarse_granule_bytes, std::size_t{1}) * coarse_granule_bytes;
}

}  // namespace

measure::AxisInfo load_axis() {
  measure::AxisInfo axis{.name = "load", .choices = {}};
  for (const auto& [pattern, word] : load_words) axis.choices.emplace_back(word);
  axis.choices.emplace_back(no_load);
  return axis;
}

measure::AxisInfo load_bytes_axis() {
  return {
      .name = "load_bytes", .choices = {}, .default_value = std::int64_t{64} << 20, .minimum = 1};
}

bool has_load(const measure::Point& point) { return measure::word_at(point, "load") != no_load; }

BackgroundLoad::BackgroundLoad(const measure::Point& point)
    : pattern_(pattern_at(point)),
      vectors_(streams_of(pattern_), vector_bytes(pattern_, point), 0, stream_pad_bytes,
               Pages::usual),
      loop_(find_loop(pattern_, Code::tuned, ElementType::float64, isas_here().back())) {}

void BackgroundLoad::work() {
  const std::size_t whole = vectors_[0].size();
  const auto piece = [&](int vector) {
    return streams_of(pattern_) > vector ? vectors_[vector].data() + at_ : nullptr;
  };
  const Streams streams{.to = piece(0),
                        .from = piece(1),
                        .third = piece(2),
                        .bytes = std::min(piece_bytes, whole - at_),
                        .value = 1.0};
  loop_(streams, 1);
  at_ = at_ + streams.bytes < whole ? at_ + streams.bytes : 0;
}

}  // namespace strobe::kernels::memory
