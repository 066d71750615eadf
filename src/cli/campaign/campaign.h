// `--budget`: many searches of one program within a given time, so that what can be found is found whatever the program's
// size, and what was covered can be said.
//
// A search of everything comes first, and goes on as long as it is expected to finish. Otherwise the time is divided between
// searches over smaller sets of preemption points (src/campaign/job_queue.h), a search by preemptions
// (src/explore/deepening.h), and random strategies (src/sample/). Each gets slices of time and goes on where it stood. All but
// those over smaller sets and that of everything, which looks into critical sections (docs/sections.md), work with the same
// processes and the same table of shared locations. Of those over smaller sets several run at once (src/cli/campaign/job_runner.h).
//
// On a cluster, workers explore everything, divided as in any check, and the smaller sets, each of which is explored by one
// worker at a time; what goes by preemptions or draws stays here (src/cli/cluster/campaign_on_cluster.cpp).
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "campaign/job_queue.h"
#include "cli/campaign/job_runner.h"
#include "cli/check/check_options.h"
#include "cli/check/check_result.h"
#include "cli/check/checkpoint.h"
#include "cli/check/examination.h"
#include "cli/check/finding_journal.h"
#include "cli/check/progress.h"
#include "cli/check/sampling.h"
#include "cli/cluster/cluster_jobs.h"
#include "cli/cluster/cluster_search.h"
#include "cli/cluster/cluster_threads.h"
#include "cli/program/explored_program.h"
#include "cli/program/program_launcher.h"
#include "cli/program/thread_agreement.h"
#include "explore/deepening.h"

namespace selvage::cli {

// What was found in a search over a smaller set of preemption points: its steps mean something only there.
struct PointFinding {
  campaign::Points points = campaign::Points::All;
  check::Finding finding;
  std::vector<SharedLocation> shared;
};

// A finding that does not count, of a search that has a table of shared locations of its own.
struct SuppressedElsewhere {
  SuppressedFinding suppressed;
  std::vector<SharedLocation> shared;
  std::vector<ThreadPath> thread_paths = {};  // empty: those of the session
};

class Campaign {
 public:
  // The search of everything gets so much of the budget before it has to show that it will finish.
  static constexpr double kFirstShare = 0.2;
  // What each activity gets of the rest.
  static constexpr double kShareOfJobs = 0.35;
  static constexpr double kShares[] = {0, kShareOfJobs, 0.25, 0.4};

  struct Tools {
    ProgramLauncher& launcher;
    const CheckOptions& options;
    ThreadAgreement& agreement;
    StackTable* stacks;
    SuppressionJudge* judge;
    std::vector<SharedLocation>& shared;
    const std::vector<std::unique_ptr<target::ProgramTarget>>& programs;
    FindingJournal* journal;  // null: findings are written down between slices
    ClusterSearch* cluster;   // null: everything happens on this machine
  };

  // Findings and counts go to the examination.
  Campaign(const Tools& tools, Examination& examination);
  // What is on a cluster is over.
  ~Campaign();

  // False: it is not the state of a campaign.
  bool restore(std::string_view state);
  std::string save() const;

  // On a cluster: goes on with one whose client is gone, after restore if it had written something down.
  void attach(const RunDescription& run) { attached_ = run; }
  // Whether others can go on with it there.
  bool is_on_cluster() const { return threads_.has_value(); }

  // What an interrupted campaign found last.
  void take_over(const std::vector<JournalEntry>& found);

  // `write` is called with everything that is to be written down between two slices.
  void run(CheckResult& result, const std::function<void()>& write);

  const std::vector<PointFinding>& point_findings() const { return point_findings_; }
  const std::vector<SuppressedElsewhere>& suppressed_elsewhere() const { return suppressed_elsewhere_; }
  const std::map<uint64_t, sample::Draw>& unrecorded() const { return unrecorded_; }
  // Schedules whose record was lost with the process.
  const std::vector<std::unique_ptr<ExploredProgram>>& explored() const { return explored_; }
  // Where the program went another way than before; empty: nowhere.
  const std::vector<Step>& suspect() const { return suspect_; }

 private:
  using Clock = std::chrono::steady_clock;

  struct Drawn {
    std::string name;
    uint32_t depth;
    std::unique_ptr<sample::Sampler> sampler;
    sample::Coverage coverage;
    uint64_t next = 0;
    std::vector<SharedLocation> found = {};
    size_t shared_count = 0;  // scheduling points of its last slice
  };
  // The search of everything, as long as it goes before all others; of those, searches over sets of points, the one by
  // preemptions, and random strategies.
  enum class Activity : uint8_t { Everything, Job, Deepening, Drawing, Count };

  double elapsed() const;
  double seconds_left() const { return tools_.options.max_seconds - elapsed(); }
  bool is_over() const;
  double seconds_spent() const;
  double spent_of(Activity activity) const { return spent_[static_cast<size_t>(activity)]; }
  Activity choose() const;
  void run_slice(double seconds);
  void run_jobs(double seconds);
  void run_everything(double seconds);
  std::vector<size_t> choose_jobs();
  void end_job(size_t number, const JobRunner::Result& result, Examination& own);
  void end_everything(const explore::SearchResult& found);
  void run_slices(const std::function<void()>& write);
  void run_slice_on_cluster(double seconds);
  void agree_on_threads();
  void go_on_on_cluster();
  void find_jobs();
  void take_suppressed(const Examination& seen, const std::vector<SharedLocation>& shared);
  void open_everything();
  void take_in_everything();
  void open_jobs();
  void hand_out_jobs();
  void take_in_jobs();
  void leave_cluster();
  bool take_findings(campaign::Points points, const std::vector<SharedLocation>& shared, Examination& own);
  static bool shows_by_itself(campaign::Points points, const check::Finding& finding);
  void add_finding(PointFinding found);
  void note_size(size_t number, double size);
  void note_progress(size_t number, const explore::SearchResult& found, double seconds);
  void estimate(double seconds);
  void run_deepening(double seconds);
  void run_drawing(Drawn& drawn, double seconds, uint64_t most = 0);
  Examination part();
  void take_over(Examination& part);
  std::vector<explore::Target*> targets();
  std::vector<explore::Target*> own_targets();
  bool looks_into_sections() const;
  size_t number_of_everything() const;
  Clock::time_point until(double seconds) const;
  void conclude(CheckResult& result) const;
  std::string progress_line() const;

  Tools tools_;
  Examination& examination_;
  JournalPart journal_;  // of what is found with all points
  campaign::JobQueue jobs_;
  std::vector<size_t> last_jobs_;
  uint64_t unfollowed_ = 0;
  uint64_t everything_cut_ = 0;  // executions of the search of everything that were cut off
  bool is_estimated_ = false;
  std::vector<double> sizes_;  // executions of each job, as far as they could be estimated; 0, or not there: unknown
  std::string deepening_state_;
  size_t deepening_shared_ = 0;
  uint64_t explored_below_ = 0;
  uint64_t deepening_executions_ = 0;
  bool deepening_over_ = false;
  bool everything_explored_ = false;
  std::vector<Drawn> drawn_;
  size_t next_drawn_ = 0;
  double spent_[static_cast<size_t>(Activity::Count)] = {};
  double spent_before_ = 0;   // by the campaign that this one goes on from
  double already_spent_ = 0;  // of the budget, by whoever this one has taken the place of
  Clock::time_point begin_ = Clock::now();
  bool stopped_ = false;
  uint64_t transitions_ = 0;
  std::vector<PointFinding> point_findings_;
  std::vector<SuppressedElsewhere> suppressed_elsewhere_;
  std::map<uint64_t, sample::Draw> unrecorded_;
  // Of the search of everything, which has a table of shared locations of its own.
  std::vector<std::unique_ptr<target::ProgramTarget>> own_programs_;
  std::vector<std::unique_ptr<ExploredProgram>> explored_;  // those of all, then its own
  std::vector<Step> suspect_;
  // On a cluster: what was seen of the search of everything, and how many of its findings were taken over; the smaller
  // searches; and numbers of threads.
  std::optional<Examination> everything_seen_;
  size_t everything_taken_ = 0;
  std::optional<ClusterThreads> threads_;
  std::unique_ptr<ClusterJobs> handed_out_;
  std::string jobs_saved_;                  // of those that another client handed out
  std::optional<RunDescription> attached_;  // its run
};

}  // namespace selvage::cli
