// Which thread has which number, agreed between all who take part in a run: the first to meet a thread writes its number into
// the run's log.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cluster/broker.h"
#include "contract/channel.h"

namespace selvage::cli {

class ClusterThreads {
 public:
  ClusterThreads(cluster::Broker& broker, std::string run) : broker_(broker), run_(std::move(run)) {}

  // Reads what others have written.
  const std::vector<ThreadPath>& learn();
  // For ThreadAgreement::ask. Throws Error if the log says nothing about a thread, and takes no entry for it.
  std::vector<ThreadPath> agree_on(std::span<const ThreadPath> met);

 private:
  cluster::Broker& broker_;
  std::string run_;
  std::vector<ThreadPath> known_;
};

}  // namespace selvage::cli
