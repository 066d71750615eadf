#include "instrument/pass/analysis/call_graph.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

namespace selvage::instrument {

using namespace llvm;

namespace {

CallGraph::Functions listed_functions(const Module& module, StringRef name) {
  CallGraph::Functions result;
  const GlobalVariable* variable = module.getGlobalVariable(name);
  if (variable == nullptr || !variable->hasInitializer()) return result;
  const auto* list = dyn_cast<ConstantArray>(variable->getInitializer());
  for (unsigned index = 0; list != nullptr && index < list->getNumOperands(); ++index) {
    const auto* entry = dyn_cast<ConstantStruct>(list->getOperand(index));
    if (entry == nullptr) continue;
    const auto* function = dyn_cast<Function>(entry->getOperand(1)->stripPointerCastsAndAliases());
    if (function != nullptr && is_analysed(*function)) result.push_back(function);
  }
  return result;
}

}  // namespace

CallGraph::CallGraph(const Module& module, const PointsTo& points_to) : points_to_(points_to) {
  find_roots(module);
  is_escaped_.insert(escaped_.begin(), escaped_.end());
  successors_[nullptr] = Functions(escaped_.begin(), escaped_.end());
  for (const Function& function : module) {
    if (!is_analysed(function)) continue;
    SmallSetVector<const Function*, 8> successors;
    for (const Instruction& instruction : instructions(function)) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      if (call == nullptr) continue;
      Functions called = find_callees(*call);
      for (const Function* callee : called) {
        callers_[callee].push_back({call, &function});
        successors.insert(callee);
      }
      if (!called.empty()) callees_[call] = std::move(called);
      if (!reaches_unknown_code(*call)) continue;
      unknown_calls_.push_back(call);
      successors.insert(nullptr);
    }
    successors_[&function] = Functions(successors.begin(), successors.end());
  }
  reach(thread_roots_, in_threads_);
  Functions handlers;
  for (const Callback& callback : points_to.callbacks()) {
    if (callback.action == LibraryAction::HandleSignal && is_analysed(*callback.function)) {
      handlers.push_back(callback.function);
    }
  }
  if (points_to.has_unknown_handlers()) handlers.append(escaped_.begin(), escaped_.end());
  reach(handlers, in_handlers_);
  order(module);
}

void CallGraph::find_roots(const Module& module) {
  for (const Function& function : module) {
    if (!is_analysed(function)) continue;
    analysed_.insert(&function);
    if (function.getName() == "main") roots_.insert(&function);
    if (points_to_.has_escaped(function)) escaped_.push_back(&function);
  }
  thread_roots_ = escaped_;
  for (const Callback& callback : points_to_.callbacks()) {
    if (!is_analysed(*callback.function)) continue;
    if (callback.action == LibraryAction::Call) {
      called_by_libraries_[callback.call].push_back(callback.function);
    } else {
      thread_roots_.push_back(callback.function);
    }
  }
  roots_.insert(thread_roots_.begin(), thread_roots_.end());
  // Constructors run in the first thread, before main; destructors in the thread that ends the program.
  for (const Function* function : listed_functions(module, "llvm.global_ctors")) roots_.insert(function);
  for (const Function* function : listed_functions(module, "llvm.global_dtors")) {
    roots_.insert(function);
    thread_roots_.push_back(function);
  }
}

CallGraph::Functions CallGraph::find_callees(const CallBase& call) const {
  Functions result;
  const PointsTo::Callees& known = points_to_.callees(call);
  for (const Function* callee : known.functions) {
    if (analysed_.contains(callee)) result.push_back(callee);
  }
  auto entry = called_by_libraries_.find(&call);
  if (entry != called_by_libraries_.end()) result.append(entry->second.begin(), entry->second.end());
  return result;
}

ArrayRef<const Function*> CallGraph::callees(const CallBase& call) const {
  auto entry = callees_.find(&call);
  if (entry == callees_.end()) return {};
  return entry->second;
}

const std::vector<CallGraph::Caller>& CallGraph::callers(const Function& function) const {
  static const std::vector<Caller> none;
  auto entry = callers_.find(&function);
  return entry == callers_.end() ? none : entry->second;
}

void CallGraph::reach(ArrayRef<const Function*> roots, Set& reached) const {
  SmallVector<const Function*, 16> open(roots.begin(), roots.end());
  while (!open.empty()) {
    const Function* function = open.pop_back_val();
    if (!reached.insert(function).second) continue;
    auto entry = successors_.find(function);
    if (entry != successors_.end()) open.append(entry->second.begin(), entry->second.end());
  }
}

// Tarjan's algorithm, without recursion.
void CallGraph::order(const Module& module) {
  struct Frame {
    const Function* function;
    size_t next = 0;
  };
  DenseMap<const Function*, uint32_t> number, low;
  DenseSet<const Function*> on_stack;
  std::vector<const Function*> stack;
  std::vector<Frame> frames;
  uint32_t counter = 0;
  auto open = [&](const Function* function) {
    number[function] = low[function] = ++counter;
    on_stack.insert(function);
    stack.push_back(function);
    frames.push_back({function});
  };
  for (const Function& start : module) {
    if (!is_analysed(start) || number.contains(&start)) continue;
    open(&start);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const Functions& successors = successors_.find(frame.function)->second;
      if (frame.next < successors.size()) {
        const Function* successor = successors[frame.next++];
        if (!number.contains(successor)) {
          open(successor);
        } else if (on_stack.contains(successor)) {
          low[frame.function] = std::min(low[frame.function], number[successor]);
        }
        continue;
      }
      const Function* function = frame.function;
      frames.pop_back();
      if (!frames.empty()) {
        low[frames.back().function] = std::min(low[frames.back().function], low[function]);
      }
      if (low[function] != number[function]) continue;
      Functions component;
      do {
        component.push_back(stack.back());
        on_stack.erase(stack.back());
        stack.pop_back();
      } while (component.back() != function);
      bottom_up_.push_back(std::move(component));
    }
  }
}

}  // namespace selvage::instrument
