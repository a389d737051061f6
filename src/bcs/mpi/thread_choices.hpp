// SPDX-License-Identifier: BSD-3-Clause
//
// With MPI_THREAD_MULTIPLE and a file of choices, the threads of a rank go on one at a time: from
// the begin of a call to its return, or to where it tells the thread what others have done. Which
// one goes next is chosen (choices.hpp), and the log of --check says which one it was. So a rank
// does all that has an event in one order, as if it had one thread. All orders of these parts of
// calls are all that threads can do with MPI: a call that waits may begin, and others may call MPI
// before it ends.
#pragma once

namespace strobe::bcs::mpi {

/// From now on threads go on one at a time, if the program creates any.
void choose_threads();

/// The thread of this call begins it, when it is its turn.
void begin_in_turn();
/// The same before the call learns of something that happened elsewhere, unless it has learned of
/// something before. Whether other threads may have gone on in this function.
bool learn_in_turn();
/// The call has learned of nothing yet.
void learn_again();
/// No other thread goes on while a nonblocking poll waits for its answer: it has one part.
void hold_turn(bool is_held);
/// Whether the threads of this rank go on one at a time.
[[nodiscard]] bool are_threads_chosen();

}  // namespace strobe::bcs::mpi
