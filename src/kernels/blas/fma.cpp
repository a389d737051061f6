// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/fma.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/format.hpp"
#include "base/instruction_sets.hpp"
#include "base/opaque.hpp"
#include "kernels/memory/isa.hpp"
#include "measure/members.hpp"

namespace strobe::kernels {
namespace fma {
namespace {

/// Each step adds the product of these, which is exact in every precision.
constexpr double factor = 0.5;
constexpr double other = 0.25;

/// Steps per sum in one pass, so many that the cost of a pass itself is negligible.
constexpr int rounds = 128;

template <class T, std::size_t bytes>
struct VectorRegister {
  using type [[gnu::vector_size(bytes)]] = T;
};

/// A register; a single element if `bytes` is 0.
template <class T, std::size_t bytes>
using Register = typename std::conditional_t<bytes == 0, std::type_identity<T>,
                                             VectorRegister<T, bytes == 0 ? 16 : bytes>>::type;

template <class R, class T>
constexpr int lanes = static_cast<int>(sizeof(R) / sizeof(T));

/// sum += a b, in one instruction if the processor has one, and such that the compiler cannot
/// remove it.
template <class T, class R>
[[gnu::always_inline]] inline void step(R& sum, const R& a, const R& b) {
#if defined(__x86_64__)
  if constexpr (sizeof(R) > 16) {
#if defined(__clang__)
    // Clang refuses wide registers in the assembly of a function for the baseline processor.
    sum = __builtin_elementwise_fma(a, b, sum);
#else
    if constexpr (std::is_same_v<T, double>) {
      asm("vfmadd231pd %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
    } else {
      asm("vfmadd231ps %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
    }
#endif
  } else {
    R product = a;
    asm("" : "+x"(product));
    product *= b;
    sum += product;
    asm("" : "+x"(sum));
  }
#elif defined(__aarch64__)
  if constexpr (sizeof(R) == 16) {
    if constexpr (std::is_same_v<T, double>) {
      asm("fmla %0.2d, %1.2d, %2.2d" : "+w"(sum) : "w"(a), "w"(b));
    } else {
      asm("fmla %0.4s, %1.4s, %2.4s" : "+w"(sum) : "w"(a), "w"(b));
    }
  } else {
    R product = a;
    asm("" : "+w"(product));
    product *= b;
    sum += product;
    asm("" : "+w"(sum));
  }
#else
  R product = a;
  base::opaque(product);
  product *= b;
  sum += product;
#endif
}

template <class T, class R>
double total(const R& sum) {
  if constexpr (std::is_same_v<T, R>) {
    return static_cast<double>(sum);
  } else {
    double all = 0.0;
    for (int lane = 0; lane < lanes<R, T>; ++lane) all += static_cast<double>(sum[lane]);
    return all;
  }
}

/// Adds to every sum in turn, so that none waits for the one before it. The sums are separate
/// variables, because compilers keep an array of them in memory.
template <class T, class R, class... Sum>
[[gnu::always_inline]] inline double add_up(std::int64_t passes, Sum... sum) {
  const R a = R{} + static_cast<T>(factor);
  const R b = R{} + static_cast<T>(other);
  // base::repeat would be a function of its own, for the baseline processor.
  for (std::int64_t pass = 0; pass < passes; ++pass) {
#pragma GCC unroll 4
    for (int round = 0; round < rounds; ++round) (step<T>(sum, a, b), ...);
    base::opaque(pass);
  }
  return (total<T>(sum) + ...);
}

template <class T, std::size_t register_bytes, int... i>
[[gnu::always_inline]] inline double loop(std::int64_t passes, std::integer_sequence<int, i...>) {
  using R = Register<T, register_bytes>;
  return add_up<T, R>(passes, (static_cast<void>(i), R{})...);
}

/// On x86 an instruction takes 4 cycles and two can start in each, so 8 sums would be only just
/// enough; 16 registers hold 14 sums and the two factors. On Arm up to four can start in each
/// cycle, and there are 32 registers.
constexpr int sums_of(Isa isa) { return isa == Isa::neon ? 28 : 14; }

template <Isa isa>
using Sums = std::make_integer_sequence<int, sums_of(isa)>;

template <class T>
double generic(std::int64_t passes) {
  return loop<T, 0>(passes, Sums<Isa::generic>());
}

#if defined(__aarch64__)
template <class T>
double neon(std::int64_t passes) {
  return loop<T, 16>(passes, Sums<Isa::neon>());
}
#elif defined(__x86_64__)
template <class T>
double sse2(std::int64_t passes) {
  return loop<T, 16>(passes, Sums<Isa::sse2>());
}
template <class T>
[[STROBE_TARGET_AVX2]] double avx2(std::int64_t passes) {
  return loop<T, 32>(passes, Sums<Isa::avx2>());
}
template <class T>
[[STROBE_TARGET_AVX512]] double avx512(std::int64_t passes) {
  return loop<T, 64>(passes, Sums<Isa::avx512>());
}
#endif

template <class T>
Loop loop_for(Isa isa) {
  switch (isa) {
#if defined(__aarch64__)
    case Isa::neon:
      return neon<T>;
#elif defined(__x86_64__)
    case Isa::avx512:
      return avx512<T>;
    case Isa::avx2:
      return avx2<T>;
    case Isa::sse2:
      return sse2<T>;
#endif
    default:
      return generic<T>;
  }
}

bool is_double(const measure::Point& point) { return measure::word_at(point, "type") == "double"; }

Loop loop_at(const measure::Point& point) {
  const Isa isa = isa_at(point);
  return is_double(point) ? loop_for<double>(isa) : loop_for<float>(isa);
}

std::size_t register_bytes_of(Isa isa) {
  switch (isa) {
    case Isa::avx512:
      return 64;
    case Isa::avx2:
      return 32;
    case Isa::sse2:
    case Isa::neon:
      return 16;
    case Isa::generic:
      break;
  }
  return 0;
}

/// Multiply-adds of a pass, also for instruction sets that this processor does not have.
std::int64_t steps_at(const measure::Point& point) {
  const std::size_t element_bytes = is_double(point) ? sizeof(double) : sizeof(float);
  const std::size_t lanes_at =
      std::max<std::size_t>(register_bytes_of(isa_named(point)) / element_bytes, 1);
  return std::int64_t{sums_of(isa_named(point))} * rounds * static_cast<std::int64_t>(lanes_at);
}

}  // namespace
}  // namespace fma

measure::KernelInfo fma_info() {
  return {.name = "fma",
          .title = "Multiply-adds in registers",
          .family = measure::Family::blas,
          .axes = {isa_axis(), {.name = "type", .choices = {"double", "float"}}},
          .axis = "",
          .time = "one pass over the registers",
          .source = "BLASBench, section 1.2",
          .members =
              [](const measure::Point& point, const measure::Machine& machine) {
                (void)isa_at(point);
                return measure::only_first(point, machine);
              },
          .timing = measure::Timing::initiator,
          .work =
              [](const measure::Point& point) {
                return measure::Work{.flops = 2.0 * static_cast<double>(fma::steps_at(point))};
              }};
}

Fma::Fma(const measure::Point& point) : loop_(fma::loop_at(point)), steps_(fma::steps_at(point)) {}

void Fma::prepare(std::uint64_t /*seed*/) {}

void Fma::run(std::int64_t repetitions) { (void)loop_(repetitions); }

measure::Verdict Fma::verify() {
  const double sum = loop_(1);
  const double wanted = static_cast<double>(steps_) * fma::factor * fma::other;
  measure::Verdict verdict{.bytes = static_cast<std::int64_t>(sizeof sum), .wrong = {}};
  if (sum != wanted) {
    verdict.wrong = base::format("the total of the sums is {} and should be {}", sum, wanted);
  }
  return verdict;
}

}  // namespace strobe::kernels
