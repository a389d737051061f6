// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/kernels.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace {

using blas::Routine;
using blas::Type;

/// The value that a word of the point names on an axis.
template <class Each, class Values>
Each at(const measure::Point& point, std::string_view axis, const Values& values,
        std::string_view (*name)(Each)) {
  const std::string& word = measure::word_at(point, axis);
  const auto found = std::ranges::find(values, std::string_view(word), name);
  if (found == std::end(values)) throw Error(base::format("unknown {} '{}'", axis, word));
  return *found;
}

Type type_at(const measure::Point& point) {
  return at(point, "type", blas::types, blas::type_name);
}

std::int64_t leading_at(const measure::Point& point) {
  const std::int64_t n = measure::number_at(point, "n");
  const auto given = point.find("leading");
  if (given == point.end()) return n;
  const std::int64_t leading = measure::number_at(point, "leading");
  if (leading == 0) return n;
  if (leading < n) {
    throw Error(
        base::format("leading must be {} or more, or 0 for no padding, but it is {}", n, leading));
  }
  return leading;
}

blas::ProblemSpec problem_at(const Routine& routine, const measure::Point& point) {
  blas::ProblemSpec spec{.type = type_at(point),
                         .n = measure::number_at(point, "n"),
                         .leading = leading_at(point),
                         .offset_bytes = measure::number_at(point, "offset_bytes")};
  if (!routine.transpositions.empty()) {
    spec.transposition = at(point, "form", routine.transpositions, blas::transposition_name);
  }
  return spec;
}

constexpr std::array<std::pair<blas::Caches, const char*>, 2> caches{
    {{blas::Caches::warm, "warm"}, {blas::Caches::flushed, "flushed"}}};

}  // namespace

measure::KernelInfo blas_info(const Routine& routine) {
  std::vector<measure::AxisInfo> axes{
      {.name = "library", .choices = {}, .kind = measure::AxisKind::library}};
  measure::AxisInfo type{.name = "type", .choices = {}};
  for (const Type each : blas::types) type.choices.emplace_back(blas::type_name(each));
  axes.push_back(std::move(type));
  if (!routine.transpositions.empty()) {
    measure::AxisInfo form{.name = "form", .choices = {}};
    for (const auto each : routine.transpositions) {
      form.choices.emplace_back(blas::transposition_name(each));
    }
    axes.push_back(std::move(form));
  }
  const bool has_matrix = routine.has_matrix();
  constexpr std::int64_t largest = std::int64_t{1} << 30;
  axes.push_back({.name = "n",
                  .choices = {},
                  .default_value = has_matrix ? 256 : 1024,
                  .minimum = 1,
                  .maximum = has_matrix ? 46340 : largest});
  if (has_matrix) axes.push_back({.name = "leading", .choices = {}, .maximum = 1 << 20});
  axes.push_back(
      {.name = "offset_bytes", .choices = {}, .maximum = std::int64_t{1} << 20, .multiple = 16});
  measure::AxisInfo cold{.name = "caches", .choices = {}};
  for (const auto& [each, word] : caches) cold.choices.emplace_back(word);
  axes.push_back(std::move(cold));
  axes.push_back(
      {.name = "threads", .choices = {}, .default_value = 1, .minimum = 1, .maximum = 4096});
  return {.name = base::format("blas_{}", routine.stem),
          .title = std::string(routine.title),
          .family = measure::Family::blas,
          .axes = std::move(axes),
          .axis = "n",
          .time = has_matrix ? "one call on square matrices of order n"
                             : "one call on vectors of n elements",
          .source = "BLASBench, section 1",
          .members =
              [&routine](const measure::Point& point, const measure::Machine& machine) {
                memory::require_memory(
                    static_cast<std::size_t>(routine.footprint_bytes(
                        type_at(point), measure::number_at(point, "n"), leading_at(point))),
                    memory::Pages::usual);
                return measure::only_first(point, machine);
              },
          .timing = measure::Timing::initiator,
          .work =
              [&routine](const measure::Point& point) {
                const std::int64_t n = measure::number_at(point, "n");
                return measure::Work{.bytes = routine.referenced_bytes(type_at(point), n),
                                     .flops = routine.flops(type_at(point), n)};
              }};
}

BlasRoutine::BlasRoutine(const Routine& routine, const measure::Point& point,
                         std::shared_ptr<blas::Libraries> libraries)
    : libraries_(std::move(libraries)),
      library_(measure::word_at(point, "library")),
      threads_(static_cast<int>(measure::number_at(point, "threads"))),
      cell_(measure::cell_key(routine.stem, point)) {
  request_.routine = blas::index_of(routine);
  request_.spec = problem_at(routine, point);
  for (const auto& [each, word] : caches) {
    if (measure::word_at(point, "caches") == word) request_.caches = each;
  }
}

void BlasRoutine::prepare(std::uint64_t seed) {
  request_.spec.seed = seed;
  request_.kind = blas::Request::Kind::prepare;
  last_ = libraries_->process_for_visit(library_, threads_, cell_).ask(request_);
}

void BlasRoutine::run(std::int64_t repetitions) {
  request_.kind = blas::Request::Kind::run;
  request_.repetitions = repetitions;
  last_ = libraries_->process(library_, threads_).ask(request_);
}

std::optional<measure::TimedRegion> BlasRoutine::timed_region(
    measure::TimedRegion /*whole*/) const {
  return last_.region;
}

std::optional<measure::CoreFacts> BlasRoutine::core_facts() const { return last_.core_facts; }

std::optional<int> BlasRoutine::process() const {
  return libraries_->process(library_, threads_).pid();
}

measure::Verdict BlasRoutine::verify() {
  request_.kind = blas::Request::Kind::check;
  last_ = libraries_->process(library_, threads_).ask(request_);
  return {.bytes = last_.bytes, .wrong = {}};
}

}  // namespace strobe::kernels
