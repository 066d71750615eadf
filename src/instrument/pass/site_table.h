// Collects the sites of a module while it is instrumented and writes them, with their strings, into the sections
// that contract/site.h names.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "contract/site.h"
#include "instrument/pass/link_kind.h"

namespace selvage::instrument {

// What is known about an operation besides its place in the source.
struct SiteDescription {
  Operation operation = Operation::None;
  uint32_t size = 0;
  uint8_t flags = 0;
  MemoryOrder order = MemoryOrder::NotAtomic;
  std::string variable;
  const llvm::Value* address = nullptr;  // of what is accessed
};

// What a site was made for.
struct SiteOrigin {
  const llvm::Instruction* instruction;
  const llvm::Value* address;
};

class SiteTable {
 public:
  SiteTable(llvm::Module& module, LinkKind kind);

  // Adds a site for `instruction` and returns its number as an i32 operand: a constant in executables, base plus
  // index in shared objects. The place is the innermost one where code was inlined.
  llvm::Value* add(llvm::IRBuilder<>& builder, const llvm::Instruction& instruction,
                   const SiteDescription& description);

  // The same without an operand for it; returns its position.
  uint32_t add(const llvm::Instruction& instruction, const SiteDescription& description);

  const SiteOrigin& origin(uint32_t index) const { return origins_[index]; }
  const SiteRecord& record(uint32_t index) const { return sites_[index]; }
  void add_flags(uint32_t index, uint8_t flags) { sites_[index].flags |= flags; }

  // The offset of a string, which is added if need be; and back.
  uint32_t intern(llvm::StringRef text);
  llvm::StringRef text(uint32_t offset) const { return strings_.c_str() + offset; }
  // The same of a file's path.
  uint32_t intern_file(const llvm::DIFile* file);

  uint32_t size() const { return static_cast<uint32_t>(sites_.size()); }
  uint32_t strings_size() const { return static_cast<uint32_t>(strings_.size()); }
  llvm::GlobalVariable* base() const { return base_; }  // null in executables

  // Writes the two sections; call once, after the last `add`.
  llvm::GlobalVariable* emit_sites();
  llvm::GlobalVariable* emit_strings();

 private:
  llvm::Module& module_;
  llvm::GlobalVariable* base_ = nullptr;
  std::vector<SiteRecord> sites_;
  std::vector<SiteOrigin> origins_;
  std::string strings_;
  llvm::StringMap<uint32_t> offsets_;
  llvm::DenseMap<const llvm::DIFile*, uint32_t> files_;
};

}  // namespace selvage::instrument
