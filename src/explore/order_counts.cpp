#include "explore/order_counts.h"

#include <algorithm>

namespace selvage::explore {

void OrderCounts::add_to(std::vector<OrderCount>& list) const {
  for (const OrderCount& place : places_) {
    if (place.count == 0) continue;
    auto same = std::ranges::find_if(list, [&](const OrderCount& one) {
      return one.first_site == place.first_site && one.second_site == place.second_site;
    });
    if (same == list.end())
      list.push_back(place);
    else
      same->count += place.count;
  }
}

}  // namespace selvage::explore
