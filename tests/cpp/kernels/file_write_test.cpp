// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/collective/file_write.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "layer/mpi/mpi_layer.hpp"
#include "support/shared_folder.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;
using ::testing::HasSubstr;

class FileWriteTest : public testing::SharedFolder {};

measure::Point point_with(const char* mode, const char* traffic, std::int64_t size_bytes) {
  return {{"mode", mode}, {"traffic", traffic}, {"size_bytes", size_bytes}};
}

TEST_F(FileWriteTest, PutsEveryPartInItsPlaceAndLeavesNothingBehind) {
  for (const char* mode : {"collective", "independent"}) {
    for (const char* traffic : {"none", "exchange"}) {
      for (const std::int64_t size_bytes : {1, 1021, 65536}) {
        FileWrite kernel(layer_, point_with(mode, traffic, size_bytes), folder_);
        // Rank 0 must have unlinked the file.
        layer_.barrier();
        EXPECT_TRUE(std::filesystem::is_empty(folder_));
        kernel.prepare(5);
        for (int i = 0; i < 2; ++i) {
          kernel.run(2);
          const measure::Verdict verdict = kernel.verify();
          EXPECT_EQ(verdict.wrong, "") << mode << ' ' << traffic << ' ' << size_bytes;
          EXPECT_EQ(verdict.bytes, size_bytes);
          // The next check must not see this message.
          kernel.run(1);
        }
      }
    }
  }
  layer_.barrier();
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

/// An MPI layer in which one rank writes other data than it was given.
class ForgetfulOfData : public MpiLayer {
 public:
  using MpiLayer::MpiLayer;
  explicit ForgetfulOfData(MpiLayer&& base) : MpiLayer(std::move(base)) {}
  class File : public layer::mpi::File {
   public:
    explicit File(layer::mpi::File&& base) : layer::mpi::File(std::move(base)) {}
    void write_at(std::size_t offset, layer::ConstBytes out) {
      std::vector<std::byte> other(out.begin(), out.end());
      other[other.size() / 2] ^= std::byte{1};
      layer::mpi::File::write_at(offset, other);
    }
  };
  [[nodiscard]] File create_file(const std::string& path) {
    return File(MpiLayer::create_file(path));
  }
  [[nodiscard]] ForgetfulOfData group(std::span<const layer::Rank> members) {
    return ForgetfulOfData(MpiLayer::group(members));
  }
};

TEST_F(FileWriteTest, SeesAWrongByteInTheFile) {
  ForgetfulOfData layer(MpiLayer::duplicate_of(MPI_COMM_WORLD));
  FileWrite kernel(layer, point_with("independent", "none", 100), folder_);
  kernel.prepare(5);
  kernel.run(1);
  EXPECT_THAT(kernel.verify().wrong, HasSubstr("in the file, byte 50 of 100"));
}

TEST_F(FileWriteTest, SaysThatAFolderIsNotThere) {
  EXPECT_THROW(FileWrite(layer_, point_with("collective", "none", 8), "/no/such/folder"), Error);
}

}  // namespace
}  // namespace strobe::kernels
