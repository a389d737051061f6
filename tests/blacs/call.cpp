// SPDX-License-Identifier: BSD-3-Clause
#include "call.hpp"

#include <fmt/format.h>

#include <iterator>

namespace strobe::blacs_test {

std::string describe(const Call& call) {
  std::string text = call.routine;
  const auto add = std::back_inserter(text);
  if (call.scope != nullptr) {
    fmt::format_to(add, ", scope '{}', topology '{}'", call.scope, call.topology);
  }
  if (call.uplo != nullptr) {
    fmt::format_to(add, ", uplo '{}', diag '{}'", call.uplo, call.diag);
  }
  if (call.shape) {
    fmt::format_to(add, ", {} x {}, lda {}", call.shape->m, call.shape->n, call.lda);
  }
  if (call.ldia) {
    fmt::format_to(add, ", ldia {}", *call.ldia);
  }
  if (call.peer) {
    fmt::format_to(add, ", {} {{{}, {}}}", call.preposition, call.peer->first, call.peer->second);
  }
  if (!call.remark.empty()) {
    fmt::format_to(add, ", {}", call.remark);
  }
  return text;
}

}  // namespace strobe::blacs_test
