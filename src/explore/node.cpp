#include "explore/node.h"

namespace selvage::explore {

void Node::clear() {
  sleep.clear();
  explored.clear();
  pending.clear();
}

}  // namespace selvage::explore
