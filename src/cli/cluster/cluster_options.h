// Where the broker of a cluster is, and how to get in.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace selvage::cli {

struct ClusterOptions {
  std::string url;                      // empty: everything happens on this machine
  std::string credentials;              // a file of NATS
  std::string authority;                // a file of certificates
  std::string key;                      // a file that all members of the cluster have; empty: the usual one
  std::string attach;                   // a run to go on with
  std::vector<std::string> sent_files;  // that the program reads
  double slice = 3;                     // seconds

  bool is_used() const { return !url.empty(); }
};

// `--credentials`, `--ca` and `--key`.
void add_connection_options(CLI::App& command, ClusterOptions& options);

}  // namespace selvage::cli
