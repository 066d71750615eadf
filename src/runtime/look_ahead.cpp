#include "runtime/look_ahead.h"

#include <errno.h>
#include <string.h>

#include "contract/hooks.h"
#include "runtime/carrier.h"
#include "runtime/choosing.h"
#include "runtime/history.h"
#include "runtime/later_times.h"
#include "runtime/rounds.h"
#include "runtime/sharing.h"

asm(R"(
.section selvage_text,"ax",@progbits
.globl selvage_save_context
.hidden selvage_save_context
.type selvage_save_context,@function
selvage_save_context:
  mov %rbx,(%rdi)
  mov %rbp,8(%rdi)
  mov %r12,16(%rdi)
  mov %r13,24(%rdi)
  mov %r14,32(%rdi)
  mov %r15,40(%rdi)
  lea 8(%rsp),%rax
  mov %rax,48(%rdi)
  mov (%rsp),%rax
  mov %rax,56(%rdi)
  stmxcsr 64(%rdi)
  fnstcw 68(%rdi)
  xor %eax,%eax
  ret
.size selvage_save_context,.-selvage_save_context

# (context, to, from, size): copies, and goes on where the context was saved. Nothing of the present stack is used.
.globl selvage_resume_context
.hidden selvage_resume_context
.type selvage_resume_context,@function
selvage_resume_context:
  mov %rdi,%r8
  mov %rsi,%rdi
  mov %rdx,%rsi
  cld
  rep movsb
  mov (%r8),%rbx
  mov 8(%r8),%rbp
  mov 16(%r8),%r12
  mov 24(%r8),%r13
  mov 32(%r8),%r14
  mov 40(%r8),%r15
  mov 48(%r8),%rsp
  ldmxcsr 64(%r8)
  fldcw 68(%r8)
  mov $1,%eax
  jmp *56(%r8)
.size selvage_resume_context,.-selvage_resume_context
.text
)");

extern "C" [[noreturn]] void selvage_resume_context(const selvage::runtime::Context* context, void* to,
                                                    const void* from, uint64_t size);

namespace selvage::runtime {

namespace {

// A loop without shared accesses in it that goes round this often is not looked through to its end.
inline constexpr uint32_t kMaxMoments = 20'000;
// The same where it is gone through once for each of many times.
inline constexpr uint32_t kMaxMomentsLater = 500;
// Arguments that were passed on the stack, above the frame.
inline constexpr uint64_t kAboveFrame = 256;
// What a parked OS thread has on its stack below the context that it noted.
inline constexpr uint64_t kBelowContext = 1024;

// A loop that the thread has entered while it ran ahead.
struct InnerLoop {
  uint64_t activation;
  uint64_t state;
  uint64_t write_count;
  int32_t error_number;
  bool met_again;
};
inline constexpr uint32_t kMaxInnerLoops = 4;

struct Run {
  Context back;
  Thread* thread;
  Thread* asked_by;
  Object* object;
  Object object_before;
  uint64_t now, own_now;
  uint64_t activations;
  uint32_t call_site;
  uint32_t moments;
  int32_t error_number;
  Ahead ahead;
  bool into_block;     // what is asked is whether an assumption fails
  bool follows_place;  // a second access to the place does not end it
  bool straight;       // nothing but computing since the access
  bool read_clock;     // since then
  bool asks_time;      // what is asked is which way it goes at some time
  bool from_clock;     // it begins where the clock is read
  uint64_t passed;     // by how much it is later than the thread knows
  Pending known;       // an access on the way from the clock that does not end it
  Way way;
  const char* later;     // what the second access is to find
  uint64_t write_count;  // so far
  uint32_t inner_loop_count;
  InnerLoop inner_loops[kMaxInnerLoops];
  Event* last_event;
  uint64_t stack_begin, stack_size;
  char bytes[kMaxBytes];  // at the address of the access
  OwnWrites writes;
};
static_assert(sizeof(Run) <= 0x4000);

Run& run() { return *reinterpret_cast<Run*>(kAheadState); }
char* saved_stack() { return reinterpret_cast<char*>(kAheadState) + 0x4000; }
inline constexpr uint64_t kMostStack = kAheadStateSize - 0x4000;

char* place_of(const Thread& t) { return reinterpret_cast<char*>(t.pending.object); }
uint32_t width_of(const Thread& t) { return t.pending.size; }

void run_as(Thread& t) {
  model().current = &t;
  note_running(t.number);
  set_storage_base(t.number == 0 ? host().main_thread_base : t.storage_base);
}

// What is asked may be about an iteration of this loop. The way from a look at the clock is followed also in one that changes
// something.
bool may_end(const LoopVisit& loop) { return !loop.changed || run().from_clock; }

// Where the stack of the outermost loop ends that the access may end an iteration of. Of the frame that an atomic block is
// in nothing is known.
uint64_t end_of_stack(const Thread& t) {
  if (run().into_block) return t.stack_high;
  const LoopState& s = loop_state(t);
  uint64_t end = 0;
  for (uint32_t i = 0; i < s.loop_count; i++)
    if (may_end(s.loops[i]) && s.loops[i].frame > end) end = s.loops[i].frame;
  end += kAboveFrame;
  return end < t.stack_high ? end : t.stack_high;
}

bool within_stack(const Thread& t, uint64_t begin, uint64_t end) {
  return begin >= t.stack_low && begin < end && end <= t.stack_high && end - begin <= kMostStack;
}

[[gnu::noinline]] void save_and_go(Run& r) {
  memcpy(saved_stack(), reinterpret_cast<void*>(r.stack_begin), r.stack_size);
  host().running_ahead = 1;
  selvage_resume_context(&loop_state(*r.thread).context, nullptr, nullptr, 0);
}

// Begins with memory as it is to be for the thread, and ends with memory as it was for all.
[[gnu::noinline]] bool run_ahead(Thread& t) {
  Run& r = run();
  r.thread = &t;
  r.asked_by = &current_thread();
  uint64_t end = end_of_stack(t);
  r.call_site = selvage_call_site;
  r.last_event = host().last_event;
  r.now = t.now;
  r.own_now = t.own_now;
  r.read_clock = false;
  r.way = Way{};
  r.activations = loop_state(t).activations;
  r.moments = 0;
  r.writes.count = 0;
  r.ahead = Ahead{};
  r.straight = true;
  r.write_count = 0;
  r.inner_loop_count = 0;
  loop_state(t).sleeps_ahead = false;
  if (selvage_save_context(&r.back) == 0) {
    bool runs = r.thread == r.asked_by;
    r.stack_begin = runs ? r.back.stack_pointer : reinterpret_cast<uint64_t>(t.stack_pointer) - kBelowContext;
    if (!within_stack(t, r.stack_begin, end)) return false;
    r.stack_size = end - r.stack_begin;
    t.now = t.own_now + r.passed;
    run_as(t);
    r.error_number = errno;
    host().last_event = nullptr;
    save_and_go(r);
  }
  return run().ahead.came_back;
}

}  // namespace

namespace {

// The access itself is executed and undone.
Ahead run_access(Thread& t, const char* bytes, const char* later) {
  if (model().keeps_history) finish_entry();
  Run& r = run();
  r.into_block = false;
  r.follows_place = !is_shared(kLooksMatter);
  r.later = later;
  char* place = place_of(t);
  uint32_t width = width_of(t);
  r.object = nullptr;
  memcpy(r.bytes, place, width);
  if (bytes && memcmp(place, bytes, width) != 0) memcpy(place, bytes, width);
  LoopState& s = loop_state(t);
  s.unsettled = true;
  s.announced.address = t.pending.object;
  s.announced.size = width;
  memcpy(s.announced.before, place, width);
  run_ahead(t);
  loop_state(t).unsettled = false;
  char* at = place_of(t);
  if (memcmp(at, run().bytes, width_of(t)) != 0) memcpy(at, run().bytes, width_of(t));
  return run().ahead;
}

template <typename RunAhead>
Way take_way(uint64_t passed, RunAhead run_ahead) {
  run().asks_time = true;
  run().passed = passed;
  run().way = Way{};
  run_ahead();
  run().asks_time = false;
  run().passed = 0;
  return run().way;
}

}  // namespace

// Where the clock is read on the way back, a thread that time would lead elsewhere does not wait with the access: it goes on
// to where it reads the clock.
Ahead run_from_access(Thread& t, const char* bytes, const char* later) {
  Ahead ahead = run_access(t, bytes, later);
  if (ahead.came_back && run().read_clock) ahead.came_back = waits_whatever_the_time(t, bytes, later);
  return ahead;
}

Way way_from_access(Thread& t, const char* bytes, const char* later, uint64_t passed) {
  return take_way(passed, [&] { run_access(t, bytes, later); });
}

Way way_from_clock(Thread& t, const Pending* known, uint64_t passed) {
  if (model().keeps_history) finish_entry();
  Run& r = run();
  r.into_block = false;
  r.object = nullptr;
  r.follows_place = false;
  r.from_clock = true;
  r.known = known ? *known : Pending{};
  loop_state(t).unsettled = false;
  bool follows_loops = t.follows_loops;
  t.follows_loops = true;  // its accesses come to access_ahead()
  Way way = take_way(passed, [&] { run_ahead(t); });
  t.follows_loops = follows_loops;
  run().from_clock = false;
  return way;
}

bool would_come_back_with(Thread& t, const char* bytes) { return run_from_access(t, bytes, nullptr).came_back; }

bool would_come_back(Thread& t) { return would_come_back_with(t, nullptr); }

static bool comes_back_failing(Thread& t, Object* object) {
  if (model().keeps_history) finish_entry();
  Run& r = run();
  r.into_block = false;
  r.object = object;
  r.follows_place = false;
  if (object) {
    r.object_before = *object;
    object->alive = true;
    object->held = true;
    object->owner = t.number == 0 ? 1 : 0;
    object->value = 0;
    object->count = 1;
  }
  loop_state(t).unsettled = false;
  bool result = run_ahead(t);
  if (run().object) *run().object = run().object_before;
  return result;
}

bool would_come_back_failing(Thread& t, Object* object) {
  return comes_back_failing(t, object) && (!run().read_clock || waits_whatever_the_time_failing(t, object));
}

Way way_failing(Thread& t, Object* object, uint64_t passed) {
  return take_way(passed, [&] { comes_back_failing(t, object); });
}

bool assumptions_would_fail(Thread& t) {
  if (model().keeps_history) finish_entry();
  Run& r = run();
  r.into_block = true;
  r.object = nullptr;
  r.follows_place = false;
  loop_state(t).unsettled = false;
  bool follows_loops = t.follows_loops;
  t.follows_loops = true;  // its accesses come to access_ahead()
  bool fails = run_ahead(t);
  t.follows_loops = follows_loops;
  return fails;
}

bool running_into_block() { return running_ahead() && run().into_block; }

void end_look_ahead(bool came_back) {
  Run& r = run();
  Thread& t = *r.thread;
  r.ahead.came_back = came_back;
  for (uint32_t i = r.writes.count; i-- > 0;) {
    const OwnWrite& write = r.writes.entries[i];
    memcpy(reinterpret_cast<void*>(write.address), write.before, write.size);
  }
  errno = r.error_number;
  t.now = r.now;
  t.own_now = r.own_now;
  loop_state(t).activations = r.activations;
  selvage_call_site = r.call_site;
  host().last_event = r.last_event;
  host().running_ahead = 0;
  run_as(*r.asked_by);
  selvage_resume_context(&r.back, reinterpret_cast<void*>(r.stack_begin), saved_stack(), r.stack_size);
}

namespace {

void come_by(uint64_t what) { run().way.hash = mix_state(run().way.hash, what); }

// Something of the program's was met. The access must not have changed anything.
void pass_moment() {
  Run& r = run();
  LoopState& s = loop_state(*r.thread);
  bool changed = s.unsettled &&
                 memcmp(reinterpret_cast<const void*>(s.announced.address), s.announced.before, s.announced.size) != 0;
  if (changed || ++r.moments > (r.asks_time ? kMaxMomentsLater : kMaxMoments)) end_look_ahead(false);
}

// One that it has only just come to. Where the second access to the place only brings it back there, it would wait in it.
void come_to_inner_loop(uint64_t activation, uint64_t state, uint32_t site) {
  Run& r = run();
  InnerLoop now{activation, state, r.write_count, errno, r.ahead.met_again};
  for (uint32_t i = 0; i < r.inner_loop_count; i++) {
    InnerLoop& before = r.inner_loops[i];
    if (before.activation != activation) continue;
    bool same = before.state == state && before.write_count == r.write_count && before.error_number == errno;
    if (same && !before.met_again && r.ahead.met_again) {
      LoopState& s = loop_state(*r.thread);
      for (uint32_t k = 0; k < s.loop_count; k++)
        if (!s.loops[k].changed) s.ends_loop = k;
      r.ahead.inner_loop = site;
      end_look_ahead(true);
    }
    before = now;
    return;
  }
  if (r.inner_loop_count < kMaxInnerLoops) r.inner_loops[r.inner_loop_count++] = now;
}

// An update behind a look must acquire what the look does: the look may then be moved to where the update is. A plain
// look is a step of its own, for the race that it is part of to be told from one of the update.
bool may_join(const Pending& look, const Pending& update) {
  bool acquires_less = ((look.flags & ~update.flags) & kEventAcquire) != 0;
  return look.operation == Operation::AtomicLoad && modifies(update.operation) && !acquires_less;
}

// The way has come to its end: where, also the callers tell.
[[noreturn]] void end_way(uint64_t place) {
  come_by(place);
  Run& r = run();
  uint64_t end = r.stack_begin + r.stack_size;
  auto frame = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  for (uint64_t next; frame >= r.stack_begin && frame + 16 <= end; frame = next) {
    memcpy(&next, reinterpret_cast<void*>(frame), sizeof next);
    uint64_t address;
    memcpy(&address, reinterpret_cast<void*>(frame + 8), sizeof address);
    come_by(address);
    if (next <= frame) break;
  }
  r.way.is_whole = true;
  end_look_ahead(false);
}

void come_to_header_at_time(const LoopVisit* loop, uint64_t state, uint32_t site) {
  come_by(site);
  if (loop && comes_back(*run().thread, *loop, state, &run().writes)) run().way.came_back = true;
}

bool is_known(const Pending& access) {
  const Pending& known = run().known;
  return run().from_clock && known.operation == access.operation && known.object == access.object &&
         known.size == access.size;
}

void access_shared_memory_at_time(const Pending& access) {
  Run& r = run();
  if (r.way.first.operation == Operation::None) {
    r.way.first = access;
    if (is_known(access)) return;
  }
  end_way(mix_state(mix_state(access.site, access.object), static_cast<uint64_t>(access.operation)));
}

// Only in loops, and only once: what more than two accesses come to would depend on more than two values.
void access_shared_memory(const Pending& access) {
  Run& r = run();
  if (r.into_block && !modifies(access.operation)) return;
  const Thread& t = *r.thread;
  bool is_atomic_look = access.operation == Operation::AtomicLoad || access.operation == Operation::AtomicUpdate ||
                        access.operation == Operation::AtomicCompareExchange;
  bool same_place = access.object == t.pending.object && access.size == t.pending.size;
  if (r.asks_time) return access_shared_memory_at_time(access);
  if (!r.follows_place || r.ahead.met_again || !is_atomic_look || !same_place) end_look_ahead(false);
  LoopState& s = loop_state(t);
  r.ahead.met_again = true;
  r.ahead.updates = r.straight && may_join(s.look, access);
  r.ahead.update = access;
  if (!r.later) return;
  memcpy(place_of(t), r.later, width_of(t));
  memcpy(s.announced.before, r.later, width_of(t));
}

}  // namespace

void come_to_loop(uint64_t activation, uint64_t state, uint32_t site) {
  pass_moment();
  run().straight = false;
  Thread& t = *run().thread;
  LoopState& s = loop_state(t);
  LoopVisit* loop = find_loop(s, activation);
  if (run().asks_time) return come_to_header_at_time(loop, state, site);
  if (!loop) return come_to_inner_loop(activation, state, site);
  s.ends_loop = static_cast<uint32_t>(loop - s.loops);
  if (comes_back(t, *loop, state, &run().writes)) end_look_ahead(true);
  // It has got on in this loop, but perhaps not in one around it.
  for (uint32_t i = 0; i < s.ends_loop; i++)
    if (!s.loops[i].changed) return;
  end_look_ahead(false);
}

// What lies behind a loop is followed only within another one.
void leave_loop_ahead(uint64_t activation, uint64_t place) {
  pass_moment();
  come_by(place);
  if (activation > run().activations) return;
  LoopState& s = loop_state(*run().thread);
  const LoopVisit* loop = find_loop(s, activation);
  for (uint32_t i = 0; loop && &s.loops[i] < loop; i++)
    if (may_end(s.loops[i])) return;
  run().way.left = true;
  end_way(place);
}

void write_ahead(void* address, uint64_t size) {
  pass_moment();
  run().write_count++;
  if (!run().writes.add(0, address, size)) end_look_ahead(false);
}

void give_way_ahead() {
  run().straight = false;
  come_by(2);
}

void read_clock_ahead() {
  pass_moment();
  Run& r = run();
  if (r.into_block) end_look_ahead(false);
  r.straight = false;
  bool is_next = r.from_clock || r.read_clock;
  r.read_clock = true;
  if (r.asks_time && is_next) end_way(selvage_call_site);
}

void led_by_time_ahead(uint64_t place) { come_by(place); }

void stop_ahead(uint64_t place) { end_way(place); }

void access_ahead(const Pending& access) {
  pass_moment();
  if (access.operation == Operation::Fence) {
    run().straight = false;
    return;
  }
  if (access.size == 0 || access.size > kMaxBytes) end_look_ahead(false);
  uint64_t begin = access.object, end = begin + access.size;
  for (uint64_t granule = begin & ~(kSharingGranule - 1); granule < end; granule += kSharingGranule)
    if (is_shared(granule)) return access_shared_memory(access);
  // It is not executed as long as the thread waits, and perhaps never. That others meet it there has to be known all the
  // same.
  only_watched(*run().thread, access.operation, begin, access.size);
  if (access.operation == Operation::Read || access.operation == Operation::AtomicLoad) return;
  write_ahead(reinterpret_cast<void*>(begin), access.size);
}

}  // namespace selvage::runtime
