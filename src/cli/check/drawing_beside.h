// Draws executions at random beside a search of everything: what chance finds in seconds is not missed because the search is
// deep elsewhere.
//
// Nothing goes from one to the other. Drawn executions have a process, a table of shared locations, numbers of threads and
// an examination of their own, and no reductions. So the search counts, starts over and ends as it does alone, and which
// executions are drawn depends on the seed only; how many of them does on the time.
//
// POS, SURW and PCT take turns, a round (src/sample/round.h) each. They share the table: what one of them shows to be shared is
// a scheduling point for all of them from the next round on.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/check/check_options.h"
#include "cli/check/examination.h"
#include "cli/check/sampled_part.h"
#include "cli/check/sampling.h"
#include "cli/check/time_share.h"
#include "cli/program/program_launcher.h"
#include "cli/program/thread_agreement.h"
#include "explore/search.h"

namespace selvage::cli {

class DrawingBeside {
 public:
  using Clock = std::chrono::steady_clock;

  // Nothing is suppressed where the judge is null. `start_seconds`: what it takes to start the program.
  DrawingBeside(ProgramLauncher& launcher, const CheckOptions& options, SuppressionJudge* judge, double start_seconds);

  // The search begins.
  void begin(std::optional<Clock::time_point> deadline);
  // Draws for a moment, if it is time to. Throws Error (internal, not deterministic).
  explore::Beside draw();
  // The search came to its end and has cut executions off: what others would have done after that is left to chance.
  void draw_behind_cuts();
  // The search is over.
  void stop();

  uint64_t executions() const { return examination_.counts().executions; }
  double seconds() const { return seconds_; }
  std::vector<SampledPart> parts() const;
  const target::ProgramTarget* program() const { return program_.get(); }  // null: it was never started

  // What is found, with everything that its steps mean something with.
  const Examination& examination() const { return examination_; }
  // The strategy that a finding of the examination was drawn by.
  const std::string& strategy_of(size_t finding) const { return found_by_[finding]; }
  const CheckOptions& options() const { return options_; }
  const std::vector<SharedLocation>& shared() const { return shared_; }
  ThreadAgreement& agreement() { return agreement_; }
  const std::map<uint64_t, sample::Draw>& unrecorded() const { return unrecorded_; }

  // For checkpoints, and for a search that starts again with other options.
  std::string save() const;
  // False: it is not such a state.
  bool restore(std::string_view state);

 private:
  struct Strategy {
    std::string name;
    std::unique_ptr<sample::Sampler> sampler;
    sample::Coverage coverage;
    uint64_t next = 0;
    std::vector<SharedLocation> found = {};
    size_t shared_count = 0;  // scheduling points when it was last drawn by
  };

  bool has_ended_check() const { return !options_.keep_going && !examination_.findings().empty(); }
  double least() const;
  void pass_time();
  // False: there is no room for it.
  bool start();
  // Draws for so long, or until the round ends. False: drawing cannot go on.
  bool draw_for(double seconds);
  void draw_until(Clock::time_point end);

  ProgramLauncher& launcher_;
  CheckOptions options_;  // of what is drawn
  StackTable* stacks_;
  Examination examination_;
  double start_seconds_;
  std::optional<Clock::time_point> deadline_;
  TimeShare share_;
  Clock::time_point last_ = Clock::now();
  double seconds_ = 0;
  bool is_over_ = false;  // drawing cannot go on, and the search can
  std::unique_ptr<target::ProgramTarget> program_;
  ThreadAgreement agreement_;
  std::vector<SharedLocation> shared_;
  std::vector<Strategy> strategies_;
  size_t turn_ = 0;
  std::vector<std::string> found_by_;            // for each finding
  std::map<uint64_t, sample::Draw> unrecorded_;  // see Sampling; by the number that a finding of it has, less one
};

}  // namespace selvage::cli
