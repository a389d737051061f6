// SPDX-License-Identifier: BSD-3-Clause
#include "call.hpp"

#include "base/format.hpp"

namespace strobe::blacs_test {

std::string describe(const Call& call) {
  std::string text = call.routine;
  if (call.scope != nullptr) {
    text += base::format(", scope '{}', topology '{}'", call.scope, call.topology);
  }
  if (call.uplo != nullptr) {
    text += base::format(", uplo '{}', diag '{}'", call.uplo, call.diag);
  }
  if (call.shape) {
    text += base::format(", {} x {}, lda {}", call.shape->m, call.shape->n, call.lda);
  }
  if (call.ldia) {
    text += base::format(", ldia {}", *call.ldia);
  }
  if (call.peer) {
    text += base::format(", {} {{{}, {}}}", call.preposition, call.peer->first, call.peer->second);
  }
  if (!call.remark.empty()) {
    text += base::format(", {}", call.remark);
  }
  return text;
}

}  // namespace strobe::blacs_test
