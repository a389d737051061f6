// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/observe.hpp"

#include <optional>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/process.hpp"
#include "blacs/stop.hpp"

namespace strobe::blacs {
namespace {

thread_local Observed* observed_call = nullptr;

void check_arguments(const char* routine, std::span<const Argument> arguments) noexcept {
  const Argument* const context = find_argument(arguments, Role::grid);
  guarded({routine, context != nullptr ? context->number : -1}, [&] {
    std::optional<Standpoint> standpoint;
    const MachineMesh* const mesh =
        context != nullptr ? process().find_mesh(context->number) : nullptr;
    if (mesh != nullptr) {
      standpoint = {mesh->rows(), mesh->columns(), mesh->row(), mesh->column()};
    }
    const std::string wrong = wrong_argument(arguments, standpoint);
    if (!wrong.empty()) throw Error(wrong);
  });
}

}  // namespace

Observed::Observed(const char* routine, std::span<const Argument> arguments) noexcept
    : routine_(routine), arguments_(arguments) {
  if (levels.debug >= 1) check_arguments(routine, arguments);
  observed_call = this;
  begin_ = std::chrono::steady_clock::now();
}

Observed::~Observed() {
  observed_call = nullptr;
  if (levels.timing == 0) return;
  tally_.total_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  tallies().enter(routine_, arguments_, tally_);
}

Observed* Observed::current() { return observed_call; }

std::string Observed::describe_current() {
  return observed_call != nullptr ? observed_call->description() : "a call of the BLACS";
}

std::string Observed::description() const {
  std::string text = routine_;
  const char* separator = "(";
  for (const Argument& argument : arguments_) {
    // Where memory lies tells nobody anything.
    if (argument.is_pointer && !argument.is_text()) continue;
    text += base::format("{}{} {}", separator, argument.name, argument.value());
    separator = ", ";
  }
  return text + (*separator == ',' ? ")" : "");
}

}  // namespace strobe::blacs
