// A campaign as bytes, to go on from another time.
#include "cli/campaign/campaign.h"
#include "explore/saved.h"

namespace selvage::cli {

using campaign::Job;
using campaign::JobStatus;
using campaign::Points;

static double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string Campaign::save() const {
  explore::SavedWriter writer;
  writer.value(spent_before_ + seconds_since(begin_));
  writer.value(spent_);
  writer.value(static_cast<uint8_t>(is_estimated_));
  writer.list(std::span<const double>(sizes_));
  writer.count(jobs_.jobs().size());
  for (const Job& job : jobs_.jobs()) {
    writer.value(job.set.points);
    writer.list(std::span<const uint32_t>(job.set.sites));
    writer.value(static_cast<uint8_t>(job.is_urgent));
    writer.value(static_cast<uint8_t>(job.is_maximal));
    job.candidates.save(writer);
    writer.value(job.status);
    writer.value(job.executions);
    writer.value(job.seconds);
    writer.value(job.eta);
    writer.value(job.share);
    writer.list(std::span<const char>(job.state));
    writer.list(std::span<const SharedLocation>(job.shared));
  }
  writer.list(std::span<const char>(deepening_state_));
  writer.count(deepening_shared_);
  writer.value(explored_below_);
  writer.value(everything_cut_);
  writer.value(static_cast<uint8_t>(deepening_over_));
  writer.value(static_cast<uint8_t>(everything_explored_));
  writer.count(drawn_.size());
  for (const Drawn& drawn : drawn_) {
    writer.value(drawn.next);
    writer.count(drawn.shared_count);
    writer.list(std::span<const SharedLocation>(drawn.found));
    drawn.coverage.save(writer);
    drawn.sampler->save(writer);
  }
  writer.count(point_findings_.size());
  for (const PointFinding& point : point_findings_) {
    Checkpoint one;
    one.options = std::string(campaign::points_name(point.points));
    one.findings = {point.finding};
    one.shared = point.shared;
    std::string bytes = encode(one);
    writer.value(point.points);
    writer.list(std::span<const char>(bytes));
  }
  std::string handed_out = handed_out_ ? handed_out_->save() : "";
  writer.list(std::span<const char>(handed_out));
  return writer.take();
}

bool Campaign::restore(std::string_view state) {
  explore::SavedReader reader(state);
  auto text = [&] {
    std::vector<char> bytes;
    reader.list(bytes);
    return std::string(bytes.begin(), bytes.end());
  };
  spent_before_ = reader.value<double>();
  for (double& spent : spent_) spent = reader.value<double>();
  is_estimated_ = reader.value<uint8_t>() != 0;
  reader.list(sizes_);
  size_t job_count = reader.count(1);
  if (job_count < jobs_.jobs().size()) return false;
  jobs_.jobs().resize(job_count);
  for (Job& job : jobs_.jobs()) {
    job.set.points = reader.value<Points>();
    reader.list(job.set.sites);
    job.is_urgent = reader.value<uint8_t>() != 0;
    job.is_maximal = reader.value<uint8_t>() != 0;
    job.candidates.restore(reader);
    job.status = reader.value<JobStatus>();
    job.executions = reader.value<uint64_t>();
    job.seconds = reader.value<double>();
    job.eta = reader.value<double>();
    job.share = reader.value<double>();
    job.state = text();
    reader.list(job.shared);
  }
  deepening_state_ = text();
  deepening_shared_ = static_cast<size_t>(reader.value<uint64_t>());
  explored_below_ = reader.value<uint64_t>();
  everything_cut_ = reader.value<uint64_t>();
  deepening_over_ = reader.value<uint8_t>() != 0;
  everything_explored_ = reader.value<uint8_t>() != 0;
  if (reader.count(1) != drawn_.size()) return false;
  for (Drawn& drawn : drawn_) {
    drawn.next = reader.value<uint64_t>();
    drawn.shared_count = static_cast<size_t>(reader.value<uint64_t>());
    reader.list(drawn.found);
    drawn.coverage.restore(reader);
    drawn.sampler->restore(reader);
  }
  for (size_t left = reader.count(1); left > 0 && !reader.failed(); --left) {
    auto points = reader.value<Points>();
    Checkpoint one = decode(text(), "the campaign");
    if (one.findings.size() != 1) return false;
    point_findings_.push_back({points, one.findings.front(), one.shared});
  }
  jobs_saved_ = text();
  return reader.finished();
}

}  // namespace selvage::cli
