// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blacs/summation.hpp"

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "blacs/operations.hpp"
#include "kernels/blacs/doubles.hpp"
#include "measure/members.hpp"

namespace strobe::kernels::blacs {
namespace {

// Integers, so that no number of additions in a run causes rounding.
double first_of_ours(std::size_t i) { return static_cast<double>(i % 1000); }
double theirs_at(std::size_t i) { return static_cast<double>(i % 7 + 1); }

}  // namespace

measure::KernelInfo summation_info() {
  return {.name = "blacs_summation",
          .title = "Addition of two messages",
          .family = measure::Family::memory,
          .axes = {doubles_axis()},
          .axis = "size_bytes",
          .time = "the sum of two messages: T_o",
          .source = "LAPACK Working Note 73, section 5.5.2",
          .members = measure::only_first,
          .timing = measure::Timing::initiator,
          .work = work_of_doubles};
}

Summation::Summation(const measure::Point& point)
    : theirs_(message_bytes(point)), ours_(message_bytes(point)) {}

void Summation::prepare(std::uint64_t /*seed*/) {
  operations_ = 0;
  for (std::size_t i = 0; i < doubles_in(ours_.bytes()); ++i) {
    doubles_of(theirs_.bytes())[i] = theirs_at(i);
    doubles_of(ours_.bytes())[i] = first_of_ours(i);
  }
}

void Summation::run(std::int64_t repetitions) {
  const double* const theirs = doubles_of(theirs_.bytes());
  double* const ours = doubles_of(ours_.bytes());
  const std::size_t count = doubles_in(ours_.bytes());
  operations_ += repetitions;
  base::repeat(repetitions, [&] { strobe::blacs::add(theirs, ours, count); });
}

measure::Verdict Summation::verify() {
  measure::Verdict verdict{.bytes = static_cast<std::int64_t>(ours_.bytes().size()), .wrong = {}};
  const double* const ours = doubles_of(ours_.bytes());
  for (std::size_t i = 0; i < doubles_in(ours_.bytes()) && verdict.wrong.empty(); ++i) {
    const double wanted = first_of_ours(i) + static_cast<double>(operations_) * theirs_at(i);
    if (ours[i] == wanted) continue;
    verdict.wrong = base::format("element {} is {} after {} additions and should be {}", i, ours[i],
                                 operations_, wanted);
  }
  return verdict;
}

}  // namespace strobe::kernels::blacs
