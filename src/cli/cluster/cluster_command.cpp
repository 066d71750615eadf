#include "cli/cluster/cluster_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "cli/check/progress.h"
#include "cli/cluster/cluster_connection.h"
#include "cli/cluster/cluster_messages.h"
#include "cli/cluster/cluster_sums.h"
#include "cli/interrupt.h"
#include "cli/text.h"
#include "cluster/blobs.h"
#include "cluster/key_file.h"
#include "cluster/sealed.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using cluster::Broker;
using target::Error;
using target::ExitCode;
using Action = ClusterCommandOptions::Action;

constexpr const char* kDefaultUrl = "nats://127.0.0.1:4222";

std::string default_store() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (state != nullptr && *state != '\0') return std::string(state) + "/selvage/broker";
  return (home != nullptr && *home != '\0' ? std::string(home) + "/.local/state" : "/tmp") + "/selvage/broker";
}

// Becomes the broker: it listens on this machine alone.
[[noreturn]] void start_broker(const ClusterCommandOptions& options) {
  std::string store = options.store.empty() ? default_store() : options.store;
  std::error_code problem;
  std::filesystem::create_directories(store, problem);
  if (problem) throw Error(ExitCode::Usage, fmt::format("{} cannot be made: {}.", store, problem.message()));
  std::string port = std::to_string(options.port);
  fmt::print(stderr,
             "selvage: a broker at nats://127.0.0.1:{}, which keeps everything in {}. Ctrl-C ends it.\n"
             "selvage: now: selvage worker --connect nats://127.0.0.1:{}\n"
             "selvage: and: selvage check --cluster nats://127.0.0.1:{} PROGRAM\n",
             port, store, port, port);
  const char* const arguments[] = {"nats-server", "--jetstream", "--store_dir", store.c_str(), "--addr",
                                   "127.0.0.1",   "--port",      port.c_str(),  nullptr};
  execvp(arguments[0], const_cast<char* const*>(arguments));
  // Debian has it among the commands of the administrator.
  execv("/usr/sbin/nats-server", const_cast<char* const*>(arguments));
  throw Error(ExitCode::Usage, fmt::format("nats-server cannot be started ({}): install the package of this name.",
                                           std::strerror(errno)));
}

// What its work is divided into.
std::string_view piece_of(const RunDescription& description) {
  return description.has_jobs ? "job slice" : description.has_samples ? "sampling slice" : "sub-tree";
}

// What the results of a run add up to.
void show_run(Broker& broker, const std::string& run) {
  std::optional<std::string> bytes = broker.read(run, kRunEntry);
  std::optional<RunDescription> description = bytes ? decode_run(cluster::unfolded(broker, run, *bytes)) : std::nullopt;
  if (!description) {
    fmt::print("{}  not begun\n", run);
    return;
  }
  cluster::QueueState queue = broker.queue(run);
  ClusterSums sums = sums_of(broker, run);
  std::string words;
  for (const std::string& word : description->words) words += " " + shell_quoted(word);
  fmt::print("{}  started {}:{}\n", run, description->started, words);
  fmt::print("  {}, {} a second lately, {}\n", counted(sums.executions, "execution"),
             grouped(static_cast<uint64_t>(sums.rate)), counted(sums.findings, "finding"));
  if (!description->has_jobs && !description->has_samples)
    fmt::print("  {:.3g} % done after {}{}; {} without a result\n", 100 * sums.share_done, duration_text(sums.seconds),
               sums.seconds_left() < 0 ? "" : fmt::format(", about {} left", duration_text(sums.seconds_left())),
               counted(sums.missing, "sub-tree"));
  fmt::print("  {} in the queue, {} taken, {} idle\n", counted(queue.waiting, piece_of(*description)), queue.taken,
             counted(queue.idle_workers, "worker"));
  for (const auto& [name, worker] : sums.workers)
    fmt::print("  worker {}: {}, {}, the last {} before the newest of all\n", name,
               counted(worker.executions, "execution"), counted(worker.results, "result"), duration_text(worker.last));
  for (const std::string& refusal : sums.refusals) fmt::print("  does not take part: {}\n", refusal);
}

void show_status(Broker& broker) {
  std::vector<std::string> runs = broker.runs(), half_made = broker.half_made();
  if (runs.empty() && half_made.empty()) fmt::print("no runs\n");
  for (const std::string& run : half_made) fmt::print("{}  not begun\n", run);
  for (const std::string& run : runs) {
    try {
      show_run(broker, run);
    } catch (const cluster::ForeignRun&) {
      fmt::print("{}  of somebody with another key\n", run);
    } catch (const cluster::RunGone&) {
      // It ended just now.
    }
  }
}

}  // namespace

CLI::App* add_cluster_command(CLI::App& app, ClusterCommandOptions& options) {
  CLI::App* command =
      app.add_subcommand("cluster", "Checks on many machines: a broker to try it, and what is going on");
  command->require_subcommand(1);
  CLI::App* up = command->add_subcommand("up", "Start a broker on this machine, for this machine");
  up->add_option("--port", options.port, "Where it listens (4222)")->type_name("N")->check(CLI::Range(1U, 65535U));
  up->add_option("--store", options.store, "Where it keeps everything")->type_name("FOLDER");
  up->callback([&options] { options.action = Action::Up; });
  CLI::App* status = command->add_subcommand("status", "Show runs and how far they are");
  status->callback([&options] { options.action = Action::Status; });
  CLI::App* remove = command->add_subcommand("remove", "End a run, wherever it is explored, and forget it");
  remove->add_option("run", options.run, "Which")->required()->type_name("RUN");
  remove->callback([&options] { options.action = Action::Remove; });
  CLI::App* key = command->add_subcommand("key", "Make a key, for all machines of a cluster to have");
  key->add_option("file", options.key_file, "Where it goes")->required()->type_name("FILE");
  key->callback([&options] { options.action = Action::Key; });
  options.cluster.url = kDefaultUrl;
  for (CLI::App* each : {status, remove}) {
    each->add_option("--connect", options.cluster.url, fmt::format("The broker ({})", kDefaultUrl))->type_name("URL");
    add_connection_options(*each, options.cluster);
  }
  return command;
}

int cluster_command(const ClusterCommandOptions& options) {
  if (options.action == Action::Up) start_broker(options);
  if (options.action == Action::Key) {
    cluster::make_key(options.key_file, false);
    return static_cast<int>(ExitCode::Success);
  }
  install_interrupt_handler();
  std::unique_ptr<Broker> broker = connect_to(options.cluster);
  if (options.action == Action::Remove) {
    broker->remove(options.run);
  } else {
    show_status(*broker);
  }
  return static_cast<int>(ExitCode::Success);
}

}  // namespace selvage::cli
