// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/rank_record.hpp"

#include <array>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>

#include "strobe/error.hpp"

namespace strobe::bcs::monitor {

namespace {

using Json = nlohmann::ordered_json;

/// In units of what was counted.
Json described(const Distribution& distribution, double unit) {
  Json buckets = Json::array();
  for (const auto& [low, high, count] : distribution.buckets()) {
    buckets.push_back({static_cast<double>(low) * unit, static_cast<double>(high) * unit, count});
  }
  return {{"count", distribution.count()},
          {"min", static_cast<double>(distribution.smallest()) * unit},
          {"max", static_cast<double>(distribution.largest()) * unit},
          {"total", static_cast<double>(distribution.total()) * unit},
          {"buckets", std::move(buckets)}};
}

Json described(const Function& function, const Primitive& primitive, double seconds_per_tick) {
  Json found = {{"name", function.name},
                {"blocks", function.blocks},
                {"count", primitive.count},
                {"min_s", static_cast<double>(primitive.smallest) * seconds_per_tick},
                {"max_s", static_cast<double>(primitive.largest) * seconds_per_tick},
                {"total_s", static_cast<double>(primitive.total) * seconds_per_tick},
                {"size_bytes", primitive.size_bytes},
                {"latencies_s", nullptr},
                {"sizes_bytes", nullptr}};
  if (primitive.latencies != nullptr) {
    found["latencies_s"] = described(*primitive.latencies, seconds_per_tick);
    found["sizes_bytes"] = described(*primitive.sizes, 1.0);
  }
  return found;
}

Json described(const Mmds& mmds, double seconds_per_tick) {
  Json primitives = Json::array();
  for (std::uint32_t function = 0; function < mmds.functions().size(); ++function) {
    const Primitive& primitive = mmds.primitive(function);
    if (primitive.count == 0) continue;
    primitives.push_back(described(mmds.functions()[function], primitive, seconds_per_tick));
  }
  // Which name a number of the log stands for.
  Json functions = Json::array();
  if (mmds.call_log() != nullptr) {
    for (const Function& function : mmds.functions()) functions.push_back(function.name);
  }
  Json partners = Json::array();
  for (std::size_t rank = 0; rank < mmds.partners().size(); ++rank) {
    const Partner& partner = mmds.partners()[rank];
    if (partner.messages == 0 && partner.waited == 0) continue;
    partners.push_back({{"rank", rank},
                        {"messages", partner.messages},
                        {"size_bytes", partner.size_bytes},
                        {"waited_s", static_cast<double>(partner.waited) * seconds_per_tick}});
  }
  return {
      {"run_time_s", static_cast<double>(mmds.run_ticks()) * seconds_per_tick},
      {"begin_tick", mmds.begin_tick()},
      {"tick_s", seconds_per_tick},
      {"computation_s", described(mmds.computation(), seconds_per_tick)},
      {"communication_s", described(mmds.communication(), seconds_per_tick)},
      {"primitives", std::move(primitives)},
      {"functions", std::move(functions)},
      {"dropped_slices", mmds.slice_log() == nullptr ? Json() : Json(mmds.slice_log()->dropped())},
      {"partners", std::move(partners)}};
}

/// As Python prints it, too: 16 digits.
std::string hexadecimal(std::uint64_t number) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(number));
  return text.data();
}

Json described(const RankRecord& record) {
  Json outside = Json::array();
  for (const OutsideGuarantee& call : record.outside_guarantee) {
    outside.push_back({{"function", call.function}, {"count", call.count}, {"why", call.why}});
  }
  Json unreceived = Json::array();
  for (const Unreceived& send : record.unreceived) {
    unreceived.push_back({{"to", send.to},
                          {"tag", send.tag},
                          {"communicator", send.communicator},
                          {"size_bytes", send.size_bytes}});
  }
  return {{"rank", record.rank},
          {"size", record.size},
          {"host", record.host},
          {"pid", record.pid},
          {"mpi_library", record.mpi_library},
          {"flavour", record.flavour},
          {"mode", record.mode},
          {"options", record.options},
          {"run_time_s", record.run_time_s},
          {"slept_s", record.slept_s},
          {"slices", record.slices},
          {"decisions_hash", hexadecimal(record.decisions_hash)},
          {"outside_guarantee", std::move(outside)},
          {"unreceived", std::move(unreceived)},
          {"end", record.end},
          {"sentence", record.sentence},
          {"exit_status", record.exit_status ? Json(*record.exit_status) : Json()}};
}

}  // namespace

void write_rank_record(const std::filesystem::path& folder, const RankRecord& record,
                       const Mmds* mmds, double seconds_per_tick) {
  Json found = described(record);
  found["mmds"] = mmds == nullptr ? Json() : described(*mmds, seconds_per_tick);
  const std::filesystem::path path = folder / ("rank-" + std::to_string(record.rank) + ".json");
  std::filesystem::path part = path;
  part += ".part";
  // A host or a communicator may have a name that is no UTF-8.
  std::ofstream file(part, std::ios::trunc);
  file << found.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  file.close();
  if (mmds != nullptr && mmds->call_log() != nullptr) mmds->call_log()->write(folder, record.rank);
  if (mmds != nullptr && mmds->slice_log() != nullptr) {
    mmds->slice_log()->write(folder, record.rank);
  }
  std::error_code error;
  if (file) std::filesystem::rename(part, path, error);
  if (!file || error) {
    throw Error("cannot write the record " + path.string() +
                ": its folder must exist on every node, be writable, and have room");
  }
}

}  // namespace strobe::bcs::monitor
