// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/call_log.hpp"

#include <fstream>
#include <string>
#include <type_traits>

#include "strobe/error.hpp"

namespace strobe::bcs::monitor {

namespace {

static_assert(sizeof(LoggedCall) == 32 && sizeof(LoggedMessage) == 48);
static_assert(std::has_unique_object_representations_v<LoggedCall> &&
              std::has_unique_object_representations_v<LoggedMessage>);

template <class Element>
void write_all(const std::filesystem::path& path, const std::vector<Element>& elements) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(elements.data()),
             static_cast<std::streamsize>(elements.size() * sizeof(Element)));
  file.close();
  if (!file) throw Error("cannot write the log " + path.string());
}

}  // namespace

void CallLog::write(const std::filesystem::path& folder, std::int32_t rank) const {
  const std::string name = "rank-" + std::to_string(rank);
  write_all(folder / (name + ".calls"), calls_);
  write_all(folder / (name + ".messages"), messages_);
}

}  // namespace strobe::bcs::monitor
