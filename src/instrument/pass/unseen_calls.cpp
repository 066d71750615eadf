#include "instrument/pass/unseen_calls.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/pass/instrument_pass.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

class WaysBack {
 public:
  WaysBack(Module& module, Announcer& announcer) {
    Type* nothing = Type::getVoidTy(module.getContext());
    Type* i32 = Type::getInt32Ty(module.getContext());
    return_ = announcer.hook("selvage_hook_unseen_return", nothing, {});
    enter_ = announcer.hook("selvage_hook_enter_callback", i32, {});
    leave_ = announcer.hook("selvage_hook_leave_callback", nothing, {i32});
  }

  void behind(CallBase& call) {
    if (call.isMustTailCall() || call.doesNotReturn()) return;
    if (auto* invoke = dyn_cast<InvokeInst>(&call)) {
      BasicBlock* block = invoke->getNormalDest();
      if (block->getSinglePredecessor() == nullptr) block = SplitEdge(invoke->getParent(), block);
      come_back(*block->getFirstInsertionPt());
    } else if (Instruction* next = call.getNextNode(); next != nullptr) {
      come_back(*next);
    }
  }

  // An exception may come out of such code.
  void at_handlers(Function& function) {
    for (BasicBlock& block : function)
      if (block.isLandingPad()) come_back(*block.getFirstInsertionPt());
  }

  void at_callback(Function& function) {
    std::vector<Instruction*> ends;
    for (BasicBlock& block : function) {
      if (!isa<ReturnInst>(block.getTerminator())) continue;
      CallInst* last = block.getTerminatingMustTailCall();
      ends.push_back(last != nullptr ? last : block.getTerminator());
    }
    IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    place(builder, function);
    Value* called_from = builder.CreateCall(enter_);
    for (Instruction* end : ends) {
      builder.SetInsertPoint(end);
      place(builder, function);
      builder.CreateCall(leave_, {called_from});
    }
  }

 private:
  // A call without a place in a function that has one is not valid where it can be inlined.
  static void place(IRBuilder<>& builder, Function& function) {
    if (DISubprogram* scope = function.getSubprogram(); scope != nullptr && !builder.getCurrentDebugLocation())
      builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), 0, 0, scope));
  }

  void come_back(Instruction& instruction) {
    IRBuilder<> builder(&instruction);
    place(builder, *instruction.getFunction());
    builder.CreateCall(return_);
  }

  FunctionCallee return_, enter_, leave_;
};

}  // namespace

void mark_ways_back(Module& module, Instrumentation& instrumentation) {
  if (instrumentation.unseen_calls.empty()) return;
  WaysBack ways(module, instrumentation.announcer);
  for (const WeakTrackingVH& call : instrumentation.unseen_calls)
    if (auto* found = dyn_cast_or_null<CallBase>(static_cast<Value*>(call))) ways.behind(*found);
  for (Function& function : module) {
    if (!is_to_be_instrumented(function)) continue;
    ways.at_handlers(function);
    if (function.hasAddressTaken()) ways.at_callback(function);
  }
}

}  // namespace selvage::instrument
