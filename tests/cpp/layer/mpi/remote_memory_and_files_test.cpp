// SPDX-License-Identifier: BSD-3-Clause
//
// Windows, files and grid placements of the MPI layer, on any number of ranks.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "layer/mpi/mpi_layer.hpp"
#include "support/bytes.hpp"

namespace strobe::layer::mpi {
namespace {

using testing::message_of;
using testing::room_for;

class RemoteMemory : public ::testing::Test {
 protected:
  [[nodiscard]] Rank after() const { return {(rank() + 1) % layer_.size()}; }
  [[nodiscard]] Rank before() const { return {(rank() + layer_.size() - 1) % layer_.size()}; }
  [[nodiscard]] int rank() const { return layer_.rank().value; }

  MpiLayer layer_ = MpiLayer::duplicate_of(MPI_COMM_WORLD);
};

TEST_F(RemoteMemory, IsWrittenBetweenTwoFences) {
  for (const std::size_t size_bytes : testing::telling_sizes_bytes) {
    Window window = layer_.allocate_window(size_bytes);
    ASSERT_EQ(window.bytes().size(), size_bytes);
    std::ranges::fill(window.bytes(), std::byte{0});
    window.fence();
    const testing::Message out = message_of(rank(), size_bytes);
    window.put(out, after(), 0);
    window.fence();
    EXPECT_TRUE(std::ranges::equal(window.bytes(), message_of(before().value, size_bytes)));
  }
}

TEST_F(RemoteMemory, IsReadFromAnOffset) {
  Window window = layer_.allocate_window(200);
  std::ranges::copy(message_of(rank(), 200), window.bytes().begin());
  window.fence();
  testing::Message in = room_for(77);
  window.get(in, after(), 100);
  window.fence();
  const testing::Message wanted = message_of(after().value, 200);
  EXPECT_TRUE(std::ranges::equal(in, std::span(wanted).subspan(100, 77)));
}

TEST_F(RemoteMemory, AddsUpWhatAllAccumulate) {
  Window window = layer_.allocate_window(sizeof(std::int64_t));
  std::int64_t sum = 0;
  std::memcpy(window.bytes().data(), &sum, sizeof sum);
  window.fence();
  const std::int64_t own = rank() + 1;
  window.accumulate(std::as_bytes(std::span(&own, 1)), Rank{0}, 0, Element::int64, Operation::sum);
  window.fence();
  std::memcpy(&sum, window.bytes().data(), sizeof sum);
  const int ranks = layer_.size();
  EXPECT_EQ(sum, rank() == 0 ? ranks * (ranks + 1) / 2 : 0);
}

TEST_F(RemoteMemory, IsSynchronisedByTwoProcessesAlone) {
  if (layer_.size() < 2 || rank() > 1) return;
  MpiLayer pair = layer_.group(std::array{Rank{0}, Rank{1}});
  Window window = pair.allocate_window(1021);
  for (std::uint64_t round = 1; round <= 3; ++round) {
    const testing::Message out = message_of(0, 1021, round);
    if (pair.rank() == Rank{0}) {
      window.start(Rank{1});
      window.put(out, Rank{1}, 0);
      window.complete();
    } else {
      window.post(Rank{0});
      window.wait();
      EXPECT_TRUE(std::ranges::equal(window.bytes(), out));
    }
  }
}

TEST_F(RemoteMemory, IsWrittenUnderALockWhileItsOwnerDoesNothing) {
  Window window = layer_.allocate_window(64);
  layer_.barrier();
  const testing::Message out = message_of(rank(), 64);
  window.lock(after());
  window.put(out, after(), 0);
  window.flush(after());
  testing::Message back = room_for(64);
  window.get(back, after(), 0);
  window.unlock(after());
  EXPECT_EQ(back, out);
  layer_.barrier();
  window.lock(layer_.rank());
  EXPECT_TRUE(std::ranges::equal(window.bytes(), message_of(before().value, 64)));
  window.unlock(layer_.rank());
}

/// A path in the folder for temporary files, the same on all ranks.
std::string common_path(MpiLayer& layer) {
  std::array<char, 512> name{};
  if (layer.rank() == Rank{0}) {
    const auto path = std::filesystem::temp_directory_path() /
                      ("strobe-test-" + std::to_string(getpid()) + ".tmp");
    path.string().copy(name.data(), name.size() - 1);
  }
  layer.broadcast(std::as_writable_bytes(std::span(name)), Rank{0});
  return name.data();
}

TEST_F(RemoteMemory, FilesHoldWhatEachProcessWroteAtItsPlace) {
  const std::string path = common_path(layer_);
  for (const bool collective : {false, true}) {
    constexpr std::size_t part = 1021;
    File file = layer_.create_file(path);
    layer_.barrier();
    if (rank() == 0) std::filesystem::remove(path);
    const testing::Message out = message_of(rank(), part);
    const std::size_t offset = part * static_cast<std::size_t>(rank());
    if (collective) {
      file.write_at_all(offset, out);
    } else {
      file.write_at(offset, out);
    }
    file.sync();
    layer_.barrier();
    file.sync();
    EXPECT_EQ(file.size_bytes(), part * static_cast<std::size_t>(layer_.size()));
    testing::Message in = room_for(part);
    file.read_at(part * static_cast<std::size_t>(after().value), in);
    EXPECT_EQ(in, message_of(after().value, part));
  }
  layer_.barrier();
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(RemoteMemory, AFileThatCannotBeMadeIsAnErrorInWords) {
  try {
    (void)layer_.create_file("/no/such/folder/file");
    FAIL() << "made";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("MPI_File_open"), std::string::npos) << error.what();
  }
}

TEST_F(RemoteMemory, EveryProcessHasOnePlaceOfAGrid) {
  const std::vector<Rank> places = layer_.cartesian_places(1, layer_.size());
  std::vector<int> ranks;
  for (const Rank place : places) ranks.push_back(place.value);
  std::ranges::sort(ranks);
  for (int rank = 0; rank < layer_.size(); ++rank) {
    EXPECT_EQ(ranks[static_cast<std::size_t>(rank)], rank);
  }
  if (layer_.size() % 2 != 0) return;
  EXPECT_EQ(layer_.cartesian_places(2, layer_.size() / 2).size(), places.size());
}

}  // namespace
}  // namespace strobe::layer::mpi
