#include "instrument/pass/variable_name.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <optional>

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr unsigned kMaxDepth = 8;  // of expressions; deeper ones help nobody
constexpr uint64_t kPointerSize = 8;

// An object in memory: how to write it and what type it has. `pointer` is set while the expression names a pointer
// and the object is what it points to, which is written `p->m`, `p[i]` or `*p` depending on what follows.
// Debug information has one type for all dimensions of an array: `dimension` is the number of those already indexed.
struct Place {
  std::string text;
  const DIType* type;
  bool pointer = false;
  unsigned dimension = 0;

  std::string str() const { return pointer ? "*" + text : text; }
};

const DIType* without_qualifiers(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_atomic_type:
      case dwarf::DW_TAG_restrict_type:
      case dwarf::DW_TAG_member:
      case dwarf::DW_TAG_inheritance:
        type = derived->getBaseType();
        break;
      default:
        return type;
    }
  }
  return type;
}

}  // namespace

const DIType* pointee(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(without_qualifiers(type));
  if (derived == nullptr) return nullptr;
  const unsigned tag = derived->getTag();
  const bool is_pointer = tag == dwarf::DW_TAG_pointer_type || tag == dwarf::DW_TAG_reference_type ||
                          tag == dwarf::DW_TAG_rvalue_reference_type;
  return is_pointer ? derived->getBaseType() : nullptr;
}

namespace {

// The object that the pointer stored in `place` points to.
std::optional<Place> dereference(const Place& place) {
  const DIType* target = pointee(place.type);
  if (target == nullptr) return std::nullopt;
  const unsigned tag = without_qualifiers(place.type)->getTag();
  return Place{place.str(), target, tag == dwarf::DW_TAG_pointer_type};
}

const DIDerivedType* member_at(const DICompositeType& record, uint64_t offset) {
  for (const DINode* element : record.getElements()) {
    const auto* member = dyn_cast<DIDerivedType>(element);
    if (member == nullptr || member->isStaticMember()) continue;
    const unsigned tag = member->getTag();
    if (tag != dwarf::DW_TAG_member && tag != dwarf::DW_TAG_inheritance) continue;
    const DIType* type = without_qualifiers(member);
    const uint64_t bits = type != nullptr ? type->getSizeInBits() : member->getSizeInBits();
    const uint64_t begin = member->getOffsetInBits() / 8;
    if (offset >= begin && offset < begin + (bits + 7) / 8) return member;
  }
  return nullptr;
}

uint64_t size_of(const DIType* type) {
  type = without_qualifiers(type);
  return type == nullptr ? 0 : type->getSizeInBits() / 8;
}

// The size of what one index, in dimension number `dimension`, selects; 0 where it is not constant.
uint64_t size_of_element(const DICompositeType& array, unsigned dimension) {
  uint64_t size = size_of(array.getBaseType());
  const DINodeArray dimensions = array.getElements();
  for (unsigned index = dimension + 1; index < dimensions.size(); ++index) {
    const auto* range = dyn_cast<DISubrange>(dimensions[index]);
    const auto* count = range == nullptr ? nullptr : dyn_cast_if_present<ConstantInt*>(range->getCount());
    size *= count == nullptr ? 0 : count->getZExtValue();
  }
  return size;
}

Place element_of(const Place& place, const DICompositeType& array, const std::string& index) {
  const std::string text = place.str() + "[" + index + "]";
  if (place.dimension + 1 < array.getElements().size()) return {text, place.type, false, place.dimension + 1};
  return {text, array.getBaseType()};
}

// The part of `place` at `offset` bytes: the innermost one that holds `size` bytes, or with size 0 the outermost one
// that starts exactly there.
Place part_at(Place place, uint64_t offset, uint64_t size) {
  for (unsigned depth = 0; depth < kMaxDepth; ++depth) {
    if (size == 0 && offset == 0) break;
    const auto* composite = dyn_cast_or_null<DICompositeType>(without_qualifiers(place.type));
    if (composite == nullptr) break;
    if (composite->getTag() == dwarf::DW_TAG_array_type) {
      const uint64_t element_size = size_of_element(*composite, place.dimension);
      if (element_size == 0 || size > element_size) break;
      place = element_of(place, *composite, std::to_string(offset / element_size));
      offset %= element_size;
      continue;
    }
    const DIDerivedType* member = member_at(*composite, offset);
    if (member == nullptr || size > size_of(member)) break;
    offset -= member->getOffsetInBits() / 8;
    const bool is_base = member->getTag() == dwarf::DW_TAG_inheritance;
    if (is_base || member->getName().empty()) {
      place.type = member->getBaseType();
      continue;
    }
    place = {place.text + (place.pointer ? "->" : ".") + member->getName().str(), member->getBaseType()};
  }
  return place;
}

// What an unknown index selects.
Place any_element(const Place& place) {
  if (place.pointer) return {place.text + "[...]", place.type};
  const auto* array = dyn_cast_or_null<DICompositeType>(without_qualifiers(place.type));
  const bool is_array = array != nullptr && array->getTag() == dwarf::DW_TAG_array_type;
  return is_array ? element_of(place, *array, "...") : place;
}

std::optional<Place> describe_address(const DataLayout& layout, const Value* address, unsigned depth);

std::optional<Place> describe_global(const GlobalVariable& variable) {
  SmallVector<DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  if (expressions.empty()) {
    if (variable.hasPrivateLinkage() || variable.getName().empty()) return std::nullopt;
    return Place{variable.getName().str(), nullptr};
  }
  const DIGlobalVariable* source = expressions.front()->getVariable();
  return Place{source->getName().str(), source->getType()};
}

// A source variable that lives at `address` (a stack variable).
std::optional<Place> describe_stack_variable(const Value& address) {
  auto* value = const_cast<Value*>(&address);
  for (const DbgVariableRecord* record : findDVRDeclares(value)) {
    return Place{record->getVariable()->getName().str(), record->getVariable()->getType()};
  }
  for (const DbgDeclareInst* declare : findDbgDeclares(value)) {
    return Place{declare->getVariable()->getName().str(), declare->getVariable()->getType()};
  }
  return std::nullopt;
}

// What a source pointer variable whose value is `pointer` points to.
std::optional<Place> describe_pointer_variable(const Value& pointer) {
  auto* value = const_cast<Value*>(&pointer);
  SmallVector<DbgValueInst*, 2> intrinsics;
  SmallVector<DbgVariableRecord*, 2> records;
  findDbgValues(intrinsics, value, &records);
  for (const DbgVariableRecord* record : records) {
    if (record->getExpression()->getNumElements() != 0) continue;
    const DILocalVariable* variable = record->getVariable();
    if (auto place = dereference({variable->getName().str(), variable->getType()})) return place;
  }
  for (const DbgValueInst* intrinsic : intrinsics) {
    if (intrinsic->getExpression()->getNumElements() != 0) continue;
    const DILocalVariable* variable = intrinsic->getVariable();
    if (auto place = dereference({variable->getName().str(), variable->getType()})) return place;
  }
  return std::nullopt;
}

std::optional<Place> describe_element(const DataLayout& layout, const GEPOperator& element, unsigned depth) {
  std::optional<Place> base = describe_address(layout, element.getPointerOperand(), depth + 1);
  if (!base) return std::nullopt;
  const unsigned width = layout.getIndexTypeSizeInBits(element.getType());
  MapVector<Value*, APInt> variable_offsets;
  APInt constant_offset(width, 0);
  if (!element.collectOffset(layout, width, variable_offsets, constant_offset)) return base;
  if (variable_offsets.empty() && constant_offset == 0) return base;
  if (constant_offset.isNegative()) return base;
  if (variable_offsets.empty()) {
    // An element of a scalar or record reached through a pointer, past the first one: p[2].
    const uint64_t size = size_of(base->type);
    const uint64_t offset = constant_offset.getZExtValue();
    if (base->pointer && size != 0 && offset >= size) {
      return part_at({base->text + "[" + std::to_string(offset / size) + "]", base->type}, offset % size, 0);
    }
    return part_at(*base, offset, 0);
  }
  return any_element(*base);
}

std::optional<Place> describe_address(const DataLayout& layout, const Value* address, unsigned depth) {
  if (depth > kMaxDepth) return std::nullopt;
  if (const auto* variable = dyn_cast<GlobalVariable>(address)) return describe_global(*variable);
  if (const auto* element = dyn_cast<GEPOperator>(address)) {
    if (auto place = describe_pointer_variable(*address)) return place;
    return describe_element(layout, *element, depth);
  }
  if (auto place = describe_stack_variable(*address)) return place;
  if (isa<AllocaInst>(address)) return std::nullopt;
  if (isa<Argument>(address) || isa<Instruction>(address)) {
    if (auto place = describe_pointer_variable(*address)) return place;
  }
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(address)) {
    if (intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address) {
      return describe_address(layout, intrinsic->getArgOperand(0), depth + 1);
    }
  }
  if (const auto* load = dyn_cast<LoadInst>(address)) {
    if (auto place = describe_address(layout, load->getPointerOperand(), depth + 1)) {
      return dereference(part_at(*place, 0, kPointerSize));
    }
  }
  return std::nullopt;
}

}  // namespace

const DIType* pointee_stored_at(const DataLayout& layout, const Value* address) {
  std::optional<Place> place = describe_address(layout, address, 0);
  return place ? pointee(part_at(*place, 0, kPointerSize).type) : nullptr;
}

const DIType* pointee_of(const Value& pointer) {
  std::optional<Place> place = describe_pointer_variable(pointer);
  return place ? place->type : nullptr;
}

std::string variable_name(const DataLayout& layout, const Value* address, uint64_t size) {
  std::optional<Place> place = describe_address(layout, address, 0);
  return place ? part_at(*place, 0, size).str() : std::string();
}

}  // namespace selvage::instrument
