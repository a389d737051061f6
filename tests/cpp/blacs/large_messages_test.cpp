// SPDX-License-Identifier: BSD-3-Clause
//
// Matrices of more than 2^31 bytes, which counts of 32 bits cannot represent.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

#include "strobe/blacs.hpp"

namespace strobe::blacs {
namespace {

constexpr std::size_t rows = 40'000;
constexpr std::size_t columns = 13'500;
constexpr std::size_t elements = rows * columns;
static_assert(elements * sizeof(float) > std::size_t{1} << 31);

constexpr double needed_gib =
    12;  // both matrices, a copy of one in transit, and buffers of the MPI

/// What Linux would give to both processes, told by the first.
double available_gib() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  double available_kib = 0;
  while (file >> word) {
    if (word == "MemAvailable:") file >> available_kib;
  }
  MPI_Bcast(&available_kib, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return available_kib / (1 << 20);
}

class LargeMatrices : public ::testing::Test {
 protected:
  void SetUp() override {
    const double available = available_gib();
    if (available < needed_gib) {
      GTEST_SKIP() << "memory is missing: " << needed_gib << " GiB are needed, " << available
                   << " are there";
    }
    ASSERT_EQ(grid_.columns(), 2);
    values_.resize(elements);
  }

  void fill(int source) {
    for (std::size_t i = 0; i < elements; ++i) values_[i] = value(source, i);
  }
  /// The index of the first wrong element; the number of elements if all are right.
  template <class Expected>
  [[nodiscard]] std::size_t first_wrong(Expected expected) const {
    for (std::size_t i = 0; i < elements; ++i) {
      if (values_[i] != expected(i)) return i;
    }
    return elements;
  }
  /// Every value and every sum of two values is exact as a float.
  [[nodiscard]] static float value(int source, std::size_t i) {
    return static_cast<float>(i % 8191) + static_cast<float>(source * 10'000);
  }
  [[nodiscard]] MatrixView<float> matrix() { return {values_.data(), rows, columns, rows}; }
  [[nodiscard]] int own() const { return static_cast<int>(grid_.own().column); }

  Grid grid_{MPI_COMM_WORLD, 1, 2};
  std::vector<float> values_;
};

TEST_F(LargeMatrices, AreSent) {
  if (own() == 0) {
    fill(3);
    grid_.send(matrix(), {0, 1});
  } else {
    grid_.receive(matrix(), {0, 0});
    EXPECT_EQ(first_wrong([](std::size_t i) { return value(3, i); }), elements);
  }
}

TEST_F(LargeMatrices, AreBroadcast) {
  for (const Topology topology : {Topology(), Topology::increasing_ring()}) {
    fill(own());
    grid_.broadcast(Scope::all, matrix(), {0, 1}, topology);
    EXPECT_EQ(first_wrong([](std::size_t i) { return value(1, i); }), elements);
  }
}

TEST_F(LargeMatrices, AreSummed) {
  for (const Topology topology : {Topology(), Topology::tree(1)}) {
    fill(own());
    grid_.sum(Scope::all, matrix(), on_all, topology);
    EXPECT_EQ(first_wrong([](std::size_t i) { return value(0, i) + value(1, i); }), elements);
  }
}

}  // namespace
}  // namespace strobe::blacs
