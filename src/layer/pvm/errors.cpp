// SPDX-License-Identifier: BSD-3-Clause
#include "layer/pvm/errors.hpp"

#include "base/format.hpp"
#include "strobe/error.hpp"

// libpvm exports the words that pvm_perror prints, and no header of it declares them.
extern "C" {
extern const char* pvm_errlist[];
extern int pvm_nerr;
}

namespace strobe::layer::pvm {

void fail(int code, const char* function) {
  const char* words = -code < pvm_nerr ? pvm_errlist[-code] : "an error that it has no words for";
  throw Error(base::format("{} failed: {}", function, words));
}

}  // namespace strobe::layer::pvm
