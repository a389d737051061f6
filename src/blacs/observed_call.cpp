// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/observed_call.hpp"

#include <optional>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/process.hpp"
#include "blacs/stop.hpp"

namespace strobe::blacs {
namespace {

thread_local ObservedCall* observed_call = nullptr;

void check_arguments(const char* routine, std::span<const Argument> arguments) noexcept {
  const Argument* const context = find_argument(arguments, Role::grid);
  guarded({routine, context != nullptr ? context->number : -1}, [&] {
    std::optional<GridPosition> position;
    const MachineMesh* const mesh =
        context != nullptr ? process().find_mesh(context->number) : nullptr;
    if (mesh != nullptr) {
      position = {mesh->rows(), mesh->columns(), mesh->row(), mesh->column()};
    }
    const std::string wrong = wrong_argument(arguments, position);
    if (!wrong.empty()) throw Error(wrong);
  });
}

}  // namespace

ObservedCall::ObservedCall(const char* routine, std::span<const Argument> arguments) noexcept
    : routine_(routine), arguments_(arguments) {
  if (levels.debug >= 1) check_arguments(routine, arguments);
  observed_call = this;
  begin_ = std::chrono::steady_clock::now();
}

ObservedCall::~ObservedCall() {
  observed_call = nullptr;
  if (levels.timing == 0) return;
  totals_.total_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  call_statistics().add(routine_, arguments_, totals_);
}

ObservedCall* ObservedCall::current() { return observed_call; }

std::string ObservedCall::describe_current() {
  return observed_call != nullptr ? observed_call->description() : "a call of the BLACS";
}

std::string ObservedCall::description() const {
  std::string text = routine_;
  const char* separator = "(";
  for (const Argument& argument : arguments_) {
    // Addresses do not help the reader.
    if (argument.is_pointer && !argument.is_text()) continue;
    text += base::format("{}{} {}", separator, argument.name, argument.value());
    separator = ", ";
  }
  return text + (*separator == ',' ? ")" : "");
}

}  // namespace strobe::blacs
