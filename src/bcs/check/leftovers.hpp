// SPDX-License-Identifier: BSD-3-Clause
//
// What a program has not freed or completed at its end: a finding for each place that created it.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "bcs/check/check_log.hpp"

namespace strobe::bcs::check {

/// In words: "never frees a communicator that it created".
struct Leftover {
  Kind kind;
  std::string_view omits;  ///< "frees"
  std::string_view one;    ///< "a communicator"
  std::string_view many;   ///< "communicators"
  std::string_view did;    ///< "created"
};

class Leftovers {
 public:
  void add(const Leftover& what, Place place);
  [[nodiscard]] std::vector<Finding> findings(std::int32_t rank) const;

 private:
  struct Counted {
    Leftover what;
    std::uint64_t count;
  };
  std::map<std::tuple<Kind, std::string_view, Place>, Counted> counts_;
};

}  // namespace strobe::bcs::check
