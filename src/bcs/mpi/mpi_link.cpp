// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/mpi_link.hpp"

#include <algorithm>
#include <cstring>

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

constexpr int descriptor_tag = 0;
/// Tags of data, of which the standard promises 32767; as many blocks of one sender may be on their
/// way to one receiver.
constexpr std::uint32_t data_tags = 32766;
constexpr std::size_t most_at_once = std::size_t{1} << 30;

int data_tag(std::uint32_t ticket) { return 1 + static_cast<int>(ticket % data_tags); }

}  // namespace

MpiLink::MpiLink(std::size_t most_data)
    : most_bytes_(sizeof(runtime::Descriptor) + most_data),
      coming_{std::make_unique_for_overwrite<std::byte[]>(most_bytes_), MPI_REQUEST_NULL} {
  native().Comm_dup(MPI_COMM_WORLD, &communicator_);
}

MpiLink::~MpiLink() {
  for (Going& going : going_) native().Wait(&going.request, MPI_STATUS_IGNORE);
  native().Comm_free(&communicator_);
}

bool MpiLink::is_complete(MPI_Request& request) {
  int is_so = 0;
  native().Test(&request, &is_so, MPI_STATUS_IGNORE);
  return is_so != 0;
}

void MpiLink::send(runtime::Rank to, const runtime::OutgoingDescriptor& post) {
  const bool is_inside = post.kind == runtime::DescriptorKind::eager_inline;
  const std::size_t behind = is_inside ? 0 : post.data_bytes;
  Going going{std::make_unique_for_overwrite<std::byte[]>(sizeof(runtime::Descriptor) + behind),
              MPI_REQUEST_NULL};
  runtime::Descriptor slot{};
  runtime::describe(post, slot);
  if (is_inside) {
    if (post.data_bytes != 0) std::memcpy(slot.data, post.data, post.data_bytes);
  } else {
    slot.location = {.sender = post.sender,
                     .receiver = post.receiver,
                     .begin = 0,
                     .end = static_cast<std::uint32_t>(behind)};
  }
  std::memcpy(going.bytes.get(), static_cast<const void*>(&slot), sizeof slot);
  if (behind != 0) std::memcpy(going.bytes.get() + sizeof slot, post.data, behind);
  native().Isend(going.bytes.get(), static_cast<int>(sizeof slot + behind), MPI_BYTE, to,
                 descriptor_tag, communicator_, &going.request);
  if (!is_complete(going.request)) going_.push_back(std::move(going));
}

std::optional<runtime::Link::Arrival> MpiLink::next() {
  while (!going_.empty() && is_complete(going_.front().request)) going_.pop_front();
  if (!is_coming_) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    int is_there = 0;
    native().Improbe(MPI_ANY_SOURCE, descriptor_tag, communicator_, &is_there, &message, &status);
    if (is_there == 0) return std::nullopt;
    from_ = status.MPI_SOURCE;
    native().Imrecv(coming_.bytes.get(), static_cast<int>(most_bytes_), MPI_BYTE, &message,
                    &coming_.request);
    is_coming_ = true;
  }
  if (!is_complete(coming_.request)) return std::nullopt;
  is_coming_ = false;
  const std::byte* const bytes = coming_.bytes.get();
  return Arrival{.from = from_,
                 .slot = reinterpret_cast<const runtime::Descriptor*>(bytes),
                 .data = bytes + sizeof(runtime::Descriptor)};
}

template <class Begin>
void MpiLink::move(runtime::Transfer& transfer, std::size_t bytes, Begin&& begin) {
  Moving& moving = moving_.emplace_back();
  moving.transfer = &transfer;
  for (std::size_t at = 0; at < bytes; at += most_at_once) {
    moving.requests.push_back(MPI_REQUEST_NULL);
    begin(transfer.data + at, static_cast<int>(std::min(most_at_once, bytes - at)),
          &moving.requests.back());
  }
}

void MpiLink::send_data(runtime::Rank to, std::uint32_t ticket, runtime::Transfer& transfer,
                        std::size_t bytes) {
  move(transfer, bytes, [&](std::byte* at, int count, MPI_Request* request) {
    native().Isend(at, count, MPI_BYTE, to, data_tag(ticket), communicator_, request);
  });
}

void MpiLink::receive_data(runtime::Rank from, std::uint32_t ticket, runtime::Transfer& transfer,
                           std::size_t bytes) {
  move(transfer, bytes, [&](std::byte* at, int count, MPI_Request* request) {
    native().Irecv(at, count, MPI_BYTE, from, data_tag(ticket), communicator_, request);
  });
}

runtime::Transfer* MpiLink::moved() {
  for (auto moving = moving_.begin(); moving != moving_.end(); ++moving) {
    int is_so = 0;
    native().Testall(static_cast<int>(moving->requests.size()), moving->requests.data(), &is_so,
                     MPI_STATUSES_IGNORE);
    if (is_so == 0) continue;
    runtime::Transfer* const transfer = moving->transfer;
    moving_.erase(moving);
    return transfer;
  }
  return nullptr;
}

}  // namespace strobe::bcs::mpi
