// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/check_log.hpp"

#include <unistd.h>

#include "base/format.hpp"
#include "bcs/check/log_file.hpp"
#include "bcs/monitor/json_writer.hpp"

namespace strobe::bcs::check {

CheckLog::CheckLog(const std::filesystem::path& folder, std::int32_t rank)
    : path_(folder / base::format("rank-{}.checks", rank)),
      rank_(rank),
      file_(open_log_file(path_)) {}

CheckLog::~CheckLog() { close(file_); }

template <class Write>
void CheckLog::write_line(Write&& write) {
  monitor::JsonWriter json(file_);
  json.begin_object();
  write(json);
  json.end_object();
  if (!json.finish()) cannot_write(path_);
}

Place CheckLog::add(std::string_view function, const monitor::CallSite& site,
                    std::string_view names, std::string_view kinds) {
  const std::lock_guard lock(lock_);
  ++places_;
  write_line([&](monitor::JsonWriter& json) {
    json.member("place", places_);
    json.member("function", function);
    json.member("line", std::string_view(site.line));
    json.member("file", std::string_view(site.file));
    json.member("address", site.address);
    json.member("names", names);
    json.member("kinds", kinds);
  });
  return places_;
}

void CheckLog::add(const Finding& finding) {
  const std::lock_guard lock(lock_);
  std::vector<std::uint64_t> key{static_cast<std::uint64_t>(finding.kind)};
  for (const Witness& witness : finding.where) {
    key.push_back(static_cast<std::uint64_t>(witness.rank) << 32U | witness.place);
  }
  if (!known_.insert(std::move(key)).second) return;
  write_line([&](monitor::JsonWriter& json) {
    json.member("check", name_of(finding.kind));
    json.member("text", std::string_view(finding.text));
    json.name("where");
    json.begin_array();
    for (const Witness& witness : finding.where) {
      json.begin_object();
      json.member("role", witness.role);
      json.member("rank", witness.rank);
      json.member("place", witness.place);
      json.end_object();
    }
    json.end_array();
  });
  if (for_findings_ != nullptr) for_findings_(finding);
}

}  // namespace strobe::bcs::check
