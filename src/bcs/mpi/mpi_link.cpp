// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/mpi_link.hpp"

#include <algorithm>
#include <cstring>

#include "base/assert.hpp"
#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

constexpr int descriptor_tag = 0;
constexpr std::size_t most_at_once = std::size_t{1} << 30;
/// A link with this many sends first frees the complete ones.
constexpr std::size_t many_sends = 8;
/// After so many tests of one part another one has its turn.
constexpr int most_misses = 16;

}  // namespace

MpiLink::MpiLink(std::size_t most_data, int tag_upper_bound)
    : most_bytes_(sizeof(runtime::Descriptor) + most_data),
      arrival_{memory_.take_owned(most_bytes_), MPI_REQUEST_NULL},
      tag_upper_bound_(tag_upper_bound) {
  native().Comm_dup(MPI_COMM_WORLD, &communicator_);
}

MpiLink::~MpiLink() {
  for (PendingMessage& send : sends_) native().Wait(&send.request, MPI_STATUS_IGNORE);
  native().Comm_free(&communicator_);
}

bool MpiLink::is_complete(MPI_Request& request) {
  int flag = 0;
  native().Test(&request, &flag, MPI_STATUS_IGNORE);
  return flag != 0;
}

void MpiLink::send(runtime::Rank to, const runtime::OutgoingDescriptor& outgoing) {
  runtime::Descriptor descriptor{};
  write(outgoing, descriptor);
  const std::size_t data_bytes = appended_bytes(outgoing);
  PendingMessage send{memory_.take_owned(sizeof descriptor + data_bytes), MPI_REQUEST_NULL};
  std::memcpy(send.bytes.get(), static_cast<const void*>(&descriptor), sizeof descriptor);
  if (data_bytes != 0) std::memcpy(send.bytes.get() + sizeof descriptor, outgoing.data, data_bytes);
  native().Isend(send.bytes.get(), static_cast<int>(sizeof descriptor + data_bytes), MPI_BYTE, to,
                 descriptor_tag, communicator_, &send.request);
  if (!is_complete(send.request)) sends_.push_back(std::move(send));
}

std::optional<runtime::Link::Arrival> MpiLink::next() {
  // A test of a send that is not complete is one more system call for each poll.
  if (sends_.size() >= many_sends) {
    while (!sends_.empty() && is_complete(sends_.front().request)) sends_.pop_front();
  }
  if (!is_arriving_) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    int flag = 0;
    native().Improbe(MPI_ANY_SOURCE, descriptor_tag, communicator_, &flag, &message, &status);
    if (flag == 0) return std::nullopt;
    from_ = status.MPI_SOURCE;
    native().Imrecv(arrival_.bytes.get(), static_cast<int>(most_bytes_), MPI_BYTE, &message,
                    &arrival_.request);
    is_arriving_ = true;
  }
  if (!is_complete(arrival_.request)) return std::nullopt;
  is_arriving_ = false;
  const std::byte* const bytes = arrival_.bytes.get();
  return Arrival{.from = from_,
                 .descriptor = reinterpret_cast<const runtime::Descriptor*>(bytes),
                 .data = bytes + sizeof(runtime::Descriptor)};
}

int MpiLink::data_tag(std::uint32_t ticket) const {
  base::ensure(ticket < static_cast<std::uint32_t>(tag_upper_bound_),
               "a rank has more long messages on their way than the MPI has tags");
  return 1 + static_cast<int>(ticket);
}

template <class Begin>
void MpiLink::move(runtime::Transfer& transfer, std::size_t bytes, std::deque<DataPart>& parts,
                   Begin&& begin) {
  for (std::size_t at = 0; at < bytes; at += most_at_once) {
    parts.push_back({&transfer, MPI_REQUEST_NULL});
    begin(transfer.data + at, static_cast<int>(std::min(most_at_once, bytes - at)),
          &parts.back().request);
  }
}

void MpiLink::send_data(runtime::Rank to, std::uint32_t ticket, runtime::Transfer& transfer,
                        std::size_t bytes) {
  move(transfer, bytes, sent_, [&](const std::byte* at, int count, MPI_Request* request) {
    native().Isend(at, count, MPI_BYTE, to, data_tag(ticket), communicator_, request);
  });
}

void MpiLink::receive_data(runtime::Rank from, std::uint32_t ticket, runtime::Transfer& transfer,
                           std::size_t bytes) {
  move(transfer, bytes, moving_, [&](std::byte* at, int count, MPI_Request* request) {
    native().Irecv(at, count, MPI_BYTE, from, data_tag(ticket), communicator_, request);
  });
}

void MpiLink::await_sent(runtime::Transfer& transfer) {
  // The parts of a transfer stand together, and mostly first.
  auto part = std::ranges::find(sent_, &transfer, &DataPart::transfer);
  while (part != sent_.end() && part->transfer == &transfer) {
    moving_.push_back(*part);
    part = sent_.erase(part);
  }
}

void MpiLink::await_all_sent() {
  moving_.insert(moving_.end(), sent_.begin(), sent_.end());
  sent_.clear();
}

/// Tests one part, since each test that finds nothing is a system call: the first one, or the next
/// ones if that is late. Data mostly move in the order in which they were begun.
runtime::Transfer* MpiLink::moved() {
  while (!moving_.empty()) {
    if (!is_complete(moving_.front().request)) {
      if (++misses_ == most_misses) {
        moving_.push_back(moving_.front());
        moving_.pop_front();
        misses_ = 0;
      }
      return nullptr;
    }
    runtime::Transfer* const transfer = moving_.front().transfer;
    moving_.pop_front();
    misses_ = 0;
    const auto is_of_transfer = [&](const DataPart& part) { return part.transfer == transfer; };
    if (std::ranges::none_of(moving_, is_of_transfer)) return transfer;
  }
  return nullptr;
}

}  // namespace strobe::bcs::mpi
