#include "target/private_claims.h"

namespace selvage::target {

PrivateClaims::PrivateClaims(const SiteTable& sites, Sharing sharing) {
  if (sharing != Sharing::Dynamic) return;
  for (size_t index = 0; index < sites.size(); ++index) {
    if ((sites.site(index).flags & kSitePrivate) == 0) continue;
    claimed_.resize(sites.size());
    claimed_[index] = true;
  }
}

namespace {

bool is_access(const Event& event) {
  return static_cast<unsigned>(event.operation) < kOperationCount &&
         traits(event.operation).object == ObjectKind::Memory;
}

bool only_reads(const Event& event) {
  return event.operation == Operation::Read || event.operation == Operation::AtomicLoad;
}

}  // namespace

bool conflict(const Event& one, const Event& other) {
  if (one.thread == other.thread || !is_access(one) || !is_access(other)) return false;
  if (only_reads(one) && only_reads(other)) return false;
  return one.object < other.object + other.size && other.object < one.object + one.size;
}

}  // namespace selvage::target
