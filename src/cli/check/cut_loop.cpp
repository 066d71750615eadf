#include "cli/check/cut_loop.h"

#include <algorithm>

namespace selvage::cli {
namespace {

constexpr size_t kMostLooked = 2000;  // steps at the end
constexpr size_t kLeastRounds = 8;    // on average of its sites
constexpr size_t kMostLoops = 16;

}  // namespace

void CutLoops::note_length(const model::Path& path) {
  if (path.size() >= shortest_.steps) return;
  shortest_ = {.steps = path.size()};
  for (size_t i = 0; i < path.size(); ++i) {
    auto position = static_cast<model::Position>(i);
    shortest_.last_operations = path.footprints(position).size();
    shortest_.operations += shortest_.last_operations;
    shortest_.last_site = path[position].site;
  }
}

void CutLoops::note(const model::Path& path) {
  note_length(path);
  struct Site {
    uint64_t count = 0;
    bool has_choice = false, times_out = false;
  };
  size_t looked = std::min(kMostLooked, path.size() / 2);
  std::map<uint32_t, Site> sites;
  for (size_t i = path.size() - looked; i < path.size(); ++i) {
    const model::Transition& step = path[static_cast<model::Position>(i)];
    if (step.site == 0) continue;
    Site& site = sites[step.site];
    ++site.count;
    site.has_choice |= step.head.operation == Operation::Choose && step.alternatives > 1;
    site.times_out |= (step.head.flags & kEventTimedOut) != 0 && !dependence::is_memory(step.head);
  }
  if (sites.empty() || looked / sites.size() < kLeastRounds) return;
  auto most = std::ranges::max_element(sites, {}, [](const auto& one) { return one.second.count; });
  CutLoop loop;
  for (const auto& [number, site] : sites) {
    loop.has_choice |= site.has_choice;
    loop.times_out |= site.times_out;
  }
  for (size_t i = 0; i < path.size(); ++i)
    loop.rounds += path[static_cast<model::Position>(i)].site == most->first ? 1 : 0;
  add(most->first, loop);
}

void CutLoops::add(uint32_t site, const CutLoop& loop) {
  if (loops_.size() >= kMostLoops && !loops_.contains(site)) return;
  CutLoop& own = loops_[site];
  own.rounds = std::max(own.rounds, loop.rounds);
  own.has_choice |= loop.has_choice;
  own.times_out |= loop.times_out;
}

void CutLoops::merge(const CutLoops& others) {
  for (const auto& [site, loop] : others.loops_) add(site, loop);
  if (others.shortest_.steps < shortest_.steps) shortest_ = others.shortest_;
}

}  // namespace selvage::cli
