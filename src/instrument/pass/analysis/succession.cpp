#include "instrument/pass/analysis/succession.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/analysis/accesses.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// Instructions that are looked at from one site; where more come before the next sites, everything is open.
constexpr size_t kFarthest = 5000;

// A call that matters, as opposed to intrinsics and to hooks.
const CallBase* real_call(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || isa<IntrinsicInst>(call)) return nullptr;
  const Function* callee = call->isInlineAsm() ? nullptr : direct_callee(*call);
  return callee != nullptr && callee->getName().starts_with("selvage_hook_") ? nullptr : call;
}

// Registers a function that runs when a thread or the program ends, or comes back a second time.
bool adds_hidden_way(StringRef name) {
  static constexpr StringRef kNames[] = {"atexit",
                                         "on_exit",
                                         "__cxa_atexit",
                                         "__cxa_thread_atexit",
                                         "at_quick_exit",
                                         "pthread_key_create",
                                         "tss_create",
                                         "__pthread_register_cancel",
                                         "_pthread_cleanup_push",
                                         "setjmp",
                                         "_setjmp",
                                         "__sigsetjmp",
                                         "sigsetjmp",
                                         "longjmp",
                                         "siglongjmp",
                                         "_longjmp",
                                         "pthread_cancel",
                                         "sigaction",
                                         "signal",
                                         "makecontext",
                                         "swapcontext"};
  return is_contained(kNames, name);
}

}  // namespace

// The ways from one place, as far as the next sites.
struct Succession::Walk {
  const Succession& of;
  Next& result;
  DenseSet<const Instruction*> seen;
  SmallVector<const Instruction*, 16> open;
  DenseSet<const Function*> left = {};
  size_t steps = 0;

  // Functions that many call have many ways out.
  bool is_too_far() const { return steps > kFarthest; }

  void add(const Instruction* instruction) {
    ++steps;
    if (instruction != nullptr && seen.insert(instruction).second) open.push_back(instruction);
  }

  void leave(const Function& function) {
    result.is_open |= of.calls_.has_escaped(function);
    if (!left.insert(&function).second) return;
    for (const CallGraph::Caller& caller : of.calls_.callers(function)) {
      if (is_too_far()) return;
      go_past(*caller.call);
    }
  }

  void go_past(const Instruction& instruction) {
    if (!instruction.isTerminator()) return add(instruction.getNextNode());
    if (isa<ReturnInst>(instruction)) leave(*instruction.getFunction());
    for (unsigned i = 0; i < instruction.getNumSuccessors(); ++i) add(&instruction.getSuccessor(i)->front());
  }

  void pass(const Instruction& instruction) {
    if (auto sites = of.sites_of_.find(&instruction); sites != of.sites_of_.end()) {
      for (uint32_t site : sites->second) result.sites.set(site);
      return;
    }
    const CallBase* call = real_call(instruction);
    if (call == nullptr) return go_past(instruction);
    bool does_anything = call->isInlineAsm() || !of.points_to_.callees(*call).is_complete;
    static_cast<void>(accesses(of.points_to_, instruction, does_anything));
    result.is_open |= does_anything;
    bool comes_back_unseen = true;
    for (const Function* callee : of.calls_.callees(*call)) {
      if (is_too_far()) return;
      if (of.silent_.contains(callee)) continue;
      add(&callee->getEntryBlock().front());
      comes_back_unseen &= direct_callee(*call) != callee;
    }
    if (comes_back_unseen) go_past(instruction);
  }
};

Succession::Succession(const Module& module, const PointsTo& points_to, const CallGraph& calls, const SiteTable& sites)
    : points_to_(points_to), calls_(calls), is_open_(has_hidden_ways(module)) {
  for (uint32_t site = 0; site < sites.size(); ++site) {
    if ((sites.record(site).flags & kSiteLoop) != 0) continue;
    sites_of_[sites.origin(site).instruction].push_back(site);
  }
  find_silent_functions();
}

bool Succession::has_hidden_ways(const Module& module) {
  if (module.getGlobalVariable("llvm.global_dtors") != nullptr) return true;
  for (const Function& function : module) {
    if (function.isDeclaration() && !function.use_empty() && adds_hidden_way(function.getName())) return true;
    for (const Instruction& instruction : instructions(function)) {
      if (isa<LandingPadInst>(instruction) || isa<IndirectBrInst>(instruction)) return true;
    }
  }
  return false;
}

void Succession::find_silent_functions() {
  auto is_silent = [&](const Function& function) {
    return all_of(instructions(function), [&](const Instruction& instruction) {
      if (sites_of_.contains(&instruction)) return false;
      const CallBase* call = real_call(instruction);
      if (call == nullptr) return true;
      bool does_anything = call->isInlineAsm() || !points_to_.callees(*call).is_complete;
      static_cast<void>(accesses(points_to_, instruction, does_anything));
      return !does_anything &&
             all_of(calls_.callees(*call), [&](const Function* callee) { return silent_.contains(callee); });
    });
  };
  // Functions that call each other are not: none of them is known to be when the first is looked at.
  for (const CallGraph::Functions& component : calls_.bottom_up()) {
    for (const Function* function : component) {
      if (function != nullptr && is_analysed(*function) && is_silent(*function)) silent_.insert(function);
    }
  }
}

Succession::Next Succession::after(const Instruction& instruction) const {
  Next result;
  result.is_open = is_open_;
  if (is_open_) return result;
  Walk walk{*this, result, {}, {}};
  // A call that calls back, like pthread_once, goes through what it calls.
  const CallBase* call = real_call(instruction);
  if (call != nullptr) {
    bool does_anything = call->isInlineAsm() || !points_to_.callees(*call).is_complete;
    static_cast<void>(accesses(points_to_, instruction, does_anything));
    result.is_open |= does_anything;
    for (const Function* callee : calls_.callees(*call)) walk.add(&callee->getEntryBlock().front());
  }
  walk.go_past(instruction);
  // Once it is open, whatever else follows makes no difference.
  while (!walk.open.empty() && !result.is_open && !walk.is_too_far()) walk.pass(*walk.open.pop_back_val());
  if (walk.is_too_far() || result.is_open) {
    result.sites.clear();
    result.is_open = true;
  }
  return result;
}

}  // namespace selvage::instrument
