#include "instrument/pass/analysis/constraint_builder.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InstIterator.h>

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr uint64_t kMaxWordsCopied = 16;

// Values of the type can hold (a part of) a pointer.
bool may_carry_pointer(const Type* type) {
  if (type->isVoidTy() || type->isFloatingPointTy() || type->isTokenTy() || type->isMetadataTy()) return false;
  if (type->isIntegerTy()) return type->getIntegerBitWidth() >= 8;
  if (const auto* vector = dyn_cast<VectorType>(type)) return may_carry_pointer(vector->getElementType());
  return true;
}

bool is_distance(const Instruction& instruction) {
  return instruction.getOpcode() == Instruction::Sub && isa<PtrToIntInst>(instruction.getOperand(0)) &&
         isa<PtrToIntInst>(instruction.getOperand(1));
}

// An address that no object can have, because the first and the last page are never mapped: SIG_IGN, MAP_FAILED, other marks.
bool is_mark(const ConstantInt& number) {
  constexpr int64_t kPageSize = 4096;
  if (number.getBitWidth() != 64) return number.getValue().ult(kPageSize);
  return number.getSExtValue() > -kPageSize && number.getSExtValue() < kPageSize;
}

bool is_null_or_mark(const Value* pointer) {
  if (isa<ConstantPointerNull>(pointer)) return true;
  const auto* cast = dyn_cast<Operator>(pointer);
  if (cast == nullptr || cast->getOpcode() != Instruction::IntToPtr) return false;
  const auto* number = dyn_cast<ConstantInt>(cast->getOperand(0));
  return number != nullptr && is_mark(*number);
}

bool belongs_to_library(const GlobalVariable& variable) {
  static const StringSet<> names = {"stdin",
                                    "stdout",
                                    "stderr",
                                    "environ",
                                    "optarg",
                                    "optind",
                                    "opterr",
                                    "optopt",
                                    "__environ",
                                    "program_invocation_name",
                                    "program_invocation_short_name",
                                    "__progname"};
  return variable.isDeclaration() && names.contains(variable.getName());
}

// Text and tables of numbers: there are thousands of them, nobody can write them, and nothing can be found through them.
bool is_constant_data(const GlobalVariable& variable) {
  if (!variable.isConstant() || variable.isThreadLocal() || !variable.hasDefinitiveInitializer()) return false;
  SmallVector<const Constant*, 8> open = {variable.getInitializer()};
  while (!open.empty()) {
    const Constant* value = open.pop_back_val();
    if (isa<ConstantData>(value)) continue;
    if (!isa<ConstantAggregate>(value)) return false;
    for (const Use& operand : value->operands()) open.push_back(cast<Constant>(operand.get()));
  }
  return true;
}

// What std::thread keeps its function in is of a class that has these; every object is of a class derived from it, so that nobody
// calls what they point to.
bool has_no_objects(const GlobalVariable& variable) { return variable.getName() == "_ZTVNSt6thread6_StateE"; }

// The runtime has functions of these names for programs that bring none of their own, and never calls them.
bool replaces_own(StringRef name) { return name == "reach_error" || name.starts_with("__VERIFIER_"); }

}  // namespace

ConstraintBuilder::ConstraintBuilder(PointsTo& result, const Module& module)
    : result_(result),
      memory_(result.memory_),
      solver_(result.solver_),
      module_(module),
      layout_(module.getDataLayout()),
      nothing_(solver_.new_node()),
      unknown_(solver_.new_node()),
      thread_results_(solver_.new_node()),
      thread_arguments_(solver_.new_node()),
      key_values_(solver_.new_node()),
      library_memory_(solver_.new_node()),
      constant_data_(fresh(ObjectKind::Global, nullptr, nullptr, kUnbounded)) {
  solver_.add_target(unknown_, kUnknownLocation);
  memory_.object(constant_data_).is_constant = true;
  memory_.collapse(constant_data_);
}

void ConstraintBuilder::build() {
  // Unknown code that learns a function's address may call it, with whatever it has.
  solver_.on_escape([this](ObjectId id) {
    const auto* function = dyn_cast_or_null<Function>(memory_.object(id).origin);
    if (memory_.object(id).kind == ObjectKind::Code && is_analysed(*function)) add_visible_function(*function);
  });
  find_allocation_wrappers();
  add_library_memory();
  add_globals();
  for (const Function& function : module_) {
    if (is_analysed(function)) add_function(function);
  }
}

void ConstraintBuilder::finish() {
  SmallSetVector<ObjectId, 4> objects;
  result_.collect(thread_arguments_, objects);
  result_.collect(thread_results_, objects);
  result_.handed_to_threads_.insert(objects.begin(), objects.end());
  solver_.on_escape({});
}

int64_t ConstraintBuilder::size_of(Type* type) const {
  if (!type->isSized()) return kUnbounded;
  return static_cast<int64_t>(layout_.getTypeAllocSize(type).getKnownMinValue());
}

ObjectId ConstraintBuilder::fresh(ObjectKind kind, const Value* origin, Type* type, int64_t size) {
  return memory_.add(kind, origin, type, size);
}

NodeId ConstraintBuilder::pointer_to(ObjectId object) {
  auto [entry, inserted] = pointers_.try_emplace(object, 0);
  if (inserted) {
    const NodeId pointer = solver_.new_node();
    if (std::optional<LocationId> start = memory_.location(object, 0)) solver_.add_target(pointer, *start);
    pointers_[object] = pointer;
    return pointer;
  }
  return entry->second;
}

ObjectId ConstraintBuilder::object(const GlobalValue& value) {
  auto entry = result_.objects_.find(&value);
  if (entry != result_.objects_.end()) return entry->second;
  ObjectId id = kUnknownObject;
  if (const auto* variable = dyn_cast<GlobalVariable>(&value); variable != nullptr && is_constant_data(*variable)) {
    id = constant_data_;
  } else if (variable != nullptr) {
    const ObjectKind kind = variable->isThreadLocal() ? ObjectKind::ThreadLocal : ObjectKind::Global;
    // A definition elsewhere may be larger than what is declared.
    const int64_t size = variable->isDeclaration() ? kUnbounded : size_of(variable->getValueType());
    id = fresh(kind, variable, variable->getValueType(), size);
    if (belongs_to_library(*variable)) {
      solver_.add_store(library_memory_, pointer_to(id), kCellSize);
    } else if (!has_no_objects(*variable) && (variable->isDeclaration() || !variable->hasLocalLinkage())) {
      solver_.add_leak(pointer_to(id));
    }
  } else if (const auto* function = dyn_cast<Function>(&value)) {
    id = fresh(ObjectKind::Code, function, nullptr, 0);
  } else if (const auto* alias = dyn_cast<GlobalAlias>(&value)) {
    const GlobalObject* base = alias->getAliaseeObject();
    if (base != nullptr) id = object(*base);
  }
  result_.objects_[&value] = id;
  return id;
}

NodeId ConstraintBuilder::constant_node(const Constant* constant) {
  const NodeId result = solver_.new_node();
  if (const auto* global = dyn_cast<GlobalValue>(constant)) {
    solver_.add_copy(pointer_to(object(*global)), result);
    if (const auto* alias = dyn_cast<GlobalAlias>(constant)) {
      // Somewhere in the aliasee.
      if (object(*alias) != kUnknownObject) solver_.add_target(result, memory_.anywhere(object(*alias)));
    }
    return result;
  }
  if (const auto* expression = dyn_cast<ConstantExpr>(constant)) {
    if (const auto* gep = dyn_cast<GEPOperator>(expression)) {
      add_address_computation(*gep, result);
    } else if (expression->isCast()) {
      const Value* operand = expression->getOperand(0);
      if (expression->getOpcode() == Instruction::IntToPtr && isa<ConstantInt>(operand)) {
        if (!is_mark(*cast<ConstantInt>(operand))) solver_.add_copy(unknown_, result);
      } else {
        solver_.add_copy(node(operand), result);
      }
    } else {
      for (const Value* operand : expression->operands()) solver_.add_anywhere(node(operand), result);
    }
    return result;
  }
  if (isa<ConstantAggregate>(constant)) {
    for (const Value* operand : constant->operands()) solver_.add_copy(node(operand), result);
    return result;
  }
  solver_.add_copy(unknown_, result);  // block addresses and the like
  return result;
}

NodeId ConstraintBuilder::node(const Value* value) {
  if (isa<ConstantData>(value) || !may_carry_pointer(value->getType())) return nothing_;
  auto [entry, inserted] = result_.values_.try_emplace(value, nothing_);
  if (!inserted) return entry->second;
  NodeId created = 0;
  if (const auto* constant = dyn_cast<Constant>(value)) {
    created = constant_node(constant);
  } else if (isa<Instruction, Argument>(value)) {
    created = solver_.new_node();
  } else {
    created = unknown_;
  }
  result_.values_[value] = created;
  return created;
}

// The arguments of the program, its environment, streams: one object that points to nothing but itself.
void ConstraintBuilder::add_library_memory() {
  const ObjectId memory = fresh(ObjectKind::Global, nullptr, nullptr, kUnbounded);
  memory_.collapse(memory);
  solver_.add_copy(pointer_to(memory), library_memory_);
  solver_.add_store(library_memory_, pointer_to(memory), kCellSize);
}

void ConstraintBuilder::add_globals() {
  for (const GlobalVariable& variable : module_.globals()) {
    const ObjectId id = object(variable);
    if (variable.hasInitializer() && !variable.getName().starts_with("llvm.") && !has_no_objects(variable)) {
      add_initial_value(id, 0, variable.getInitializer());
    }
  }
  for (const GlobalAlias& alias : module_.aliases()) {
    if (!alias.hasLocalLinkage() && object(alias) != kUnknownObject) solver_.add_leak(pointer_to(object(alias)));
  }
  for (const Function& function : module_) {
    const ObjectId id = object(function);
    if (!is_analysed(function)) continue;
    // Whoever gets hold of the address may call it.
    const bool is_main = function.getName() == "main" || function.hasLocalLinkage() || replaces_own(function.getName());
    if (!is_main) solver_.add_leak(pointer_to(id));
    if (function.getName() == "main") {
      for (const Argument& argument : function.args()) solver_.add_copy(library_memory_, node(&argument));
    }
  }
}

void ConstraintBuilder::add_initial_value(ObjectId id, int64_t offset, const Constant* value) {
  if (isa<ConstantData>(value)) return;
  if (const auto* aggregate = dyn_cast<ConstantStruct>(value)) {
    const StructLayout* fields = layout_.getStructLayout(aggregate->getType());
    for (unsigned index = 0; index < aggregate->getNumOperands(); ++index) {
      const auto start = static_cast<int64_t>(fields->getElementOffset(index).getKnownMinValue());
      add_initial_value(id, offset + start, aggregate->getOperand(index));
    }
    return;
  }
  if (isa<ConstantArray>(value)) {
    const int64_t size = size_of(cast<ArrayType>(value->getType())->getElementType());
    for (unsigned index = 0; index < value->getNumOperands(); ++index) {
      add_initial_value(id, offset + size * index, cast<Constant>(value->getOperand(index)));
    }
    return;
  }
  std::optional<LocationId> place = memory_.location(id, offset);
  if (!place) return;
  SmallVector<NodeId, 2> cells;
  memory_.cells(*place, static_cast<uint64_t>(size_of(value->getType())), cells);
  const NodeId from = node(value);
  for (NodeId cell : cells) solver_.add_copy(from, cell);
}

NodeId ConstraintBuilder::returned(const Function& function) {
  auto [entry, inserted] = returned_.try_emplace(&function, 0);
  if (inserted) returned_[&function] = entry->second = solver_.new_node();
  return entry->second;
}

// A node that points to where a function finds the arguments beyond those that it names.
NodeId ConstraintBuilder::variadic(const Function& function) {
  auto entry = variadic_.find(&function);
  if (entry != variadic_.end()) return entry->second;
  const ObjectId arguments = fresh(ObjectKind::Stack, &function, nullptr, kUnbounded);
  memory_.collapse(arguments);
  return variadic_[&function] = pointer_to(arguments);
}

void ConstraintBuilder::add_function(const Function& function) {
  for (const Argument& argument : function.args()) {
    if (!argument.hasByValAttr()) continue;
    Type* type = argument.getParamByValType();
    const ObjectId copy = fresh(ObjectKind::Stack, &argument, type, size_of(type));
    result_.objects_[&argument] = copy;
    solver_.add_copy(pointer_to(copy), node(&argument));
  }
  for (const Instruction& instruction : instructions(function)) add_instruction(instruction);
}

void ConstraintBuilder::add_visible_function(const Function& function) {
  if (!visible_.insert(&function).second) return;
  for (const Argument& argument : function.args()) solver_.add_copy(unknown_, node(&argument));
  if (function.isVarArg()) solver_.add_store(unknown_, variadic(function), kCellSize);
  solver_.add_leak(returned(function));
}

void ConstraintBuilder::add_address_computation(const GEPOperator& gep, NodeId to) {
  NodeId from = node(gep.getPointerOperand());
  if (is_null_or_mark(gep.getPointerOperand())) {
    // An integer that is made a pointer by adding it.
    for (const Value* index : gep.indices()) solver_.add_anywhere(node(index), to);
  }
  if (gep.getType()->isVectorTy()) return solver_.add_anywhere(from, to);
  int64_t constant = 0;
  auto step = [&](auto add_constraint) {
    const NodeId next = solver_.new_node();
    add_constraint(next);
    from = next;
  };
  auto flush = [&] {
    if (constant == 0) return;
    const int64_t distance = constant;
    step([&](NodeId next) { solver_.add_move(from, next, distance); });
    constant = 0;
  };
  Type* container = nullptr;
  for (gep_type_iterator type = gep_type_begin(gep), end = gep_type_end(gep); type != end; ++type) {
    const Value* index = type.getOperand();
    const auto* array = dyn_cast_or_null<ArrayType>(container);
    container = type.getIndexedType();
    if (StructType* record = type.getStructTypeOrNull()) {
      const auto field = static_cast<unsigned>(cast<ConstantInt>(index)->getZExtValue());
      constant += static_cast<int64_t>(layout_.getStructLayout(record)->getElementOffset(field).getKnownMinValue());
      continue;
    }
    const auto stride = static_cast<int64_t>(type.getSequentialElementStride(layout_).getKnownMinValue());
    if (const auto* number = dyn_cast<ConstantInt>(index)) {
      constant += number->getSExtValue() * stride;
      continue;
    }
    flush();
    const int64_t extent = array == nullptr ? 0 : stride * static_cast<int64_t>(array->getNumElements());
    step([&](NodeId next) { solver_.add_spread(from, next, stride, extent); });
  }
  flush();
  solver_.add_copy(from, to);
}

void ConstraintBuilder::add_arithmetic(const Instruction& instruction) {
  if (is_distance(instruction)) return;
  const NodeId to = node(&instruction);
  for (const Value* operand : instruction.operands()) solver_.add_anywhere(node(operand), to);
}

void ConstraintBuilder::add_instruction(const Instruction& instruction) {
  auto copy_all = [&](auto&& operands) {
    for (const Value* operand : operands) solver_.add_copy(node(operand), node(&instruction));
  };
  auto size = [&](Type* type) { return layout_.getTypeStoreSize(type).getKnownMinValue(); };
  switch (instruction.getOpcode()) {
    case Instruction::Alloca: {
      const auto& slot = cast<AllocaInst>(instruction);
      const std::optional<TypeSize> bytes = slot.getAllocationSize(layout_);
      const ObjectId id = fresh(ObjectKind::Stack, &slot, slot.getAllocatedType(),
                                bytes ? static_cast<int64_t>(bytes->getKnownMinValue()) : kUnbounded);
      result_.objects_[&slot] = id;
      return solver_.add_copy(pointer_to(id), node(&slot));
    }
    case Instruction::Load: {
      const auto& load = cast<LoadInst>(instruction);
      // Cells come into being where they are accessed, whatever they hold.
      const NodeId to = may_carry_pointer(load.getType()) ? node(&load) : solver_.new_node();
      return solver_.add_load(node(load.getPointerOperand()), to, size(load.getType()));
    }
    case Instruction::Store: {
      const auto& store = cast<StoreInst>(instruction);
      return solver_.add_store(node(store.getValueOperand()), node(store.getPointerOperand()),
                               size(store.getValueOperand()->getType()));
    }
    case Instruction::AtomicRMW: {
      const auto& update = cast<AtomicRMWInst>(instruction);
      const uint64_t bytes = size(update.getType());
      const NodeId address = node(update.getPointerOperand());
      const NodeId to = may_carry_pointer(update.getType()) ? node(&update) : solver_.new_node();
      const NodeId stored = solver_.new_node();
      solver_.add_load(address, to, bytes);
      if (update.getOperation() == AtomicRMWInst::Xchg) {
        solver_.add_copy(node(update.getValOperand()), stored);
      } else {
        solver_.add_anywhere(node(update.getValOperand()), stored);
        solver_.add_anywhere(to, stored);
      }
      return solver_.add_store(stored, address, bytes);
    }
    case Instruction::AtomicCmpXchg: {
      const auto& exchange = cast<AtomicCmpXchgInst>(instruction);
      const uint64_t bytes = size(exchange.getNewValOperand()->getType());
      const NodeId address = node(exchange.getPointerOperand());
      solver_.add_load(address, node(&exchange), bytes);
      return solver_.add_store(node(exchange.getNewValOperand()), address, bytes);
    }
    case Instruction::GetElementPtr:
      return add_address_computation(cast<GEPOperator>(instruction), node(&instruction));
    case Instruction::PHI:
      return copy_all(cast<PHINode>(instruction).incoming_values());
    case Instruction::Select:
      solver_.add_copy(node(instruction.getOperand(1)), node(&instruction));
      return solver_.add_copy(node(instruction.getOperand(2)), node(&instruction));
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
    case Instruction::PtrToInt:
    case Instruction::Freeze:
    case Instruction::ExtractValue:
    case Instruction::InsertValue:
    case Instruction::ExtractElement:
    case Instruction::InsertElement:
    case Instruction::ShuffleVector:
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Trunc:
      if (may_carry_pointer(instruction.getType())) copy_all(instruction.operand_values());
      return;
    case Instruction::IntToPtr:
      // A number that never was a pointer: the address of a device.
      if (is_null_or_mark(&instruction)) return;
      if (isa<ConstantInt>(instruction.getOperand(0))) return solver_.add_copy(unknown_, node(&instruction));
      return copy_all(instruction.operand_values());
    case Instruction::Ret: {
      const Value* value = cast<ReturnInst>(instruction).getReturnValue();
      if (value != nullptr) solver_.add_copy(node(value), returned(*instruction.getFunction()));
      return;
    }
    case Instruction::VAArg:
    case Instruction::LandingPad:
    case Instruction::CatchPad:
    case Instruction::CleanupPad:
      return solver_.add_copy(unknown_, node(&instruction));
    case Instruction::Call:
    case Instruction::Invoke:
    case Instruction::CallBr:
      if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) return add_intrinsic(*intrinsic);
      return add_call(cast<CallBase>(instruction));
    default:
      if (instruction.isBinaryOp() && may_carry_pointer(instruction.getType())) add_arithmetic(instruction);
  }
}

void ConstraintBuilder::add_intrinsic(const IntrinsicInst& call) {
  if (const auto* transfer = dyn_cast<AnyMemTransferInst>(&call)) {
    const NodeId from = node(transfer->getRawSource());
    const NodeId to = node(transfer->getRawDest());
    const auto* length = dyn_cast<ConstantInt>(transfer->getLength());
    if (length == nullptr || length->getZExtValue() > kMaxWordsCopied * kCellSize) {
      return solver_.add_memory_copy(from, to, length == nullptr ? kUnbounded : length->getZExtValue());
    }
    for (uint64_t start = 0; start < length->getZExtValue(); start += kCellSize) {
      const uint64_t bytes = std::min<uint64_t>(kCellSize, length->getZExtValue() - start);
      const NodeId source = solver_.new_node(), destination = solver_.new_node(), value = solver_.new_node();
      solver_.add_move(from, source, static_cast<int64_t>(start));
      solver_.add_move(to, destination, static_cast<int64_t>(start));
      solver_.add_load(source, value, bytes);
      solver_.add_store(value, destination, bytes);
    }
    return;
  }
  switch (call.getIntrinsicID()) {
    case Intrinsic::threadlocal_address:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ptr_annotation:
    case Intrinsic::preserve_array_access_index:
    case Intrinsic::expect:
    case Intrinsic::ssa_copy:
      return solver_.add_copy(node(call.getArgOperand(0)), node(&call));
    case Intrinsic::vastart:
      // The list points to where the arguments are, from two of its fields.
      for (int64_t offset : {8, 16}) {
        const NodeId field = solver_.new_node();
        solver_.add_move(node(call.getArgOperand(0)), field, offset);
        solver_.add_store(variadic(*call.getFunction()), field, kCellSize);
      }
      return;
    case Intrinsic::vacopy:
      return solver_.add_memory_copy(node(call.getArgOperand(1)), node(call.getArgOperand(0)), 24);
    default:
      break;
  }
  if (isa<AnyMemSetInst>(call)) return solver_.add_touch(node(call.getArgOperand(0)));
  if (call.isLifetimeStartOrEnd() || call.isAssumeLikeIntrinsic()) return;
  if (call.mayWriteToMemory() && !call.onlyAccessesInaccessibleMemory() && !call.onlyReadsMemory() &&
      call.getIntrinsicID() != Intrinsic::vaend && call.getIntrinsicID() != Intrinsic::stackrestore &&
      call.getIntrinsicID() != Intrinsic::stacksave) {
    CallValues values = {.call = &call, .arguments = {}, .result = node(&call)};
    for (const Use& argument : call.args()) values.arguments.push_back(node(argument));
    return add_unknown_call(values);
  }
  if (!may_carry_pointer(call.getType())) return;
  for (const Use& argument : call.args()) {
    if (argument->getType()->isMetadataTy()) continue;
    solver_.add_anywhere(node(argument), node(&call));
    if (call.mayReadFromMemory() && argument->getType()->isPointerTy()) {
      solver_.add_load(node(argument), node(&call), layout_.getTypeStoreSize(call.getType()).getKnownMinValue());
    }
  }
}

}  // namespace selvage::instrument
