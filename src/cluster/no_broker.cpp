// What stands in for the client of the broker where it was not there when Selvage was built.
#include "cluster/broker.h"

namespace selvage::cluster {

std::unique_ptr<Broker> connect(const ConnectionOptions&) {
  throw target::Error(target::ExitCode::Usage,
                      "This build of Selvage has no client for NATS: install libnats-dev and build it again.");
}

}  // namespace selvage::cluster
