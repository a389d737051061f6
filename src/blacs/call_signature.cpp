// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/call_signature.hpp"

#include "base/format.hpp"

namespace strobe::blacs {
namespace {

[[nodiscard]] const char* name_of(Operation operation) {
  switch (operation) {
    case Operation::broadcast:
      return "a broadcast";
    case Operation::sum:
      return "a sum";
    case Operation::largest:
      return "a largest absolute value";
    case Operation::smallest:
      return "a smallest absolute value";
    case Operation::exclusive_or:
      return "an exclusive or";
    case Operation::sum_of_squares:
      return "a sum of squares";
    case Operation::norm:
      return "a norm";
    case Operation::user_defined:
      break;
  }
  return "a user-defined operation";
}

[[nodiscard]] const char* name_of(NaturalScope scope) {
  switch (scope) {
    case NaturalScope::row:
      return "Row";
    case NaturalScope::column:
      return "Column";
    case NaturalScope::all:
      break;
  }
  return "All";
}

[[nodiscard]] std::string root_of(const CallSignature& signature) {
  return signature.root < 0 ? "all" : base::format("index {}", signature.root);
}

[[nodiscard]] const char* yes_or_no(bool is_so) { return is_so ? "yes" : "no"; }

}  // namespace

std::string difference(const CallSignature& ours, const CallSignature& theirs) {
  if (ours.operation != theirs.operation) {
    return base::format("the operation is {} and {}", name_of(ours.operation),
                        name_of(theirs.operation));
  }
  if (ours.scope != theirs.scope) {
    return base::format("SCOPE is {} and {}", name_of(ours.scope), name_of(theirs.scope));
  }
  if (ours.type != theirs.type) {
    return base::format("the element type is {} and {}", ours.type, theirs.type);
  }
  if (ours.element_bytes != theirs.element_bytes) {
    return base::format("the element size in bytes is {} and {}", ours.element_bytes,
                        theirs.element_bytes);
  }
  if (ours.elements != theirs.elements) {
    return base::format("the number of elements is {} and {}", ours.elements, theirs.elements);
  }
  if (ours.root != theirs.root) {
    return base::format("the {} in the scope is {} and {}",
                        ours.operation == Operation::broadcast ? "source" : "destination",
                        root_of(ours), root_of(theirs));
  }
  if (ours.top != theirs.top) return base::format("TOP is '{}' and '{}'", ours.top, theirs.top);
  if (ours.stores_origins != theirs.stores_origins) {
    return base::format("the call stores RA and CA: {} and {}", yes_or_no(ours.stores_origins),
                        yes_or_no(theirs.stores_origins));
  }
  if (ours.is_repeatable != theirs.is_repeatable) {
    return base::format("the grid is set repeatable: {} and {}", yes_or_no(ours.is_repeatable),
                        yes_or_no(theirs.is_repeatable));
  }
  if (ours.is_coherent != theirs.is_coherent) {
    return base::format("the grid is set coherent: {} and {}", yes_or_no(ours.is_coherent),
                        yes_or_no(theirs.is_coherent));
  }
  if (ours.top == 'm' && ours.rings != theirs.rings) {
    return base::format("the number of rings is {} and {}", ours.rings, theirs.rings);
  }
  if (ours.top == 't' && ours.branches != theirs.branches) {
    return base::format("the number of branches is {} and {}", ours.branches, theirs.branches);
  }
  return {};
}

std::string mismatch(const MessageHeader& message, const MessageHeader& expected) {
  if (message.type == expected.type && message.elements <= expected.elements) return {};
  return base::format("has {} elements of type {}, but the receive expects at most {} of type {}",
                      message.elements, message.type, expected.elements, expected.type);
}

}  // namespace strobe::blacs
