// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/agreement.hpp"

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
    case Operation::of_the_user:
      break;
  }
  return "an operation of the user";
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

[[nodiscard]] std::string root_of(const Claim& claim) {
  return claim.root < 0 ? "all" : base::format("index {}", claim.root);
}

[[nodiscard]] const char* yes_or_no(bool is_so) { return is_so ? "yes" : "no"; }

}  // namespace

std::string difference(const Claim& ours, const Claim& theirs) {
  if (ours.operation != theirs.operation) {
    return base::format("the operation: {} and {}", name_of(ours.operation),
                        name_of(theirs.operation));
  }
  if (ours.scope != theirs.scope) {
    return base::format("SCOPE: {} and {}", name_of(ours.scope), name_of(theirs.scope));
  }
  if (ours.type != theirs.type) {
    return base::format("the type of the elements: {} and {}", ours.type, theirs.type);
  }
  if (ours.element_bytes != theirs.element_bytes) {
    return base::format("how many bytes an element has: {} and {}", ours.element_bytes,
                        theirs.element_bytes);
  }
  if (ours.elements != theirs.elements) {
    return base::format("how many elements there are: {} and {}", ours.elements, theirs.elements);
  }
  if (ours.root != theirs.root) {
    return base::format("the {}: {} and {} of the scope",
                        ours.operation == Operation::broadcast ? "source" : "destination",
                        root_of(ours), root_of(theirs));
  }
  if (ours.top != theirs.top) return base::format("TOP: '{}' and '{}'", ours.top, theirs.top);
  if (ours.wants_origins != theirs.wants_origins) {
    return base::format("whether RA and CA are used: {} and {}", yes_or_no(ours.wants_origins),
                        yes_or_no(theirs.wants_origins));
  }
  if (ours.is_repeatable != theirs.is_repeatable) {
    return base::format("whether it is repeatable: {} and {}", yes_or_no(ours.is_repeatable),
                        yes_or_no(theirs.is_repeatable));
  }
  if (ours.is_coherent != theirs.is_coherent) {
    return base::format("whether it is coherent: {} and {}", yes_or_no(ours.is_coherent),
                        yes_or_no(theirs.is_coherent));
  }
  if (ours.top == 'm' && ours.rings != theirs.rings) {
    return base::format("how many rings there are: {} and {}", ours.rings, theirs.rings);
  }
  if (ours.top == 't' && ours.branches != theirs.branches) {
    return base::format("how many branches there are: {} and {}", ours.branches, theirs.branches);
  }
  return {};
}

std::string misfit(const Header& message, const Header& wanted) {
  if (message.type == wanted.type && message.elements <= wanted.elements) return {};
  return base::format("has {} elements of type {}, and {} of type {} are expected",
                      message.elements, message.type, wanted.elements, wanted.type);
}

}  // namespace strobe::blacs
