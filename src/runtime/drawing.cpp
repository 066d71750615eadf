#include "runtime/drawing.h"

#include <string.h>

#include "runtime/choosing.h"
#include "runtime/host.h"

namespace selvage::runtime {

void begin_drawing() {
  Host& h = host();
  DrawingState& s = h.drawn;
  const Drawing& drawing = h.drawing;
  s.intended = kMaxThreads;
  s.given_way = 0;
  memset(s.priorities, 0, sizeof s.priorities);
  if (h.policy == Policy::ByWeight) {
    uint32_t count = drawing.weight_count < kMaxThreads ? drawing.weight_count : kMaxThreads;
    memset(s.remaining, 0, sizeof s.remaining);
    memcpy(s.remaining, h.weights, count * sizeof(uint32_t));
  }
  if (h.policy != Policy::ByPriority) return;
  uint32_t length = drawing.length > 0 ? drawing.length : 1;
  for (uint32_t i = 0; i < kMaxChanges; i++) s.changes[i] = i < drawing.changes ? random_below(length) : UINT32_MAX;
}

unsigned draw_thread() {
  switch (host().policy) {
    case Policy::ByPriority:
      return draw_by_priority();
    case Policy::ByPartialOrder:
      return draw_by_partial_order();
    default:
      return draw_by_weight();
  }
}

}  // namespace selvage::runtime
