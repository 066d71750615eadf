#include "instrument/pass/attributes.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr const char* kInstrumentedMark = "selvage-instrumented";

AttributeMask function_promises() {
  AttributeMask mask;
  for (Attribute::AttrKind kind :
       {Attribute::Memory, Attribute::NoSync, Attribute::NoFree, Attribute::WillReturn, Attribute::Speculatable,
        Attribute::NoCallback, Attribute::NoRecurse, Attribute::AllocKind, Attribute::AllocSize, Attribute::Builtin}) {
    mask.addAttribute(kind);
  }
  mask.addAttribute("alloc-family");
  return mask;
}

AttributeMask pointer_promises() {
  AttributeMask mask;
  for (Attribute::AttrKind kind : {Attribute::NoCapture, Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly,
                                   Attribute::NoAlias, Attribute::NoFree}) {
    mask.addAttribute(kind);
  }
  return mask;
}

// A library function that may be intercepted: a scheduling point, whatever its name lets the optimiser infer.
bool may_be_intercepted(const Function& function) {
  return function.isDeclaration() && !function.isIntrinsic() && !function.doesNotAccessMemory() &&
         !is_plain_computation(function.getName());
}

void drop_from_call(CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee != nullptr && callee->isDeclaration() && !may_be_intercepted(*callee)) return;
  if (call.isInlineAsm()) return;
  call.removeFnAttrs(function_promises());
  for (unsigned index = 0; index < call.arg_size(); ++index) call.removeParamAttrs(index, pointer_promises());
}

void drop_from_access(Instruction& access) {
  for (unsigned kind : {LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct, LLVMContext::MD_alias_scope,
                        LLVMContext::MD_noalias, LLVMContext::MD_invariant_load, LLVMContext::MD_invariant_group}) {
    access.setMetadata(kind, nullptr);
  }
}

}  // namespace

void drop_invalid_promises(Module& module) {
  const AttributeMask of_function = function_promises();
  const AttributeMask of_pointer = pointer_promises();
  for (Function& function : module) {
    if (function.isDeclaration()) {
      if (may_be_intercepted(function)) {
        function.addFnAttr(Attribute::NoBuiltin);
        function.removeFnAttrs(of_function);
      }
      continue;
    }
    function.removeFnAttrs(of_function);
    for (Argument& argument : function.args()) argument.removeAttrs(of_pointer);
    for (Instruction& instruction : instructions(function)) {
      drop_from_access(instruction);
      if (auto* call = dyn_cast<CallBase>(&instruction)) drop_from_call(*call);
    }
  }
}

void mark_instrumented(Function& function) {
  function.addFnAttr(kInstrumentedMark);
  function.addFnAttr("frame-pointer", "all");
}

bool is_instrumented(const Function& function) { return function.hasFnAttribute(kInstrumentedMark); }

}  // namespace selvage::instrument
