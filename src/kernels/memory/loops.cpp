// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/loops.hpp"

namespace strobe::kernels::memory {

Loop find_loop(AccessPattern pattern, Code code, ElementType element, Isa isa) {
  switch (code) {
    case Code::tuned:
      return tuned(pattern, element, isa);
    case Code::plain_o0:
      return plain_o0(pattern, element);
    case Code::plain_o2:
      return plain_o2(pattern, element);
    case Code::plain_o3:
      return plain_o3(pattern, element, isa);
    case Code::unrolled:
      return unrolled(pattern, element);
    case Code::library:
      return library(pattern);
    case Code::string:
      return string_instruction(pattern);
    case Code::nontemporal:
      return nontemporal(pattern, element, isa);
  }
  return nullptr;
}

std::string_view code_name(Code code) {
  switch (code) {
    case Code::tuned:
      return "tuned";
    case Code::plain_o0:
      return "O0";
    case Code::plain_o2:
      return "O2";
    case Code::plain_o3:
      return "O3";
    case Code::unrolled:
      return "unrolled";
    case Code::library:
      return "library";
    case Code::string:
      return "string";
    case Code::nontemporal:
      return "nontemporal";
  }
  return "";
}

std::string_view element_name(ElementType element) {
  switch (element) {
    case ElementType::float64:
      return "double";
    case ElementType::float32:
      return "float";
    case ElementType::int64:
      return "int64";
    case ElementType::int32:
      return "int32";
    case ElementType::int8:
      return "char";
  }
  return "";
}

std::vector<Code> codes_of(AccessPattern pattern) {
  std::vector<Code> codes = {Code::tuned, Code::plain_o0, Code::plain_o2, Code::plain_o3,
                             Code::unrolled};
  const bool sets_or_copies = pattern == AccessPattern::write || pattern == AccessPattern::copy;
  if (sets_or_copies) codes.push_back(Code::library);
  if (sets_or_copies) codes.push_back(Code::string);
  if (sets_or_copies || streams_of(pattern) > 1) codes.push_back(Code::nontemporal);
  return codes;
}

}  // namespace strobe::kernels::memory
