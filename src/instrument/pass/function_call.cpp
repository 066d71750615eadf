// Calls of functions that are not part of the instrumented program: what they read and write as far as it is known,
// and where they are called from.
#include "instrument/pass/access.h"
#include "instrument/pass/format_ranges.h"
#include "instrument/pass/library_calls.h"
#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// Arguments passed by value in memory are copied by the call itself.
void announce_copied_arguments(Instrumentation& instrumentation, CallBase& call) {
  SmallVector<AccessedRange, 2> ranges;
  for (unsigned index = 0; index < call.arg_size(); ++index) {
    Type* type = call.getParamByValType(index);
    if (type == nullptr) continue;
    Value* address = call.getArgOperand(index);
    if (!instrumentation.sharing.may_be_shared(address)) continue;
    const uint64_t size = call.getModule()->getDataLayout().getTypeAllocSize(type).getKnownMinValue();
    if (size != 0) ranges.push_back({false, address, IRBuilder<>(&call).getInt64(size)});
  }
  instrumentation.announcer.ranges(call, ranges);
}

bool leaves_the_program(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) return true;
  if (!callee->isDeclaration()) return false;
  return !call.doesNotAccessMemory() && !is_plain_computation(callee->getName());
}

// Of a function that computes something from its arguments, these are all that it looks at.
bool takes_shared_memory(const SharingFilter& sharing, CallBase& call) {
  return any_of(call.args(),
                [&](Value* argument) { return argument->getType()->isPointerTy() && sharing.may_be_shared(argument); });
}

bool is_unseen(const SharingFilter& sharing, CallBase& call, const Function& callee) {
  if (!callee.isDeclaration() || callee.isIntrinsic() || call.doesNotAccessMemory()) return false;
  if (is_modelled(callee.getName())) return false;
  return !is_plain_computation(callee.getName()) || takes_shared_memory(sharing, call);
}

// What is called through a pointer may be any function whose address is taken, and that is of the same type.
const DenseSet<const FunctionType*>& types_of_unseen(Instrumentation& instrumentation, const Module& module) {
  if (!instrumentation.unseen_types) {
    instrumentation.unseen_types.emplace();
    for (const Function& function : module) {
      bool is_outside = function.isDeclaration() && !function.isIntrinsic() && !function.doesNotAccessMemory();
      if (is_outside && !is_modelled(function.getName()) && function.hasAddressTaken())
        instrumentation.unseen_types->insert(function.getFunctionType());
    }
  }
  return *instrumentation.unseen_types;
}

bool may_call_unseen(Instrumentation& instrumentation, const CallBase& call) {
  return types_of_unseen(instrumentation, *call.getModule()).contains(call.getFunctionType());
}

void announce_unseen(Instrumentation& instrumentation, CallBase& call) {
  const Function* callee = call.getCalledFunction();
  bool is_in_sight = callee != nullptr && synchronises_in_sight(callee->getName());
  instrumentation.announcer.unseen_call(call, is_in_sight ? nullptr : call.getCalledOperand());
  instrumentation.unseen_calls.emplace_back(&call);
}

bool is_announced(CallBase& call, unsigned argument) {
  auto begins_there = [&](const MemoryRange& range) { return range.address_argument == argument; };
  return any_of(memory_ranges(call.getCalledFunction()->getName()), begins_there) ||
         any_of(some_memory_ranges(call), begins_there);
}

// It may do something to memory that is neither modelled nor announced.
bool is_unknown(Instrumentation& instrumentation, CallBase& call) {
  const Function& callee = *call.getCalledFunction();
  if (!callee.isDeclaration() || callee.isIntrinsic() || call.doesNotAccessMemory()) return false;
  if (std::optional<bool> announces = announces_format(instrumentation, call)) return !*announces;
  switch (known_call(callee.getName())) {
    case KnownCall::Nothing:
      return true;
    case KnownCall::All:
      return false;
    case KnownCall::Rest:
      break;
  }
  for (unsigned argument = 0; argument < call.arg_size(); ++argument) {
    Value* value = call.getArgOperand(argument);
    if (!value->getType()->isPointerTy() || (call.hasStructRetAttr() && argument == 0)) continue;
    bool is_function = isa<Function>(value->stripPointerCasts());
    if (!is_function && instrumentation.sharing.may_be_shared(value) && !is_announced(call, argument)) return true;
  }
  return false;
}

}  // namespace

void instrument_call(Instrumentation& instrumentation, CallBase& call) {
  announce_copied_arguments(instrumentation, call);
  const Function* callee = call.getCalledFunction();
  if (callee != nullptr && callee->isDeclaration()) {
    if (instrument_atomic_library_call(instrumentation, call)) return;
    instrument_known_ranges(instrumentation, call);
  }
  if (leaves_the_program(call)) instrumentation.announcer.call_site(call);
  if (callee != nullptr ? is_unseen(instrumentation.sharing, call, *callee) : may_call_unseen(instrumentation, call))
    announce_unseen(instrumentation, call);
  if (callee != nullptr && is_unknown(instrumentation, call))
    instrumentation.announcer.library_call(call, callee->getName());
}

}  // namespace selvage::instrument
