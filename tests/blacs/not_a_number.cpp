// SPDX-License-Identifier: BSD-3-Clause
//
// Combines with NaNs among the contributions: a sum with one is one; a maximum or minimum is
// something that a process contributed, the one that RA and CA name; and all processes are left
// with the same.

#include <cmath>
#include <cstring>
#include <limits>

#include "base/format.hpp"
#include "combine_call.hpp"
#include "groups.hpp"
#include "scope_layers.hpp"

namespace strobe::blacs_test {

namespace {

using base::Random;

template <class R>
bool is_nan(const R& value) {
  return std::isnan(value);
}
template <class R>
bool is_nan(const std::complex<R>& value) {
  return std::isnan(value.real()) || std::isnan(value.imag());
}

/// The same bits, or NaNs of any bits: IEEE 754 leaves open which of several a sum keeps.
template <class R>
bool are_alike(const R& a, const R& b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof(R)) == 0;
}
template <class R>
bool are_alike(const std::complex<R>& a, const std::complex<R>& b) {
  return are_alike(a.real(), b.real()) && are_alike(a.imag(), b.imag());
}

template <class T>
T with_nans(std::uint64_t seed, int position, int size, std::size_t k) {
  T value = contribution<T>(Values::ties, seed, position, size, k);
  Random random(seed + 31 * k + 1009 * static_cast<std::uint64_t>(position));
  const int kind = below(random, 6);
  if constexpr (std::is_floating_point_v<T>) {
    if (kind == 0) {
      value = std::numeric_limits<T>::quiet_NaN();
    }
  } else {
    using R = typename T::value_type;
    constexpr R nan = std::numeric_limits<R>::quiet_NaN();
    if (kind < 2) {
      value = kind == 0 ? T(nan, value.imag()) : T(value.real(), nan);
    }
  }
  return value;
}

template <class T>
class NanCase {
 public:
  NanCase(Run& run, const Grid& grid, const CombineCase& c, std::uint64_t seed)
      : run_(run),
        case_(c),
        scope_(grid.scope(c.scope)),
        seed_(seed),
        own_(seed + static_cast<std::uint64_t>(grid.position())),
        mine_(case_, grid, own_) {
    std::size_t k = 0;
    mine_.a().shape().each([&](Int i, Int j) { mine_.a().put(i, j, contributed(scope_.me, k++)); });
  }

  void test(ScopeLayers& layers) {
    mine_.call(run_);
    mine_.a().expect_anything();
    run_.check(mine_.a());
    if (case_.destination < 0 || case_.destination == scope_.me) {
      check_elements();
    }
    if (case_.destination < 0) {
      compare(layers, mine_.a(), [](const T& a, const T& b) { return are_alike(a, b); });
      if (case_.with_locations) {
        const auto same = [](Int a, Int b) { return a == b; };
        compare(layers, mine_.rows(), same);
        compare(layers, mine_.columns(), same);
      }
    }
  }

 private:
  T contributed(int position, std::size_t k) const {
    return with_nans<T>(seed_, position, scope_.size, k);
  }

  void check_elements() {
    std::size_t k = 0;
    mine_.a().shape().each([&](Int i, Int j) {
      bool is_any_nan = false;
      bool is_contribution = false;
      bool is_where_said = !case_.with_locations;
      const T value = mine_.a().at(i, j);
      for (int p = 0; p < scope_.size; ++p) {
        const T theirs = contributed(p, k);
        const bool is_this = are_alike(value, theirs);
        is_any_nan = is_any_nan || is_nan(theirs);
        is_contribution = is_contribution || is_this;
        if (case_.with_locations &&
            scope_.at(p) == std::pair{mine_.rows().at(i, j), mine_.columns().at(i, j)}) {
          is_where_said = is_this;
        }
      }
      ++k;
      const std::string found = base::format("element ({}, {}): {} ", i, j, shown(value));
      if (case_.operation == Operation::sum) {
        run_.expect(is_nan(value) == is_any_nan,
                    found + "is NaN though nothing is, or the reverse");
      } else {
        run_.expect(is_contribution, found + "was contributed by no process");
        run_.expect(is_where_said, found + "does not come from the process that RA and CA name");
      }
    });
  }

  template <class U, class Same>
  void compare(ScopeLayers& layers, const GuardedMatrix<U>& matrix, Same same) {
    std::vector<U> values;
    matrix.shape().each([&](Int i, Int j) { values.push_back(matrix.at(i, j)); });
    const std::vector<U> all = layers.gather(scope_, values);
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (!same(values[k], all[k])) {
        run_.fail(base::format("element {} is {} here and {} on the first process of the scope", k,
                               shown(values[k]), shown(all[k])));
        return;
      }
    }
  }

  Run& run_;
  CombineCase case_;
  Scope scope_;
  std::uint64_t seed_;
  Random own_;
  Combine<T> mine_;
};

}  // namespace

template <class T>
void test_not_a_number(Run& run, const Grid& grid) {
  if constexpr (!std::is_same_v<T, Int>) {
    for (const Operation operation :
         {Operation::sum, Operation::absolute_maximum, Operation::absolute_minimum}) {
      if (!run.open(base::format("NaN {}", combine_name<T>(operation)), &grid)) {
        continue;
      }
      ScopeLayers layers(grid);
      for (const char scope : {'r', 'c', 'a'}) {
        for (const std::string& topology : topologies()) {
          for (const bool is_for_all : {true, false}) {
            // Where every process compares for itself, the reference leaves different answers.
            const bool is_fault = run.options().reference && operation != Operation::sum &&
                                  is_for_all && (topology == "h" || topology == " ");
            if (is_fault || !run.next() || !grid.is_inside) {
              continue;
            }
            Random common = run.random();
            CombineCase c{operation, scope, topology, -1, 3, 5};
            c.destination = is_for_all ? -1 : below(common, grid.scope(scope).size);
            c.with_locations = operation != Operation::sum && below(common, 2) == 0;
            set_flags(c, grid, common);
            c.seed = common.next();
            NanCase<T>(run, grid, c, common.next() + 0x1000000 * grid.scope(scope).number())
                .test(layers);
          }
        }
      }
      run.close();
    }
  }
}

STROBE_INSTANTIATE(test_not_a_number);

}  // namespace strobe::blacs_test
