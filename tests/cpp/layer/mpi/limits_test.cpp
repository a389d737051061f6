// SPDX-License-Identifier: BSD-3-Clause
#include "layer/mpi/limits.hpp"

#include <gtest/gtest.h>

namespace strobe::layer::mpi {
namespace {

TEST(ProtocolLimits, AreKnownByTheNamesThatMpisGiveThem) {
  for (const char* name :
       {"btl_sm_eager_limit", "btl_tcp_rndv_eager_limit", "MPIR_CVAR_CH4_IPC_CMA_P2P_THRESHOLD",
        "MPIR_CVAR_CH4_XPMEM_LMT_MSG_SIZE", "I_MPI_EAGER_THRESHOLD"}) {
    EXPECT_TRUE(is_protocol_limit(name)) << name;
  }
  for (const char* name : {"MPIR_CVAR_BCAST_SHORT_MSG_SIZE", "btl_sm_eager_max_num", "verbose",
                           "coll_tuned_eager_limit", "MPIR_CVAR_CTXID_EAGER_SIZE"}) {
    EXPECT_FALSE(is_protocol_limit(name)) << name;
  }
}

TEST(ProtocolLimits, ArePositiveSizes) {
  for (const auto& [name, size_bytes] : protocol_limits()) {
    EXPECT_TRUE(is_protocol_limit(name));
    EXPECT_GT(size_bytes, 0) << name;
  }
}

}  // namespace
}  // namespace strobe::layer::mpi
