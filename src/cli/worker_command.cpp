#include "cli/worker_command.h"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include <CLI/CLI.hpp>

#include "cli/cluster_connection.h"
#include "cli/cluster_member.h"
#include "cli/interrupt.h"
#include "cli/launch_arguments.h"
#include "cli/text.h"

namespace selvage::cli {
namespace {

using cluster::Broker;
using cluster::Milliseconds;
using target::Error;

// While there is no run to work for.
constexpr Milliseconds kBetweenLooks(300);
// For one run, and shared between several: whoever has work is asked first by nobody.
constexpr Milliseconds kLongestWait(400);

class ClusterWorker {
 public:
  ClusterWorker(const WorkerOptions& options, Broker& broker) : options_(options), broker_(broker) {}

  void run();

 private:
  void look_for_runs();
  bool join(const std::string& run);
  void work_for(const std::string& run, Milliseconds wait);
  void say(const std::string& sentence) const {
    if (!options_.quiet) fmt::print(stderr, "selvage: {}\n", sentence);
  }

  const WorkerOptions& options_;
  Broker& broker_;
  std::map<std::string, std::unique_ptr<ClusterMember>> members_;  // by run
  std::set<std::string> refused_;                                  // runs that this machine cannot take part in
  std::chrono::steady_clock::time_point next_look_;
};

void ClusterWorker::look_for_runs() {
  auto now = std::chrono::steady_clock::now();
  if (now < next_look_) return;
  next_look_ = now + kBetweenLooks;
  std::vector<std::string> runs = broker_.runs();
  std::set<std::string> there(runs.begin(), runs.end());
  std::erase_if(members_, [&](const auto& member) {
    bool gone = !there.contains(member.first);
    if (gone)
      say(fmt::format("run {} is over; {} here.", member.first, counted(member.second->executions(), "execution")));
    return gone;
  });
  std::erase_if(refused_, [&](const std::string& run) { return !there.contains(run); });
  for (const std::string& run : runs)
    if (!members_.contains(run) && !refused_.contains(run)) join(run);
}

// A run that is only being written down is left for the next look.
bool ClusterWorker::join(const std::string& run) {
  try {
    if (!broker_.read(run, kRunEntry)) return false;
    members_[run] = std::make_unique<ClusterMember>(broker_, run, options_.jobs, !options_.unconfined);
    say(fmt::format("works for run {}.", run));
    return true;
  } catch (const cluster::RunGone&) {
  } catch (const cluster::Interrupted&) {
  } catch (const Error& error) {
    fmt::print(stderr, "selvage: cannot take part in run {}: {}\n", run, error.what());
    refused_.insert(run);
  }
  members_.erase(run);
  return false;
}

void ClusterWorker::work_for(const std::string& run, Milliseconds wait) {
  try {
    if (std::unique_ptr<cluster::Delivery> delivery = broker_.take(run, wait)) members_[run]->work_on(*delivery);
  } catch (const cluster::RunGone&) {
    next_look_ = {};
    say(fmt::format("run {} is over; {} here.", run, counted(members_[run]->executions(), "execution")));
    members_.erase(run);
  } catch (const cluster::Interrupted&) {
  } catch (const cluster::NoRoom& error) {
    // It cannot be written where results are.
    fmt::print(stderr, "selvage: run {}: {}\n", run, error.what());
    broker_.tell(run, error.what());
  } catch (const Error& error) {
    fmt::print(stderr, "selvage: run {}: {}\n", run, error.what());
  }
}

void ClusterWorker::run() {
  while (!interrupted()) {
    look_for_runs();
    std::vector<std::string> runs;
    for (const auto& member : members_) runs.push_back(member.first);
    // Each gets its turn, whatever the others have.
    for (const std::string& run : runs)
      if (!interrupted()) work_for(run, kLongestWait / static_cast<int>(runs.size()));
    if (runs.empty()) std::this_thread::sleep_for(kBetweenLooks);
  }
}

}  // namespace

CLI::App* add_worker_command(CLI::App& app, WorkerOptions& options) {
  CLI::App* command = app.add_subcommand("worker", "Explore for checks that are started elsewhere with --cluster");
  command->add_option("--connect", options.cluster.url, "The broker: nats://HOST:PORT")->required()->type_name("URL");
  command->add_option("-j,--jobs", options.jobs, "Processes of a program at a time (one for each core)")
      ->check(positive())
      ->type_name("N");
  command->add_flag("--unconfined", options.unconfined,
                    "Programs may use the network, and change files that the worker may change");
  command->add_flag("--quiet", options.quiet, "Say nothing unless something goes wrong");
  add_connection_options(*command, options.cluster);
  return command;
}

int worker_command(const WorkerOptions& options) {
  install_interrupt_handler();
  std::unique_ptr<Broker> broker = connect_to(options.cluster);
  ClusterWorker worker(options, *broker);
  try {
    worker.run();
  } catch (const cluster::Interrupted&) {
  }
  return static_cast<int>(target::ExitCode::Success);
}

}  // namespace selvage::cli
