// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/tally.hpp"

#include <bit>

#include "blacs/letter.hpp"
#include "blacs/levels.hpp"

namespace strobe::blacs {
namespace {

[[nodiscard]] char letter_of(std::span<const Argument> arguments, Role role) {
  const Argument* const found = find_argument(arguments, role);
  return found != nullptr ? letter(static_cast<const char*>(found->address)) : ' ';
}

[[nodiscard]] std::uint64_t number_of(std::span<const Argument> arguments, Role role) {
  const Argument* const found = find_argument(arguments, role);
  return found != nullptr && found->number > 0 ? static_cast<std::uint64_t>(found->number) : 0;
}

[[nodiscard]] CallKind kind_of(const char* routine, std::span<const Argument> arguments) {
  CallKind kind{.routine = routine};
  if (levels.timing < 2) return kind;
  kind.scope = letter_of(arguments, Role::scope);
  kind.top = letter_of(arguments, Role::top);
  const std::uint64_t elements =
      number_of(arguments, Role::rows) * number_of(arguments, Role::columns);
  kind.elements = elements == 0 ? 0 : std::bit_ceil(elements);
  return kind;
}

}  // namespace

void Tally::add(const Tally& more) {
  calls += more.calls;
  total_s += more.total_s;
  waiting_s += more.waiting_s;
  messages += more.messages;
  size_bytes += more.size_bytes;
}

void Tallies::enter(const char* routine, std::span<const Argument> arguments, const Tally& call) {
  const CallKind kind = kind_of(routine, arguments);
  const std::lock_guard guard(mutex_);
  all_[kind].add(call);
}

Tallies& tallies() {
  static Tallies& those = *new Tallies;  // it is read when MPI ends, perhaps after main
  return those;
}

}  // namespace strobe::blacs
