// `selvage cluster`: a broker to try it with, and what is going on at one.
#pragma once

#include <string>

#include "cli/cluster/cluster_options.h"

namespace CLI {
class App;
}

namespace selvage::cli {

struct ClusterCommandOptions {
  enum class Action { Up, Status, Remove, Key };

  Action action = Action::Status;
  ClusterOptions cluster;
  std::string store;  // where the broker of `up` keeps everything
  unsigned port = 4222;
  std::string run;       // to remove
  std::string key_file;  // to make
};

CLI::App* add_cluster_command(CLI::App& app, ClusterCommandOptions& options);
int cluster_command(const ClusterCommandOptions& options);

}  // namespace selvage::cli
