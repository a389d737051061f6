// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/stream.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/format.hpp"
#include "kernels/memory/loop_axes.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace memory {

template <class T>
std::string check_stream_array(char name, std::span<const T> array, T expected) {
  constexpr double tolerance = sizeof(T) == 4 ? 1e-6 : 1e-13;
  const double whole = expected == T{0} ? 1.0 : std::abs(static_cast<double>(expected));
  const auto error = [expected, whole](T value) {
    return std::abs(static_cast<double>(value) - static_cast<double>(expected)) / whole;
  };
  double sum = 0.0;
  for (const T value : array) sum += error(value);
  const double average = sum / static_cast<double>(array.size());
  // A comparison with something that is not a number must fail.
  if (average <= tolerance) return {};
  const auto wrong =
      std::ranges::find_if(array, [&](T value) { return !(error(value) <= tolerance); });
  const auto count =
      std::ranges::count_if(array, [&](T value) { return !(error(value) <= tolerance); });
  if (wrong == array.end()) {
    return base::format("the average relative error of array {} is {} and may be {}", name, average,
                        tolerance);
  }
  return base::format("element {} of array {} is {} and should be {}; {} of its {} elements differ",
                      wrong - array.begin(), name, static_cast<double>(*wrong),
                      static_cast<double>(expected), count, array.size());
}

template std::string check_stream_array(char, std::span<const double>, double);
template std::string check_stream_array(char, std::span<const float>, float);

}  // namespace memory

namespace {

using memory::AccessPattern;
using memory::ElementType;

struct Function {
  const char* word;
  AccessPattern pattern;
};

/// In the order of StreamFunction.
constexpr std::array<Function, memory::stream_functions> functions{
    {{"copy", AccessPattern::copy},
     {"scale", AccessPattern::scale},
     {"add", AccessPattern::add},
     {"triad", AccessPattern::triad}}};
constexpr int arrays = 3;
constexpr double q = 3.0;
constexpr ElementType types[] = {ElementType::float64, ElementType::float32};
/// Ten million doubles in each array, as in STREAM.
constexpr std::int64_t default_bytes = arrays * std::int64_t{80'000'000};

int function_at(const measure::Point& point) {
  const std::string& word = measure::word_at(point, "function");
  const auto* const found =
      std::ranges::find_if(functions, [&](const Function& each) { return word == each.word; });
  if (found == functions.end()) throw Error("unknown function: " + word);
  return static_cast<int>(found - functions.begin());
}

/// A third of the working set, in whole granules of the loop.
std::size_t array_bytes(const measure::Point& point) {
  const std::size_t granule = memory::granule_bytes(memory::code_at(point));
  const std::size_t share = memory::bytes_at(point, "working_set_bytes") / arrays;
  return std::max(share / granule * granule, memory::coarse_granule_bytes);
}

std::vector<measure::AxisInfo> stream_axes() {
  measure::AxisInfo function{.name = "function", .choices = {}};
  for (const Function& each : functions) function.choices.emplace_back(each.word);
  std::vector<measure::AxisInfo> all = {std::move(function)};
  std::ranges::move(memory::loop_axes(memory::codes_of(AccessPattern::triad), types),
                    std::back_inserter(all));
  all.push_back(memory::pad_axis());
  std::ranges::move(measure::concurrent_axes(), std::back_inserter(all));
  all.push_back({.name = "working_set_bytes",
                 .choices = {},
                 .default_value = default_bytes,
                 .minimum = arrays * static_cast<std::int64_t>(memory::coarse_granule_bytes),
                 .is_size = true});
  return all;
}

}  // namespace

measure::KernelInfo stream_info() {
  return {
      .name = "stream",
      .title = "STREAM",
      .family = measure::Family::memory,
      .axes = stream_axes(),
      .axis = "working_set_bytes",
      .time = "one pass of the function over its arrays, by all processes at the same time",
      .source = "STREAM 5.10; McCalpin 1995",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            (void)memory::loop_at(AccessPattern::triad, point);
            memory::require_memory(arrays * array_bytes(point) * memory::bytes_at(point, "ranks"),
                                   memory::pages_at(point));
            return measure::concurrent_ranks(point, machine);
          },
      .timing = measure::Timing::completion,
      .work =
          [](const measure::Point& point) {
            const Function& function = functions[static_cast<std::size_t>(function_at(point))];
            const auto moved =
                static_cast<double>(array_bytes(point)) * memory::transfers_of(function.pattern);
            return measure::Work{.bytes = moved *
                                          static_cast<double>(measure::number_at(point, "ranks"))};
          }};
}

Stream::Stream(const measure::Point& point)
    : measured_(function_at(point)),
      element_(memory::element_at(point)),
      vectors_(arrays, array_bytes(point), memory::bytes_at(point, "offset_bytes"),
               memory::bytes_at(point, "pad_bytes"), memory::pages_at(point)) {
  struct Operands {
    Array to, from, third;
  };
  constexpr std::array<Operands, memory::stream_functions> operands{
      {{c, a, a}, {b, c, c}, {c, a, b}, {a, b, c}}};
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const Operands& own = operands[i];
    memory::require_aligned_stores(memory::code_at(point), array(own.to).data());
    loops_[i] = memory::loop_at(functions[i].pattern, point);
    streams_[i] = {.to = array(own.to).data(),
                   .from = array(own.from).data(),
                   .third = array(own.third).data(),
                   .bytes = array(own.to).size(),
                   .value = q};
  }
}

void Stream::prepare(std::uint64_t /*seed*/) {
  begin();
  for (int function = 0; function < measured_; ++function) do_function(function, 1);
}

/// STREAM's initial values; it has doubled `a` before its first iteration.
void Stream::begin() {
  iteration_ = 0;
  expected_ = {2.0, 2.0, 0.0};
  memory::with_element(element_, [this]<class T>(T) {
    for (const Array which : {a, b, c}) {
      std::fill_n(reinterpret_cast<T*>(array(which).data()), array(which).size() / sizeof(T),
                  static_cast<T>(expected_[which]));
    }
  });
}

void Stream::run(std::int64_t repetitions) { do_function(measured_, repetitions); }

void Stream::after_run() {
  for (int function = measured_ + 1; function < memory::stream_functions; ++function) {
    do_function(function, 1);
  }
  if (++iteration_ == memory::stream_iterations) begin();
  for (int function = 0; function < measured_; ++function) do_function(function, 1);
}

void Stream::do_function(int function, std::int64_t repetitions) {
  const auto index = static_cast<std::size_t>(function);
  loops_[index](streams_[index], repetitions);
  // The same operation on one element, in the arithmetic of the elements.
  memory::with_element(element_, [&]<class T>(T) {
    const auto rounded = [](double value) { return static_cast<double>(static_cast<T>(value)); };
    switch (static_cast<memory::StreamFunction>(function)) {
      case memory::StreamFunction::copy:
        expected_[c] = expected_[a];
        break;
      case memory::StreamFunction::scale:
        expected_[b] = rounded(q * expected_[c]);
        break;
      case memory::StreamFunction::add:
        expected_[c] = rounded(expected_[a] + expected_[b]);
        break;
      case memory::StreamFunction::triad:
        expected_[a] = rounded(expected_[b] + rounded(q * expected_[c]));
        break;
    }
  });
}

measure::Verdict Stream::verify() {
  measure::Verdict verdict{.bytes = 0, .wrong = {}};
  const auto check = [&]<class T>(T) {
    for (const Array which : {a, b, c}) {
      const std::span<const T> elements(reinterpret_cast<const T*>(array(which).data()),
                                        array(which).size() / sizeof(T));
      verdict.bytes += static_cast<std::int64_t>(array(which).size());
      if (verdict.wrong.empty()) {
        verdict.wrong =
            memory::check_stream_array<T>("abc"[which], elements, static_cast<T>(expected_[which]));
      }
    }
  };
  if (element_ == ElementType::float32) {
    check(float{});
  } else {
    check(double{});
  }
  return verdict;
}

}  // namespace strobe::kernels
