#include "cli/cluster/worker_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/cluster/cluster_connection.h"
#include "cli/cluster/cluster_files.h"
#include "cli/cluster/cluster_member.h"
#include "cli/cluster/run_budgets.h"
#include "cli/cluster/unbegun_runs.h"
#include "cli/interrupt.h"
#include "cli/program/launch_arguments.h"
#include "cli/text.h"
#include "cluster/blobs.h"
#include "cluster/sealed.h"

namespace selvage::cli {
namespace {

using cluster::Broker;
using cluster::Milliseconds;
using target::Error;

// While there is no run to work for.
constexpr Milliseconds kBetweenLooks(300);
// For one run, and shared between several, when none has work.
constexpr Milliseconds kLongestWait(400);
// For each of several: one that has work is not to wait for others that have none.
constexpr Milliseconds kShortWait(20);
// Runs that are never begun are rare.
constexpr std::chrono::seconds kBetweenRemovals(30);
// For libraries that a run may send.
constexpr std::chrono::seconds kPatience(60);

std::string name_of_this_worker() {
  char host[256] = {};
  gethostname(host, sizeof(host) - 1);
  return fmt::format("{}/{}", host, getpid());
}

class ClusterWorker {
 public:
  ClusterWorker(const WorkerOptions& options, Broker& broker) : options_(options), broker_(broker) {}

  void run();

 private:
  void look_for_runs();
  void leave_behind(const std::string& run);
  void note_budget(const std::string& run, const std::string& description);
  void remove_unbegun();
  bool join(const std::string& run);
  void refuse(const std::string& run, const std::string& reason);
  std::vector<std::string> by_time_spent();
  bool serve_one_of(const std::vector<std::string>& runs);
  // Whether there was something to do.
  bool work_for(const std::string& run, Milliseconds wait);
  void say(const std::string& sentence) const {
    if (!options_.quiet) fmt::print(stderr, "selvage: {}\n", sentence);
  }

  const WorkerOptions& options_;
  Broker& broker_;
  std::map<std::string, std::unique_ptr<ClusterMember>> members_;  // by run
  std::map<std::string, double> spent_;                            // seconds, by run
  std::set<std::string> refused_;                                  // runs that this machine does not take part in
  RunBudgets budgets_;
  std::map<std::string, std::chrono::steady_clock::time_point>
      awaited_;  // runs that have to send libraries, since when
  std::string name_ = name_of_this_worker(), id_ = new_id();
  std::chrono::steady_clock::time_point next_look_, next_removal_;
  UnbegunRuns unbegun_{broker_};
};

void ClusterWorker::look_for_runs() {
  auto now = std::chrono::steady_clock::now();
  if (now < next_look_) return;
  next_look_ = now + kBetweenLooks;
  std::vector<std::string> runs = broker_.runs();
  for (const std::string& run : runs) {
    RunBudgets::Standing standing = budgets_.standing_of(run, now);
    if (standing == RunBudgets::Standing::LeftBehind) leave_behind(run);
    if (standing != RunBudgets::Standing::Old) continue;
    say(fmt::format("run {} was left behind by whoever asked for it; it is removed.", run));
    broker_.remove(run);
  }
  std::set<std::string> there(runs.begin(), runs.end());
  budgets_.keep_only(there);
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

void ClusterWorker::leave_behind(const std::string& run) {
  if (members_.erase(run) != 0) say(fmt::format("run {} should be over, and nobody ends it; it is left alone.", run));
  refused_.insert(run);
}

// Also of a run that this machine cannot take part in: perhaps nobody can.
void ClusterWorker::note_budget(const std::string& run, const std::string& description) {
  if (std::optional<RunDescription> read = decode_run(cluster::unfolded(broker_, run, description)))
    budgets_.note(run, read->budget, std::chrono::steady_clock::now());
}

void ClusterWorker::remove_unbegun() {
  auto now = std::chrono::steady_clock::now();
  if (now < next_removal_) return;
  next_removal_ = now + kBetweenRemovals;
  try {
    for (const std::string& run : unbegun_.remove_old(now))
      say(fmt::format("run {} was never begun; it is removed.", run));
  } catch (const Error& error) {
    // Such a run harms nobody, and this worker may be one that is not allowed to remove it.
    if (!interrupted()) fmt::print(stderr, "selvage: {}\n", error.what());
  }
}

// A run that is only being written down is left for the next look.
bool ClusterWorker::join(const std::string& run) {
  try {
    std::optional<std::string> description = broker_.read(run, kRunEntry);
    if (!description) return false;
    note_budget(run, *description);
    MemberOptions member{name_, options_.jobs, options_.memory, !options_.unconfined};
    members_[run] = std::make_unique<ClusterMember>(broker_, run, member);
    say(fmt::format("works for run {}.", run));
    awaited_.erase(run);
    return true;
  } catch (const cluster::RunGone&) {
  } catch (const cluster::Interrupted&) {
  } catch (const cluster::ForeignRun& error) {
    say(error.what());
    refused_.insert(run);
  } catch (const LibraryAwaited& error) {
    auto since = awaited_.try_emplace(run, std::chrono::steady_clock::now()).first->second;
    if (std::chrono::steady_clock::now() - since > kPatience) refuse(run, error.what());
  } catch (const Error& error) {
    refuse(run, error.what());
  }
  members_.erase(run);
  return false;
}

// The client shows it to whoever waits for the run.
void ClusterWorker::refuse(const std::string& run, const std::string& reason) {
  fmt::print(stderr, "selvage: cannot take part in run {}: {}\n", run, reason);
  refused_.insert(run);
  awaited_.erase(run);
  try {
    broker_.write_once(run, refusal_entry(id_), encode(Refusal{name_, reason}));
  } catch (const Error&) {
    // It was said here.
  }
}

bool ClusterWorker::work_for(const std::string& run, Milliseconds wait) {
  try {
    std::unique_ptr<cluster::Delivery> delivery = broker_.take(run, wait);
    if (delivery) members_[run]->work_on(*delivery);
    return delivery != nullptr;
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
  return true;
}

// The run that had least first. One that came later has had as much as that.
std::vector<std::string> ClusterWorker::by_time_spent() {
  std::erase_if(spent_, [&](const auto& spent) { return !members_.contains(spent.first); });
  double least = 0;
  if (!spent_.empty()) least = std::ranges::min_element(spent_, {}, [](const auto& one) { return one.second; })->second;
  std::vector<std::string> runs;
  for (const auto& member : members_) {
    spent_.try_emplace(member.first, least);
    runs.push_back(member.first);
  }
  std::ranges::sort(runs, {}, [&](const std::string& run) { return spent_[run]; });
  return runs;
}

// Whether there was something to do. Sub-trees of one run may be much smaller than those of another: what is shared fairly is
// time. Runs that have nothing to do save up none.
bool ClusterWorker::serve_one_of(const std::vector<std::string>& runs) {
  for (const std::string& run : runs) {
    if (interrupted()) return true;
    auto begin = std::chrono::steady_clock::now();
    if (!work_for(run, kShortWait)) continue;
    double before = spent_[run];
    for (const std::string& other : runs) {
      if (other == run) break;
      spent_[other] = std::max(spent_[other], before);
    }
    spent_[run] += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return true;
  }
  return false;
}

void ClusterWorker::run() {
  while (!interrupted()) {
    look_for_runs();
    remove_unbegun();
    std::vector<std::string> runs = by_time_spent();
    bool had_work = runs.size() > 1 && serve_one_of(runs);
    for (const std::string& run : runs)
      if (!had_work && !interrupted()) work_for(run, kLongestWait / static_cast<int>(runs.size()));
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
  command
      ->add_option("--memory", options.memory,
                   "What each process of a program may use: 512M, 4G (its part of three quarters of the machine's)")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::PositiveNumber)
      ->type_name("SIZE");
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
