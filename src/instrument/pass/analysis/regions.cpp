#include "instrument/pass/analysis/regions.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr size_t kMaxBlocks = 200;  // of one side; with more it counts as the whole function

bool matters(const Region& region) {
  return !region.effects.accesses.empty() || region.effects.may_acquire.any() || region.end.released.any();
}

class Finder {
 public:
  Finder(const EffectsOfCode& effects, const LockSets& lock_sets) : effects_(effects), lock_sets_(lock_sets) {}

  void look_at(const Function& function, std::vector<Region>& result) const {
    const ControlFlow control(function);
    for (const BasicBlock& block : function) {
      const Instruction* branch = block.getTerminator();
      if (!isa<BranchInst, SwitchInst>(branch) || possible_successors(block).size() < 2) continue;
      std::vector<Region> sides;
      for (unsigned index = 0; index < branch->getNumSuccessors(); ++index) {
        sides.push_back(side(function, control, *branch, index));
        sides.back().may_end_thread = sides.back().effects.may_end_thread;
      }
      for (Region& one : sides) {
        one.open = any_of(sides, [&](const Region& other) { return &other != &one && other.may_end_thread; });
      }
      for (Region& one : sides) {
        if (one.open) effects_.add(one.effects, effects_.until_thread_ends(function), lock_sets_.nothing());
      }
      if (none_of(sides, matters)) continue;
      for (Region& one : sides) result.push_back(std::move(one));
    }
  }

 private:
  Region side(const Function& function, const ControlFlow& control, const Instruction& branch, unsigned index) const {
    Region result = {.branch = &branch, .side = index, .effects = {}, .end = lock_sets_.nothing()};
    const BasicBlock& start = *branch.getSuccessor(index);
    const auto blocks = control.region(*branch.getParent(), start);
    result.effects.may_acquire = lock_sets_.nothing().acquired;
    if (blocks.empty()) return result;
    if (blocks.size() > kMaxBlocks) {
      LockChange anything = lock_sets_.nothing();
      anything.released.set();
      effects_.add(result.effects, effects_.of(function), anything);
      result.end = anything;
      return result;
    }
    std::optional<LockChange> end;
    result.effects = effects_.of(start, blocks.getArrayRef(), end);
    if (end) {
      result.end = *end;
    } else {
      result.effects.may_end_thread = true;
    }
    return result;
  }

  const EffectsOfCode& effects_;
  const LockSets& lock_sets_;
};

}  // namespace

std::vector<Region> find_regions(const Module& module, const EffectsOfCode& effects, const LockSets& lock_sets) {
  std::vector<Region> result;
  const Finder finder(effects, lock_sets);
  for (const Function& function : module) {
    if (is_analysed(function)) finder.look_at(function, result);
  }
  return result;
}

}  // namespace selvage::instrument
