// SPDX-License-Identifier: BSD-3-Clause
//
// PVM-specific parts of the layer.
#include "layer/pvm/pvm_layer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string>

#include "layer/pvm/session.hpp"
#include "strobe/error.hpp"
#include "support/bytes.hpp"
#include "support/layer_under_test.hpp"

namespace strobe::layer::pvm {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Message;
using testing::message_of;
using testing::room_for;
using ::testing::StartsWith;

class PvmLayerTest : public ::testing::Test {
 protected:
  [[nodiscard]] int rank() const { return layer.rank().value; }

  PvmLayer layer = testing::world();
  static constexpr Tag tag{7};
};

std::string said_by(const std::function<void()>& call) {
  try {
    call();
    return "nothing";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST_F(PvmLayerTest, SaysWhatFailed) {
  const Message out = message_of(rank(), 64);
  Message narrow = room_for(32);
  const Message untouched = room_for(32);
  layer.send(out, layer.rank(), tag);
  EXPECT_THAT(said_by([&] { layer.receive(Bytes(narrow).first(16), layer.rank(), tag); }),
              AllOf(StartsWith("pvm_precv failed: "), HasSubstr("64 bytes was truncated to 16")));
  EXPECT_TRUE(std::equal(narrow.begin() + 16, narrow.end(), untouched.begin() + 16));

  PvmLayer::Request receiving = layer.start_receive(Bytes(narrow).first(16), layer.rank(), tag);
  layer.send(out, layer.rank(), tag);
  EXPECT_THAT(said_by([&] {
                while (!layer.test(receiving)) continue;
              }),
              AllOf(StartsWith("pvm_nrecv failed: "), HasSubstr("truncated")));

  EXPECT_THAT(said_by([&] { layer.send(out, Rank{layer.size()}, tag); }),
              AllOf(StartsWith("pvm_psend failed: "), HasSubstr("rank")));
  EXPECT_EQ(said_by([&] { layer.send(out, layer.rank(), Tag{-5}); }),
            "pvm_psend failed: Bad parameter");
}

TEST_F(PvmLayerTest, RefusesWhatItsCountsCannotHold) {
  // The layer refuses the count before it reads the bytes.
  const ConstBytes large(static_cast<const std::byte*>(nullptr),
                         std::size_t{std::numeric_limits<int>::max()} + 1);
  EXPECT_THAT(said_by([&] { layer.send(large, layer.rank(), tag); }), HasSubstr("above 2 GiB"));
}

TEST_F(PvmLayerTest, MessagesGoToReceivesInTheOrderInWhichTheseWereStarted) {
  Message first = room_for(8);
  Message second = room_for(8);
  Message third = room_for(8);
  std::array requests{layer.start_receive(first, layer.rank(), tag),
                      layer.start_receive(second, layer.rank(), tag)};
  for (const std::uint64_t seed : {1, 2, 3}) {
    layer.send(message_of(rank(), 8, seed), layer.rank(), tag);
  }
  layer.receive(third, layer.rank(), tag);
  layer.wait(requests[1]);
  layer.wait(requests[0]);
  EXPECT_EQ(first, message_of(rank(), 8, 1));
  EXPECT_EQ(second, message_of(rank(), 8, 2));
  EXPECT_EQ(third, message_of(rank(), 8, 3));
}

TEST_F(PvmLayerTest, PacksEveryStrideIntoTheSameBytes) {
  // PVM has types for blocks of 1, 2, 4 and 8 bytes. Other sizes and unaligned blocks are packed
  // one by one.
  constexpr std::size_t count = 9;
  for (const std::size_t block : {1, 2, 3, 4, 8}) {
    for (const std::size_t stride : {block, 2 * block, 2 * block + 1}) {
      for (const std::size_t offset : {0, 1}) {
        const Strided shape{.block_bytes = block, .stride_bytes = stride, .count = count};
        const Message from = message_of(rank(), offset + stride * count);
        Message packed = room_for(block * count);
        layer.send_strided(from.data() + offset, shape, layer.rank(), tag);
        layer.receive(packed, layer.rank(), tag);
        Message into = room_for(offset + stride * count);
        layer.send(packed, layer.rank(), tag);
        layer.receive_strided(into.data() + offset, shape, layer.rank(), tag);
        for (std::size_t i = 0; i < block * count; ++i) {
          const std::size_t at = offset + i / block * stride + i % block;
          ASSERT_EQ(packed[i], from[at]) << block << " " << stride << " " << offset;
          ASSERT_EQ(into[at], from[at]) << block << " " << stride << " " << offset;
        }
      }
    }
  }
}

TEST_F(PvmLayerTest, CopiesWhatIsSentBuffered) {
  for (const std::size_t size : {0, 1, 3, 8, 5000, 100000}) {
    Message out = message_of(rank(), size);
    layer.send_buffered(out, layer.rank(), tag);
    std::ranges::fill(out, std::byte{0});
    Message in = room_for(size);
    layer.receive(in, layer.rank(), tag);
    EXPECT_EQ(in, message_of(rank(), size)) << size;
  }
}

TEST_F(PvmLayerTest, ReducesWholeNumbersBeyondThirtyTwoBitsAndBelowZero) {
  // PVM's reduction would lose the upper half of these elements.
  const std::int64_t own = -(std::int64_t{1} << 40) - rank();
  std::int64_t least = 0;
  layer.allreduce(std::as_bytes(std::span(&own, 1)), std::as_writable_bytes(std::span(&least, 1)),
                  Element::int64, Operation::minimum);
  EXPECT_EQ(least, -(std::int64_t{1} << 40) - (layer.size() - 1));
}

TEST(PvmSession, NamesItsVersion) {
  EXPECT_THAT(library_version(), ::testing::MatchesRegex("3\\.[0-9]+\\.[0-9]+"));
}

}  // namespace
}  // namespace strobe::layer::pvm
