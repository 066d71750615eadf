// Atomic loads and stores; the caller has checked that the memory may be shared.
#pragma once

#include "instrument/pass/access.h"

namespace selvage::instrument {

void instrument_atomic_load(Instrumentation& instrumentation, llvm::LoadInst& load);
void instrument_atomic_store(Instrumentation& instrumentation, llvm::StoreInst& store);

}  // namespace selvage::instrument
