// SPDX-License-Identifier: BSD-3-Clause
//
// An MPI with a chosen fault, which shows that a verification can fail. The calls that receive,
// combine or complete are defined here and call the MPI by its profiling interface, so that tests
// use the same kernels as the bench.
#pragma once

namespace strobe::testing {

enum class Fault {
  none,
  wrong_byte,       ///< one byte of every received message is changed
  lost,             ///< received and reduced data are discarded
  dropped_element,  ///< the last element of a reduction is the rank's own contribution
  open_barrier,     ///< a barrier does not block
};

inline constexpr Fault faults[] = {Fault::wrong_byte, Fault::lost, Fault::dropped_element,
                                   Fault::open_barrier};

/// The MPI has the fault while this object exists. The fault does not affect MPI_COMM_WORLD, which
/// tests use to agree, nor MPI_COMM_SELF. There may be one object at a time.
class FaultyMpi {
 public:
  explicit FaultyMpi(Fault fault);
  ~FaultyMpi();
  FaultyMpi(const FaultyMpi&) = delete;
  FaultyMpi& operator=(const FaultyMpi&) = delete;
};

}  // namespace strobe::testing
