// SPDX-License-Identifier: BSD-3-Clause
//
// The 78 C names of the BLACS as a table of function pointers. They are declared here and in no
// header of a library, so that the tester links with any BLACS; and each can be replaced by a
// function that does nothing, which shows that the tester would notice.
#pragma once

#ifndef STROBE_BLACS_PVM
#include <mpi.h>
#endif

#include <array>
#include <complex>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strobe::blacs_test {

#ifdef STROBE_BLACS_INT64
using Int = std::int64_t;
#else
using Int = int;
#endif

#ifdef STROBE_BLACS_PVM
using Communicator = int;
#else
using Communicator = MPI_Comm;
#endif

/// Complex matrices are passed as their real parts' type.
template <class T>
struct Passed {
  using type = T;
};
template <class R>
struct Passed<std::complex<R>> {
  using type = R;
};
template <class T>
using Pointer = typename Passed<T>::type*;

template <class F>
struct Routine;
template <class R, class... A>
struct Routine<R(A...)> {
  const char* name;
  R (*call)(A...);

  R operator()(A... arguments) const { return call(arguments...); }
  void remove() {
    call = [](A...) -> R { return R(); };
  }
};

/// The eleven routines of one type.
template <class T>
struct Typed {
  using A = Pointer<T>;
  using Send = Routine<void(Int, Int, Int, A, Int, Int, Int)>;
  using TrapezoidSend = Routine<void(Int, char*, char*, Int, Int, A, Int, Int, Int)>;
  using Sum = Routine<void(Int, char*, char*, Int, Int, A, Int, Int, Int)>;
  using Extreme = Routine<void(Int, char*, char*, Int, Int, A, Int, Int*, Int*, Int, Int, Int)>;

  Send gesd2d, gerv2d;
  Routine<void(Int, char*, char*, Int, Int, A, Int)> gebs2d;
  Routine<void(Int, char*, char*, Int, Int, A, Int, Int, Int)> gebr2d;
  TrapezoidSend trsd2d, trrv2d;
  Routine<void(Int, char*, char*, char*, char*, Int, Int, A, Int)> trbs2d;
  Routine<void(Int, char*, char*, char*, char*, Int, Int, A, Int, Int, Int)> trbr2d;
  Sum gsum2d;
  Extreme gamx2d, gamn2d;

  template <class F>
  void visit(F f) {
    f(gesd2d), f(gerv2d), f(gebs2d), f(gebr2d), f(trsd2d), f(trrv2d), f(trbs2d), f(trbr2d);
    f(gsum2d), f(gamx2d), f(gamn2d);
  }
};

template <class T>
Typed<T>& typed();
template <>
Typed<Int>& typed();
template <>
Typed<float>& typed();
template <>
Typed<double>& typed();
template <>
Typed<std::complex<float>>& typed();
template <>
Typed<std::complex<double>>& typed();

/// The twenty-three that move no matrix.
struct Support {
  Routine<void(Int*, Int*)> pinfo, setup;
  Routine<void(Int, Int, Int*)> get, set;
  Routine<void(Int*, char*, Int, Int)> gridinit;
  Routine<void(Int*, Int*, Int, Int, Int)> gridmap;
  Routine<void(Int, Int)> freebuff;
  Routine<void(Int)> gridexit;
  Routine<void(Int, Int)> abort;
  Routine<void(Int)> exit;
  Routine<void(Int, Int*, Int*, Int*, Int*)> gridinfo;
  Routine<Int(Int, Int, Int)> pnum;
  Routine<void(Int, Int, Int*, Int*)> pcoord;
  Routine<void(Int, char*)> barrier;
  Routine<Int(Communicator)> sys2blacs_handle;
  Routine<Communicator(Int)> blacs2sys_handle;
  Routine<void(Int)> free_blacs_system_handle;
  Routine<Int(Int, Int, Int)> ksendid, krecvid;
  Routine<Int(Int, char*)> kbsid;
  Routine<Int(Int, char*, Int, Int)> kbrid;
  Routine<double()> dcputime00, dwalltime00;

  template <class F>
  void visit(F f) {
    f(pinfo), f(setup), f(get), f(set), f(gridinit), f(gridmap), f(freebuff), f(gridexit);
    f(abort), f(exit), f(gridinfo), f(pnum), f(pcoord), f(barrier), f(sys2blacs_handle);
    f(blacs2sys_handle), f(free_blacs_system_handle), f(ksendid), f(krecvid), f(kbsid), f(kbrid);
    f(dcputime00), f(dwalltime00);
  }
};
Support& support();

/// Calls f with each routine of the table.
template <class F>
void visit_routines(F f) {
  typed<Int>().visit(f);
  typed<float>().visit(f);
  typed<double>().visit(f);
  typed<std::complex<float>>().visit(f);
  typed<std::complex<double>>().visit(f);
  support().visit(f);
}

/// From now on the routine of this name does nothing; false if there is none.
bool remove_routine(std::string_view name);

/// A character argument: the interface wants a pointer to characters that it may not change.
inline char* argument(const char* text) { return const_cast<char*>(text); }

}  // namespace strobe::blacs_test
