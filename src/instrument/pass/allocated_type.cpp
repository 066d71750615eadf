#include "instrument/pass/allocated_type.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/analysis/library_summaries.h"
#include "instrument/pass/variable_name.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr unsigned kMostUses = 32;       // that are looked at
constexpr size_t kLongestName = 40;      // a longer one is shown without the arguments of its template
constexpr unsigned kMostQualifiers = 8;  // of a type

// What a function that returns a pointer says that it points to.
const DIType* pointee_returned_by(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  if (subprogram == nullptr || subprogram->getType() == nullptr) return nullptr;
  const DITypeRefArray types = subprogram->getType()->getTypeArray();
  return types.size() == 0 ? nullptr : pointee(types[0]);
}

// Follows the block from variable to variable until one has a type.
class Uses {
 public:
  explicit Uses(const CallBase& call) : layout_(call.getModule()->getDataLayout()), pending_{&call} {}

  const DIType* type() {
    while (!pending_.empty() && met_.size() < kMostUses) {
      const Value* value = pending_.pop_back_val();
      if (!met_.insert(value).second) continue;
      if (const DIType* found = pointee_of(*value)) return found;
      for (const User* user : value->users())
        if (const DIType* found = type_by(*user, *value)) return found;
    }
    return nullptr;
  }

 private:
  const DIType* type_by(const User& user, const Value& value) {
    if (const auto* result = dyn_cast<ReturnInst>(&user)) return pointee_returned_by(*result->getFunction());
    if (isa<PHINode>(user) || isa<SelectInst>(user)) pending_.push_back(&user);
    const auto* store = dyn_cast<StoreInst>(&user);
    if (store == nullptr || store->getValueOperand() != &value) return nullptr;
    const Value* place = store->getPointerOperand();
    if (const DIType* found = pointee_stored_at(layout_, place)) return found;
    // A local variable of type void*, or the one that holds what is returned.
    if (isa<AllocaInst>(place))
      for (const User* look : place->users())
        if (isa<LoadInst>(look)) pending_.push_back(look);
    return nullptr;
  }

  const DataLayout& layout_;
  SmallVector<const Value*, 8> pending_;
  SmallPtrSet<const Value*, 16> met_;
};

// An anonymous structure is called by its typedef.
const DIType* named(const DIType* type) {
  for (unsigned i = 0; i < kMostQualifiers && type != nullptr && type->getName().empty(); ++i) {
    const auto* derived = dyn_cast<DIDerivedType>(type);
    if (derived == nullptr || derived->getTag() == dwarf::DW_TAG_pointer_type) break;
    type = derived->getBaseType();
  }
  return type;
}

std::string name_of(const DIType* type) {
  type = named(type);
  if (type == nullptr) return "";
  if (type->getTag() == dwarf::DW_TAG_pointer_type) {
    std::string target = name_of(cast<DIDerivedType>(type)->getBaseType());
    return target.empty() ? "" : target + "*";
  }
  std::string name = type->getName().str();
  if (name.size() > kLongestName) name.resize(std::min(name.size(), name.find('<')));
  return name;
}

uint32_t size_of(const DIType* type) {
  for (unsigned i = 0; i < kMostQualifiers && type != nullptr && type->getSizeInBits() == 0; ++i) {
    const auto* derived = dyn_cast<DIDerivedType>(type);
    type = derived == nullptr ? nullptr : derived->getBaseType();
  }
  return type == nullptr ? 0 : static_cast<uint32_t>(type->getSizeInBits() / 8);
}

bool allocates(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) return false;
  const LibrarySummary* summary = library_summary(callee->getName());
  bool is_fresh = summary != nullptr && summary->action == LibraryAction::Allocate;
  return is_fresh || callee->getName() == "realloc";
}

}  // namespace

AllocatedType allocated_type(const CallBase& call) {
  if (!call.getType()->isPointerTy() || !allocates(call)) return {};
  const auto* type = dyn_cast_or_null<DIType>(call.getMetadata("heapallocsite"));
  if (type == nullptr) type = Uses(call).type();
  std::string name = name_of(type);
  if (name.empty()) return {};
  return {name, size_of(type)};
}

}  // namespace selvage::instrument
