#include "cli/cluster_connection.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/interrupt.h"

namespace selvage::cli {

void add_connection_options(CLI::App& command, ClusterOptions& options) {
  command.add_option("--credentials", options.credentials, "For the cluster: a file of NATS credentials")
      ->type_name("FILE");
  command.add_option("--ca", options.authority, "For the cluster: certificates that its broker is recognised by (TLS)")
      ->type_name("FILE");
}

std::unique_ptr<cluster::Broker> connect_to(const ClusterOptions& options) {
  cluster::ConnectionOptions connection;
  connection.url = options.url;
  connection.credentials_file = options.credentials;
  connection.authority_file = options.authority;
  connection.interrupted = [] { return interrupted().load(); };
  connection.notice = [](const std::string& sentence) { fmt::print(stderr, "selvage: {}\n", sentence); };
  return cluster::connect(connection);
}

}  // namespace selvage::cli
