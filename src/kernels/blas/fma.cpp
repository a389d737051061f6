// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/fma.hpp"

#include <type_traits>
#include <utility>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/memory/instruction_sets.hpp"
#include "kernels/memory/isa.hpp"
#include "measure/members.hpp"

namespace strobe::kernels {
namespace fma {
namespace {

/// Each step adds the product of these, which is exact in every precision.
constexpr double factor = 0.5;
constexpr double other = 0.25;

/// In a pass each sum is added to so often, so that what a pass itself costs is nothing beside it.
constexpr int rounds = 64;

template <class T, std::size_t bytes>
struct Wide {
  using type [[gnu::vector_size(bytes)]] = T;
};

/// A register that is one element where `bytes` is 0.
template <class T, std::size_t bytes>
using Register = typename std::conditional_t<bytes == 0, std::type_identity<T>,
                                             Wide<T, bytes == 0 ? 16 : bytes>>::type;

template <class R, class T>
constexpr int lanes = static_cast<int>(sizeof(R) / sizeof(T));

/// sum += a b, in one instruction where the processor has one, and not left out by a compiler that
/// sees through it.
template <class T, class R>
[[gnu::always_inline]] inline void step(R& sum, const R& a, const R& b) {
#if defined(__x86_64__)
  if constexpr (sizeof(R) > 16) {
    if constexpr (std::is_same_v<T, double>) {
      asm("vfmadd231pd %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
    } else {
      asm("vfmadd231ps %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
    }
    return;
  }
#elif defined(__aarch64__)
  if constexpr (sizeof(R) == 16) {
    if constexpr (std::is_same_v<T, double>) {
      asm("fmla %0.2d, %1.2d, %2.2d" : "+w"(sum) : "w"(a), "w"(b));
    } else {
      asm("fmla %0.4s, %1.4s, %2.4s" : "+w"(sum) : "w"(a), "w"(b));
    }
    return;
  }
#endif
  R product = a;
#if defined(__x86_64__)
  asm("" : "+x"(product));
  product *= b;
  sum += product;
  asm("" : "+x"(sum));
#elif defined(__aarch64__)
  asm("" : "+w"(product));
  product *= b;
  sum += product;
  asm("" : "+w"(sum));
#else
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

/// Adds to every sum in turn, so that none waits for the one before it. They are variables of their
/// own: compilers keep an array of them in memory.
template <class T, class R, class... Sum>
[[gnu::always_inline]] inline double add_up(std::int64_t passes, Sum... sum) {
  const R a = R{} + static_cast<T>(factor);
  const R b = R{} + static_cast<T>(other);
  base::repeat(passes, [&] {
#pragma GCC unroll 4
    for (int round = 0; round < rounds; ++round) (step<T>(sum, a, b), ...);
  });
  return (total<T>(sum) + ...);
}

template <class T, std::size_t register_bytes, int... i>
[[gnu::always_inline]] inline Done loop(std::int64_t passes, std::integer_sequence<int, i...>) {
  using R = Register<T, register_bytes>;
  return {.sum = add_up<T, R>(passes, (static_cast<void>(i), R{})...),
          .steps = static_cast<std::int64_t>(sizeof...(i)) * rounds * lanes<R, T> * passes};
}

/// An instruction takes 4 cycles and two begin in each; 16 registers hold no more.
using Twelve = std::make_integer_sequence<int, 12>;

template <class T>
Done generic(std::int64_t passes) {
  return loop<T, 0>(passes, Twelve());
}

#if defined(__x86_64__) || defined(__aarch64__)
template <class T>
Done wide16(std::int64_t passes) {
  return loop<T, 16>(passes, Twelve());
}
#endif
#if defined(__x86_64__)
template <class T>
[[STROBE_TARGET_AVX2]] Done avx2(std::int64_t passes) {
  return loop<T, 32>(passes, Twelve());
}
template <class T>
[[STROBE_TARGET_AVX512]] Done avx512(std::int64_t passes) {
  return loop<T, 64>(passes, Twelve());
}
#endif

template <class T>
Loop loop_for(Isa isa) {
  switch (isa) {
#if defined(__x86_64__)
    case Isa::avx512:
      return avx512<T>;
    case Isa::avx2:
      return avx2<T>;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
    case Isa::sse2:
    case Isa::neon:
      return wide16<T>;
#endif
    default:
      return generic<T>;
  }
}

Loop loop_at(const measure::Point& point) {
  const Isa isa = isa_at(point);
  return measure::word_at(point, "type") == "double" ? loop_for<double>(isa) : loop_for<float>(isa);
}

}  // namespace
}  // namespace fma

measure::KernelInfo fma_info() {
  return {.name = "fma",
          .title = "Multiplications with additions, in registers",
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
                const auto steps = static_cast<double>(fma::loop_at(point)(1).steps);
                return measure::Work{.flops = 2.0 * steps};
              }};
}

Fma::Fma(const measure::Point& point) : loop_(fma::loop_at(point)) {}

void Fma::prepare(std::uint64_t /*seed*/) {}

void Fma::run(std::int64_t repetitions) { (void)loop_(repetitions); }

measure::Verdict Fma::verify() {
  const fma::Done done = loop_(1);
  const double wanted = static_cast<double>(done.steps) * fma::factor * fma::other;
  measure::Verdict verdict{.bytes = static_cast<std::int64_t>(sizeof done.sum), .wrong = {}};
  if (done.sum != wanted) {
    verdict.wrong = base::format("the sums add up to {} and should to {}", done.sum, wanted);
  }
  return verdict;
}

}  // namespace strobe::kernels
