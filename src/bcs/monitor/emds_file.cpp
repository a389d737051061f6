// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/emds_file.hpp"

#include <string>

#include "base/format.hpp"

namespace strobe::bcs::monitor {

EmdsFile::EmdsFile(const std::filesystem::path& path) : file_(path) {
  file_.write(
      "slice,getts_s,gtdem_s,gtmsm_s,gtts_s,usrts,usrdem,usrmsm,"
      "node,letts_s,ltdem_s,ltmsm_s,ltts_s,np2pdem,np2pmsm,ncolldem,ncollmsm,bpts,"
      "ltr_bs_s,ltr_br_s,ltr_dh_s,ltr_ch_s,ltr_rh_s\n");
}

void EmdsFile::write(const Global& global, std::span<const Local> locals) {
  const std::string shared =
      base::format("{},{},{},{},{},{},{},{}", global.slice, global.getts_s, global.gtdem_s,
                   global.gtmsm_s, global.gtts_s, global.usrts, global.usrdem, global.usrmsm);
  for (const Local& local : locals) {
    file_.write(base::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", shared,
                             local.node, local.letts_s, local.ltdem_s, local.ltmsm_s, local.ltts_s,
                             local.counts.descriptors, local.counts.scheduled_messages,
                             local.counts.called_collectives, local.counts.scheduled_collectives,
                             local.counts.blocked, local.ltr_s[0], local.ltr_s[1], local.ltr_s[2],
                             local.ltr_s[3], local.ltr_s[4]));
  }
  // A slice without recorded nodes is a line, too.
  if (locals.empty()) file_.write(shared + ",,,,,,,,,,,,,,,\n");
}

}  // namespace strobe::bcs::monitor
