// SPDX-License-Identifier: BSD-3-Clause
#include "layer/pvm/errors.hpp"

#include "base/format.hpp"
#include "strobe/error.hpp"

// libpvm exports the messages of pvm_perror, but its headers do not declare them.
extern "C" {
extern const char* pvm_errlist[];
extern int pvm_nerr;
}

namespace strobe::layer::pvm {

void fail(int code, const char* function) {
  const char* text = -code < pvm_nerr ? pvm_errlist[-code] : "unknown error";
  throw Error(base::format("{} failed: {}", function, text));
}

}  // namespace strobe::layer::pvm
