// SPDX-License-Identifier: BSD-3-Clause
//
// MPI-specific parts of the layer: communicators, errors and versions.
#include "layer/mpi/mpi_layer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

#include "layer/mpi/session.hpp"
#include "support/bytes.hpp"

namespace strobe::layer::mpi {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Message;
using testing::message_of;
using testing::room_for;
using ::testing::StartsWith;

class MpiLayerTest : public ::testing::Test {
 protected:
  [[nodiscard]] int rank() const { return layer.rank().value; }
  [[nodiscard]] int size() const { return layer.size(); }

  MpiLayer layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  static constexpr Tag tag{7};
};

TEST_F(MpiLayerTest, KnowsItsPlace) {
  int world_rank = -1;
  int world_size = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  EXPECT_EQ(rank(), world_rank);
  EXPECT_EQ(size(), world_size);
}

std::string said_by(const std::function<void()>& call) {
  try {
    call();
    return "nothing";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST_F(MpiLayerTest, SaysInTheLibrarysWordsWhatFailed) {
  // The message is longer than the buffer. The rank sends it to itself, so that no other rank
  // waits.
  const Message out = message_of(rank(), 64);
  Message narrow = room_for(16);
  MpiLayer::Request sending = layer.start_send(out, layer.rank(), tag);
  EXPECT_THAT(said_by([&] { layer.receive(narrow, layer.rank(), tag); }),
              AllOf(StartsWith("MPI_Recv failed: "), HasSubstr("runcat")));
  layer.wait(sending);

#if !defined(OMPI_MAJOR_VERSION) || OMPI_MAJOR_VERSION > 4
  // Open MPI 4.1.4 reports success for a nonblocking receive that truncates its message.
  MpiLayer::Request receiving = layer.start_receive(narrow, layer.rank(), tag);
  sending = layer.start_send(out, layer.rank(), tag);
  EXPECT_THAT(said_by([&] { layer.wait(receiving); }),
              AllOf(StartsWith("MPI_Wait failed: "), HasSubstr("runcat")));
  layer.wait(sending);

  std::array requests{layer.start_receive(narrow, layer.rank(), tag),
                      layer.start_send(out, layer.rank(), tag)};
  EXPECT_THAT(said_by([&] { layer.wait_all(requests); }), StartsWith("MPI_Waitall failed: "));
#endif

  EXPECT_THAT(said_by([&] { layer.send(out, Rank{size()}, tag); }),
              AllOf(StartsWith("MPI_Send failed: "), HasSubstr("rank")));
  EXPECT_THAT(said_by([&] { layer.send(out, layer.rank(), Tag{-5}); }),
              AllOf(StartsWith("MPI_Send failed: "), HasSubstr("tag")));
}

TEST(MpiSession, NamesTheStandardAndTheLibraryInOneLine) {
  EXPECT_THAT(standard_version(), ::testing::MatchesRegex("[0-9]+\\.[0-9]+"));
  const std::string library = library_version();
  EXPECT_FALSE(library.empty());
  EXPECT_EQ(library.find_first_of("\n\t"), std::string::npos);
}

}  // namespace
}  // namespace strobe::layer::mpi
