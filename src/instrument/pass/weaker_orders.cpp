#include "instrument/pass/weaker_orders.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "contract/weaker_orders.h"
#include "instrument/pass/announcer.h"
#include "instrument/pass/instrument_pass.h"
#include "instrument/pass/module_record.h"
#include "instrument/pass/sections.h"
#include "instrument/pass/variable_name.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// The blocks that the function may get to. Conditions are constants where an order was passed to what was inlined.
SmallPtrSet<const BasicBlock*, 32> reachable_blocks(const Function& function) {
  SmallPtrSet<const BasicBlock*, 32> seen;
  std::vector<const BasicBlock*> open = {&function.getEntryBlock()};
  seen.insert(open.back());
  while (!open.empty()) {
    const Instruction* end = open.back()->getTerminator();
    open.pop_back();
    auto visit = [&](const BasicBlock* block) {
      if (seen.insert(block).second) open.push_back(block);
    };
    if (const auto* choice = dyn_cast<SwitchInst>(end)) {
      if (const auto* value = dyn_cast<ConstantInt>(choice->getCondition())) {
        visit(choice->findCaseValue(value)->getCaseSuccessor());
        continue;
      }
    }
    if (const auto* branch = dyn_cast<BranchInst>(end); branch != nullptr && branch->isConditional()) {
      if (const auto* value = dyn_cast<ConstantInt>(branch->getCondition())) {
        visit(branch->getSuccessor(value->isZero() ? 1 : 0));
        continue;
      }
    }
    for (const BasicBlock* next : successors(end)) visit(next);
  }
  return seen;
}

// From the weakest to the strongest, of those that are weaker than sequentially consistent.
unsigned strength(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::Relaxed:
      return 0;
    case MemoryOrder::Consume:
      return 1;
    case MemoryOrder::Acquire:
    case MemoryOrder::Release:
      return 2;
    case MemoryOrder::AcquireRelease:
      return 3;
    default:
      return 4;
  }
}

bool is_weaker(MemoryOrder order) { return strength(order) < strength(MemoryOrder::SequentiallyConsistent); }

MemoryOrder weakest(MemoryOrder one, MemoryOrder other) { return strength(other) < strength(one) ? other : one; }

MemoryOrder order_of(const Value* argument) {
  const auto* constant = dyn_cast<ConstantInt>(argument);
  // Whatever comes from elsewhere may be the weakest.
  if (constant == nullptr) return MemoryOrder::Relaxed;
  uint64_t order = constant->getLimitedValue();
  return order < static_cast<uint64_t>(MemoryOrder::NotAtomic) ? static_cast<MemoryOrder>(order)
                                                               : MemoryOrder::SequentiallyConsistent;
}

// How many parameters of the function are memory orders. They come last in all functions of the standard library.
unsigned count_order_parameters(const DISubprogram* function) {
  if (function == nullptr || function->getType() == nullptr) return 0;
  DITypeRefArray types = function->getType()->getTypeArray();
  unsigned count = 0;
  for (unsigned i = 1; i < types.size(); ++i) {
    const DIType* type = types[i];
    if (type != nullptr && type->getName() == "memory_order") ++count;
  }
  return count;
}

// Line tables alone (-g1) do not say what parameters there are.
bool has_types(const DISubprogram* function) {
  return function != nullptr && function->getType() != nullptr && function->getType()->getTypeArray().size() != 0;
}

// The order that an instruction asks for, if it is one that has an order.
std::optional<MemoryOrder> order_of(const Instruction& instruction) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction))
    return load->isAtomic() ? std::optional(memory_order(load->getOrdering())) : std::nullopt;
  if (const auto* store = dyn_cast<StoreInst>(&instruction))
    return store->isAtomic() ? std::optional(memory_order(store->getOrdering())) : std::nullopt;
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) return memory_order(update->getOrdering());
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return memory_order(exchange->getSuccessOrdering());
  if (const auto* fence = dyn_cast<FenceInst>(&instruction)) {
    // Between a thread and its own signal handlers.
    if (fence->getSyncScopeID() == SyncScope::SingleThread) return std::nullopt;
    return memory_order(fence->getOrdering());
  }
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr) return std::nullopt;
  unsigned orders = count_order_parameters(callee->getSubprogram());
  if (!has_types(callee->getSubprogram()) && callee->getName().contains("St12memory_order")) orders = 1;
  // libatomic: (..., order), and (..., success, failure).
  if (callee->isDeclaration() && callee->getName().starts_with("__atomic_"))
    orders = callee->getName().contains("compare_exchange") ? 2 : 1;
  else if (orders != 0 && !is_of_library(*callee))
    return std::nullopt;  // the program's own: what it does with the order is seen in there
  if (orders == 0 || orders > call->arg_size()) return std::nullopt;
  // Some compute with orders and do nothing else.
  bool has_object = any_of(call->args(), [](const Use& argument) { return argument->getType()->isPointerTy(); });
  if (!has_object && !callee->getName().contains("fence")) return std::nullopt;
  MemoryOrder order = MemoryOrder::SequentiallyConsistent;
  for (unsigned i = call->arg_size() - orders; i < call->arg_size(); ++i)
    order = weakest(order, order_of(call->getArgOperand(i)));
  return order;
}

// Whether a static object has been constructed: the compiler asks, with the order that the language promises. Guards have the
// name that the C++ ABI gives them.
bool is_look_at_guard(const Instruction& instruction) {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  return load != nullptr && getUnderlyingObject(load->getPointerOperand())->getName().starts_with("_ZGV");
}

class Collection {
 public:
  explicit Collection(SiteTable& strings) : strings_(strings) {}

  void look(const Instruction& instruction) {
    std::optional<MemoryOrder> order = order_of(instruction);
    if (!order) return;
    const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
    if (!is_weaker(*order) && exchange == nullptr) return;
    const DILocation* location = own_location(instruction);
    if (location == nullptr || is_look_at_guard(instruction)) return;
    Place place{strings_.intern_file(location->getFile()), location->getLine(),
                static_cast<uint16_t>(std::min(location->getColumn(), 0xffffU)), operation_of(instruction),
                accessed_variable(instruction)};
    if (is_weaker(*order)) {
      auto [entry, is_first] = orders_.try_emplace(place, *order);
      if (!is_first) entry->second = weakest(entry->second, *order);
    } else {
      // The order of a failure that nobody names follows from the other one, and there is an access for each.
      MemoryOrder failure = memory_order(exchange->getFailureOrdering());
      auto [entry, is_first] = failures_.try_emplace(place, failure);
      if (!is_first && strength(entry->second) < strength(failure)) entry->second = failure;
    }
  }

  std::vector<OrderRecord> records() {
    for (const auto& [place, order] : failures_)
      if (is_weaker(order)) orders_.try_emplace(place, order);
    std::vector<OrderRecord> result;
    for (const auto& [place, order] : orders_) {
      const auto& [file, line, column, operation, variable] = place;
      result.push_back({file, line, column, order, operation});
    }
    return result;
  }

 private:
  // Several accesses of one macro are told apart by what they access.
  using Place = std::tuple<uint32_t, uint32_t, uint16_t, Operation, std::string>;

  static std::string accessed_variable(const Instruction& instruction) {
    const Value* address = getPointerOperand(&instruction);
    if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) address = update->getPointerOperand();
    if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) address = exchange->getPointerOperand();
    if (address == nullptr) return "";
    return variable_name(instruction.getModule()->getDataLayout(), address, 0);
  }

  static Operation operation_of(const Instruction& instruction) {
    if (isa<LoadInst>(instruction)) return Operation::AtomicLoad;
    if (isa<StoreInst>(instruction)) return Operation::AtomicStore;
    if (isa<AtomicRMWInst>(instruction)) return Operation::AtomicUpdate;
    if (isa<AtomicCmpXchgInst>(instruction)) return Operation::AtomicCompareExchange;
    return isa<FenceInst>(instruction) ? Operation::Fence : Operation::None;
  }

  bool is_library(const DILocation& location) {
    return is_library_file(strings_.text(strings_.intern_file(location.getFile())).data());
  }

  // Where the program's own code decided on the order; null: a header did.
  const DILocation* own_location(const Instruction& instruction) {
    const DILocation* inner = nullptr;
    for (const DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
      if (!is_library(*at)) {
        const DISubprogram* called = inner == nullptr ? nullptr : inner->getScope()->getSubprogram();
        bool is_told = inner == nullptr || !has_types(called) || count_order_parameters(called) != 0;
        return is_told ? at : nullptr;
      }
      inner = at;
    }
    return nullptr;
  }

  SiteTable& strings_;
  std::map<Place, MemoryOrder> orders_;
  std::map<Place, MemoryOrder> failures_;  // of exchanges that succeed sequentially consistent; the strongest
};

}  // namespace

void emit_weaker_orders(Module& module, SiteTable& strings) {
  Collection collection(strings);
  for (const Function& function : module) {
    if (!is_to_be_instrumented(function)) continue;
    auto reachable = reachable_blocks(function);
    for (const BasicBlock& block : function) {
      if (!reachable.contains(&block)) continue;
      for (const Instruction& instruction : block) collection.look(instruction);
    }
  }
  std::vector<OrderRecord> records = collection.records();
  if (records.empty()) return;
  StringRef bytes(reinterpret_cast<const char*>(records.data()), records.size() * sizeof(OrderRecord));
  Constant* data = ConstantDataArray::getString(module.getContext(), bytes, /*AddNull=*/false);
  make_section_variable(module, data, kOrdersSection, "selvage_order_table", Align(alignof(OrderRecord)));
}

}  // namespace selvage::instrument
