#include "instrument/pass/inline_bodies_pass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace selvage::instrument {

using namespace llvm;

namespace {

// A member or a function of namespace std, as the C++ ABI names them: std::, std::string, std::ostream, ...
bool is_in_namespace_std(StringRef name) {
  if (!name.consume_front("_Z")) return false;
  if (name.consume_front("N")) name.consume_front("K");
  static constexpr StringLiteral kPrefixes[] = {"St", "Sa", "Sb", "Ss", "Si", "So", "Sd"};
  return any_of(kPrefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

}  // namespace

PreservedAnalyses InlineBodiesPass::run(Module& module, ModuleAnalysisManager&) {
  bool changes = false;
  for (Function& function : module) {
    if (!function.hasAvailableExternallyLinkage()) continue;
    changes = true;
    if (function.use_empty() || is_in_namespace_std(function.getName())) {
      function.deleteBody();  // the linkage becomes external with it
      continue;
    }
    function.setLinkage(GlobalValue::InternalLinkage);
    function.setComdat(nullptr);
    function.setVisibility(GlobalValue::DefaultVisibility);
    function.setDLLStorageClass(GlobalValue::DefaultStorageClass);
  }
  return changes ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace selvage::instrument
