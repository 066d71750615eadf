#include "cluster/ledger.h"

namespace selvage::cluster {

void Ledger::begin(const std::string& whole) {
  missing_ = {whole};
  results_ = 0;
}

bool Ledger::take_in(const std::string& id, std::span<const std::string> left) {
  if (missing_.erase(id) == 0) return false;
  missing_.insert(left.begin(), left.end());
  results_++;
  return true;
}

}  // namespace selvage::cluster
