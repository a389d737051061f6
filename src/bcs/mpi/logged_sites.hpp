// SPDX-License-Identifier: BSD-3-Clause
//
// Where the program made each call of the call log.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "bcs/monitor/call_log.hpp"

namespace strobe::bcs::mpi {

class LoggedSites {
 public:
  /// The number in the log of the call site of this thread. For a call through a binding of another
  /// language the stack is searched each time, in some microseconds.
  [[nodiscard]] std::uint32_t current(monitor::CallLog& log);

 private:
  [[nodiscard]] std::uint32_t searched(monitor::CallLog& log);

  struct Caller {
    bool is_binding = false;
    std::uint32_t site = monitor::LoggedCall::no_site;  ///< if it is no binding
  };

  std::mutex mutex_;
  std::unordered_map<const void*, Caller> by_caller_;  ///< by return address
  std::map<std::pair<std::string, const void*>, std::uint32_t> by_search_;
};

}  // namespace strobe::bcs::mpi
