// SPDX-License-Identifier: BSD-3-Clause
//
// The support routines, with the arguments of the interface. C and Fortran name communicators
// differently, so what takes or gives a system context is told the language.
#pragma once

#include "blacs/routines.hpp"
#include "strobe/blacs/communicator.hpp"
#include "strobe/blacs/integer.hpp"

namespace strobe::blacs {

/// A system context of Fortran is the communicator's own handle; one of C is a number that
/// Csys2blacs_handle gives.
enum class Language { c, fortran };

/// A size of -1 says that nobody knows yet how many processes there are to be.
void process_info(Int* rank, Int* size) noexcept;
/// Makes `size` processes where there are none yet but the calling one.
void set_up(Int* rank, Int* size) noexcept;
void get(Language language, Int context, Int what, Int* value) noexcept;
void set(Int context, Int what, const Int* value) noexcept;

/// `context` is the system context before the call, and the grid's after; -1 outside it.
void grid_init(Language language, Int* context, char order, Int rows, Int columns) noexcept;
void grid_map(Language language, Int* context, const Int* ranks, Int leading, Int rows,
              Int columns) noexcept;
void grid_exit(Int context) noexcept;
/// -1 four times where the process is in no such grid.
void grid_info(Int context, Int* rows, Int* columns, Int* row, Int* column) noexcept;
[[nodiscard]] Int process_number(Int context, Coordinates place) noexcept;
void process_coordinates(Int context, Int number, Int* row, Int* column) noexcept;
/// A scope that is none does nothing.
void barrier(Int context, char scope) noexcept;

void free_buffers(Int wait) noexcept;
[[noreturn]] void abort_all(Int context, Int error) noexcept;
/// Ends the machine as well unless `keep_machine`.
void leave(Int keep_machine) noexcept;

[[nodiscard]] Int system_context(Language language, Communicator communicator) noexcept;
[[nodiscard]] Communicator communicator_of(Language language, Int system_context) noexcept;
void free_system_context(Int system_context) noexcept;

/// The ids that the next message or broadcast will have; they are not taken.
[[nodiscard]] Int next_send_id(Int context, Coordinates destination) noexcept;
[[nodiscard]] Int next_receive_id(Int context, Coordinates source) noexcept;
[[nodiscard]] Int next_own_broadcast_id(Int context, char scope) noexcept;
[[nodiscard]] Int next_broadcast_id(Int context, char scope, Coordinates source) noexcept;

[[nodiscard]] double cpu_time_s() noexcept;
[[nodiscard]] double wall_time_s() noexcept;

}  // namespace strobe::blacs
