// SPDX-License-Identifier: BSD-3-Clause
#include "table.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "base/format.hpp"
#include "base/join.hpp"
#include "base/size.hpp"
#include "chosen_suite.hpp"

namespace strobe::bench {
namespace {

struct Row {
  const measure::Cell* cell = nullptr;
  std::int64_t x = 0;
  base::Interval interval;
  std::size_t samples = 0;
  bool measured = false;
  measure::Work work;
  double cycles = 0.0;  ///< of an operation; 0 where the clock of the core is not known
};

std::string curve_name(const measure::Cell& cell) {
  measure::Point rest = cell.point;
  rest.erase(cell.kernel->axis);
  return measure::cell_key(cell.kernel->name, rest);
}

/// The rows of each curve in increasing order, curves in the order of the plan.
std::vector<std::pair<std::string, std::vector<Row>>> curves_of(const measure::Plan& plan) {
  std::vector<std::pair<std::string, std::vector<Row>>> curves;
  for (std::size_t i = 0; i < plan.cells().size(); ++i) {
    const measure::Cell& cell = plan.cell(i);
    const std::string name = curve_name(cell);
    auto place = std::ranges::find(curves, name, [](const auto& curve) { return curve.first; });
    if (place == curves.end()) place = curves.insert(curves.end(), {name, {}});
    Row row{.cell = &cell, .interval = {}, .work = cell.kernel->work(cell.point)};
    if (!cell.kernel->axis.empty()) row.x = measure::number_at(cell.point, cell.kernel->axis);
    if (const auto regime = plan.headline_regime(i)) {
      const measure::StoppingRule& rule = cell.regimes.at(*regime);
      row.interval = *rule.interval();
      row.samples = rule.samples();
      row.measured = true;
      const auto cycles = cell.cycles.find(*regime);
      if (cycles != cell.cycles.end()) row.cycles = base::median(cycles->second);
    }
    place->second.push_back(row);
  }
  for (auto& [name, rows] : curves) std::ranges::sort(rows, {}, &Row::x);
  return curves;
}

/// What an operation computes, or else moves.
double amount(const Row& row) { return row.work.flops > 0.0 ? row.work.flops : row.work.bytes; }

/// MB/s or MFLOP/s, with M = 10^6; empty where an operation moves and computes nothing.
std::string rate(const Row& row) {
  if (!row.measured || amount(row) <= 0.0 || row.interval.median <= 0.0) return "";
  return base::format("{:.2f}", amount(row) / row.interval.median / 1e6);
}

/// Of a kernel of the core: what an operation does in a cycle, or its cycles where it does nothing.
std::string by_cycle(const Row& row) {
  if (row.cycles <= 0.0) return "";
  return base::format("{:.2f}", amount(row) > 0.0 ? amount(row) / row.cycles : row.cycles);
}

/// What an axis may be, and is where nothing is said.
std::string values_of(const measure::AxisInfo& axis) {
  if (!axis.choices.empty()) return base::join(axis.choices, ", ");
  if (axis.kind == measure::AxisKind::library)
    return "the name of a BLAS library, default the first";
  const std::string multiple =
      axis.multiple > 1 ? base::format(", a multiple of {}", axis.multiple) : "";
  const bool all_ranks = axis.kind == measure::AxisKind::rank_count && axis.default_value == 0;
  return base::format("from {}{}, default {}", axis.minimum, multiple,
                      all_ranks ? "all" : base::format_size(axis.default_value));
}

std::string as_table(const measure::Plan& plan) {
  std::string text;
  for (const auto& [name, rows] : curves_of(plan)) {
    const measure::KernelInfo& info = *rows.front().cell->kernel;
    const bool computes = rows.front().work.flops > 0.0;
    const bool moves = rows.front().work.bytes > 0.0;
    const char* unit = computes ? "flop/cycle" : moves ? "B/cycle" : "cycles";
    const bool in_cycles =
        std::ranges::any_of(rows, [](const Row& row) { return row.cycles > 0.0; });
    const auto column = [in_cycles](std::string_view shown) {
      return in_cycles ? base::format("{:>12} ", shown) : std::string();
    };
    text += base::format("\n{} ({}): {}\n", info.title, name, info.time);
    text += base::format("{:>12} {:>12} {:>8} {:>12} {}{:>8}  {}\n",
                         info.axis.empty() ? "" : info.axis, "median us", "+-%",
                         computes ? "MFLOP/s" : "MB/s", column(unit), "samples", "status");
    for (const Row& row : rows) {
      const std::string x = info.axis.empty() ? "" : base::format_size(row.x);
      const auto status = row.cell->status ? measure::cell_status_name(*row.cell->status) : "";
      const std::string median =
          row.measured ? base::format("{:.3f}", 1e6 * row.interval.median) : "-";
      const std::string width =
          row.measured ? base::format("{:.1f}", 100.0 * row.interval.relative_half_width()) : "-";
      text += base::format("{:>12} {:>12} {:>8} {:>12} {}{:>8}  {}{}{}\n", x, median, width,
                           rate(row), column(by_cycle(row)), row.samples, status,
                           row.cell->reason.empty() ? "" : ": ", row.cell->reason);
    }
  }
  return text.empty() ? text : text.substr(1);
}

/// The two columns that scripts made for OSU's tools expect: size and latency in microseconds, or
/// size and bandwidth in MB/s for the kernels that OSU would call bandwidth tests.
std::string as_osu(const measure::Plan& plan) {
  std::string text;
  for (const auto& [name, rows] : curves_of(plan)) {
    const measure::KernelInfo& info = *rows.front().cell->kernel;
    const bool moves = rows.front().work.bytes > 0.0;
    const bool is_bandwidth =
        info.name == "bandwidth" || (info.family == measure::Family::memory && moves);
    text += base::format("# Strobe {}\n# {:<10}{:>24}\n", name, "Size",
                         is_bandwidth ? "Bandwidth (MB/s)" : "Latency (us)");
    for (const Row& row : rows) {
      if (!row.measured) continue;
      text += base::format(
          "{:<12}{:>24}\n", row.x,
          is_bandwidth ? rate(row) : base::format("{:.2f}", 1e6 * row.interval.median));
    }
  }
  return text;
}

std::string as_csv(const measure::Plan& plan) {
  std::string text =
      "kernel,cell,x,median_s,low_s,high_s,samples,bytes_per_operation,flops_per_operation,"
      "status\n";
  for (const auto& [name, rows] : curves_of(plan)) {
    for (const Row& row : rows) {
      const std::string times = row.measured
                                    ? base::format("{:.6e},{:.6e},{:.6e}", row.interval.median,
                                                   row.interval.low, row.interval.high)
                                    : ",,";
      text += base::format("{},{},{},{},{},{},{},{}\n", row.cell->kernel->name, row.cell->key,
                           row.x, times, row.samples, row.work.bytes, row.work.flops,
                           row.cell->status ? measure::cell_status_name(*row.cell->status) : "");
    }
  }
  return text;
}

}  // namespace

std::string format_results(const measure::Plan& plan, Format format) {
  switch (format) {
    case Format::table:
      return as_table(plan);
    case Format::osu:
      return as_osu(plan);
    case Format::csv:
      return as_csv(plan);
    case Format::jsonl:
      return {};  // the records themselves went there
  }
  return {};
}

std::string format_catalogue(std::span<const measure::KernelInfo* const> kernels) {
  std::string text = "Kernels\n";
  for (const measure::KernelInfo* kernel : kernels) {
    const measure::KernelInfo& info = *kernel;
    text += base::format("  {:<20} {} ({})\n", info.name, info.title, info.source);
    text += base::format("  {:<20} time, in seconds: {}\n", "", info.time);
    for (const measure::AxisInfo& axis : info.axes) {
      text += base::format("  {:<20} axis {}: {}\n", "", axis.name, values_of(axis));
    }
  }
  text += "Suites\n";
  for (const auto& [name, file] : known_suites()) {
    text += base::format("  {:<20} {}\n", name, measure::load_suite(file).title);
  }
  return text;
}

}  // namespace strobe::bench
