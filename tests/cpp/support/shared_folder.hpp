// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>

#include "layer/mpi/mpi_layer.hpp"

namespace strobe::testing {

/// A folder that all ranks know; it is removed with the test.
class SharedFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::array<char, 512> name{};
    if (is_first()) {
      std::string made = std::filesystem::temp_directory_path() / "strobe-test-XXXXXX";
      ASSERT_NE(mkdtemp(made.data()), nullptr);
      made.copy(name.data(), name.size() - 1);
    }
    layer_.broadcast(std::as_writable_bytes(std::span(name)), layer::Rank{0});
    folder_ = name.data();
  }
  void TearDown() override {
    layer_.barrier();
    if (is_first()) std::filesystem::remove_all(folder_);
  }
  [[nodiscard]] bool is_first() const { return layer_.rank() == layer::Rank{0}; }

  layer::mpi::MpiLayer layer_ = layer::mpi::MpiLayer::duplicate_of(MPI_COMM_WORLD);
  std::filesystem::path folder_;
};

}  // namespace strobe::testing
