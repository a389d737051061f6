// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/read.hpp"

#include <functional>
#include <numeric>

namespace strobe::kernels {
namespace {

using Vector16 = std::uint64_t __attribute__((vector_size(16), may_alias));
using Vector32 = std::uint64_t __attribute__((vector_size(32), may_alias));
using Vector64 = std::uint64_t __attribute__((vector_size(64), may_alias));

/// Eight independent accumulators: each load then waits for no other, and two or three of them
/// complete in a cycle. Inlined into a caller that fixes the instruction set.
template <class Vector>
[[gnu::always_inline]] inline std::uint64_t read_as(std::span<const std::uint64_t> words) {
  constexpr std::size_t lanes = sizeof(Vector) / sizeof(std::uint64_t);
  constexpr std::size_t together = 8;
  const auto* at = reinterpret_cast<const Vector*>(words.data());
  const Vector* const end = at + words.size() / lanes;
  Vector sums[together] = {};
  for (; at != end; at += together) {
    for (std::size_t i = 0; i < together; ++i) sums[i] ^= at[i];
  }
  std::uint64_t sum = 0;
  for (const Vector& part : sums) {
    for (std::size_t lane = 0; lane < lanes; ++lane) sum ^= part[lane];
  }
  return sum;
}

#if defined(__x86_64__)

[[gnu::target("avx512f"),
  gnu::optimize("O3")]] std::uint64_t read_avx512(std::span<const std::uint64_t> words) {
  return read_as<Vector64>(words);
}

[[gnu::target("avx2"), gnu::optimize("O3")]] std::uint64_t read_avx2(
    std::span<const std::uint64_t> words) {
  return read_as<Vector32>(words);
}

#endif

[[gnu::optimize("O3")]] std::uint64_t read_baseline(std::span<const std::uint64_t> words) {
  return read_as<Vector16>(words);
}

/// 64 words: the eight vectors of the widest instruction set.
constexpr std::int64_t granule_bytes = 512;

}  // namespace

ReadVariant widest_read() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return {"avx512", read_avx512};
  if (__builtin_cpu_supports("avx2")) return {"avx2", read_avx2};
#endif
  return {"baseline", read_baseline};
}

measure::KernelInfo memory_read_info() {
  return {.name = "memory_read",
          .title = "Memory read bandwidth",
          .family = measure::Family::memory,
          .axes = {{.name = "working_set_bytes",
                    .choices = {},
                    .default_value = 16384,
                    .minimum = granule_bytes,
                    .multiple = granule_bytes,
                    .is_size = true}},
          .axis = "working_set_bytes",
          .time = "one pass over the working set, with the widest loads of the processor",
          .source = "CacheBench, section 2",
          .members = measure::only_first,
          .timing = measure::Timing::initiator,
          .work = [](const measure::Point& point) {
            const auto bytes = measure::number_at(point, "working_set_bytes");
            return measure::Work{.bytes = static_cast<double>(bytes)};
          }};
}

MemoryRead::MemoryRead(const measure::Point& point)
    : data_(static_cast<std::size_t>(measure::number_at(point, "working_set_bytes"))),
      words_(reinterpret_cast<const std::uint64_t*>(data_.bytes().data()),
             data_.bytes().size() / 8),
      read_(widest_read().read) {}

void MemoryRead::prepare(std::uint64_t seed) {
  measure::fill(data_.bytes(), {.seed = seed, .rank = 0});
}

void MemoryRead::run(std::int64_t repetitions) {
  base::repeat(repetitions, [&] {
    seen_ = read_(words_);
    base::opaque(seen_);
  });
}

measure::Verdict MemoryRead::verify() {
  const std::uint64_t sum =
      std::accumulate(words_.begin(), words_.end(), std::uint64_t{0}, std::bit_xor<>());
  return {.bytes = static_cast<std::int64_t>(data_.bytes().size()),
          .wrong = sum == seen_ ? "" : "the words that were read do not add up to those in memory"};
}

}  // namespace strobe::kernels
