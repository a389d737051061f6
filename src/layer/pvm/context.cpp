// SPDX-License-Identifier: BSD-3-Clause
#include "layer/pvm/context.hpp"

#include <pvm3.h>

#include "layer/pvm/errors.hpp"

namespace strobe::layer::pvm {

OwnContext OwnContext::create() {
  OwnContext own;
  own.number_ = check(pvm_newcontext(), "pvm_newcontext");
  return own;
}

OwnContext::~OwnContext() {
  if (number_ != 0) pvm_freecontext(number_);
}

}  // namespace strobe::layer::pvm
