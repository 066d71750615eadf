#include "cli/cluster/cluster_part.h"

namespace selvage::cli {

PartResult failed_part(const target::Error& error) {
  PartResult part;
  part.error_code = static_cast<int32_t>(error.exit_code());
  part.error = error.what();
  return part;
}

PartResult part_of(const explore::SearchResult& found, const Examination& examination, size_t known, double seconds) {
  PartResult part;
  part.end = found.end;
  part.counts = found.counts;
  part.share_done = found.share_done;
  part.suspect = found.suspect;
  part.sections = found.sections;
  if (found.end == explore::End::Restart)
    part.found.assign(found.shared.begin() + static_cast<ptrdiff_t>(known), found.shared.end());
  part.seen.counts = examination.counts();
  part.seen.findings = examination.findings();
  part.seen.suppressed = examination.suppressed();
  part.seen.seconds = seconds;
  part.seen.restarts = found.restarts;
  part.endless_loops.assign(examination.endless_loops().begin(), examination.endless_loops().end());
  part.is_unmodelled = examination.unmodelled().has_value();
  if (part.is_unmodelled) part.unmodelled = *examination.unmodelled();
  return part;
}

void join(Examination& examination, const PartResult& part) {
  Examination other = examination.split();
  other.resume(part.seen.counts, part.seen.findings, part.seen.suppressed, 0);
  std::optional<std::vector<Step>> unmodelled;
  if (part.is_unmodelled) unmodelled = part.unmodelled;
  other.note({part.endless_loops.begin(), part.endless_loops.end()}, unmodelled);
  examination.join(other);
}

}  // namespace selvage::cli
