// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/collective/file_access.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "layer/mpi/mpi_layer.hpp"
#include "support/shared_folder.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;
using ::testing::HasSubstr;

class FileAccessTest : public testing::SharedFolder {};

/// Every combination of words that MPI has.
std::vector<measure::Point> all_points(std::int64_t size_bytes) {
  const measure::KernelInfo info = file_access_info();
  std::vector<measure::Point> points{{{"size_bytes", size_bytes}}};
  for (const measure::AxisInfo& axis : info.axes) {
    std::vector<measure::Point> longer;
    for (const measure::Point& point : points) {
      for (const std::string& word : axis.choices) {
        longer.push_back(point);
        longer.back()[axis.name] = word;
      }
    }
    if (!axis.choices.empty()) points = std::move(longer);
  }
  std::erase_if(points, [](const measure::Point& point) {
    try {
      detail::require_file_access(point);
      return false;
    } catch (const Error&) {
      return true;
    }
  });
  return points;
}

TEST_F(FileAccessTest, ReadsAndWritesByEveryPointer) {
  // By explicit offsets, by own pointers and by the shared one.
  EXPECT_EQ(all_points(8).size(), 2u * 2 * (6 + 6 + 3));
  for (const measure::Point& point : all_points(1021)) {
    FileAccessKernel kernel(layer_, point, folder_);
    kernel.prepare(5);
    for (const std::int64_t operations : {1, 3}) {
      kernel.run(operations);
      kernel.after_run();
    }
    const measure::Verdict verdict = kernel.verify();
    EXPECT_EQ(verdict.wrong, "") << measure::cell_key("file_access", point);
    EXPECT_GE(verdict.bytes, 1021);
  }
  layer_.barrier();
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

/// An MPI layer whose files lose what is written or read.
class Forgetful : public MpiLayer {
 public:
  explicit Forgetful(MpiLayer&& base) : MpiLayer(std::move(base)) {}
  class File : public layer::mpi::File {
   public:
    explicit File(layer::mpi::File&& base) : layer::mpi::File(std::move(base)) {}
    void write(layer::Access access, std::size_t offset, layer::ConstBytes out) {
      const std::vector<std::byte> other(out.size());
      layer::mpi::File::write(access, offset, other);
    }
    void read(layer::Access access, std::size_t offset, layer::Bytes in) {
      std::vector<std::byte> other(in.size());
      layer::mpi::File::read(access, offset, other);
    }
  };
  [[nodiscard]] File create_file(const std::string& path) {
    return File(MpiLayer::create_file(path));
  }
  [[nodiscard]] static File create_own_file(const std::string& path) {
    return File(MpiLayer::create_own_file(path));
  }
  [[nodiscard]] Forgetful group(std::span<const layer::Rank> members) {
    return Forgetful(MpiLayer::group(members));
  }
};

TEST_F(FileAccessTest, SeesDataThatAreNotInTheFile) {
  Forgetful layer(MpiLayer::duplicate_of(MPI_COMM_WORLD));
  for (const measure::Point& point : all_points(100)) {
    if (measure::word_at(point, "call") == "nonblocking") continue;
    FileAccessKernel kernel(layer, point, folder_);
    kernel.prepare(5);
    kernel.run(2);
    kernel.after_run();
    EXPECT_NE(kernel.verify().wrong, "") << measure::cell_key("file_access", point);
  }
}

TEST(FileAccess, SaysWhatMpiDoesNotHave) {
  const measure::KernelInfo info = file_access_info();
  const auto refusal = [&](measure::Point point) -> std::string {
    const measure::Machine machine = measure::Machine::flat(2);
    try {
      (void)info.members(measure::complete_point(info, std::move(point), machine), machine);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(refusal({}), "");
  EXPECT_THAT(refusal({{"file", "own"}, {"pointer", "shared"}}), HasSubstr("choose file=common"));
  EXPECT_THAT(refusal({{"file", "own"}, {"mode", "collective"}}), HasSubstr("choose file=common"));
  EXPECT_THAT(refusal({{"pointer", "shared"}, {"mode", "collective"}, {"call", "nonblocking"}}),
              HasSubstr("choose call=blocking"));
}

}  // namespace
}  // namespace strobe::kernels
