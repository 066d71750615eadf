#include "open_problems.h"

namespace selvage::fuzz::loops {

std::string_view open_problem(const StateSpace& space) {
  if (space.rounds_change_memory) return "rounds that change something, and change it back, need the fair search";
  if (space.rounds_change_thread) return "rounds after which the thread is in another state need the fair search";
  if (space.rounds_time_out) return "a wait that timed out counts as a change";
  return "";
}

}  // namespace selvage::fuzz::loops
