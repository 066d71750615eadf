// Entry point of selvage_unoptimised.so, loaded by the compiler with -fpass-plugin.
//
// The compiler is run at an optimising level, so that its front end treats inline functions and headers as the user
// asked, but must hand the program to the linker as it was written. This plug-in lets no optional pass run: only
// those without which a program is not lowered (always-inline functions, coroutines, embedding of the bitcode).
// Coroutines are split in the inliner's pipeline, which LLVM counts as optional as a whole: its frame is let through.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "instrument/pass/end_with_wrapper.h"

namespace {

void skip_optional_passes(llvm::PassBuilder& builder) {
  llvm::PassInstrumentationCallbacks* callbacks = builder.getPassInstrumentationCallbacks();
  if (callbacks == nullptr) return;
  callbacks->registerShouldRunOptionalPassCallback([](llvm::StringRef pass, llvm::Any) {
    return pass.starts_with("Coro") || pass == "ModuleInlinerWrapperPass" || pass == "DevirtSCCRepeatedPass";
  });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  selvage::instrument::end_with_wrapper();
  return {LLVM_PLUGIN_API_VERSION, "selvage-unoptimised", "1", skip_optional_passes};
}
