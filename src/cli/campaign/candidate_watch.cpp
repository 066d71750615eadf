#include "cli/campaign/candidate_watch.h"

namespace selvage::cli {

bool CandidateWatch::on_execution(const model::Path& path, size_t known, const explore::Execution& execution) {
  if (execution.outcome != Outcome::ScheduleMismatch) {
    std::lock_guard lock(mutex_);
    detector_.look(path, known, candidates_);
  }
  return observer_.on_execution(path, known, execution);
}

std::unique_ptr<explore::Observer> CandidateWatch::split() {
  return std::unique_ptr<CandidateWatch>(new CandidateWatch(observer_.split(), options_));
}

void CandidateWatch::join(Observer& part) {
  auto& other = static_cast<CandidateWatch&>(part);
  {
    std::lock_guard lock(mutex_);
    candidates_.join(other.candidates_);
  }
  observer_.join(other.observer_);
}

}  // namespace selvage::cli
