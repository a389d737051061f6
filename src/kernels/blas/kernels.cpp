// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/kernels.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "kernels/blas/serve.hpp"
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

/// The number on an axis that only some routines have.
std::int64_t number_or(const measure::Point& point, std::string_view axis, std::int64_t otherwise) {
  return point.contains(axis) ? measure::number_at(point, axis) : otherwise;
}

/// The columns of every matrix must have room in `leading` elements.
void require_leading(const Routine& routine, const blas::ProblemSpec& spec) {
  if (spec.leading == 0) return;
  blas::ProblemSpec exact = spec;
  exact.leading = 0;
  std::int64_t rows = 0;
  for (const blas::Operand& operand : routine.operands) {
    if (operand.is_matrix()) rows = std::max(rows, blas::layout_of(operand, exact).rows);
  }
  if (spec.leading >= rows) return;
  throw Error(base::format("leading must be {} or more, or 0 for no padding, but it is {}", rows,
                           spec.leading));
}

void require_increments(const Routine& routine, const blas::ProblemSpec& spec) {
  for (const auto& [axis, increment] :
       {std::pair{"increment_x", spec.increment_x}, {"increment_y", spec.increment_y}}) {
    if (increment == 0 || (increment < 0 && routine.has_positive_increments_only)) {
      throw Error(base::format("{} must be 1 or more{}, but it is {}", axis,
                               routine.has_positive_increments_only ? "" : ", or -1 or less",
                               increment));
    }
  }
}

blas::ProblemSpec problem_at(const Routine& routine, const measure::Point& point) {
  blas::ProblemSpec spec{.type = type_at(point),
                         .n = measure::number_at(point, "n"),
                         .m = number_or(point, "m", 0),
                         .k = number_or(point, "k", 0),
                         .leading = number_or(point, "leading", 0),
                         .increment_x = number_or(point, "increment_x", 1),
                         .increment_y = number_or(point, "increment_y", 1),
                         .batch = number_or(point, "batch", 1),
                         .offset_bytes = measure::number_at(point, "offset_bytes")};
  if (!routine.transpositions.empty()) {
    spec.transposition = at(point, "form", routine.transpositions, blas::transposition_name);
  }
  if (routine.has_uplo) spec.uplo = at(point, "uplo", blas::uplos, blas::uplo_name);
  if (routine.has_side) spec.side = at(point, "side", blas::sides, blas::side_name);
  if (routine.has_diag) spec.diag = at(point, "diag", blas::diags, blas::diag_name);
  if (!routine.alphas.empty()) spec.alpha = at(point, "alpha", routine.alphas, blas::scalar_name);
  if (!routine.betas.empty()) spec.beta = at(point, "beta", routine.betas, blas::scalar_name);
  return spec;
}

constexpr std::int64_t vector_elements_max = std::int64_t{1} << 30;
constexpr std::int64_t order_max = 46340;
constexpr std::int64_t increment_max = 4096;

/// An axis of words.
template <class Each, class Values>
measure::AxisInfo words(std::string name, const Values& values, std::string_view (*name_of)(Each)) {
  measure::AxisInfo axis{.name = std::move(name), .choices = {}};
  for (const Each each : values) axis.choices.emplace_back(name_of(each));
  return axis;
}

/// The axes of the arguments that a routine has in addition to its type and n.
void add_arguments(const Routine& routine, std::vector<measure::AxisInfo>& axes) {
  if (routine.has_m) axes.push_back({.name = "m", .choices = {}, .maximum = order_max});
  if (routine.has_k) axes.push_back({.name = "k", .choices = {}, .maximum = order_max});
  if (!routine.transpositions.empty()) {
    axes.push_back(words("form", routine.transpositions, blas::transposition_name));
  }
  if (routine.has_uplo) axes.push_back(words("uplo", blas::uplos, blas::uplo_name));
  if (routine.has_side) axes.push_back(words("side", blas::sides, blas::side_name));
  if (routine.has_diag) axes.push_back(words("diag", blas::diags, blas::diag_name));
  if (!routine.alphas.empty()) axes.push_back(words("alpha", routine.alphas, blas::scalar_name));
  if (!routine.betas.empty()) axes.push_back(words("beta", routine.betas, blas::scalar_name));
  for (const auto& [name, operand] :
       {std::pair{"increment_x", blas::OperandName::x}, {"increment_y", blas::OperandName::y}}) {
    if (!routine.has_vector(operand)) continue;
    axes.push_back({.name = name,
                    .choices = {},
                    .default_value = 1,
                    .minimum = routine.has_positive_increments_only ? 1 : -increment_max,
                    .maximum = increment_max});
  }
  if (routine.has_batch()) {
    axes.push_back({.name = "batch",
                    .choices = {},
                    .default_value = 1,
                    .minimum = 1,
                    .maximum = std::int64_t{1} << 20});
  }
}

constexpr std::array<std::pair<blas::Caches, const char*>, 2> caches{
    {{blas::Caches::warm, "warm"}, {blas::Caches::flushed, "flushed"}}};

}  // namespace

measure::KernelInfo blas_info(const Routine& routine) {
  std::vector<measure::AxisInfo> axes{
      {.name = "library", .choices = {}, .kind = measure::AxisKind::library}};
  axes.push_back(words("type", blas::types, blas::type_name));
  const bool has_matrix = routine.has_matrix();
  axes.push_back({.name = "n",
                  .choices = {},
                  .default_value = has_matrix ? 256 : 1024,
                  .minimum = 1,
                  .maximum = has_matrix ? order_max : vector_elements_max});
  add_arguments(routine, axes);
  if (has_matrix) axes.push_back({.name = "leading", .choices = {}, .maximum = 1 << 20});
  axes.push_back(
      {.name = "offset_bytes", .choices = {}, .maximum = std::int64_t{1} << 20, .multiple = 16});
  measure::AxisInfo cold{.name = "caches", .choices = {}};
  for (const auto& [each, word] : caches) cold.choices.emplace_back(word);
  axes.push_back(std::move(cold));
  axes.push_back({.name = "threads",
                  .choices = {},
                  .default_value = 1,
                  .minimum = 1,
                  .maximum = 4096,
                  .kind = measure::AxisKind::thread_count});
  return {
      .name = routine.kernel(),
      .title = std::string(routine.title),
      .family = measure::Family::blas,
      .axes = std::move(axes),
      .axis = "n",
      .time = routine.has_batch() ? "one call, or as many as the batch has problems" : "one call",
      .source = routine.package == blas::Package::blas
                    ? "BLASBench, section 1"
                    : "LAPACK Users' Guide, third edition; BLASBench, section 1",
      .members =
          [&routine](const measure::Point& point, const measure::Machine& machine) {
            const blas::ProblemSpec spec = problem_at(routine, point);
            require_leading(routine, spec);
            require_increments(routine, spec);
            memory::require_memory(static_cast<std::size_t>(routine.footprint_bytes(spec)),
                                   memory::Pages::usual);
            return measure::only_first(point, machine);
          },
      .timing = measure::Timing::initiator,
      .work =
          [&routine](const measure::Point& point) {
            const blas::ProblemSpec spec = problem_at(routine, point);
            return measure::Work{
                .bytes = routine.referenced_bytes(spec),
                .flops = routine.flops(spec),
                .operands_bytes = static_cast<double>(routine.footprint_bytes(spec))};
          }};
}

void require_routine(const Routine& routine, const measure::Point& point,
                     blas::Libraries& libraries) {
  const std::string& library = measure::word_at(point, "library");
  if (libraries.named(library).path == blas::reference_path &&
      measure::number_at(point, "threads") > 1) {
    throw Error(base::format("the {} loops run on one thread: choose threads=1", library));
  }
  if (libraries.has_routine(library, routine, type_at(point))) return;
  throw Error(base::format("{} does not have the routine {}: choose a library that has it", library,
                           routine.name(type_at(point))));
}

BlasRoutine::BlasRoutine(const Routine& routine, const measure::Point& point,
                         std::shared_ptr<blas::Libraries> libraries)
    : libraries_(std::move(libraries)),
      library_(measure::word_at(point, "library")),
      threads_(static_cast<int>(measure::number_at(point, "threads"))),
      cell_(measure::cell_key(routine.kernel(), point)) {
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
