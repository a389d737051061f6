// SPDX-License-Identifier: BSD-3-Clause
#include "measure/recorder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/format.hpp"

extern char** environ;

namespace strobe::measure {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

/// Prefixes of the environment variables that influence an MPI or a BLAS.
constexpr std::array<std::string_view, 14> environment_prefixes{
    "MPI", "OMPI_", "PRTE_", "I_MPI_",    "UCX_", "FI_",   "PMI",
    "OMP", "MKL_",  "BLIS_", "OPENBLAS_", "LD_",  "SLURM", "STROBE_"};

/// Seven digits are far more than any clock resolves, and make the file a third as long.
double rounded(double value) { return std::strtod(base::format("{:.6e}", value).c_str(), nullptr); }

Json rounded(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(rounded(value));
  return list;
}

Json optional(const std::optional<double>& value) {
  return value ? Json(rounded(*value)) : Json(nullptr);
}

std::string utc_now() {
  const auto now = std::chrono::system_clock::now();
  const auto whole = std::chrono::floor<std::chrono::seconds>(now);
  const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(now - whole).count();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(whole);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  return base::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", utc.tm_year + 1900,
                      utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, millis);
}

Json environment() {
  Json variables = Json::object();
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    for (const std::string_view prefix : environment_prefixes) {
      if (text.starts_with(prefix)) {
        variables[std::string(text.substr(0, equals))] = text.substr(equals + 1);
      }
    }
  }
  return variables;
}

Json catalogue_entry(const KernelInfo& info) {
  Json axes = Json::array();
  Json units{{"time_s", "s"}};
  Json defaults = Json::object();
  for (const AxisInfo& axis : info.axes) {
    axes.push_back(axis.name);
    const bool is_word = !axis.choices.empty() || axis.kind == AxisKind::library;
    units[axis.name] = axis.name.ends_with("_bytes") ? "byte" : is_word ? "word" : "1";
    if (!axis.choices.empty()) {
      defaults[axis.name] = axis.choices[0];
    } else if (axis.kind != AxisKind::rank_count && axis.kind != AxisKind::library) {
      defaults[axis.name] = axis.default_value;
    }
  }
  return {{"name", info.name},
          {"title", info.title},
          {"family", family_name(info.family)},
          {"axes", axes},
          {"axis", info.axis.empty() ? Json(nullptr) : Json(info.axis)},
          {"time", info.time},
          {"units", units},
          {"defaults", defaults},
          {"source", info.source}};
}

Json catalogue(const std::vector<const KernelInfo*>& kernels) {
  Json entries = Json::array();
  for (const KernelInfo* kernel : kernels) entries.push_back(catalogue_entry(*kernel));
  return entries;
}

/// Bytes that are not valid UTF-8 (in a variable or a path) are replaced, so that the line stays
/// readable.
std::string line_of(const Json& record) {
  return record.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Whether the last line of the file is incomplete, after a crash or on a full disk.
bool ends_within_a_line(const std::string& name) {
  std::ifstream in(name, std::ios::binary | std::ios::ate);
  if (!in || in.tellg() <= 0) return false;
  in.seekg(-1, std::ios::end);
  return in.get() != '\n';
}

CellStatus status_of(const std::string& name) {
  for (const CellStatus status : {CellStatus::satisfied, CellStatus::budget, CellStatus::failed,
                                  CellStatus::hung, CellStatus::skipped}) {
    if (name == cell_status_name(status)) return status;
  }
  throw Error(base::format("'{}' is not the status of a cell", name));
}

}  // namespace

Recorder::Recorder() = default;

Recorder::Recorder(const std::filesystem::path& file) : name_(file.string()) {
  if (name_ == "-") {
    name_ = "standard output";
    descriptor_ = dup(STDOUT_FILENO);
  } else {
    descriptor_ = open(name_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  }
  if (descriptor_ < 0) {
    throw RecordError(base::format("cannot write {}: {}", name_, std::strerror(errno)));
  }
  if (ends_within_a_line(name_)) write("\n");
}

Recorder::~Recorder() {
  if (descriptor_ >= 0) close(descriptor_);
}

Recorder::Recorder(Recorder&& other) noexcept
    : name_(std::move(other.name_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

Recorder& Recorder::operator=(Recorder&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void Recorder::write(const std::string& line) {
  if (descriptor_ < 0) return;
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      throw RecordError(base::format("cannot write {}: {}; what was recorded before is kept", name_,
                                     std::strerror(errno)));
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Recorder::launch(const LaunchFacts& facts) {
  Json processes = Json::array();
  for (const ProcessFacts& process : facts.processes) {
    processes.push_back({{"rank", process.rank},
                         {"host", process.host},
                         {"pid", process.pid},
                         {"cpu", process.cpu},
                         {"affinity", process.affinity}});
  }
  const base::Calibration& calibration = facts.clock.calibration;
  const Precision& precision = facts.options.precision;
  const Json record = {{"record", "run"},
                       {"schema", schema_version},
                       {"launch", facts.launch},
                       {"started_utc", utc_now()},
                       {"program", "strobe-bench"},
                       {"version", facts.version},
                       {"commit", facts.commit},
                       {"command", facts.command},
                       {"suite", facts.suite},
                       {"suite_file", facts.suite_file},
                       {"ranks", facts.processes.size()},
                       {"host_rank", facts.host_rank},
                       {"seed", facts.options.seed},
                       {"oversubscribed", facts.oversubscribed},
                       {"layer",
                        {{"name", facts.layer.name},
                         {"standard", facts.layer.standard},
                         {"library", facts.layer.library},
                         {"limits", facts.layer.limits}}},
                       {"processes", processes},
                       {"clock",
                        {{"source", "CLOCK_MONOTONIC"},
                         {"resolution_s", rounded(calibration.resolution_s)},
                         {"cost_s", rounded(calibration.clock_s)},
                         {"shared", facts.clock.shared},
                         {"offset_error_s", rounded(facts.clock.offset_error_s)}}},
                       {"overhead",
                        {{"loop_s", rounded(calibration.loop_s_per_operation)},
                         {"clock_s", rounded(calibration.clock_s)}}},
                       {"options",
                        {{"relative_error", precision.relative_error},
                         {"confidence", precision.confidence},
                         {"samples_min", precision.samples_min},
                         {"visits_min", precision.visits_min},
                         {"cell_budget_s", facts.options.cell_budget_s},
                         {"budget_s", facts.options.budget_s},
                         {"sample_s", facts.sample_s}}},
                       {"compiler",
                        {{"name", facts.compiler.name},
                         {"version", facts.compiler.version},
                         {"flags", facts.compiler.flags}}},
                       {"environment", environment()},
                       {"kernels", catalogue(facts.kernels)}};
  write(line_of(record));
}

void Recorder::library(const LibraryFacts& facts) {
  write(line_of({{"record", "library"},
                 {"name", facts.name},
                 {"path", facts.path},
                 {"description", facts.description},
                 {"core", facts.core},
                 {"integer_bits", facts.integer_bits},
                 {"symbol", facts.symbol},
                 {"steered_by", facts.steered_by},
                 {"unset", facts.unset},
                 {"wrong", facts.wrong}}));
}

void Recorder::plan(std::size_t cells, double budget_s) {
  write(line_of({{"record", "plan"}, {"cells", cells}, {"budget_s", budget_s}}));
}

void Recorder::cell(const Cell& cell, Work work) {
  Json point = Json::object();
  for (const auto& [axis, value] : cell.point) {
    std::visit([&](const auto& content) { point[axis] = content; }, value);
  }
  write(line_of({{"record", "cell"},
                 {"cell", cell.key},
                 {"kernel", cell.kernel->name},
                 {"point", point},
                 {"origin", point_origin_name(cell.origin)},
                 {"ranks", cell.members.size()},
                 {"members", cell.members},
                 {"hops", cell.distance ? Json(cell.distance->hops) : Json(nullptr)},
                 {"level", cell.distance ? Json(cell.distance->level) : Json(nullptr)},
                 {"shares", Json(cell.shares)},
                 {"bytes_per_operation", work.bytes},
                 {"flops_per_operation", work.flops},
                 {"operands_bytes", work.operands_bytes}}));
}

void Recorder::visit(const std::string& cell, int visit) {
  write(line_of({{"record", "visit"}, {"cell", cell}, {"visit", visit}}));
}

void Recorder::first(const std::string& cell, const std::vector<double>& time_s) {
  write(line_of({{"record", "first"}, {"cell", cell}, {"time_s", rounded(time_s)}}));
}

void Recorder::samples(const std::string& cell, const VisitFacts& facts) {
  const Json regime = facts.regime == regime_unknown ? Json(nullptr) : Json(facts.regime);
  const auto after_barriers = [&](double AfterBarriers::* figure) {
    const auto& times = facts.after_barriers;
    return optional(times ? std::optional((*times).*figure) : std::nullopt);
  };
  write(line_of(
      {{"record", "samples"},
       {"cell", cell},
       {"visit", facts.visit},
       {"start_s", rounded(facts.start_s)},
       {"regime", regime},
       {"repetitions", facts.repetitions},
       {"in_step", facts.in_step},
       {"time_s", rounded(facts.time_s)},
       {"local_mean_s", rounded(facts.local_mean_s)},
       {"local_minimum_s", rounded(facts.local_minimum_s)},
       {"local_maximum_s", rounded(facts.local_maximum_s)},
       {"initiator_s", rounded(facts.initiator_s)},
       {"after_barriers_s", after_barriers(&AfterBarriers::mean_s)},
       {"after_barriers_minimum_s", after_barriers(&AfterBarriers::minimum_s)},
       {"after_barriers_maximum_s", after_barriers(&AfterBarriers::maximum_s)},
       {"after_barriers_operations",
        facts.after_barriers ? Json(facts.after_barriers->operations) : Json(nullptr)},
       {"late", facts.late},
       {"core_hz", rounded(facts.core_hz)},
       {"disturbed_s", rounded(facts.disturbed_s)},
       {"sentinel",
        {{"exchange_before_s", optional(facts.exchange_before_s)},
         {"exchange_after_s", optional(facts.exchange_after_s)},
         {"work_before_s", optional(facts.work_before_s)},
         {"work_after_s", optional(facts.work_after_s)}}},
       {"switches", facts.switches},
       {"half_width", optional(facts.half_width)},
       {"process", facts.process ? Json(*facts.process) : Json(nullptr)},
       {"buffered_sends", facts.buffered_sends ? Json(*facts.buffered_sends) : Json(nullptr)}}));
}

void Recorder::placement(const Placement& grid) {
  write(line_of({{"record", "placement"}, {"grid", grid}}));
}

void Recorder::regime(Regime regime, const RegimeFacts& facts) {
  write(line_of({{"record", "regime"},
                 {"regime", regime},
                 {"exchange_s", rounded(facts.exchange_s)},
                 {"work_s", rounded(facts.work_s)},
                 {"shared", facts.shared}}));
}

void Recorder::verification(const std::string& cell, int visit, const Verdict& verdict) {
  write(line_of({{"record", "verification"},
                 {"cell", cell},
                 {"visit", visit},
                 {"passed", verdict.wrong.empty()},
                 {"bytes", verdict.bytes},
                 {"detail", verdict.wrong}}));
}

void Recorder::cell_end(const std::string& cell, CellStatus status, const std::string& reason,
                        int visits, std::size_t samples, double elapsed_s) {
  write(line_of({{"record", "cell_end"},
                 {"cell", cell},
                 {"status", cell_status_name(status)},
                 {"reason", reason},
                 {"visits", visits},
                 {"samples", samples},
                 {"elapsed_s", rounded(elapsed_s)}}));
}

void Recorder::end(double elapsed_s, bool complete) {
  std::array<double, 3> load{};
  if (getloadavg(load.data(), static_cast<int>(load.size())) < 0) load = {};
  write(line_of({{"record", "end"},
                 {"finished_utc", utc_now()},
                 {"elapsed_s", rounded(elapsed_s)},
                 {"load", load},
                 {"complete", complete}}));
}

std::string catalogue_json(const std::vector<const KernelInfo*>& kernels,
                           const std::string& version, const std::vector<std::string>& suites) {
  return Json{{"program", "strobe-bench"},
              {"version", version},
              {"kernels", catalogue(kernels)},
              {"suites", suites}}
      .dump(2);
}

InterruptedLaunch read_interrupted_launch(const std::filesystem::path& file, int launch) {
  InterruptedLaunch interrupted;
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(base::format("cannot read {}: {}", file.string(), std::strerror(errno)));
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (whole < text.size()) std::filesystem::resize_file(file, whole);
  bool in_launch = false;
  int number = 0;
  for (std::size_t at = 0; at < whole;) {
    const std::size_t end = text.find('\n', at);
    const std::string_view line(text.data() + at, end - at);
    ++number;
    at = end + 1;
    if (line.empty()) continue;
    try {
      const Json record = Json::parse(line);
      const std::string kind = record.at("record");
      if (kind == "run") in_launch = record.at("launch") == launch;
      if (in_launch && kind == "cell_end") {
        interrupted.ended[record.at("cell")] = status_of(record.at("status"));
      } else if (in_launch && kind == "regime") {
        interrupted.regimes.push_back({.exchange_s = record.at("exchange_s"),
                                       .work_s = record.at("work_s"),
                                       .shared = record.value("shared", false)});
      } else if (in_launch && kind == "samples") {
        const Json& regime = record.at("regime");
        interrupted.visits[record.at("cell")].push_back(
            {.regime = regime.is_null() ? regime_unknown : regime.get<Regime>(),
             .time_s = record.at("time_s"),
             .core_hz = record.value("core_hz", std::vector<double>())});
      } else if (in_launch && kind == "cell" && record.contains("shares")) {
        for (const auto& [axis, word] : record.at("shares").items()) {
          interrupted.shares[{record.at("kernel"), axis, word}] = record.at("point").at(axis);
        }
      }
    } catch (const std::exception&) {
      // A killed launch may have left half a line before the first line of the next one.
      if (std::string_view(text).substr(at).starts_with(R"({"record":"run")")) continue;
      throw Error(base::format("{}, line {} is not a record, so it cannot be resumed",
                               file.string(), number));
    }
  }
  return interrupted;
}

}  // namespace strobe::measure
