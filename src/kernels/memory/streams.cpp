// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/streams.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <type_traits>

#include "base/format.hpp"
#include "base/random.hpp"
#include "kernels/memory/loop_axes.hpp"
#include "kernels/memory/numa.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace {

using memory::AccessPattern;
using memory::Code;
using memory::ElementType;

struct KernelName {
  const char* name;
  const char* title;
};

KernelName name_of(AccessPattern pattern) {
  switch (pattern) {
    case AccessPattern::read:
      return {"memory_read", "Memory read"};
    case AccessPattern::write:
      return {"memory_write", "Memory write"};
    case AccessPattern::modify:
      return {"memory_modify", "Memory read, modify and write"};
    case AccessPattern::copy:
      return {"memory_copy", "Memory copy"};
    case AccessPattern::scale:
      return {"memory_scale", "Memory scale"};
    case AccessPattern::add:
      return {"memory_add", "Memory add"};
    case AccessPattern::triad:
      return {"memory_triad", "Memory triad"};
  }
  return {"", ""};
}

/// The size of each vector: its share of the working set in whole granules of its loop, but at
/// least the smallest vector.
std::size_t vector_bytes(AccessPattern pattern, const measure::Point& point) {
  const std::size_t share =
      memory::bytes_at(point, "working_set_bytes") / static_cast<std::size_t>(streams_of(pattern));
  const std::size_t granule = memory::granule_bytes(memory::code_at(point));
  return std::max(share / granule * granule, memory::coarse_granule_bytes);
}

/// The initial value of an element: -1, 0 or 1, so that sums of millions are exact in every type.
int filled(std::uint64_t seed, int vector, std::int64_t index) {
  const std::uint64_t place = seed + (static_cast<std::uint64_t>(vector) << 48U);
  return static_cast<int>(base::Random(place + static_cast<std::uint64_t>(index)).next() % 3) - 1;
}

/// The initial value of a vector that will be written; it differs from every value that the loops
/// write.
constexpr int untouched = 77;
/// The value in the register.
constexpr int written = 5;
constexpr int factor = 3;

constexpr bool multiplies(AccessPattern pattern) {
  return pattern == AccessPattern::scale || pattern == AccessPattern::triad;
}

}  // namespace

measure::KernelInfo memory_info(AccessPattern pattern) {
  std::vector<measure::AxisInfo> axes =
      memory::loop_axes(memory::codes_of(pattern), memory::elements);
  if (streams_of(pattern) > 1) {
    axes.push_back(memory::pad_axis());
  }
  std::ranges::move(measure::concurrent_axes(), std::back_inserter(axes));
  axes.push_back({.name = "working_set_bytes",
                  .choices = {},
                  .default_value = 16384,
                  .minimum = static_cast<std::int64_t>(memory::coarse_granule_bytes),
                  .is_size = true});
  return {.name = name_of(pattern).name,
          .title = name_of(pattern).title,
          .family = measure::Family::memory,
          .axes = std::move(axes),
          .axis = "working_set_bytes",
          .time = "one pass over the working set, by all processes at the same time",
          .source = "CacheBench, section 2.2; STREAM",
          .members =
              [pattern](const measure::Point& point, const measure::Machine& machine) {
                (void)memory::loop_at(pattern, point);
                const std::size_t each = vector_bytes(pattern, point);
                const auto vectors = static_cast<std::size_t>(streams_of(pattern));
                memory::require_memory(each * vectors * memory::bytes_at(point, "ranks"),
                                       memory::pages_at(point));
                return measure::concurrent_ranks(point, machine);
              },
          .timing = measure::Timing::completion,
          .work =
              [pattern](const measure::Point& point) {
                const auto each = static_cast<double>(vector_bytes(pattern, point));
                const auto processes = static_cast<double>(measure::number_at(point, "ranks"));
                return measure::Work{.bytes = each * transfers_of(pattern) * processes};
              }};
}

MemoryStreams::MemoryStreams(AccessPattern pattern, const measure::Point& point)
    : pattern_(pattern),
      code_(memory::code_at(point)),
      element_(memory::element_at(point)),
      vectors_(streams_of(pattern), vector_bytes(pattern, point),
               memory::bytes_at(point, "offset_bytes"),
               point.contains("pad_bytes") ? memory::bytes_at(point, "pad_bytes") : 0,
               memory::pages_at(point), memory::memory_node_at(point)),
      loop_(memory::loop_at(pattern, point)) {
  memory::require_aligned_stores(code_, vectors_[0].data());
  streams_ = {.to = vectors_[0].data(),
              .from = streams_of(pattern) > 1 ? vectors_[1].data() : nullptr,
              .third = streams_of(pattern) > 2 ? vectors_[2].data() : nullptr,
              .bytes = vectors_[0].size(),
              .value = static_cast<double>(multiplies(pattern) ? factor : written)};
}

void MemoryStreams::prepare(std::uint64_t seed) {
  seed_ = seed;
  passes_ = 0;
  with_element(element_, [this]<class T>(T) {
    for (int vector = 0; vector < streams_of(pattern_); ++vector) fill<T>(vector, seed_);
    const bool overwritten = pattern_ != AccessPattern::read && pattern_ != AccessPattern::modify;
    if (overwritten) {
      std::fill_n(reinterpret_cast<T*>(streams_.to), streams_.bytes / sizeof(T), T{untouched});
    }
  });
}

template <class T>
void MemoryStreams::fill(int vector, std::uint64_t seed) {
  auto* elements = reinterpret_cast<T*>(vectors_[vector].data());
  const auto count = static_cast<std::int64_t>(streams_.bytes / sizeof(T));
  for (std::int64_t i = 0; i < count; ++i) elements[i] = static_cast<T>(filled(seed, vector, i));
}

void MemoryStreams::run(std::int64_t repetitions) {
  loop_(streams_, repetitions);
  passes_ += repetitions;
}

measure::Verdict MemoryStreams::verify() {
  return {.bytes = static_cast<std::int64_t>(streams_.bytes), .wrong = find_wrong_element()};
}

std::string MemoryStreams::find_wrong_element() {
  return with_element(element_, [this]<class T>(T) { return find_wrong<T>(); });
}

template <class T>
std::string MemoryStreams::find_wrong() {
  const auto count = static_cast<std::int64_t>(streams_.bytes / sizeof(T));
  if (pattern_ == AccessPattern::read) {
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < count; ++i) sum += filled(seed_, 0, i);
    const double expected = static_cast<double>(static_cast<T>(sum));
    const double found = loop_(streams_, 1);
    if (found == expected) return {};
    return base::format("the sum of the elements that were read is {} and should be {}", found,
                        expected);
  }
  const auto expected = [&](std::int64_t i) -> T {
    switch (pattern_) {
      case AccessPattern::modify:
        if constexpr (std::is_floating_point_v<T>) {
          // Beyond this value, adding 1 has no effect.
          constexpr auto most =
              static_cast<double>(std::uint64_t{1} << std::numeric_limits<T>::digits);
          const double counted = static_cast<double>(filled(seed_, 0, i) + passes_);
          return static_cast<T>(std::min(counted, most));
        } else {
          return static_cast<T>(filled(seed_, 0, i) + passes_);
        }
      case AccessPattern::copy:
        return static_cast<T>(filled(seed_, 1, i));
      case AccessPattern::scale:
        return static_cast<T>(factor * filled(seed_, 1, i));
      case AccessPattern::add:
        return static_cast<T>(filled(seed_, 1, i) + filled(seed_, 2, i));
      case AccessPattern::triad:
        return static_cast<T>(filled(seed_, 1, i) + factor * filled(seed_, 2, i));
      default:
        return T{written};
    }
  };
  // The variants without element types write bytes.
  const bool bytes =
      pattern_ == AccessPattern::write && (code_ == Code::library || code_ == Code::string);
  if (bytes) {
    const auto all = vectors_[0];
    const auto wrong =
        std::ranges::find_if(all, [](std::byte b) { return b != std::byte{written}; });
    if (wrong == all.end()) return {};
    return base::format("byte {} is {} and should be {}", wrong - all.begin(),
                        std::to_integer<int>(*wrong), written);
  }
  const auto* elements = reinterpret_cast<const T*>(streams_.to);
  for (std::int64_t i = 0; i < count; ++i) {
    if (elements[i] == expected(i)) continue;
    return base::format("element {} is {} and should be {}", i, static_cast<double>(elements[i]),
                        static_cast<double>(expected(i)));
  }
  return {};
}

}  // namespace strobe::kernels
