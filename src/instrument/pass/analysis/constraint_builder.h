// From instructions to the constraints of the points-to analysis.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "instrument/pass/analysis/points_to.h"

namespace selvage::instrument {

class ConstraintBuilder {
 public:
  ConstraintBuilder(PointsTo& result, const llvm::Module& module);

  void build();
  // After solving: what has been handed from thread to thread.
  void finish();

 private:
  struct CallValues {
    const llvm::CallBase* call;
    llvm::SmallVector<NodeId, 4> arguments;
    NodeId result;
  };

  NodeId node(const llvm::Value* value);
  NodeId constant_node(const llvm::Constant* constant);
  NodeId pointer_to(ObjectId object);
  ObjectId object(const llvm::GlobalValue& value);
  ObjectId fresh(ObjectKind kind, const llvm::Value* origin, llvm::Type* type, int64_t size);
  int64_t size_of(llvm::Type* type) const;

  void add_library_memory();
  void add_globals();
  void add_initial_value(ObjectId object, int64_t offset, const llvm::Constant* value);
  void add_function(const llvm::Function& function);
  void add_visible_function(const llvm::Function& function);
  void add_instruction(const llvm::Instruction& instruction);
  void add_address_computation(const llvm::GEPOperator& gep, NodeId to);
  void add_arithmetic(const llvm::Instruction& instruction);

  void add_call(const llvm::CallBase& call);
  void add_intrinsic(const llvm::IntrinsicInst& call);
  void add_unknown_call(const CallValues& values);
  void connect(const CallValues& values, const llvm::Function& callee);
  void connect_indirect(NodeId pointer, const CallValues& values, LibraryAction action);
  void connect_library(const CallValues& values, const llvm::Function& callee);
  void connect_action(const CallValues& values, const LibrarySummary& summary);
  void start_object(const CallValues& values, NodeId owner);
  void connect_result(const CallValues& values, const llvm::Function& callee, char kind);
  NodeId variadic(const llvm::Function& function);
  NodeId returned(const llvm::Function& function);
  void find_allocation_wrappers();
  bool is_allocation(const llvm::Value& value) const;
  bool is_allocation_wrapper(const llvm::Function& function) const;

  PointsTo& result_;
  AbstractMemory& memory_;
  PointsToSolver& solver_;
  const llvm::Module& module_;
  const llvm::DataLayout& layout_;
  NodeId nothing_, unknown_, thread_results_, thread_arguments_, key_values_;
  NodeId library_memory_;  // points to what belongs to the C library: the environment, streams, messages
  ObjectId constant_data_;
  llvm::DenseMap<const llvm::Function*, NodeId> returned_, variadic_;
  llvm::DenseMap<ObjectId, NodeId> pointers_;
  llvm::DenseMap<const llvm::Function*, ObjectId> thread_memory_;
  llvm::DenseSet<const llvm::Function*> wrappers_, visible_;
};

}  // namespace selvage::instrument
