// Where the broker of a cluster is, and how to get in.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace selvage::cli {

struct ClusterOptions {
  std::string url;          // empty: everything happens on this machine
  std::string credentials;  // a file of NATS
  std::string authority;    // a file of certificates
  std::string attach;       // a run to go on with
  double slice = 3;         // seconds

  bool is_used() const { return !url.empty(); }
};

// `--credentials` and `--ca`.
void add_connection_options(CLI::App& command, ClusterOptions& options);

}  // namespace selvage::cli
