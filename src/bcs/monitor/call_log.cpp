// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/call_log.hpp"

#include <string>

#include "bcs/monitor/rows_file.hpp"

namespace strobe::bcs::monitor {

static_assert(sizeof(LoggedCall) == 56 && sizeof(LoggedMessage) == 48);

void CallLog::write(const std::filesystem::path& folder, std::int32_t rank) const {
  const std::string name = "rank-" + std::to_string(rank);
  write_rows(folder / (name + ".calls"), calls_);
  write_rows(folder / (name + ".messages"), messages_);
}

}  // namespace strobe::bcs::monitor
