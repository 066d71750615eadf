// One small file per kind of instruction: each decides whether its instruction can touch shared memory and, if so,
// has it announced.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueHandle.h>

#include <optional>
#include <vector>

#include "instrument/pass/announcer.h"
#include "instrument/pass/sharing.h"

namespace selvage::instrument {

// Everything an instrumenter of instructions needs; lives as long as one run over a module.
struct Instrumentation {
  Announcer announcer;
  SharingFilter sharing;
  uint32_t skipped_function_count = 0;
  uint32_t opaque_assembly_count = 0;  // statements with memory effects that cannot be seen into
  // Types of functions outside of the program whose address is taken; empty until they are asked for.
  std::optional<llvm::DenseSet<const llvm::FunctionType*>> unseen_types = {};
  // Calls of code that is not seen.
  std::vector<llvm::WeakTrackingVH> unseen_calls = {};
  // Instructions that something else has come in place of. They stay until the end, because the analyses know them.
  std::vector<llvm::Instruction*> replaced = {};
};

void instrument_load(Instrumentation& instrumentation, llvm::LoadInst& load);
void instrument_store(Instrumentation& instrumentation, llvm::StoreInst& store);
void instrument_update(Instrumentation& instrumentation, llvm::AtomicRMWInst& update);
void instrument_compare_exchange(Instrumentation& instrumentation, llvm::AtomicCmpXchgInst& exchange);
void instrument_fence(Instrumentation& instrumentation, llvm::FenceInst& fence);

// Calls: of intrinsics (memory ranges, the cycle counter), of inline assembly, and of functions.
void instrument_intrinsic(Instrumentation& instrumentation, llvm::IntrinsicInst& call);
void instrument_inline_assembly(Instrumentation& instrumentation, llvm::CallBase& call);
// Whether the runtime hears of everything that a statement does to memory.
bool announces_all_effects(const SharingFilter& sharing, const llvm::CallBase& call);
// Whether a statement writes to memory that only the whole-program analysis shows to be private (sharing.h).
bool changes_left_out_operand(const SharingFilter& sharing, const llvm::CallBase& call);
void instrument_call(Instrumentation& instrumentation, llvm::CallBase& call);
// What a function of the library reads and writes, as far as it is known.
void instrument_known_ranges(Instrumentation& instrumentation, llvm::CallBase& call);
// True if `call` is one of libatomic and has been dealt with.
bool instrument_atomic_library_call(Instrumentation& instrumentation, llvm::CallBase& call);

}  // namespace selvage::instrument
