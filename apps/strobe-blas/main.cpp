// SPDX-License-Identifier: BSD-3-Clause
//
// The program in whose processes BLAS libraries live; strobe-bench starts it. Its arguments are the
// library's path and the number of threads.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>

#include <cstdio>
#include <cstdlib>

#include "kernels/blas/protocol.hpp"
#include "kernels/blas/serve.hpp"

int main(int argc, char** argv) {
  using namespace strobe::kernels::blas;
  if (argc != 3 || fcntl(socket_descriptor, F_GETFD) < 0) {
    std::fputs("strobe-blas: strobe-bench starts this program and speaks to it\n", stderr);
    return 2;
  }
  // Ctrl-C is the bench's to answer; when that is gone, nobody is left to work for.
  signal(SIGINT, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  serve(socket_descriptor, argv[1], std::atoi(argv[2]));
  return 0;
}
