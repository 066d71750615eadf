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

}  // namespace selvage::target
