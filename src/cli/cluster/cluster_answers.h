// What whoever asked for a run has to do for its workers: send them libraries, and tell the user who cannot take part.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/cluster/cluster_messages.h"
#include "cluster/broker.h"

namespace selvage::cli {

// Entries that are nothing of the kind are left alone. `notice` may be empty.
void answer(cluster::Broker& broker, const std::string& run, const std::vector<ModuleFile>& libraries,
            const cluster::Entry& entry, const std::function<void(const std::string& sentence)>& notice);

}  // namespace selvage::cli
