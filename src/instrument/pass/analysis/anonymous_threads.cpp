#include "instrument/pass/analysis/anonymous_threads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/raw_ostream.h>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// Functions that do the same in every thread, whatever its number, and make no numbers of the addresses they are given.
bool does_the_same_in_all_threads(StringRef name) {
  static const StringSet<> names = {
      "malloc",
      "calloc",
      "realloc",
      "reallocarray",
      "free",
      "aligned_alloc",
      "memalign",
      "posix_memalign",
      "strdup",
      "strndup",
      "_Znwm",
      "_Znam",
      "_ZdlPv",
      "_ZdaPv",
      "_ZdlPvm",
      "_ZdaPvm",
      "memcpy",
      "memmove",
      "memset",
      "mempcpy",
      "bzero",
      "strlen",
      "strnlen",
      "strcmp",
      "strncmp",
      "strcpy",
      "strncpy",
      "strcat",
      "strncat",
      "strchr",
      "strrchr",
      "strstr",
      "atoi",
      "atol",
      "strtol",
      "strtoul",
      "__isoc23_strtol",
      "__isoc23_strtoul",
      "puts",
      "putchar",
      "printf",
      "vprintf",
      "fprintf",
      "vfprintf",
      "fputs",
      "fputc",
      "putc",
      "fflush",
      "perror",
      "exit",
      "_exit",
      "_Exit",
      "abort",
      "__assert_fail",
      "__assert",
      "reach_error",
      "__VERIFIER_error",
      "__errno_location",
      "getenv",
      "abs",
      "labs",
      "isdigit",
      "isalpha",
      "isspace",
      "tolower",
      "toupper",
      "__ctype_b_loc",
      "sched_yield",
      "pthread_yield",
      "thrd_yield",
      "qsort",
      "bsearch",
      "atexit",
      "__cxa_allocate_exception",
      "__cxa_free_exception",
      "__cxa_throw",
      "__cxa_rethrow",
      "__cxa_begin_catch",
      "__cxa_end_catch",
      "__cxa_pure_virtual",
      "__cxa_atexit",
      "__cxa_guard_acquire",
      "__cxa_guard_release",
      "__cxa_guard_abort",
      "_ZSt9terminatev",
      "_ZSt17__throw_bad_allocv",
      "_ZSt20__throw_length_errorPKc",
      "_ZSt20__throw_system_errori",
      "_ZSt28__throw_bad_array_new_lengthv",
      "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
      "_ZNSt6thread4joinEv",
      "_ZNSt6thread6_StateD0Ev",
      "_ZNSt6thread6_StateD1Ev",
      "_ZNSt6thread6_StateD2Ev",
      "pthread_create",
      "pthread_join",
      "pthread_exit",
      "thrd_create",
      "thrd_join",
      "thrd_exit",
      "pthread_once",
      "call_once",
      "pthread_key_create",
      "pthread_setspecific",
      "pthread_getspecific",
      "pthread_key_delete",
      "pthread_mutexattr_init",
      "pthread_mutexattr_destroy",
      "pthread_mutexattr_settype",
      "pthread_mutex_init",
      "pthread_mutex_destroy",
      "pthread_mutex_lock",
      "pthread_mutex_trylock",
      "pthread_mutex_unlock",
      "pthread_cond_init",
      "pthread_cond_destroy",
      "pthread_cond_wait",
      "pthread_cond_signal",
      "pthread_cond_broadcast",
      "pthread_rwlock_init",
      "pthread_rwlock_destroy",
      "pthread_rwlock_rdlock",
      "pthread_rwlock_wrlock",
      "pthread_rwlock_tryrdlock",
      "pthread_rwlock_trywrlock",
      "pthread_rwlock_unlock",
      "pthread_spin_init",
      "pthread_spin_destroy",
      "pthread_spin_lock",
      "pthread_spin_trylock",
      "pthread_spin_unlock",
      "pthread_barrier_init",
      "pthread_barrier_wait",
      "pthread_barrier_destroy",
      "sem_init",
      "sem_destroy",
      "sem_wait",
      "sem_trywait",
      "sem_post",
      "sem_getvalue",
      "mtx_init",
      "mtx_destroy",
      "mtx_lock",
      "mtx_trylock",
      "mtx_unlock",
      "cnd_init",
      "cnd_destroy",
      "cnd_wait",
      "cnd_signal",
      "cnd_broadcast",
      "selvage_choose",
      "selvage_assume",
      "selvage_atomic_begin",
      "selvage_atomic_end",
      "__VERIFIER_atomic_begin",
      "__VERIFIER_atomic_end",
      "__VERIFIER_nondet_int",
      "__VERIFIER_nondet_uint",
      "__VERIFIER_nondet_bool",
      "__VERIFIER_assume"};
  return names.contains(name);
}

bool is_distance_in_object(const BinaryOperator& operation) {
  const auto* end = dyn_cast<PtrToIntInst>(operation.getOperand(0));
  const auto* begin = dyn_cast<PtrToIntInst>(operation.getOperand(1));
  return end != nullptr && begin != nullptr &&
         getUnderlyingObject(end->getPointerOperand()) == getUnderlyingObject(begin->getPointerOperand());
}

// Null where the call has too few, because the function was declared without them: autoconf looks for functions like that.
const Value* argument_of(const CallBase& call, int index) {
  const auto number = static_cast<unsigned>(index);
  return index >= 0 && number < call.arg_size() ? call.getArgOperand(number) : nullptr;
}

bool creates_thread(const Value* origin) {
  const auto* call = dyn_cast_or_null<CallBase>(origin);
  const Function* callee = call != nullptr ? direct_callee(*call) : nullptr;
  if (callee == nullptr) return false;
  const LibrarySummary* summary = library_summary(callee->getName());
  return summary != nullptr &&
         (summary->action == LibraryAction::StartThread || summary->action == LibraryAction::StartObject);
}

// Whatever it reads or writes where its arguments point to, the runtime hears of it.
bool shows_what_it_accesses(StringRef name) {
  if (name.contains("attr")) return false;
  if (!memory_ranges(name).empty() || reports_its_effects(name)) return true;
  static constexpr StringRef kBeginnings[] = {"pthread_", "sem_", "mtx_", "cnd_", "thrd_", "_ZNSt6thread",
                                              // Exceptions, and what guards the initialisation of variables.
                                              "__cxa_", "_ZSt"};
  static const StringSet<> names = {"free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "__assert_fail"};
  return names.contains(name) || any_of(kBeginnings, [&](StringRef beginning) { return name.starts_with(beginning); });
}

class Examination {
 public:
  Examination(const PointsTo& points_to, const CallGraph& calls, const ThreadEscape& threads, NamedBy named_by);

  bool is_harmless(const Instruction& instruction) const {
    return tells_no_name(instruction) && hands_on_no_argument(instruction);
  }

 private:
  bool tells_no_name(const Instruction& instruction) const;
  bool hands_on_no_argument(const Instruction& instruction) const;
  bool hands_on_no_argument(const CallBase& call) const;
  bool hands_over_known_memory(const CallBase& call, const LibrarySummary& summary) const;
  bool is_own_memory(const Value* address) const;
  bool contains_argument(const Value* address) const;
  bool differs_between_threads(ObjectId id) const;
  bool holds_address(const Value* value) const;
  bool holds_argument(const Value* value) const;
  bool may_point_to(const Value* value, function_ref<bool(ObjectId)> is_meant) const;
  bool is_harmless_call(const CallBase& call) const;
  bool is_harmless_intrinsic(const IntrinsicInst& call) const;
  bool is_harmless_comparison(const ICmpInst& comparison) const;
  bool is_harmless_arithmetic(const BinaryOperator& operation) const;
  bool holds_no_addresses(const Instruction& instruction) const {
    return none_of(instruction.operands(), [&](const Use& use) { return holds_address(use.get()); });
  }

  const PointsTo& points_to_;
  const CallGraph& calls_;
  const ThreadEscape& threads_;
  NamedBy named_by_;
  DenseSet<ObjectId> arguments_;  // blocks that are names of the threads which they are handed to
};

Examination::Examination(const PointsTo& points_to, const CallGraph& calls, const ThreadEscape& threads,
                         NamedBy named_by)
    : points_to_(points_to), calls_(calls), threads_(threads), named_by_(named_by) {
  if (named_by == NamedBy::Nothing) return;
  for (ObjectId id : points_to.handed_to_threads()) {
    if (points_to.memory().object(id).kind == ObjectKind::Heap) arguments_.insert(id);
  }
}

// What the first thread creates is created by nobody else. A handle is the name of a thread, whoever has it.
bool Examination::differs_between_threads(ObjectId id) const {
  if (arguments_.contains(id)) return true;
  const AbstractObject& object = points_to_.memory().object(id);
  if (object.kind == ObjectKind::Global || object.kind == ObjectKind::Code) return false;
  const auto* instruction = dyn_cast_or_null<Instruction>(object.origin);
  bool is_of_first_thread = instruction != nullptr && object.kind != ObjectKind::ThreadLocal &&
                            !creates_thread(instruction) && !calls_.runs_in_threads(*instruction->getFunction());
  return !is_of_first_thread;
}

bool Examination::holds_address(const Value* value) const {
  return may_point_to(value, [&](ObjectId id) { return differs_between_threads(id); });
}

bool Examination::holds_argument(const Value* value) const {
  return !arguments_.empty() && may_point_to(value, [&](ObjectId id) { return arguments_.contains(id); });
}

bool Examination::may_point_to(const Value* value, function_ref<bool(ObjectId)> is_meant) const {
  Type* type = value->getType()->getScalarType();
  if (isa<ConstantData>(value) || !(type->isPointerTy() || type->isIntegerTy() || type->isAggregateType()))
    return false;
  if (type->isIntegerTy() && type->getIntegerBitWidth() < 8) return false;
  SmallSetVector<ObjectId, 4> objects;
  bool is_complete = points_to_.objects(value, objects);
  // Integers that nothing is known of have not been made of addresses.
  if (!is_complete && objects.empty() && type->isIntegerTy() && !points_to_.is_followed(value)) return false;
  return !is_complete || any_of(objects, is_meant);
}

bool Examination::is_harmless_intrinsic(const IntrinsicInst& call) const {
  switch (call.getIntrinsicID()) {
    case Intrinsic::memcpy:
    case Intrinsic::memcpy_inline:
    case Intrinsic::memmove:
    case Intrinsic::memset:
    case Intrinsic::memset_inline:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
    case Intrinsic::threadlocal_address:
    case Intrinsic::ptr_annotation:
    case Intrinsic::var_annotation:
    case Intrinsic::vastart:
    case Intrinsic::vaend:
    case Intrinsic::vacopy:
    case Intrinsic::assume:
    case Intrinsic::expect:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::trap:
      return true;
    case Intrinsic::frameaddress:
    case Intrinsic::returnaddress:
    case Intrinsic::addressofreturnaddress:
    case Intrinsic::sponentry:
    case Intrinsic::thread_pointer:
    case Intrinsic::readcyclecounter:
    case Intrinsic::readsteadycounter:
      return false;
    default:
      return isa<DbgInfoIntrinsic>(call) ||
             (!call.getCalledFunction()->getName().starts_with("llvm.x86.") &&
              none_of(call.args(), [&](const Use& argument) { return holds_address(argument.get()); }));
  }
}

// A new thread: it has to be known which blocks it may be handed.
bool Examination::hands_over_known_memory(const CallBase& call, const LibrarySummary& summary) const {
  if (summary.action != LibraryAction::StartThread && summary.action != LibraryAction::StartObject) return true;
  const Value* argument = argument_of(call, summary.value_argument);
  if (argument == nullptr) return false;
  SmallSetVector<ObjectId, 4> objects;
  if (summary.action == LibraryAction::StartThread)
    return isa<ConstantData>(argument) || points_to_.objects(argument, objects);
  const TouchedMemory owner = points_to_.touched(argument, sizeof(void*));
  if (owner.unknown) return false;
  for (NodeId cell : owner.cells) {
    if (!points_to_.objects_in_cell(cell, objects)) return false;
  }
  return true;
}

bool Examination::is_harmless_call(const CallBase& call) const {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return is_harmless_intrinsic(*intrinsic);
  if (call.isInlineAsm()) return false;
  const PointsTo::Callees& callees = points_to_.callees(call);
  return callees.is_complete && all_of(callees.functions, [&](const Function* function) {
           if (is_analysed(*function)) return true;
           if (!function->isDeclaration() || !does_the_same_in_all_threads(function->getName())) return false;
           const LibrarySummary* summary = library_summary(function->getName());
           if (named_by_ == NamedBy::Blocks && summary != nullptr && !hands_over_known_memory(call, *summary))
             return false;
           return shows_what_it_accesses(function->getName()) ||
                  none_of(call.args(), [&](const Use& argument) { return holds_argument(argument.get()); });
         });
}

// Which of two addresses is the lower one, and parts of them, are numbers; unless they lie in one object.
bool Examination::is_harmless_comparison(const ICmpInst& comparison) const {
  if (!holds_address(comparison.getOperand(0)) && !holds_address(comparison.getOperand(1))) return true;
  Type* type = comparison.getOperand(0)->getType();
  bool is_whole = type->isPointerTy() || type->isIntegerTy(64);
  if (comparison.isEquality()) return is_whole;
  return type->isPointerTy() &&
         getUnderlyingObject(comparison.getOperand(0)) == getUnderlyingObject(comparison.getOperand(1));
}

// Bits that mark a pointer lie below where its alignment ends, which is the same for the memory of all threads.
bool Examination::is_harmless_arithmetic(const BinaryOperator& operation) const {
  bool first = holds_address(operation.getOperand(0)), second = holds_address(operation.getOperand(1));
  if (!first && !second) return true;
  if (!operation.getType()->isIntegerTy(64)) return false;
  constexpr uint64_t kMarkBits = 7;
  const auto* constant = dyn_cast<ConstantInt>(operation.getOperand(1));
  uint64_t bits = constant != nullptr ? constant->getZExtValue() : 0;
  switch (operation.getOpcode()) {
    case Instruction::Add:
      return !second && constant != nullptr;
    case Instruction::Sub:
      return second ? is_distance_in_object(operation) : constant != nullptr;
    case Instruction::Or:
    case Instruction::Xor:
      return constant != nullptr && bits <= kMarkBits;
    case Instruction::And:
      return constant != nullptr && (bits <= kMarkBits || ~bits <= kMarkBits);
    default:
      return false;
  }
}

// That no other thread gets at. A block that a thread was handed does not count: what creates it may create others as well, which
// hold the addresses of all of them.
bool Examination::is_own_memory(const Value* address) const {
  SmallSetVector<ObjectId, 4> objects;
  return points_to_.objects(address, objects) && !objects.empty() &&
         none_of(objects, [&](ObjectId id) { return threads_.may_be_shared(id); });
}

bool Examination::contains_argument(const Value* address) const {
  const TouchedMemory touched = points_to_.touched(address, static_cast<uint64_t>(kUnbounded));
  if (touched.unknown) return true;
  for (NodeId cell : touched.cells) {
    SmallSetVector<ObjectId, 4> objects;
    if (!points_to_.objects_in_cell(cell, objects)) return true;
    if (any_of(objects, [&](ObjectId id) { return arguments_.contains(id); })) return true;
  }
  return false;
}

bool Examination::hands_on_no_argument(const CallBase& call) const {
  auto copies_no_argument = [&](const Value* to, const Value* from) {
    return (is_own_memory(to) && is_own_memory(from)) || !contains_argument(from);
  };
  if (const auto* copy = dyn_cast<AnyMemTransferInst>(&call))
    return copies_no_argument(copy->getRawDest(), copy->getRawSource());
  return all_of(points_to_.callees(call).functions, [&](const Function* function) {
    const LibrarySummary* summary = is_analysed(*function) ? nullptr : library_summary(function->getName());
    if (summary == nullptr) return true;
    if (summary->action == LibraryAction::JoinThread)
      return isa_and_nonnull<ConstantPointerNull>(argument_of(call, summary->value_argument));
    for (size_t pair = 0; pair + 1 < summary->copies.size(); pair += 2) {
      const Value* to = argument_of(call, summary->copies[pair] - '0');
      const Value* from = argument_of(call, summary->copies[pair + 1] - '0');
      if (to == nullptr || from == nullptr || !copies_no_argument(to, from)) return false;
    }
    return true;
  });
}

// A thread knows no block but its own, and nobody else learns from it which one that is.
bool Examination::hands_on_no_argument(const Instruction& instruction) const {
  if (arguments_.empty() || !calls_.runs_in_threads(*instruction.getFunction())) return true;
  if (const auto* load = dyn_cast<LoadInst>(&instruction))
    return !holds_argument(load) || is_own_memory(load->getPointerOperand());
  if (const auto* store = dyn_cast<StoreInst>(&instruction))
    return !holds_argument(store->getValueOperand()) || is_own_memory(store->getPointerOperand());
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    return (!holds_argument(update) && !holds_argument(update->getValOperand())) ||
           is_own_memory(update->getPointerOperand());
  }
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    const bool concerns_arguments = holds_argument(exchange->getNewValOperand()) ||
                                    holds_argument(exchange->getCompareOperand()) || holds_argument(exchange);
    return !concerns_arguments || is_own_memory(exchange->getPointerOperand());
  }
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call == nullptr || hands_on_no_argument(*call);
}

bool Examination::tells_no_name(const Instruction& instruction) const {
  switch (instruction.getOpcode()) {
    case Instruction::Call:
    case Instruction::Invoke:
      return is_harmless_call(cast<CallBase>(instruction));
    case Instruction::ICmp:
      return is_harmless_comparison(cast<ICmpInst>(instruction));
    case Instruction::AtomicRMW: {
      const auto& update = cast<AtomicRMWInst>(instruction);
      // What is in memory may be an address, too, and the result then is one that was changed.
      return update.getOperation() == AtomicRMWInst::Xchg ||
             (!holds_address(update.getValOperand()) && !holds_address(&update));
    }
    case Instruction::GetElementPtr:
      return none_of(cast<GetElementPtrInst>(instruction).indices(),
                     [&](const Use& index) { return holds_address(index.get()); });
    case Instruction::PtrToInt:
      return instruction.getType()->isIntegerTy(64) || holds_no_addresses(instruction);
    case Instruction::Alloca:
    case Instruction::Load:
    case Instruction::Store:
    case Instruction::AtomicCmpXchg:
    case Instruction::Fence:
    case Instruction::PHI:
    case Instruction::IntToPtr:
    case Instruction::BitCast:
    case Instruction::Freeze:
    case Instruction::ExtractValue:
    case Instruction::InsertValue:
    case Instruction::Ret:
    case Instruction::Br:
    case Instruction::Unreachable:
    case Instruction::LandingPad:
    case Instruction::Resume:
    case Instruction::VAArg:
      return true;
    case Instruction::Select:
      return true;
    default:
      if (const auto* operation = dyn_cast<BinaryOperator>(&instruction)) return is_harmless_arithmetic(*operation);
      return holds_no_addresses(instruction);
  }
}

}  // namespace

std::string how_threads_are_told_apart(const Module& module, const PointsTo& points_to, const CallGraph& calls,
                                       const ThreadEscape& threads, NamedBy named_by, Budget& budget) {
  if (!module.getModuleInlineAsm().empty()) return "inline assembly";
  Examination examination(points_to, calls, threads, named_by);
  for (const Function& function : module) {
    if (function.isDeclaration()) continue;
    if (!is_analysed(function)) return function.getName().str();
    if (budget.is_spent()) return "(not looked at)";
    for (const Instruction& instruction : instructions(function)) {
      if (examination.is_harmless(instruction)) continue;
      std::string text;
      raw_string_ostream(text) << function.getName() << ":" << instruction;
      return text;
    }
  }
  return "";
}

}  // namespace selvage::instrument
