// A random strategy on many machines, as whoever asked for it sees it: hands out stretches of numbers, and takes in what they
// showed in the order of the numbers, so that everything comes out as on one machine.
//
// What a strategy learns counts from the next round on (src/sample/round.h), and so do locations that are found to be shared.
// Several stretches are executed at a time as if nothing were to be learned. When a round says otherwise, what lies behind it
// is forgotten, and a new part of the run begins there. That is seldom, apart from the beginning.
//
// Everything follows from the log: another one can go on where this one was killed.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/check/examination.h"
#include "cli/check/sampling.h"
#include "cli/cluster/absence_watch.h"
#include "cli/cluster/sample_messages.h"
#include "cluster/broker.h"

namespace selvage::cli {

class ClusterSampling {
 public:
  struct Settings {
    uint64_t max_executions = 0;  // 0: no limit
    bool keep_going = false;
    double slice = 3;  // seconds that a stretch should take
    // One of the strategy's kind that has learned nothing.
    std::function<std::unique_ptr<sample::Sampler>(bool is_part)> make_sampler;
  };

  // What is taken in goes to the sampling and to the examination. Both know nothing yet.
  ClusterSampling(cluster::Broker& broker, std::string run, Settings settings, Sampling& sampling,
                  Examination& examination);
  ClusterSampling(const ClusterSampling&) = delete;
  ClusterSampling& operator=(const ClusterSampling&) = delete;
  // A run that is over is removed.
  ~ClusterSampling();

  void begin(const RunDescription& description, const std::vector<ThreadPath>& threads, const SamplingState& first);
  // One that was begun by somebody else.
  void attach(const RunDescription& description) { libraries_ = description.modules; }

  struct Watch {
    std::optional<std::chrono::steady_clock::time_point> deadline;
    std::function<void()> on_progress;
    std::function<void(const std::string& sentence)> notice;
  };
  // Until the end, or until something ends it. Throws Error if a worker met one.
  explore::End collect(const Watch& watch);

  const std::vector<ThreadPath>& threads() const { return threads_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Out {
    uint64_t end;
    Clock::time_point since;
  };

  void remove_if_over();
  bool go_on(const Watch& watch);
  void take_in(const cluster::Entry& entry, const Watch& watch);
  void start_with(const cluster::Entry& entry);
  void take_in_stretch(uint64_t first, const cluster::Entry& entry);
  void put_together();
  // False: numbers behind it mean something else, or are not wanted.
  bool take_in_round(const SampledRound& round);
  void begin_part();
  void hand_out(const Watch& watch);
  uint64_t end_of_stretch(uint64_t first) const;

  cluster::Broker& broker_;
  std::string run_;
  Settings settings_;
  Sampling& sampling_;
  Examination& examination_;
  std::vector<ModuleFile> libraries_;
  bool is_over_ = true;  // nobody can go on with a run that was not begun

  uint64_t read_ = 0;
  std::vector<ThreadPath> threads_;
  uint32_t part_ = 0;                           // 0: nothing has been read
  uint64_t next_ = 0;                           // number of the first execution that is missing
  std::map<uint64_t, SampledStretch> waiting_;  // for those before them, by their first number
  std::map<uint64_t, Out> out_;                 // in the queue or with a worker, by their first number
  uint64_t stretch_ = 1;                        // executions
  size_t workers_ = 1;
  Clock::time_point next_look_;
  AbsenceWatch absence_;
  std::optional<explore::End> end_;
};

}  // namespace selvage::cli
