// The part of ConstraintBuilder that is about calls: of functions of the program, of the library, and through pointers.
#include <llvm/IR/InstIterator.h>

#include "instrument/pass/analysis/constraint_builder.h"

namespace selvage::instrument {

using namespace llvm;

bool ConstraintBuilder::is_allocation(const Value& value) const {
  const auto* call = dyn_cast<CallBase>(&value);
  const Function* callee = call == nullptr ? nullptr : direct_callee(*call);
  if (callee == nullptr) return false;
  if (is_analysed(*callee)) return wrappers_.contains(callee);
  const LibrarySummary* summary = library_summary(callee->getName());
  return summary != nullptr && summary->action == LibraryAction::Allocate;
}

// All it does with the block is to look whether there is one, and to return it.
bool ConstraintBuilder::is_allocation_wrapper(const Function& function) const {
  SmallPtrSet<const Value*, 8> seen;
  SmallVector<const Value*, 8> open;
  bool allocates = false;
  for (const BasicBlock& block : function) {
    if (const auto* result = dyn_cast<ReturnInst>(block.getTerminator())) open.push_back(result->getReturnValue());
  }
  while (!open.empty()) {
    const Value* value = open.pop_back_val();
    if (!seen.insert(value).second || isa<ConstantPointerNull>(value)) continue;
    const auto* instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr) return false;
    if (is_allocation(*value)) {
      allocates = true;
    } else if (isa<PHINode, SelectInst>(instruction)) {
      for (const Value* operand : instruction->operand_values()) {
        if (operand->getType()->isPointerTy()) open.push_back(operand);
      }
    } else {
      return false;
    }
    for (const User* user : instruction->users()) {
      if (!isa<ICmpInst, ReturnInst, PHINode, SelectInst>(user)) return false;
      if (isa<PHINode, SelectInst>(user)) open.push_back(user);
    }
  }
  return allocates;
}

void ConstraintBuilder::find_allocation_wrappers() {
  for (bool found = true; found;) {
    found = false;
    for (const Function& function : module_) {
      if (!is_analysed(function) || !function.getReturnType()->isPointerTy() || wrappers_.contains(&function)) continue;
      if (!is_allocation_wrapper(function)) continue;
      wrappers_.insert(&function);
      found = true;
    }
  }
}

void ConstraintBuilder::add_call(const CallBase& call) {
  CallValues values = {.call = &call, .arguments = {}, .result = node(&call)};
  for (const Use& argument : call.args()) values.arguments.push_back(node(argument));
  if (call.isInlineAsm()) return add_unknown_call(values);
  if (const Function* callee = direct_callee(call)) {
    if (wrappers_.contains(callee)) {
      const ObjectId block = fresh(ObjectKind::Heap, &call, nullptr, kUnbounded);
      result_.objects_[&call] = block;
      solver_.add_copy(pointer_to(block), values.result);
      values.result = solver_.new_node();
    }
    return connect(values, *callee);
  }
  connect_indirect(node(call.getCalledOperand()), values, LibraryAction::None);
}

void ConstraintBuilder::add_unknown_call(const CallValues& values) {
  result_.callees_[values.call].is_complete = false;
  for (NodeId argument : values.arguments) solver_.add_leak(argument);
  solver_.add_copy(unknown_, values.result);
}

// With an action the library makes the call, which is then no callee of the instruction itself.
void ConstraintBuilder::connect_indirect(NodeId pointer, const CallValues& values, LibraryAction action) {
  solver_.add_listener(pointer, [this, values, action](LocationId target) {
    const AbstractObject& object = memory_.object(memory_.object_of(target));
    if (target == kUnknownLocation) {
      result_.has_unknown_handlers_ |= action == LibraryAction::HandleSignal;
      return add_unknown_call(values);
    }
    if (object.kind != ObjectKind::Code) return;
    const auto& function = *cast<Function>(object.origin);
    if (action != LibraryAction::None) {
      for (const Callback& known : result_.callbacks_) {
        if (known.call == values.call && known.function == &function) return;
      }
      result_.callbacks_.push_back({action, values.call, &function});
    } else if (result_.callees_[values.call].functions.contains(&function)) {
      return;
    }
    connect(values, function);
  });
}

void ConstraintBuilder::connect(const CallValues& values, const Function& callee) {
  const bool is_call = direct_callee(*values.call) == nullptr || direct_callee(*values.call) == &callee;
  if (is_call) result_.callees_[values.call].functions.insert(&callee);
  if (!is_analysed(callee)) return connect_library(values, callee);
  for (unsigned index = 0; index < values.arguments.size(); ++index) {
    if (index >= callee.arg_size()) {
      if (callee.isVarArg()) solver_.add_store(values.arguments[index], variadic(callee), kCellSize);
      continue;
    }
    const Argument* parameter = callee.getArg(index);
    if (parameter->hasByValAttr()) {
      solver_.add_memory_copy(values.arguments[index], node(parameter),
                              static_cast<uint64_t>(size_of(parameter->getParamByValType())));
    } else {
      solver_.add_copy(values.arguments[index], node(parameter));
    }
  }
  solver_.add_copy(returned(callee), values.result);
}

void ConstraintBuilder::connect_library(const CallValues& values, const Function& callee) {
  if (callee.isIntrinsic()) return;
  const LibrarySummary* summary = library_summary(callee.getName());
  if (summary == nullptr) {
    const bool computes = values.call->doesNotAccessMemory() && direct_callee(*values.call) == &callee;
    if (!computes) return add_unknown_call(values);
    for (NodeId argument : values.arguments) solver_.add_anywhere(argument, values.result);
    return;
  }
  auto argument = [&](char digit) {
    const auto index = static_cast<size_t>(digit - '0');
    return index < values.arguments.size() ? values.arguments[index] : nothing_;
  };
  for (size_t index = 0; index < values.arguments.size(); ++index) {
    const char effect = summary->arguments[std::min(index, summary->arguments.size() - 1)];
    if (effect == 'k') solver_.add_leak(values.arguments[index]);
    if (effect == 'e') solver_.add_copy(values.arguments[index], library_memory_);
    if (effect != '-') solver_.add_touch(values.arguments[index]);
  }
  for (size_t pair = 0; pair + 1 < summary->copies.size(); pair += 2) {
    solver_.add_memory_copy(argument(summary->copies[pair + 1]), argument(summary->copies[pair]), kUnbounded);
  }
  for (size_t pair = 0; pair + 1 < summary->stores.size(); pair += 2) {
    const NodeId stored = solver_.new_node();
    const char source = summary->stores[pair + 1];
    if (source == 'f') {
      solver_.add_copy(pointer_to(fresh(ObjectKind::Heap, values.call, nullptr, kUnbounded)), stored);
    } else {
      solver_.add_anywhere(argument(source), stored);
    }
    solver_.add_store(stored, argument(summary->stores[pair]), kCellSize);
  }
  connect_result(values, callee, summary->result);
  connect_action(values, *summary);
}

void ConstraintBuilder::connect_result(const CallValues& values, const Function& callee, char kind) {
  auto argument = [&](int index) {
    return static_cast<size_t>(index) < values.arguments.size() ? values.arguments[static_cast<size_t>(index)]
                                                                : nothing_;
  };
  auto add_block = [&] {
    const ObjectId block = fresh(ObjectKind::Heap, values.call, nullptr, kUnbounded);
    result_.objects_[values.call] = block;
    solver_.add_copy(pointer_to(block), values.result);
  };
  if (kind == 'f') return add_block();
  if (kind == 't') {
    auto [entry, inserted] = thread_memory_.try_emplace(&callee, kUnknownObject);
    if (inserted) entry->second = fresh(ObjectKind::ThreadLocal, &callee, nullptr, kUnbounded);
    return solver_.add_copy(pointer_to(entry->second), values.result);
  }
  if (kind == 'l') return solver_.add_copy(library_memory_, values.result);
  if (kind == 'u') return solver_.add_copy(unknown_, values.result);
  if (kind == 'R') {
    solver_.add_copy(argument(0), values.result);
    return add_block();
  }
  if (kind >= '0' && kind <= '9') return solver_.add_copy(argument(kind - '0'), values.result);
  if (kind >= 'A' && kind <= 'H') return solver_.add_anywhere(argument(kind - 'A'), values.result);
}

void ConstraintBuilder::connect_action(const CallValues& values, const LibrarySummary& summary) {
  auto argument = [&](int index) {
    const auto position = static_cast<size_t>(index);
    return index >= 0 && position < values.arguments.size() ? values.arguments[position] : nothing_;
  };
  CallValues made = {.call = values.call, .arguments = {}, .result = solver_.new_node()};
  NodeId function = argument(summary.function_argument);
  switch (summary.action) {
    case LibraryAction::None:
    case LibraryAction::Allocate:
      return;
    case LibraryAction::StoreKey:
      return solver_.add_copy(argument(summary.value_argument), key_values_);
    case LibraryAction::LoadKey:
      return solver_.add_copy(key_values_, values.result);
    case LibraryAction::EndThread:
      return solver_.add_copy(argument(summary.value_argument), thread_results_);
    case LibraryAction::JoinThread:
      return solver_.add_store(thread_results_, argument(summary.value_argument), kCellSize);
    case LibraryAction::StartThread:
      solver_.add_copy(argument(summary.value_argument), thread_arguments_);
      made.arguments = {argument(summary.value_argument)};
      made.result = thread_results_;
      break;
    case LibraryAction::StartObject:
      return start_object(values, argument(summary.value_argument));
    case LibraryAction::DestroyKey:
      made.arguments = {key_values_};
      break;
    case LibraryAction::Call:
      // Comparisons get pointers into what they are to compare.
      if (summary.value_argument >= 0) {
        const NodeId element = solver_.new_node();
        solver_.add_anywhere(argument(summary.value_argument), element);
        solver_.add_anywhere(argument(0), element);
        made.arguments = {element, element, element};
      }
      break;
    case LibraryAction::CallAtExit:
      made.arguments = {argument(summary.value_argument)};
      break;
    case LibraryAction::HandleSignal:
      if (summary.function_argument < 0) {
        // In a struct sigaction it is the first field.
        function = solver_.new_node();
        solver_.add_load(argument(summary.value_argument), function, kCellSize);
      }
      made.arguments = {nothing_, unknown_, unknown_};
      break;
  }
  connect_indirect(function, made, summary.action);
}

// The new thread calls the third virtual function of the object, and then the second one, which deletes it.
void ConstraintBuilder::start_object(const CallValues& values, NodeId owner) {
  const NodeId object = solver_.new_node(), functions = solver_.new_node();
  solver_.add_load(owner, object, kCellSize);
  solver_.add_copy(object, thread_arguments_);
  solver_.add_load(object, functions, kCellSize);
  for (const int64_t index : {2, 1}) {
    const NodeId entry = solver_.new_node(), function = solver_.new_node();
    solver_.add_move(functions, entry, index * kCellSize);
    solver_.add_load(entry, function, kCellSize);
    connect_indirect(function, {.call = values.call, .arguments = {object}, .result = solver_.new_node()},
                     LibraryAction::StartThread);
  }
}
}  // namespace selvage::instrument
