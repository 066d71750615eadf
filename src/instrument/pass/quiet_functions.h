// Instructions and functions that only compute: nothing that other threads could notice, or change the outcome of, is done.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "instrument/pass/sharing.h"

namespace selvage::instrument {

class QuietFunctions {
 public:
  explicit QuietFunctions(const SharingFilter& sharing) : sharing_(sharing) {}

  // Another thread may notice it, or decide on what it finds. A look at the clock counts; letting time pass does not.
  bool may_be_noticed(const llvm::Instruction& instruction);

  // The function is defined, and nothing in it may be.
  bool is_quiet(const llvm::Function* function);

  // Of a quiet function: it may write to what the argument points to.
  bool may_write(const llvm::Function& function, unsigned argument) { return may_write(*function.getArg(argument), 0); }
  // It writes at least so many bytes there whenever it is called.
  bool overwrites(const llvm::Function& function, unsigned argument, uint64_t size) const;

 private:
  bool may_write(const llvm::Value& address, unsigned depth);
  bool call_may_be_noticed(const llvm::CallBase& call);

  const SharingFilter& sharing_;
  llvm::DenseMap<const llvm::Function*, bool> known_;
};

}  // namespace selvage::instrument
