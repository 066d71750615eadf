// The broker that a command was told of.
#pragma once

#include <memory>

#include "cli/cluster/cluster_options.h"
#include "cluster/broker.h"

namespace selvage::cli {

// What it waits for ends with Ctrl-C. Throws Error.
std::unique_ptr<cluster::Broker> connect_to(const ClusterOptions& options);

}  // namespace selvage::cli
