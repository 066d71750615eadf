#include "cli/cluster/cluster_connection.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/cluster/cluster_messages.h"
#include "cli/interrupt.h"
#include "cluster/key_file.h"
#include "cluster/sealed.h"

namespace selvage::cli {

void add_connection_options(CLI::App& command, ClusterOptions& options) {
  command.add_option("--credentials", options.credentials, "For the cluster: a file of NATS credentials")
      ->type_name("FILE");
  command.add_option("--ca", options.authority, "For the cluster: certificates that its broker is recognised by (TLS)")
      ->type_name("FILE");
  command
      .add_option("--key", options.key,
                  "For the cluster: what its members know each other by (~/.local/state/selvage/key)")
      ->type_name("FILE");
}

// On one machine, the user's processes agree by themselves.
static std::string key_of(const ClusterOptions& options, const cluster::ConnectionOptions& connection) {
  if (!options.key.empty()) return cluster::read_key(options.key);
  std::string usual = cluster::usual_key_file();
  if (usual.empty())
    throw target::Error(target::ExitCode::Usage,
                        "There is no folder for the key of the cluster, since HOME is not set: give --key FILE.");
  return cluster::is_local(connection) ? cluster::make_key(usual, true) : cluster::read_key(usual);
}

std::unique_ptr<cluster::Broker> connect_to(const ClusterOptions& options) {
  cluster::ConnectionOptions connection;
  connection.url = options.url;
  connection.credentials_file = options.credentials;
  connection.authority_file = options.authority;
  connection.interrupted = [] { return interrupted().load(); };
  connection.notice = [](const std::string& sentence) { fmt::print(stderr, "selvage: {}\n", sentence); };
  if (std::string danger = cluster::danger_of(connection); !danger.empty())
    throw target::Error(target::ExitCode::Usage, danger);
  std::string key = key_of(options, connection);
  return cluster::sealed(cluster::connect(connection), std::move(key), kRunEntry, connection.notice);
}

}  // namespace selvage::cli
