// Entry point of selvage_pass.so, loaded by lld with --load-pass-plugin.
//
// The whole program arrives unoptimised (see frontend/unoptimised.cpp). It is instrumented after promotion of locals
// to registers and before optimisation, so that what is checked is what was written; then lld's own pipeline
// optimises it. For tests, `opt` runs the same passes under the name selvage-instrument.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/InferFunctionAttrs.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "instrument/pass/atomic_block_pass.h"
#include "instrument/pass/end_with_wrapper.h"
#include "instrument/pass/function_table_pass.h"
#include "instrument/pass/inline_bodies_pass.h"
#include "instrument/pass/instrument_pass.h"
#include "instrument/pass/verification_suite_pass.h"
#include "instrument/pass/volatile_pass.h"

namespace selvage::instrument {
namespace {

using namespace llvm;

void add_instrumentation(ModulePassManager& passes) {
  passes.addPass(GlobalDCEPass());
  passes.addPass(AtomicBlockPass());
  passes.addPass(VerificationSuitePass());
  passes.addPass(AlwaysInlinerPass(/*InsertLifetime=*/false));
  passes.addPass(InlineBodiesPass());
  passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::PreserveCFG)));
  passes.addPass(VolatilePass());
  passes.addPass(InferFunctionAttrsPass());
  passes.addPass(InstrumentPass());
}

void register_passes(PassBuilder& builder) {
  builder.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { add_instrumentation(passes); });
  builder.registerFullLinkTimeOptimizationLastEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(FunctionTablePass()); });
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager& passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name != "selvage-instrument") return false;
        add_instrumentation(passes);
        passes.addPass(FunctionTablePass());
        return true;
      });
}

}  // namespace
}  // namespace selvage::instrument

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  selvage::instrument::end_with_wrapper();
  return {LLVM_PLUGIN_API_VERSION, "selvage", "1", selvage::instrument::register_passes};
}
