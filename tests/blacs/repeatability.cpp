// SPDX-License-Identifier: BSD-3-Clause
//
// Sums that depend on their order: a repeatable combine gives the same bits again, however late a
// process comes, and a coherent one gives all processes the same bits.

#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>

#include "base/format.hpp"
#include "combine_call.hpp"
#include "groups.hpp"
#include "scope_layers.hpp"

namespace strobe::blacs_test {

namespace {

using base::Random;

constexpr int repetitions = 10;

/// Of very different sizes, so that every order of addition rounds otherwise.
template <class T>
T inexact(Random& random) {
  const auto real = [&] {
    return std::ldexp(2 * random.uniform() - 1, static_cast<int>(random.next() % 20) - 10);
  };
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(real());
  } else {
    using R = typename T::value_type;
    const R re = static_cast<R>(real());
    return {re, static_cast<R>(real())};
  }
}

template <class T>
struct Exact {
  using Wide =
      std::conditional_t<std::is_floating_point_v<T>, long double, std::complex<long double>>;
  Wide sum{};
  long double of_magnitudes = 0;

  void add(const T& value) {
    if constexpr (std::is_floating_point_v<T>) {
      sum += value;
    } else {
      sum += Wide(value.real(), value.imag());
    }
    of_magnitudes += std::abs(value);
  }
  bool is_near(const T& value, int terms) const {
    Exact difference;
    difference.sum = sum;
    difference.add(-value);
    const long double unit = std::numeric_limits<decltype(std::abs(T()))>::epsilon();
    return std::abs(difference.sum) <= terms * unit * of_magnitudes;
  }
};

template <class T>
void sum_again(Run& run, const Grid& grid, ScopeLayers& layers, CombineCase c, Random common) {
  const Scope scope = grid.scope(c.scope);
  set_flags(c, grid, common);
  c.seed = common.next();
  const std::uint64_t seed = common.next() + 0x1000000 * scope.number();
  Random own(seed + static_cast<std::uint64_t>(grid.position()));
  const std::string remark = c.remark;
  const bool has_result = c.destination < 0 || c.destination == scope.me;

  std::vector<T> results;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    c.remark = base::format("{}, repetition {}", remark, repetition);
    Combine<T> mine(c, grid, own);
    std::vector<Exact<T>> exact;
    Random values(seed);
    mine.a().shape().each([&](Int i, Int j) {
      exact.emplace_back();
      for (int p = 0; p < scope.size; ++p) {
        const T value = inexact<T>(values);
        exact.back().add(value);
        if (p == scope.me) {
          mine.a().put(i, j, value);
        }
      }
    });
    if (below(own, 8) == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(below(own, 300)));
    }
    mine.call(run);
    mine.a().expect_anything();
    run.check(mine.a());
    std::size_t k = 0;
    mine.a().shape().each([&](Int i, Int j) {
      const T value = mine.a().at(i, j);
      run.expect(!has_result || exact[k].is_near(value, scope.size),
                 base::format("element ({}, {}): the sum {} is not near", i, j, shown(value)));
      results.push_back(value);
      ++k;
    });
  }

  const std::size_t each = results.size() / repetitions;
  for (std::size_t k = each; c.is_repeatable && has_result && k < results.size(); ++k) {
    if (std::memcmp(&results[k], &results[k % each], sizeof(T)) != 0) {
      run.fail(base::format("repetition {} gave {}, the first gave {}", k / each, shown(results[k]),
                            shown(results[k % each])));
      break;
    }
  }
  if (c.is_coherent && c.destination < 0) {
    const std::vector<T> all = layers.gather(scope, results);
    for (std::size_t k = 0; k < results.size(); ++k) {
      if (std::memcmp(&results[k], &all[k], sizeof(T)) != 0) {
        run.fail(base::format("this process has {}, the first of the scope has {}",
                              shown(results[k]), shown(all[k])));
        break;
      }
    }
  }
}

}  // namespace

template <class T>
void test_repeatability(Run& run, const Grid& grid) {
  if constexpr (!std::is_same_v<T, Int>) {
    if (!run.open(base::format("repeatable {}", combine_name<T>(Operation::sum)), &grid)) {
      return;
    }
    ScopeLayers layers(grid);
    for (const char scope : {'r', 'c', 'a'}) {
      for (const std::string& topology : topologies()) {
        for (const int flags : {1, 2, 3}) {
          if (!run.next() || !grid.is_inside) {
            continue;
          }
          Random common = run.random();
          CombineCase c{Operation::sum, scope, topology, -1, 3, 2};
          // Coherence is something for all alone.
          if (flags == 1 && below(common, 2) == 0) {
            c.destination = below(common, grid.scope(scope).size);
          }
          c.is_repeatable = (flags & 1) != 0;
          c.is_coherent = (flags & 2) != 0;
          sum_again<T>(run, grid, layers, c, common);
        }
      }
    }
    run.close();
  }
}

STROBE_INSTANTIATE(test_repeatability);

}  // namespace strobe::blacs_test
