// One slice of a search over a set of preemption points: in processes of its own, since where threads can be switched is
// fixed when a process starts. Several may run at once, each in a thread.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "campaign/job_queue.h"
#include "cli/check/check_options.h"
#include "cli/check/examination.h"
#include "cli/check/finding_journal.h"
#include "cli/program/explored_program.h"
#include "cli/program/program_launcher.h"
#include "cli/program/thread_agreement.h"
#include "explore/search.h"

namespace selvage::cli {

class JobRunner {
 public:
  struct Tools {
    ProgramLauncher& launcher;
    const CheckOptions& options;
    ThreadAgreement& agreement;
    StackTable* stacks;
    SuppressionJudge* judge;
    FindingJournal* journal;  // null: there is none
  };

  // A job that has not begun knows these locations to be shared.
  JobRunner(const Tools& tools, const campaign::Job& job, const std::vector<SharedLocation>& shared, size_t workers);

  // In the thread that the processes belong to. What it throws is kept for take().
  void run(std::chrono::steady_clock::time_point deadline);

  struct Result {
    explore::SearchResult search;
    campaign::RaceCandidates candidates;
    double seconds = 0;
    double size = 0;  // executions of the whole search, an estimate; 0: unknown, or it was made before
  };
  // What came of it; afterwards. Throws what the search threw.
  Result take();
  Examination& examination() { return examination_; }

 private:
  void explore(std::chrono::steady_clock::time_point deadline);
  // False: what it found ends the search.
  bool sound(explore::Target& target, explore::Observer& observer, std::chrono::steady_clock::time_point deadline);

  Tools tools_;
  CheckOptions options_;  // with the points of the job
  std::string state_;
  std::vector<SharedLocation> shared_;
  JournalPart journal_;
  Examination examination_;
  std::vector<std::unique_ptr<target::ProgramTarget>> programs_;
  Result result_;
  std::exception_ptr failure_;
};

// Options of a search over these points: what cannot be looked for there is left out.
CheckOptions options_at(const CheckOptions& options, campaign::Points points);

}  // namespace selvage::cli
