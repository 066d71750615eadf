#include "runtime/atoms.h"

#include <string.h>
#include <sys/uio.h>

#include "contract/dependence.h"
#include "runtime/heap_shadow.h"
#include "runtime/outcome.h"
#include "runtime/positions.h"
#include "runtime/secrets.h"
#include "runtime/sharing.h"
#include "runtime/system.h"
#include "runtime/trace.h"

namespace selvage::runtime {

bool evaluating_atoms;

namespace {

inline constexpr const char* kUnseenChange =
    "an atom has changed without an access that Selvage sees: build with the wrappers what writes the memory that it"
    " reads, and, where that is a shared object, link it with --selvage-analysis=off";

uint64_t& place_of(uint64_t granule) {
  AtomTable& atoms = host().atoms;
  uint64_t at = granule * 0x9e3779b97f4a7c15u >> 32;
  for (;; at++) {
    uint64_t& place = atoms.granules[at % kMaxAtomGranules];
    if (place == 0 || place == granule) return place;
  }
}

void note_granule(uint64_t granule) {
  if (place_of(granule) != granule) report_location(granule | kAtomReadMark);
}

void note_range(uint64_t address, uint64_t size) {
  for (uint64_t at = address & ~(kSharingGranule - 1); at < address + size; at += kSharingGranule) note_granule(at);
}

// Freed memory and pointers that lead nowhere are told apart from what is there. Constants are addresses of variables.
bool read_memory(uint64_t address, uint64_t size, uint64_t& value) {
  value = 0;
  if (address - address::kHeap < address::kHeapShadow - address::kHeap) {
    uint64_t offset = address - address::kHeap;
    if (shadow_kept && static_cast<int64_t>(offset % kGranule + size) > *granule_at(offset)) return false;
  }
  iovec here{&value, size};
  iovec there{reinterpret_cast<void*>(address), size};
  return system_call(SYS_process_vm_readv, system_call(SYS_getpid), word(&here), 1, word(&there), 1, 0) ==
         static_cast<long>(size);
}

uint64_t extended(uint64_t value, uint64_t bytes, bool is_signed) {
  if (bytes >= 8) return value;
  unsigned shift = static_cast<unsigned>(64 - 8 * bytes);
  return is_signed ? static_cast<uint64_t>(static_cast<int64_t>(value << shift) >> shift) : value << shift >> shift;
}

uint64_t call(uint64_t function) {
  exploring_flag = false;
  evaluating_atoms = true;
  int result = reinterpret_cast<int (*)()>(function)();
  evaluating_atoms = false;
  exploring_flag = true;
  return result != 0;
}

struct Values {
  uint64_t atoms = 0;                   // which are true
  uint64_t published[kMaxPublic] = {};  // of public variables
};

class Evaluation {
 public:
  Values run() {
    const AtomTable& atoms = host().atoms;
    for (uint32_t i = 0; i < atoms.code_count; i++) {
      SharedLocation entry = atoms.code[i];
      int64_t operand = atom_operand(entry);
      AtomCode code = atom_code(entry);
      if (code == AtomCode::Begin || code == AtomCode::Public) {
        settle();
        atom_ = static_cast<unsigned>(operand);
        is_public_ = code == AtomCode::Public;
      } else if (code == AtomCode::SkipIfFalse || code == AtomCode::SkipIfTrue) {
        bool is_true = top() != 0;
        if (is_true == (code == AtomCode::SkipIfTrue)) {
          stack_[depth_ - 1] = is_true;
          i += static_cast<uint32_t>(operand);
        } else {
          depth_--;
        }
      } else {
        execute(code, operand);
      }
    }
    settle();
    return values_;
  }

 private:
  // The value of the atom that ends.
  void settle() {
    if (depth_ > 0 && is_public_)
      values_.published[atom_ % kMaxPublic] = stack_[0];
    else if (depth_ > 0 && stack_[0] != 0)
      values_.atoms |= uint64_t{1} << (atom_ % kMaxAtoms);
    depth_ = 0;
  }

  void push(uint64_t value) {
    if (depth_ == kMaxAtomStack) fail_run(4, "an atom is nested too deeply");
    stack_[depth_++] = value;
  }
  uint64_t top() {
    if (depth_ == 0) fail_run(4, "the code of the atoms is damaged");
    return stack_[depth_ - 1];
  }
  uint64_t pop() {
    uint64_t value = top();
    depth_--;
    return value;
  }

  uint64_t load(uint64_t address, uint64_t bytes, bool is_signed) {
    uint64_t value = 0;
    if (!read_memory(address, bytes, value))
      finish_execution(Outcome::Unmodelled,
                       "atom number %u reads memory that is not there, at %p: guard it (pointer && pointer->field)",
                       atom_ + 1, reinterpret_cast<void*>(address));
    note_range(address, bytes);
    return extended(value, bytes, is_signed);
  }

  void execute(AtomCode code, int64_t operand) {
    auto number = static_cast<uint64_t>(operand);
    switch (code) {
      case AtomCode::Constant:
        return push(number);
      case AtomCode::Load:
        return push(load(pop(), number % kAtomSigned, number >= kAtomSigned));
      case AtomCode::Call:
        return push(call(number));
      case AtomCode::Position:
        return push(is_at_position(operand, note_range));
      case AtomCode::Function:
        return;
      case AtomCode::Not:
        return push(pop() == 0);
      case AtomCode::Negate:
        return push(0 - pop());
      case AtomCode::Complement:
        return push(~pop());
      default:
        return combine(code);
    }
  }

  void combine(AtomCode code) {
    uint64_t right = pop(), left = pop();
    auto signed_left = static_cast<int64_t>(left), signed_right = static_cast<int64_t>(right);
    bool divides = code == AtomCode::Divide || code == AtomCode::Remainder;
    if (divides && (right == 0 || (signed_left == INT64_MIN && signed_right == -1)))
      finish_execution(Outcome::Unmodelled, "atom number %u divides by zero", atom_ + 1);
    switch (code) {
      case AtomCode::Add:
        return push(left + right);
      case AtomCode::Subtract:
        return push(left - right);
      case AtomCode::Multiply:
        return push(left * right);
      case AtomCode::Divide:
        return push(static_cast<uint64_t>(signed_left / signed_right));
      case AtomCode::Remainder:
        return push(static_cast<uint64_t>(signed_left % signed_right));
      case AtomCode::ShiftLeft:
        return push(right < 64 ? left << right : 0);
      case AtomCode::ShiftRight:
        return push(static_cast<uint64_t>(signed_left >> (right < 64 ? right : 63)));
      case AtomCode::And:
        return push(left & right);
      case AtomCode::Or:
        return push(left | right);
      case AtomCode::Exclusive:
        return push(left ^ right);
      case AtomCode::Equal:
        return push(left == right);
      case AtomCode::Less:
        return push(signed_left < signed_right);
      case AtomCode::LessUnsigned:
        return push(left < right);
      case AtomCode::Greater:
        return push(signed_left > signed_right);
      case AtomCode::GreaterUnsigned:
        return push(left > right);
      default:
        fail_run(4, "the code of the atoms is damaged");
    }
  }

  Values values_;
  unsigned atom_ = 0;
  bool is_public_ = false;
  unsigned depth_ = 0;
  uint64_t stack_[kMaxAtomStack];
};

Values evaluate_atoms() { return Evaluation().run(); }

// Where memory is only now found to be read by atoms, changes of it were not looked at: the search starts over.
bool has_changed_unseen() {
  if (host().found_count != 0) return false;
  Values now = evaluate_atoms();
  return now.atoms != model().atoms || memcmp(now.published, model().published, sizeof now.published) != 0;
}

// The sequence of a public variable's values is what is seen of it.
void record_published(const Values& now) {
  Model& m = model();
  for (unsigned i = 0; i < kMaxPublic; i++)
    if (now.published[i] != m.published[i]) record_observed_value(thread(m.atom_writer), i, now.published[i]);
}

}  // namespace

void take_atom_entry(SharedLocation entry) {
  AtomTable& atoms = host().atoms;
  if (entry % kSharingGranule == kAtomCodeMark && atom_code(entry) >= AtomCode::Position)
    take_position_entry(entry);
  else if (entry % kSharingGranule == kAtomCodeMark && atom_code(entry) >= AtomCode::SecretPlace)
    return take_secret_entry(entry);
  if (entry % kSharingGranule == kAtomCodeMark) {
    if (atoms.code_count == kMaxAtomCode) fail_run(4, "the atoms have too much code");
    atoms.code[atoms.code_count++] = entry;
    host().watches_atoms = 1;
    return;
  }
  uint64_t& place = place_of(entry - kAtomReadMark);
  if (place == 0 && ++atoms.granule_count > kMaxAtomGranules / 2)
    fail_run(3, "the atoms read too much memory: %u places of 8 bytes", atoms.granule_count);
  place = entry - kAtomReadMark;
}

bool is_seen(const Pending& p) {
  const OperationTraits& t = traits(p.operation);
  if (t.object != ObjectKind::Memory || t.effect != Effect::Modify || host().atoms.granule_count == 0) return false;
  uint64_t end = p.object + (p.size == 0 ? 1 : p.size);
  // What is freed or filled at once may be large.
  if (p.size > kMaxAtomGranules * kSharingGranule) {
    for (uint64_t granule : host().atoms.granules)
      if (granule + kSharingGranule > p.object && granule < end && granule != 0) return true;
    return false;
  }
  for (uint64_t at = p.object & ~(kSharingGranule - 1); at < end; at += kSharingGranule)
    if (place_of(at) == at) return true;
  return false;
}

void note_read_by_atom(const void* address, uint64_t size) {
  auto at = reinterpret_cast<uint64_t>(address);
  // Its own variables.
  const Thread& self = current_thread();
  if (at >= self.stack_low && at < reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + 256 && at < self.stack_high)
    return;
  note_range(at, size);
}

void note_seen_change(const Thread& self) {
  if (!is_seen(self.pending)) return;
  Model& m = model();
  if (m.atoms_known && !m.atoms_stale && has_changed_unseen()) finish_execution(Outcome::Unmodelled, kUnseenChange);
  m.atoms_stale = true;
  m.atom_writer = self.number;
}

void settle_atoms() {
  Model& m = model();
  if (m.atoms_known && !m.atoms_stale) return;
  Values now = evaluate_atoms();
  if (!m.atoms_known) {
    m.first_atoms = now.atoms;
  } else {
    record_atom_values(thread(m.atom_writer), now.atoms);
    record_published(now);
  }
  m.atoms = now.atoms;
  memcpy(m.published, now.published, sizeof m.published);
  m.atoms_known = true;
  m.atoms_stale = false;
}

const char* settle_atoms_at_end(Outcome& outcome, const char* message) {
  Model& m = model();
  if (!m.atoms_known) return message;
  bool orderly = outcome == Outcome::Completed || outcome == Outcome::Deadlock || outcome == Outcome::Livelock ||
                 outcome == Outcome::PrefixDone;
  // Where the execution ended in disorder, that something was done is all that matters.
  if (!orderly && m.atoms_stale) record_atom_values(thread(m.atom_writer), m.atoms);
  if (!orderly) return message;
  if (m.atoms_stale) {
    settle_atoms();
    return message;
  }
  if (!has_changed_unseen()) return message;
  outcome = Outcome::Unmodelled;
  return kUnseenChange;
}

}  // namespace selvage::runtime
