// Inserts the hook calls of contract/hooks.h, each with a site of its own. One announcer serves a whole module.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/link_kind.h"
#include "instrument/pass/site_table.h"

namespace selvage::instrument {

// The bit pattern of `value`, zero-extended to 64 bits; 0 where it is wider or an aggregate.
llvm::Value* bit_pattern(llvm::IRBuilder<>& builder, llvm::Value* value);

MemoryOrder memory_order(llvm::AtomicOrdering ordering);

// What an instruction accesses as a whole.
struct AccessedRange {
  bool is_write;
  llvm::Value* address;
  llvm::Value* size;
};

class Announcer {
 public:
  Announcer(llvm::Module& module, LinkKind kind);

  SiteTable& sites() { return sites_; }

  // Hooks stand directly before the instruction that they announce, or at `position` until there is none (null).
  void stand_at(llvm::Instruction* position) { position_ = position; }
  llvm::Instruction* place_before(llvm::Instruction& instruction) const {
    return position_ == nullptr ? &instruction : position_;
  }

  // Each announces what `instruction` is about to do.
  void read(llvm::Instruction& instruction, llvm::Value* address, uint32_t size, bool is_volatile);
  void write(llvm::Instruction& instruction, llvm::Value* address, uint32_t size, llvm::Value* value, bool is_volatile);
  // All at once: one step, and where the thread is chosen the last of them.
  void ranges(llvm::Instruction& instruction, llvm::ArrayRef<AccessedRange> ranges, bool is_volatile = false);

  // `order` is an i32 with the number of a MemoryOrder; `value`, `operand`, `expected`, `desired` are i64.
  void atomic_load(llvm::Instruction& instruction, llvm::Value* address, llvm::Value* size, llvm::Value* order);
  void atomic_store(llvm::Instruction& instruction, llvm::Value* address, llvm::Value* size, llvm::Value* value,
                    llvm::Value* order);
  void atomic_update(llvm::Instruction& instruction, llvm::Value* address, llvm::Value* size, llvm::Value* operand,
                     llvm::Value* order);
  void atomic_compare_exchange(llvm::Instruction& instruction, llvm::Value* address, llvm::Value* size,
                               llvm::Value* expected, llvm::Value* desired, llvm::Value* order);
  void fence(llvm::Instruction& instruction, MemoryOrder order);

  // Stores the site of a call that leaves the instrumented program. The site's variable is what the first pointer
  // argument with a name points to: the mutex of a pthread_mutex_lock; of an allocation it is the type, with its size.
  void call_site(llvm::CallBase& call);
  // The same with a site that is there already, before any instruction.
  void place(llvm::Instruction& instruction, llvm::Value* site);

  // At the loop's header: which activation of the loop this is, and what of its state matters.
  void loop(llvm::BasicBlock& header, llvm::ArrayRef<llvm::BasicBlock*> entering,
            llvm::ArrayRef<llvm::BasicBlock*> exits, llvm::ArrayRef<llvm::PHINode*> state,
            const llvm::Instruction& place);
  void private_write(llvm::Instruction& instruction, llvm::Value* address, llvm::Value* size);
  // Before a call with effects that nothing is known of.
  void deadline_clock(llvm::Instruction& instruction);
  void instant_clock(llvm::Instruction& instruction);
  void led_by_time(llvm::BasicBlock& block);
  void endless_function(llvm::Function& function);
  void leaving_call(llvm::Instruction& instruction);
  // `function`: what the call may synchronise through; null where it does not.
  void unseen_call(llvm::Instruction& instruction, llvm::Value* function);
  // What the function of that name does to memory is not known.
  void library_call(llvm::CallBase& call, llvm::StringRef name);

  // Before an atomic block that begins with assumptions, one of which may read this; and behind those.
  void assumption(llvm::Instruction& instruction, llvm::LoadInst& load);
  void block_acts(llvm::Instruction& instruction);

  // The value of the virtual cycle counter, an i64.
  llvm::Value* cycle_counter(llvm::Instruction& instruction);

  // A hook that is inserted elsewhere.
  llvm::FunctionCallee hook(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> parameters);

 private:
  llvm::Value* atomic_site(llvm::IRBuilder<>& builder, llvm::Instruction& instruction, Operation operation,
                           llvm::Value* address, llvm::Value* size, llvm::Value* order);

  llvm::Module& module_;
  SiteTable sites_;
  llvm::Type* nothing_;
  llvm::Type* address_;
  llvm::Type* i32_;
  llvm::Type* i64_;
  llvm::FunctionCallee read_, write_, read_range_, write_range_, with_read_range_, with_write_range_;
  llvm::FunctionCallee atomic_load_, atomic_store_, atomic_update_, atomic_compare_exchange_, fence_;
  llvm::GlobalVariable* call_site_;  // i32, or in shared objects a pointer to it
  bool call_site_is_indirect_;
  llvm::Instruction* position_ = nullptr;
};

}  // namespace selvage::instrument
