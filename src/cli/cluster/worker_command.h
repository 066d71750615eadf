// `selvage worker`: explores for whoever asks at a broker, until it is told to stop.
#pragma once

#include <cstdint>

#include "cli/cluster/cluster_options.h"

namespace CLI {
class App;
}

namespace selvage::cli {

struct WorkerOptions {
  ClusterOptions cluster;
  unsigned jobs = 0;        // processes of a program at a time; 0: one for each core
  bool unconfined = false;  // programs may do what the worker may
  uint64_t memory = 0;      // bytes for each process of a program; 0: its part of what the machine has
  bool quiet = false;
};

CLI::App* add_worker_command(CLI::App& app, WorkerOptions& options);
int worker_command(const WorkerOptions& options);

}  // namespace selvage::cli
