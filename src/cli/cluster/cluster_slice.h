// How long a worker explores a sub-tree before it reports: for as long as the run says, but not while others have nothing
// to do. Meanwhile it tells the broker that the sub-tree is in good hands.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "cluster/broker.h"

namespace selvage::cli {

class ClusterSlice {
 public:
  ClusterSlice(cluster::Broker& broker, const std::string& run, cluster::Delivery& delivery, double seconds);
  ~ClusterSlice() { end(); }

  // For SearchOptions::interrupted.
  const std::atomic<bool>& is_over() const { return over_; }
  // Nobody looks any more; the delivery is not kept any longer.
  void end();
  // Once it has ended: workers that had nothing to do. And whether the run is gone.
  uint64_t idle_workers() const { return idle_workers_; }
  bool is_run_gone() const { return run_gone_; }

 private:
  void watch();
  void look_at_others();

  cluster::Broker& broker_;
  std::string run_;
  cluster::Delivery& delivery_;
  double seconds_;
  std::atomic<bool> over_ = false;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  uint64_t idle_workers_ = 0;
  bool run_gone_ = false;
  std::thread thread_;
};

}  // namespace selvage::cli
