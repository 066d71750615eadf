#include "instrument/pass/positions.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/EscapeEnumerator.h>

#include <vector>

#include "instrument/pass/attributes.h"
#include "instrument/pass/module_record.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

class PositionMarker {
 public:
  PositionMarker(Module& module, Announcer& announcer)
      : announcer_(announcer),
        i32_(Type::getInt32Ty(module.getContext())),
        enter_(announcer.hook("selvage_hook_enter", Type::getVoidTy(module.getContext()), {i32_})),
        leave_(announcer.hook("selvage_hook_leave", Type::getVoidTy(module.getContext()), {i32_, i32_})),
        mark_(announcer.hook("selvage_hook_position_mark", i32_, {})),
        back_(announcer.hook("selvage_hook_back_to_position", Type::getVoidTy(module.getContext()), {i32_, i32_})),
        follows_(cast<GlobalVariable>(module.getOrInsertGlobal("selvage_follows_positions", i32_))),
        personality_(module.getFunction("__gxx_personality_v0")) {
    follows_->setDSOLocal(true);
  }

  void mark(Function& function) {
    std::vector<CallInst*> returning_twice;
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call != nullptr && call->canReturnTwice()) returning_twice.push_back(call);
    }
    // One of another language would keep the function from being inlined.
    if (personality_ != nullptr && !function.doesNotThrow() && !function.hasPersonalityFn())
      function.setPersonalityFn(personality_);
    std::vector<Instruction*> exits;
    EscapeEnumerator ends(function, "selvage_leave", /*HandleExceptions=*/personality_ != nullptr);
    while (IRBuilder<>* builder = ends.Next()) exits.push_back(&*builder->GetInsertPoint());

    const DebugLoc begin = begin_of(function);
    Instruction& first = *function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    Instruction& entry = followed(first, begin);
    IRBuilder<> at_entry(&entry);
    at_entry.SetCurrentDebugLocation(begin);
    Value* number = announcer_.sites().add(at_entry, entry, {.flags = kSiteEntry, .variable = {}});
    at_entry.CreateCall(enter_, {number});
    for (Instruction* exit : exits) {
      const DebugLoc end = exit->getDebugLoc() ? exit->getDebugLoc() : begin;
      Instruction& left = followed(*exit, end);
      IRBuilder<> builder(&left);
      builder.SetCurrentDebugLocation(end);
      builder.CreateCall(leave_, {number, announcer_.sites().add(builder, left, {.variable = {}})});
    }
    for (CallInst* call : returning_twice) come_back(*call);
  }

 private:
  static DebugLoc begin_of(Function& function) {
    DISubprogram* source = function.getSubprogram();
    if (source == nullptr) return {};
    return DILocation::get(function.getContext(), source->getScopeLine(), 0, source);
  }

  // The end of a block that is executed before `place` while positions are followed.
  Instruction& followed(Instruction& place, const DebugLoc& location) {
    IRBuilder<> builder(&place);
    builder.SetCurrentDebugLocation(location);
    Value* is_followed = builder.CreateICmpNE(builder.CreateLoad(i32_, follows_), builder.getInt32(0));
    MDNode* seldom = MDBuilder(place.getContext()).createUnlikelyBranchWeights();
    Instruction* end = SplitBlockAndInsertIfThen(is_followed, place.getIterator(), /*Unreachable=*/false, seldom);
    end->setDebugLoc(location);
    return *end;
  }

  // What was entered since the first return has been left without a word.
  void come_back(CallInst& call) {
    IRBuilder<> before(&call);
    Value* mark = before.CreateCall(mark_);
    IRBuilder<> behind(call.getNextNode());
    behind.SetCurrentDebugLocation(call.getDebugLoc());
    behind.CreateCall(back_, {mark, announcer_.sites().add(behind, call, {.variable = {}})});
  }

  Announcer& announcer_;
  Type* i32_;
  FunctionCallee enter_, leave_, mark_, back_;
  GlobalVariable* follows_;
  Function* personality_;  // in a program without it nothing is caught
};

// Copies of what is always inlined have been made already.
bool has_position(const Function& function) {
  return !function.isDeclaration() && is_instrumented(function) && !is_of_library(function) &&
         !function.isPresplitCoroutine() && !function.hasFnAttribute(Attribute::AlwaysInline) &&
         !function.getName().starts_with("selvage_");
}

}  // namespace

void mark_positions(Module& module, Announcer& announcer) {
  std::vector<Function*> functions;
  for (Function& function : module)
    if (has_position(function)) functions.push_back(&function);
  PositionMarker marker(module, announcer);
  for (Function* function : functions) marker.mark(*function);
}

}  // namespace selvage::instrument
