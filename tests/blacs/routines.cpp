// SPDX-License-Identifier: BSD-3-Clause
#include "routines.hpp"

using strobe::blacs_test::Communicator;
using strobe::blacs_test::Int;

extern "C" {

#define STROBE_DECLARE(v, T)                                                          \
  void C##v##gesd2d(Int, Int, Int, T*, Int, Int, Int);                                \
  void C##v##gerv2d(Int, Int, Int, T*, Int, Int, Int);                                \
  void C##v##gebs2d(Int, char*, char*, Int, Int, T*, Int);                            \
  void C##v##gebr2d(Int, char*, char*, Int, Int, T*, Int, Int, Int);                  \
  void C##v##trsd2d(Int, char*, char*, Int, Int, T*, Int, Int, Int);                  \
  void C##v##trrv2d(Int, char*, char*, Int, Int, T*, Int, Int, Int);                  \
  void C##v##trbs2d(Int, char*, char*, char*, char*, Int, Int, T*, Int);              \
  void C##v##trbr2d(Int, char*, char*, char*, char*, Int, Int, T*, Int, Int, Int);    \
  void C##v##gsum2d(Int, char*, char*, Int, Int, T*, Int, Int, Int);                  \
  void C##v##gamx2d(Int, char*, char*, Int, Int, T*, Int, Int*, Int*, Int, Int, Int); \
  void C##v##gamn2d(Int, char*, char*, Int, Int, T*, Int, Int*, Int*, Int, Int, Int)

STROBE_DECLARE(i, Int);
STROBE_DECLARE(s, float);
STROBE_DECLARE(d, double);
STROBE_DECLARE(c, float);
STROBE_DECLARE(z, double);

void Cblacs_pinfo(Int* rank, Int* processes);
void Cblacs_setup(Int* rank, Int* processes);
void Cblacs_get(Int context, Int what, Int* value);
void Cblacs_set(Int context, Int what, Int* value);
void Cblacs_gridinit(Int* context, char* order, Int rows, Int columns);
void Cblacs_gridmap(Int* context, Int* map, Int leading_dimension, Int rows, Int columns);
void Cblacs_freebuff(Int context, Int wait);
void Cblacs_gridexit(Int context);
void Cblacs_abort(Int context, Int status);
void Cblacs_exit(Int keep_machine);
void Cblacs_gridinfo(Int context, Int* rows, Int* columns, Int* row, Int* column);
Int Cblacs_pnum(Int context, Int row, Int column);
void Cblacs_pcoord(Int context, Int number, Int* row, Int* column);
void Cblacs_barrier(Int context, char* scope);
Int Csys2blacs_handle(Communicator communicator);
Communicator Cblacs2sys_handle(Int handle);
void Cfree_blacs_system_handle(Int handle);
Int Cksendid(Int context, Int row, Int column);
Int Ckrecvid(Int context, Int row, Int column);
Int Ckbsid(Int context, char* scope);
Int Ckbrid(Int context, char* scope, Int row, Int column);
double Cdcputime00();
double Cdwalltime00();
}

namespace strobe::blacs_test {

#define STROBE_NAMED(name) {#name, name}
#define STROBE_TYPED(v, T)                                                                  \
  template <>                                                                               \
  Typed<T>& typed() {                                                                       \
    static Typed<T> table{                                                                  \
        STROBE_NAMED(C##v##gesd2d), STROBE_NAMED(C##v##gerv2d), STROBE_NAMED(C##v##gebs2d), \
        STROBE_NAMED(C##v##gebr2d), STROBE_NAMED(C##v##trsd2d), STROBE_NAMED(C##v##trrv2d), \
        STROBE_NAMED(C##v##trbs2d), STROBE_NAMED(C##v##trbr2d), STROBE_NAMED(C##v##gsum2d), \
        STROBE_NAMED(C##v##gamx2d), STROBE_NAMED(C##v##gamn2d)};                            \
    return table;                                                                           \
  }

STROBE_TYPED(i, Int)
STROBE_TYPED(s, float)
STROBE_TYPED(d, double)
STROBE_TYPED(c, std::complex<float>)
STROBE_TYPED(z, std::complex<double>)

Support& support() {
  static Support table{STROBE_NAMED(Cblacs_pinfo),
                       STROBE_NAMED(Cblacs_setup),
                       STROBE_NAMED(Cblacs_get),
                       STROBE_NAMED(Cblacs_set),
                       STROBE_NAMED(Cblacs_gridinit),
                       STROBE_NAMED(Cblacs_gridmap),
                       STROBE_NAMED(Cblacs_freebuff),
                       STROBE_NAMED(Cblacs_gridexit),
                       STROBE_NAMED(Cblacs_abort),
                       STROBE_NAMED(Cblacs_exit),
                       STROBE_NAMED(Cblacs_gridinfo),
                       STROBE_NAMED(Cblacs_pnum),
                       STROBE_NAMED(Cblacs_pcoord),
                       STROBE_NAMED(Cblacs_barrier),
                       STROBE_NAMED(Csys2blacs_handle),
                       STROBE_NAMED(Cblacs2sys_handle),
                       STROBE_NAMED(Cfree_blacs_system_handle),
                       STROBE_NAMED(Cksendid),
                       STROBE_NAMED(Ckrecvid),
                       STROBE_NAMED(Ckbsid),
                       STROBE_NAMED(Ckbrid),
                       STROBE_NAMED(Cdcputime00),
                       STROBE_NAMED(Cdwalltime00)};
  return table;
}

bool remove_routine(std::string_view name) {
  bool found = false;
  visit_routines([&](auto& routine) {
    if (name == routine.name) {
      routine.remove();
      found = true;
    }
  });
  return found;
}

}  // namespace strobe::blacs_test
