// Names memory the way its programmer would: `counter`, `account.balance`, `queue->slots[...]`.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <string>

namespace selvage::instrument {

// The source expression for `size` bytes at `address`, from debug information; empty where it gives none. Size 0 means
// a whole object of unknown size.
std::string variable_name(const llvm::DataLayout& layout, const llvm::Value* address, uint64_t size);

// What a pointer of this type points to; null: it is none, or one to anything.
const llvm::DIType* pointee(const llvm::DIType* type);
// The same of the pointer that is stored at `address`, and of variables that have the value `pointer`; null also where debug
// information does not tell.
const llvm::DIType* pointee_stored_at(const llvm::DataLayout& layout, const llvm::Value* address);
const llvm::DIType* pointee_of(const llvm::Value& pointer);

}  // namespace selvage::instrument
