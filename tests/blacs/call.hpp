// SPDX-License-Identifier: BSD-3-Clause
//
// What one process asks of the BLACS in one call, so that a failure or a hang can be told in one
// sentence with all its parameters.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "shape.hpp"

namespace strobe::blacs_test {

struct Call {
  const char* routine = "";
  const char* scope = nullptr;
  const char* topology = nullptr;
  const char* uplo = nullptr;
  const char* diag = nullptr;
  std::optional<Shape> shape;
  Int lda = 0;
  std::optional<Int> ldia;
  const char* preposition = "to";
  std::optional<std::pair<Int, Int>> peer;
  std::string remark;  // what else matters: flags, branches, values
};

std::string describe(const Call& call);

}  // namespace strobe::blacs_test
