// Looks for race candidates in what a search goes through, and hands everything on to another observer.
#pragma once

#include <memory>
#include <mutex>

#include "campaign/race_candidates.h"
#include "explore/search.h"

namespace selvage::cli {

class CandidateWatch final : public explore::Observer {
 public:
  // `observer` outlives it.
  CandidateWatch(explore::Observer& observer, const campaign::CandidateDetector::Options& options)
      : observer_(observer), options_(options), detector_(options) {}

  bool on_execution(const model::Path& path, size_t known, const explore::Execution& execution) override;
  std::unique_ptr<Observer> split() override;
  void join(Observer& part) override;
  void on_restart(std::span<const SharedLocation> shared) override { observer_.on_restart(shared); }

  // When the search is over.
  const campaign::RaceCandidates& candidates() const { return candidates_; }

 private:
  CandidateWatch(std::unique_ptr<explore::Observer> part, const campaign::CandidateDetector::Options& options)
      : own_(std::move(part)), observer_(*own_), options_(options), detector_(options) {}

  std::unique_ptr<explore::Observer> own_;
  explore::Observer& observer_;
  campaign::CandidateDetector::Options options_;
  std::mutex mutex_;
  campaign::CandidateDetector detector_;
  campaign::RaceCandidates candidates_;
};

}  // namespace selvage::cli
