// SPDX-License-Identifier: BSD-3-Clause
//
// A matrix product in a hand-written loop, without kernel, sampler and library process; the result
// of strobe-bench is compared with it. Arguments: the library and the orders. It prints cycles and
// seconds of a call at each order.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "base/clock.hpp"
#include "base/format.hpp"
#include "base/statistics.hpp"
#include "measure/core_watch.hpp"

namespace {

using Dgemm = void (*)(const char*, const char*, const std::int64_t*, const std::int64_t*,
                       const std::int64_t*, const double*, const double*, const std::int64_t*,
                       const double*, const std::int64_t*, const double*, double*,
                       const std::int64_t*, std::size_t, std::size_t);

/// The symbol in NumPy's wheels, whose integers have 64 bits.
constexpr const char* name = "scipy_dgemm_64_";
constexpr std::size_t samples = 400;
constexpr double sample_s = 100e-6;
/// How long it waits for samples without another process on the core.
constexpr auto patience = std::chrono::seconds(20);

/// A square matrix at the same page offset as in strobe-bench. malloc places it 16 bytes into a
/// cache line, where the library's code for small matrices takes up to 10 % longer.
class Matrix {
 public:
  Matrix(std::size_t elements, double value, std::size_t offset_bytes)
      : pages_(static_cast<std::byte*>(
            ::operator new(elements * sizeof(double) + offset_bytes, page))),
        elements_(reinterpret_cast<double*>(pages_.get() + offset_bytes)) {
    std::fill_n(elements_, elements, value);
  }
  [[nodiscard]] double* data() const { return elements_; }

 private:
  static constexpr std::align_val_t page{4096};
  struct Free {
    void operator()(std::byte* pages) const { ::operator delete(pages, page); }
  };
  std::unique_ptr<std::byte, Free> pages_;
  double* elements_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  void* library = dlopen(argv[1], RTLD_NOW);
  const auto dgemm = library == nullptr ? nullptr : reinterpret_cast<Dgemm>(dlsym(library, name));
  if (dgemm == nullptr) {
    strobe::base::print(stderr, "{} has no {}\n", argv[1], name);
    return 1;
  }
  const double clock_s = strobe::base::calibrate_clock().clock_s;
  for (int argument = 2; argument < argc; ++argument) {
    const std::int64_t n = std::atoll(argv[argument]);
    const auto size = static_cast<std::size_t>(n * n);
    const Matrix a(size, 0.25, 0);
    const Matrix b(size, 0.5, 128);
    const Matrix c(size, 0.0, 384);
    const double one = 1.0;
    const double zero = 0.0;
    const auto sample = [&](std::int64_t calls) {
      const auto begin = strobe::base::monotonic_now();
      for (std::int64_t i = 0; i < calls; ++i) {
        dgemm("N", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &n, &zero, c.data(), &n, 1, 1);
      }
      const auto elapsed = strobe::base::monotonic_now() - begin;
      return (strobe::base::to_seconds(elapsed) - clock_s) / static_cast<double>(calls);
    };
    sample(1);
    const auto calls = std::max<std::int64_t>(1, static_cast<std::int64_t>(sample_s / sample(1)));
    std::vector<double> time_s;
    std::vector<double> cycles;
    const auto deadline = strobe::base::monotonic_now() + patience;
    while (time_s.size() < samples && strobe::base::monotonic_now() < deadline) {
      const strobe::measure::CoreWatch watch(clock_s, strobe::measure::MeasuredThreads::one);
      const double taken_s = sample(calls);
      const strobe::measure::CoreFacts core = watch.end();
      if (core.disturbed) continue;
      time_s.push_back(taken_s);
      cycles.push_back(taken_s * core.hz);
    }
    if (time_s.empty()) {
      strobe::base::print(stderr, "another process used this core all the time\n");
      return 1;
    }
    strobe::base::print(stdout, "{},{},{}\n", n, strobe::base::median(cycles),
                        strobe::base::median(time_s));
  }
  return 0;
}
