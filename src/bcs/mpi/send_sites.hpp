// SPDX-License-Identifier: BSD-3-Clause
//
// Where the last send of each kind was called, for the report of messages that no rank has
// received. Receives take messages of one sender, tag and communicator in their order (MPI 4.1,
// section 3.5), so that the last ones are left over. The table is small: a send of another kind may
// take the place of an older one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "bcs/mpi/call_site.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::mpi {

using runtime::Context;
using runtime::Rank;

class SendSites {
 public:
  /// This rank sends from a call with this return address.
  void note(const runtime::Transfer& send, const void* caller) {
    Entry& entry = entries_[place(send.context, send.peer, send.tag)];
    if (entry.caller == caller && entry.is_of(send.context, send.peer, send.tag)) [[likely]]
      return;
    replace(entry, send, caller);
  }
  /// Empty if it is not known.
  [[nodiscard]] CallSite find(Context context, Rank to, std::int32_t tag) const;

 private:
  static constexpr std::size_t size = 1024;
  /// Return addresses in a binding of Fortran or Python are the same for all lines of the program,
  /// so that the stack has to be searched: so often at most, since that takes microseconds.
  static constexpr int most_searches = 200;

  struct Entry {
    const void* caller = nullptr;
    const CallSite* found = nullptr;  ///< if the caller is a binding and the stack was searched
    Context context = 0;
    Rank to = 0;
    std::int32_t tag = 0;

    [[nodiscard]] bool is_of(Context of_context, Rank of_rank, std::int32_t of_tag) const {
      return context == of_context && to == of_rank && tag == of_tag;
    }
  };

  [[nodiscard]] static std::size_t place(Context context, Rank to, std::int32_t tag) {
    const auto mixed = static_cast<std::uint64_t>(context) * 31 + static_cast<std::uint32_t>(to);
    return (mixed * 31 + static_cast<std::uint32_t>(tag)) % size;
  }
  [[gnu::noinline]] void replace(Entry& entry, const runtime::Transfer& send, const void* caller);
  [[nodiscard]] bool is_binding(const void* caller);

  std::array<Entry, size> entries_{};
  std::deque<CallSite> searched_;
  std::vector<const void*> bindings_, programs_;  ///< return addresses that are known
};

}  // namespace strobe::bcs::mpi
