// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <optional>
#include <span>

#include "layer/mpi/mpi_layer.hpp"
#include "support/temporary_folder.hpp"

namespace strobe::testing {

/// A folder that all ranks know; it is removed with the test.
class SharedFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::array<char, 512> name{};
    if (is_first()) {
      owned_.emplace();
      owned_->path().native().copy(name.data(), name.size() - 1);
    }
    layer_.broadcast(std::as_writable_bytes(std::span(name)), layer::Rank{0});
    folder_ = name.data();
  }
  void TearDown() override {
    layer_.barrier();
    owned_.reset();
  }
  [[nodiscard]] bool is_first() const { return layer_.rank() == layer::Rank{0}; }

  layer::mpi::MpiLayer layer_ = layer::mpi::MpiLayer::duplicate_of(MPI_COMM_WORLD);
  std::filesystem::path folder_;

 private:
  std::optional<TemporaryFolder> owned_;
};

}  // namespace strobe::testing
