// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/rank_record.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <utility>

#include "bcs/monitor/json_writer.hpp"

namespace strobe::bcs::monitor {

namespace {

/// `unit` is the value of one count.
void write(JsonWriter& json, const Distribution& distribution, double unit) {
  const auto in_units = [unit](std::uint64_t value) { return static_cast<double>(value) * unit; };
  json.begin_object();
  json.member("count", distribution.count());
  json.member("min", in_units(distribution.smallest()));
  json.member("max", in_units(distribution.largest()));
  json.member("total", in_units(distribution.total()));
  json.name("buckets");
  json.begin_array();
  distribution.for_each_bucket([&](const Distribution::Bucket& bucket) {
    json.begin_array();
    json.value(in_units(bucket.low));
    json.value(in_units(bucket.high));
    json.value(bucket.count);
    json.end_array();
  });
  json.end_array();
  json.end_object();
}

void write(JsonWriter& json, const Function& function, const Primitive& primitive,
           double seconds_per_tick) {
  json.begin_object();
  json.member("name", function.name);
  json.member("blocks", function.blocks);
  json.member("count", primitive.count);
  json.member("timed", primitive.timed);
  json.member("min_s", static_cast<double>(primitive.smallest) * seconds_per_tick);
  json.member("max_s", static_cast<double>(primitive.largest) * seconds_per_tick);
  json.member("total_s", static_cast<double>(primitive.total) * seconds_per_tick);
  json.member("size_bytes", primitive.size_bytes);
  json.name("latencies_s");
  if (primitive.latencies == nullptr) {
    json.null();
  } else {
    write(json, *primitive.latencies, seconds_per_tick);
  }
  json.name("sizes_bytes");
  if (primitive.latencies == nullptr) {
    json.null();
  } else {
    write(json, *primitive.sizes, 1.0);
  }
  json.end_object();
}

void write_primitives(JsonWriter& json, const Mmds& mmds, double seconds_per_tick) {
  json.name("primitives");
  json.begin_array();
  for (std::uint32_t function = 0; function < mmds.functions().size(); ++function) {
    const Primitive& primitive = mmds.primitive(function);
    if (primitive.count != 0) write(json, mmds.functions()[function], primitive, seconds_per_tick);
  }
  json.end_array();
}

/// The names of the functions in the call log, by number.
void write_functions(JsonWriter& json, const Mmds& mmds, bool has_logs) {
  json.name("functions");
  json.begin_array();
  if (has_logs && mmds.call_log() != nullptr) {
    for (const Function& function : mmds.functions()) json.value(function.name);
  }
  json.end_array();
}

void write_call_site(JsonWriter& json, std::string_view line, std::string_view file,
                     std::uint64_t address) {
  json.begin_object();
  json.member("line", line);
  json.member("file", file);
  json.member("address", address);
  json.end_object();
}

void write(JsonWriter& json, const CallSite& site) {
  write_call_site(json, site.line, site.file, site.address);
}

/// The call sites in the call log, by number.
void write_sites(JsonWriter& json, const Mmds& mmds, bool has_logs) {
  json.name("sites");
  json.begin_array();
  if (has_logs && mmds.call_log() != nullptr) {
    for (const CallSite& site : mmds.call_log()->sites()) write(json, site);
  }
  json.end_array();
}

void write_partners(JsonWriter& json, const Mmds& mmds, double seconds_per_tick) {
  json.name("partners");
  json.begin_array();
  for (std::size_t rank = 0; rank < mmds.partners().size(); ++rank) {
    const Partner& partner = mmds.partners()[rank];
    if (partner.messages == 0 && partner.waited == 0) continue;
    json.begin_object();
    json.member("rank", rank);
    json.member("messages", partner.messages);
    json.member("size_bytes", partner.size_bytes);
    json.member("waited_s", static_cast<double>(partner.waited) * seconds_per_tick);
    json.end_object();
  }
  json.end_array();
}

void write(JsonWriter& json, const Mmds& mmds, double seconds_per_tick, bool has_logs) {
  json.begin_object();
  json.member("run_time_s", static_cast<double>(mmds.run_ticks()) * seconds_per_tick);
  json.member("begin_tick", mmds.begin_tick());
  json.member("tick_s", seconds_per_tick);
  json.member("last_computed_s", 1e-9 * static_cast<double>(mmds.last_computed_ns()));
  json.name("computation_s");
  write(json, mmds.computation(), seconds_per_tick);
  json.name("communication_s");
  write(json, mmds.communication(), seconds_per_tick);
  write_primitives(json, mmds, seconds_per_tick);
  write_functions(json, mmds, has_logs);
  write_sites(json, mmds, has_logs);
  json.name("dropped_slices");
  if (!has_logs || mmds.slice_log() == nullptr) {
    json.null();
  } else {
    json.value(mmds.slice_log()->dropped());
  }
  json.member("collectives", mmds.collectives());
  json.member("events", mmds.events());
  write_partners(json, mmds, seconds_per_tick);
  json.end_object();
}

void write(JsonWriter& json, std::span<const Poll> polls) {
  json.begin_array();
  for (const Poll& poll : polls) {
    json.begin_object();
    json.member("function", poll.function);
    json.name("where");
    write(json, poll.where);
    json.member("calls", poll.calls);
    json.member("slices", poll.slices);
    json.member("waited_s", poll.waited_s);
    json.end_object();
  }
  json.end_array();
}

/// 16 digits, as in Python.
void write_hexadecimal(JsonWriter& json, std::uint64_t number) {
  std::array<char, 16> text;
  for (std::size_t at = text.size(); at-- != 0; number >>= 4U) {
    text[at] = "0123456789abcdef"[number & 0xfU];
  }
  json.value(std::string_view(text.data(), text.size()));
}

void write_members(JsonWriter& json, const RankFacts& facts) {
  json.member("rank", facts.rank);
  json.member("size", facts.size);
  json.member("host", facts.host);
  json.member("pid", facts.pid);
  json.member("mpi_library", facts.mpi_library);
  json.member("flavour", facts.flavour);
  json.member("mode", facts.mode);
  json.name("options");
  json.begin_object();
  for (const auto& [name, value] : facts.options) json.member(name, value);
  json.end_object();
}

void write_members(JsonWriter& json, const RankEnd& end) {
  json.member("run_time_s", end.run_time_s);
  json.member("stopped_s", end.stopped_s);
  json.member("slices", end.slices);
  json.name("decisions_hash");
  write_hexadecimal(json, end.decisions_hash);
  json.name("outside_guarantee");
  json.begin_array();
  for (const OutsideGuarantee& call : end.outside_guarantee) {
    json.begin_object();
    json.member("function", call.function);
    json.member("count", call.count);
    json.member("why", call.why);
    json.end_object();
  }
  json.end_array();
  json.name("unreceived");
  json.begin_array();
  for (const Unreceived& send : end.unreceived) {
    json.begin_object();
    json.member("to", send.to);
    json.member("tag", send.tag);
    json.member("communicator", send.communicator);
    json.member("size_bytes", send.size_bytes);
    json.name("sent_at");
    write(json, send.sent_at);
    json.end_object();
  }
  json.end_array();
  json.name("polls");
  write(json, end.polls);
  json.member("end", end.end);
  json.member("sentence", end.sentence);
  json.name("ended_at");
  write_call_site(json, end.ended_at_line, end.ended_in_file, end.ended_at_address);
  json.name("waits_for");
  json.begin_array();
  for (const std::int32_t rank : end.waits_for) json.value(rank);
  json.end_array();
  json.name("exit_status");
  if (end.exit_status) {
    json.value(*end.exit_status);
  } else {
    json.null();
  }
}

}  // namespace

RankRecordWriter::RankRecordWriter(const std::filesystem::path& folder, RankFacts facts)
    : facts_(std::move(facts)) {
  const std::string stem = (folder / ("rank-" + std::to_string(facts_.rank))).string();
  path_ = stem + ".json";
  part_ = path_ + ".part";
  so_far_ = path_ + ".so-far";
  calls_ = stem + ".calls";
  messages_ = stem + ".messages";
  collectives_ = stem + ".collectives";
  slices_ = stem + ".slices";
  refusal_ = "cannot write the record " + path_ +
             ": its folder must exist on every node, be writable and have free space";
}

bool RankRecordWriter::write_part(const std::string& part, const RankEnd& end, const Mmds* mmds,
                                  double seconds_per_tick, bool has_logs) const {
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return false;
  JsonWriter json(file);
  json.begin_object();
  write_members(json, facts_);
  write_members(json, end);
  json.name("mmds");
  if (mmds == nullptr) {
    json.null();
  } else {
    monitor::write(json, *mmds, seconds_per_tick, has_logs);
  }
  json.end_object();
  const bool is_written = json.finish();
  return ::close(file) == 0 && is_written;
}

bool RankRecordWriter::write(const RankEnd& end, const Mmds* mmds, double seconds_per_tick) const {
  if (!write_part(part_, end, mmds, seconds_per_tick, true)) return false;
  if (mmds != nullptr && mmds->call_log() != nullptr) {
    const CallLog& log = *mmds->call_log();
    if (!log.calls().write(calls_.c_str()) || !log.messages().write(messages_.c_str()) ||
        !log.collectives().write(collectives_.c_str())) {
      return false;
    }
  }
  if (mmds != nullptr && mmds->slice_log() != nullptr) {
    if (!mmds->slice_log()->write(slices_.c_str())) return false;
  }
  return ::rename(part_.c_str(), path_.c_str()) == 0;
}

bool RankRecordWriter::write_so_far(const RankEnd& end, const Mmds& mmds,
                                    double seconds_per_tick) const {
  return write_part(so_far_, end, &mmds, seconds_per_tick, false) &&
         ::rename(so_far_.c_str(), path_.c_str()) == 0;
}

}  // namespace strobe::bcs::monitor
