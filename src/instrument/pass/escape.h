// Where the address of an object can get to, across the functions of the module.
//
// For every pointer argument two facts are computed, as a least fixed point over all functions: whether the function
// lets the pointer escape (stores it, gives it to unknown code), and whether it may return it. LLVM's own inference
// knows the first fact only where the second is false, which C++ code rarely grants.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace selvage::instrument {

class EscapeAnalysis {
 public:
  explicit EscapeAnalysis(const llvm::Module& module);

  // True unless the address, an argument, a stack variable or another first definition of a pointer, stays within
  // its function and the functions that are called with it. A returned address has escaped.
  bool escapes(const llvm::Value& address) const;

 private:
  struct Flow {
    bool escapes = false;
    bool is_returned = false;

    bool operator==(const Flow&) const = default;
  };

  Flow follow(const llvm::Value& address) const;
  Flow flow_into_call(const llvm::CallBase& call, const llvm::Use& use) const;

  llvm::DenseMap<const llvm::Argument*, Flow> arguments_;
};

}  // namespace selvage::instrument
