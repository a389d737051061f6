// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/call_statistics.hpp"

#include <bit>

#include "blacs/first_letter.hpp"
#include "blacs/levels.hpp"

namespace strobe::blacs {
namespace {

[[nodiscard]] char first_letter_of(std::span<const Argument> arguments, Role role) {
  const Argument* const found = find_argument(arguments, role);
  return found != nullptr ? first_letter(static_cast<const char*>(found->address)) : ' ';
}

[[nodiscard]] std::uint64_t number_of(std::span<const Argument> arguments, Role role) {
  const Argument* const found = find_argument(arguments, role);
  return found != nullptr && found->number > 0 ? static_cast<std::uint64_t>(found->number) : 0;
}

[[nodiscard]] CallKind kind_of(const char* routine, std::span<const Argument> arguments) {
  CallKind kind{.routine = routine};
  if (levels.timing < 2) return kind;
  kind.scope = first_letter_of(arguments, Role::scope);
  kind.top = first_letter_of(arguments, Role::top);
  const std::uint64_t elements =
      number_of(arguments, Role::rows) * number_of(arguments, Role::columns);
  kind.elements = elements == 0 ? 0 : std::bit_ceil(elements);
  return kind;
}

}  // namespace

void CallTotals::add(const CallTotals& more) {
  calls += more.calls;
  total_s += more.total_s;
  waiting_s += more.waiting_s;
  messages += more.messages;
  size_bytes += more.size_bytes;
}

void CallStatistics::add(const char* routine, std::span<const Argument> arguments,
                         const CallTotals& call) {
  const CallKind kind = kind_of(routine, arguments);
  const std::lock_guard guard(mutex_);
  all_[kind].add(call);
}

CallStatistics& call_statistics() {
  static CallStatistics& one = *new CallStatistics;  // MPI_Finalize reads it, maybe after main
  return one;
}

}  // namespace strobe::blacs
