// SPDX-License-Identifier: BSD-3-Clause
//
// rank-<R>.checks: what --check has found in one process, a line of JSON each, written when it is
// found, so that a process that is killed leaves what was found before. A finding names places of
// the program by numbers, and each place has a line of its own before the first finding with it. So
// a message can carry the number of the place that sent it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bcs/check/kinds.hpp"
#include "bcs/monitor/rank_record.hpp"

namespace strobe::bcs::check {

/// The number of a call of MPI in the program, counted from 1 in its process; 0 if it is not known.
using Place = std::uint32_t;

/// One side of a finding.
struct Witness {
  std::string_view role;  ///< what the call did: "sent", "created"
  std::int32_t rank = 0;  ///< of the job
  Place place = 0;        ///< in that rank
};

struct Finding {
  Kind kind;
  /// A sentence without the rank. `{0}` and `{1}` stand for the datatypes of the first and second
  /// place, which may be of another rank.
  std::string text;
  std::vector<Witness> where;  ///< the first one is where the error shows
};

/// Several threads may use it.
class CheckLog {
 public:
  /// Throws strobe::Error if the file cannot be written; so do all others.
  CheckLog(const std::filesystem::path& folder, std::int32_t rank);
  CheckLog(const CheckLog&) = delete;
  CheckLog& operator=(const CheckLog&) = delete;
  ~CheckLog();

  /// A new place: a call of `function` with this datatype, if it has one: its names as in
  /// "2 MPI_INT", and its kinds (type_signature.hpp).
  Place add(std::string_view function, const monitor::CallSite& site, std::string_view names = {},
            std::string_view kinds = {});
  /// Only the first finding of a kind with the same places is written.
  void add(const Finding& finding);

  /// From now on this function gets each finding that is written.
  void call_for_findings(void (*function)(const Finding&)) { for_findings_ = function; }

  [[nodiscard]] std::int32_t rank() const { return rank_; }

 private:
  template <class Write>
  void write_line(Write&& write);

  std::filesystem::path path_;
  std::int32_t rank_;
  int file_;
  std::mutex lock_;
  Place places_ = 0;
  void (*for_findings_)(const Finding&) = nullptr;
  std::set<std::vector<std::uint64_t>> known_;
};

}  // namespace strobe::bcs::check
