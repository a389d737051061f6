// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blacs/buffering.hpp"

#include <cstring>
#include <new>

#include "base/opaque.hpp"
#include "kernels/blacs/doubles.hpp"
#include "measure/members.hpp"

namespace strobe::kernels::blacs {

measure::KernelInfo buffering_info() {
  return {.name = "blacs_copy",
          .title = "Allocation of a buffer and a copy into it",
          .family = measure::Family::memory,
          .axes = {doubles_axis()},
          .axis = "size_bytes",
          .time = "malloc, a copy of the message, and free: T_m",
          .source = "LAPACK Working Note 73, section 3.3",
          .members = measure::only_first,
          .timing = measure::Timing::initiator,
          .work = work_of_doubles};
}

Buffering::Buffering(const measure::Point& point) : message_(message_bytes(point)) {}

void Buffering::prepare(std::uint64_t seed) {
  pattern_ = {.seed = seed, .rank = 0};
  measure::fill(message_.bytes(), pattern_);
}

void Buffering::run(std::int64_t repetitions) {
  const std::span<const std::byte> message = message_.bytes();
  base::repeat(repetitions, [&] {
    buffer_.reset();
    buffer_.reset(static_cast<std::byte*>(std::malloc(message.size())));
    if (!buffer_ && !message.empty()) throw std::bad_alloc();
    if (!message.empty()) std::memcpy(buffer_.get(), message.data(), message.size());
  });
}

measure::Verdict Buffering::verify() {
  const std::size_t size = buffer_ ? message_.bytes().size() : 0;
  return {.bytes = static_cast<std::int64_t>(size),
          .wrong = measure::find_wrong_byte({buffer_.get(), size}, pattern_)};
}

}  // namespace strobe::kernels::blacs
