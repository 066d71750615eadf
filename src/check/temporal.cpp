#include "check/temporal.h"

#include <algorithm>

namespace selvage::check {

namespace {

bool meet(const ltl::StateSet& a, const ltl::StateSet& b) {
  for (size_t i = 0; i < a.size(); i++)
    if (a[i] && b[i]) return true;
  return false;
}

}  // namespace

ltl::Valuation atoms_after(const model::Path& path, model::Position position, ltl::Valuation before) {
  for (const Footprint& f : path.footprints(position))
    if (f.operation == Operation::AtomValues) before = f.value;
  return before;
}

void TemporalWatch::push(model::Position position, ltl::Valuation value) {
  Letter next{position, value, {}, {}};
  for (const TemporalProperty& property : *properties_) {
    size_t i = next.violation.size();
    if (letters_.empty()) {
      next.violation.push_back(first_states(property.violation));
      next.holds.push_back(first_states(property.holds));
    } else {
      const Letter& last = letters_.back();
      next.violation.push_back(step(property.violation, last.violation[i], last.value));
      next.holds.push_back(step(property.holds, last.holds[i], last.value));
    }
  }
  letters_.push_back(std::move(next));
}

const ltl::StateSet& TemporalWatch::accepting(uint32_t property, ltl::Valuation letter) {
  auto [at, is_new] = accepting_.try_emplace({property, letter});
  if (is_new) at->second = accepting_for_ever((*properties_)[property].violation, letter);
  return at->second;
}

std::vector<Violation> TemporalWatch::look(const model::Path& path, size_t known, ltl::Valuation first, bool ended) {
  while (!letters_.empty() && letters_.back().position > known) letters_.pop_back();
  if (letters_.empty()) {
    push(0, first);
    known = 0;
  }
  bool counts_steps = std::ranges::any_of(*properties_, [](const TemporalProperty& p) { return p.counts_steps; });
  for (auto i = static_cast<model::Position>(known); i < path.size(); i++) {
    ltl::Valuation value = atoms_after(path, i, letters_.back().value);
    if (value != letters_.back().value || counts_steps) push(i + 1, value);
  }
  std::vector<Violation> violations;
  for (uint32_t p = 0; p < properties_->size(); p++) {
    // The first letter after which nothing can make it hold.
    auto is_lost = [&](const Letter& letter) {
      return ltl::is_empty(ltl::step((*properties_)[p].holds, letter.holds[p], letter.value));
    };
    const Letter& last = letters_.back();
    if (is_lost(last)) {
      auto lost = std::ranges::find_if(letters_, is_lost);
      violations.push_back({p, true, lost->position});
    } else if (ended && meet(last.violation[p], accepting(p, last.value))) {
      violations.push_back({p, false, static_cast<model::Position>(path.size())});
    }
  }
  return violations;
}

void add_findings(const std::vector<Violation>& violations, const model::Path& path, std::vector<Finding>& findings) {
  for (const Violation& violation : violations) {
    Finding finding{.kind = FindingKind::Temporal, .identity = violation.property + 1};
    finding.is_cut = violation.is_prefix && violation.length < path.size();
    for (model::Position i = 0; i < violation.length; i++)
      finding.schedule.push_back({path.thread(i), path[i].alternative});
    findings.push_back(std::move(finding));
  }
}

}  // namespace selvage::check
