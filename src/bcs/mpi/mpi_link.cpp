// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/mpi_link.hpp"

#include <algorithm>
#include <cstring>

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

constexpr int descriptor_tag = 0;
/// Tags of data messages. The standard guarantees 32767 tags; this many data messages may be on
/// their way from one rank to another.
constexpr std::uint32_t data_tags = 32766;
constexpr std::size_t most_at_once = std::size_t{1} << 30;
/// A link with this many sends first frees the complete ones.
constexpr std::size_t many_sends = 8;

int data_tag(std::uint32_t ticket) { return 1 + static_cast<int>(ticket % data_tags); }

}  // namespace

MpiLink::MpiLink(std::size_t most_data)
    : most_bytes_(sizeof(runtime::Descriptor) + most_data),
      arrival_{std::make_unique_for_overwrite<std::byte[]>(most_bytes_), MPI_REQUEST_NULL} {
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
  PendingMessage send{std::make_unique_for_overwrite<std::byte[]>(sizeof descriptor + data_bytes),
                      MPI_REQUEST_NULL};
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

template <class Begin>
void MpiLink::move(runtime::Transfer& transfer, std::size_t bytes, Begin&& begin) {
  DataTransfer& data = data_transfers_.emplace_back();
  data.transfer = &transfer;
  for (std::size_t at = 0; at < bytes; at += most_at_once) {
    data.requests.push_back(MPI_REQUEST_NULL);
    begin(transfer.data + at, static_cast<int>(std::min(most_at_once, bytes - at)),
          &data.requests.back());
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
  for (auto data = data_transfers_.begin(); data != data_transfers_.end(); ++data) {
    int flag = 0;
    native().Testall(static_cast<int>(data->requests.size()), data->requests.data(), &flag,
                     MPI_STATUSES_IGNORE);
    if (flag == 0) continue;
    runtime::Transfer* const transfer = data->transfer;
    data_transfers_.erase(data);
    return transfer;
  }
  return nullptr;
}

}  // namespace strobe::bcs::mpi
