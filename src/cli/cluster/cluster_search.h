// A search on many machines as whoever asked for it sees it: reads the results from the run's log, puts them together, and
// starts the search over where they say so. It keeps nothing that the log does not have, so that another one can go on
// where this one was killed.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/check/examination.h"
#include "cli/cluster/absence_watch.h"
#include "cli/cluster/cluster_messages.h"
#include "cli/cluster/cluster_options.h"
#include "cli/cluster/cluster_run.h"
#include "cluster/broker.h"
#include "cluster/ledger.h"
#include "explore/search.h"

namespace selvage::cli {

// How far a run is, for whoever looks.
struct ClusterProgress {
  uint64_t executions = 0;
  double share_done = 0;
  size_t missing = 0;  // sub-trees without a result
};

class ClusterSearch {
 public:
  // `blocks`: atomic blocks are looked into.
  ClusterSearch(std::unique_ptr<cluster::Broker> broker, bool keep_going, bool blocks)
      : keep_going_(keep_going), blocks_(blocks), broker_(std::move(broker)) {}
  // A run that is over is removed.
  ~ClusterSearch();

  // A run that does not exist yet. The parts that are left of the opening search go to the queue.
  void create();
  void begin(const RunDescription& description, const std::vector<SharedLocation>& shared,
             const std::vector<ThreadPath>& threads, PartResult opening, const std::string& state);
  // Throws Error if it is not this search of this program.
  RunDescription attach(const std::string& run, const SameRun& same);

  // Workers that cannot take part say so here.
  void tell(std::function<void(const std::string& sentence)> notice) { notice_ = std::move(notice); }

  const std::string& run() const { return run_; }
  cluster::Broker& broker() { return *broker_; }

  struct Watch {
    std::optional<std::chrono::steady_clock::time_point> deadline;
    std::function<void(const ClusterProgress&)> on_progress;
  };
  // Until the end, or until something ends it. Throws Error if a worker met one.
  explore::SearchResult collect(Examination& examination, const Watch& watch);

  // The same step by step: takes in what has come. False: there was nothing.
  bool advance(Examination& examination);
  // What it came to, once it is over. Throws Error if a worker met one.
  std::optional<explore::SearchResult> ended();
  // Nobody waits for the rest: it is removed.
  void give_up() { is_over_ = true; }
  // What is known so far.
  const explore::SearchResult& so_far() const { return sum_; }

  const std::vector<ThreadPath>& threads() const { return threads_; }
  const std::set<uint32_t>& waiting_loops() const { return waiting_loops_; }
  uint64_t unrepeated_ends() const { return unrepeated_ends_; }

 private:
  void remove_if_over();
  void take_in(const cluster::Entry& entry, Examination& examination);
  void take_in_result(const ResultName& name, const cluster::Entry& entry, Examination& examination);
  void start_over_without(const cluster::Entry& forged);
  void begin_generation(uint32_t generation, const cluster::Entry& entry, Examination& examination);
  void note_found(const std::vector<SharedLocation>& found);
  bool go_on(Examination& examination);
  void start_over(const std::vector<SharedLocation>& found);
  void put_whole();
  // Looks after a run in which nothing happens any more.
  void look_after();
  void put_parts(uint32_t generation, const std::string& parent, const std::string& state, PartResult& result);

  bool keep_going_, blocks_;
  std::unique_ptr<cluster::Broker> broker_;
  std::string run_;
  std::vector<ModuleFile> libraries_;  // for workers that have others
  std::function<void(const std::string&)> notice_;
  bool is_over_ = false;

  // What the log says, up to the last entry read.
  uint64_t read_ = 0;
  uint32_t generation_ = 0;
  cluster::Ledger ledger_;
  explore::SearchResult sum_;
  std::vector<ThreadPath> threads_;
  std::vector<SharedLocation> found_;
  bool is_spoilt_ = false;  // a sub-tree of this generation can have no result any more
  explore::SectionsSeen sections_;
  std::set<uint32_t> waiting_loops_;
  uint64_t unrepeated_ends_ = 0;
  std::optional<explore::End> end_;
  std::optional<target::Error> error_;
  unsigned looks_without_results_ = 0;
  std::chrono::steady_clock::time_point next_look_ = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  AbsenceWatch absence_;
  unsigned quiet_looks_ = 0;
  unsigned patience_ = 30;  // looks until what workers may have counts as lost
};

}  // namespace selvage::cli
