#include "runtime/look_ahead.h"

#include <errno.h>
#include <string.h>

#include "contract/hooks.h"
#include "runtime/carrier.h"
#include "runtime/choosing.h"
#include "runtime/history.h"
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

// Where a thread comes by until it looks at the clock again, or leaves its loops; as hashes.
struct Way {
  uint64_t hash;
  uint64_t to_header;   // of a loop that it was in, the first one
  bool came_to_header;  // and went on from there
  bool came_back;       // there, with nothing changed
  bool looked;          // at shared memory, before it came there
  bool complete;        // it did not come to anything that others could notice
};

struct Run {
  Context back;
  Thread* thread;
  Thread* asked_by;
  Object* object;
  Object object_before;
  uint64_t now;
  uint64_t activations;
  uint32_t call_site;
  uint32_t moments;
  int32_t error_number;
  Ahead ahead;
  bool into_block;     // what is asked is whether an assumption fails
  bool follows_place;  // a second access to the place does not end it
  bool straight;       // nothing but computing since the access
  bool read_clock;     // since then
  bool asks_time;      // what is asked is which way it goes at a later time
  uint64_t passed;     // by how much it is later
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

// Where the stack of the outermost loop ends that the access may end an iteration of. Of the frame that an atomic block is
// in nothing is known.
uint64_t end_of_stack(const Thread& t) {
  if (run().into_block) return t.stack_high;
  const LoopState& s = loop_state(t);
  uint64_t end = 0;
  for (uint32_t i = 0; i < s.loop_count; i++)
    if (!s.loops[i].changed && s.loops[i].frame > end) end = s.loops[i].frame;
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
    t.now += r.passed;
    run_as(t);
    r.error_number = errno;
    host().last_event = nullptr;
    save_and_go(r);
  }
  return run().ahead.came_back;
}

}  // namespace

namespace {

// Times by which a program may be waiting for something to happen.
inline constexpr uint64_t kSecond = 1'000'000'000;
inline constexpr uint64_t kProbes[] = {kSecond / 1000, kSecond, 1200 * kSecond, 86'400 * kSecond,
                                       uint64_t{100} * 365 * 86'400 * kSecond};

// Runs ahead at a later time each time that it is called.
template <typename RunAhead>
class Later {
 public:
  Later(Thread& t, RunAhead run_ahead) : thread_(t), run_ahead_(run_ahead) {}

  LaterTime ask(bool wants_first, bool compared_at_once = false) {
    compared_at_once_ = compared_at_once;
    LoopState& s = loop_state(thread_);
    uint32_t ends_loop = s.ends_loop;
    bool sleeps_ahead = s.sleeps_ahead;
    LaterTime result = find(wants_first);
    s.ends_loop = ends_loop;
    s.sleeps_ahead = sleeps_ahead;
    run().asks_time = false;
    run().passed = 0;
    return result;
  }

 private:
  LaterTime find(bool wants_first) {
    now_ = way_after(0);
    uint64_t least = 0, most = 0;
    for (uint64_t probe : kProbes) {
      if (differs_after(probe)) {
        most = probe;
        break;
      }
      least = probe;
    }
    while (is_known_ && wants_first && most - least > 1) {
      uint64_t middle = least + (most - least) / 2;
      (differs_after(middle) ? most : least) = middle;
    }
    bool is_known = is_known_ && (now_.complete || now_.came_to_header || compared_at_once_);
    return {is_known, now_.came_back && !now_.looked, most};
  }

  Way way_after(uint64_t passed) {
    run().asks_time = true;
    run().passed = passed;
    run_ahead_();
    return run().way;
  }

  bool differs_after(uint64_t passed) {
    Way later = way_after(passed);
    if (later.came_to_header != now_.came_to_header || later.to_header != now_.to_header) return true;
    if (later.came_back && now_.came_back) return false;
    // The time is carried on. Where it matters behind something that others could notice, nobody knows.
    is_known_ &= now_.complete || compared_at_once_;
    return later.hash != now_.hash;
  }

  Thread& thread_;
  RunAhead run_ahead_;
  Way now_{};
  bool compared_at_once_ = false;
  bool is_known_ = true;
};

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

// Where the clock is read on the way back, a thread that time would lead elsewhere does not wait with the access: it goes on
// to where it reads the clock.
template <typename RunAhead>
bool waits_whatever_the_time(Thread& t, RunAhead run_ahead) {
  if (!run().read_clock) return true;
  LaterTime later = Later(t, run_ahead).ask(/*wants_first=*/false);
  return later.is_known && later.passed == 0;
}

}  // namespace

Ahead run_from_access(Thread& t, const char* bytes, const char* later) {
  Ahead ahead = run_access(t, bytes, later);
  if (!ahead.came_back) return ahead;
  ahead.came_back = waits_whatever_the_time(t, [&] { run_access(t, bytes, later); });
  return ahead;
}

LaterTime would_go_another_way_later(Thread& t, bool compared_at_once) {
  if (model().keeps_history) finish_entry();
  return Later(t,
               [&] {
                 Run& r = run();
                 r.into_block = false;
                 r.object = nullptr;
                 r.follows_place = false;
                 loop_state(t).unsettled = false;
                 run_ahead(t);
               })
      .ask(/*wants_first=*/true, compared_at_once);
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
  return comes_back_failing(t, object) && waits_whatever_the_time(t, [&] { comes_back_failing(t, object); });
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
  loop_state(t).activations = r.activations;
  selvage_call_site = r.call_site;
  host().last_event = r.last_event;
  host().running_ahead = 0;
  run_as(*r.asked_by);
  selvage_resume_context(&r.back, reinterpret_cast<void*>(r.stack_begin), saved_stack(), r.stack_size);
}

namespace {

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

void come_by(uint64_t what) { run().way.hash = mix_state(run().way.hash, what); }

[[noreturn]] void end_way() {
  run().way.complete = true;
  end_look_ahead(false);
}

// What others have written there by then is not known; what it finds is what is there.
void look_at_later_time(const Pending& access) {
  Run& r = run();
  Way& way = r.way;
  come_by(mix_state(access.object, static_cast<uint64_t>(access.operation)));
  const Pending& began = r.thread->pending;
  bool is_where_it_began =
      began.operation != Operation::None && access.site == began.site && access.object == began.object;
  if (way.came_to_header && is_where_it_began) end_way();
  way.looked |= !way.came_to_header;
  if (!modifies(access.operation)) return;
  if (access.size > 8 || !r.writes.add(0, reinterpret_cast<void*>(access.object), access.size)) end_look_ahead(false);
  LoopState& s = loop_state(*r.thread);
  s.unsettled = true;
  s.announced.address = access.object;
  s.announced.size = access.size;
  memcpy(s.announced.before, reinterpret_cast<void*>(access.object), access.size);
}

void come_to_loop_later(const LoopVisit* loop, uint64_t state, uint32_t site) {
  Way& way = run().way;
  come_by(site);
  if (!loop) return;
  if (way.came_to_header) end_way();
  way.came_to_header = true;
  way.came_back = comes_back(*run().thread, *loop, state, &run().writes);
  way.to_header = way.hash;
}

// Only in loops, and only once: what more than two accesses come to would depend on more than two values.
void access_shared_memory(const Pending& access) {
  Run& r = run();
  if (r.into_block && !modifies(access.operation)) return;
  const Thread& t = *r.thread;
  bool is_atomic_look = access.operation == Operation::AtomicLoad || access.operation == Operation::AtomicUpdate ||
                        access.operation == Operation::AtomicCompareExchange;
  bool same_place = access.object == t.pending.object && access.size == t.pending.size;
  if (r.asks_time) return look_at_later_time(access);
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
  if (run().asks_time) return come_to_loop_later(loop, state, site);
  if (!loop) return come_to_inner_loop(activation, state, site);
  s.ends_loop = static_cast<uint32_t>(loop - s.loops);
  if (comes_back(t, *loop, state, &run().writes)) end_look_ahead(true);
  // It has got on in this loop, but perhaps not in one around it.
  for (uint32_t i = 0; i < s.ends_loop; i++)
    if (!s.loops[i].changed) return;
  end_look_ahead(false);
}

// What lies behind a loop is followed only within another one.
void leave_loop_ahead(uint64_t activation) {
  pass_moment();
  come_by(1);
  if (activation > run().activations) return;
  LoopState& s = loop_state(*run().thread);
  const LoopVisit* loop = find_loop(s, activation);
  for (uint32_t i = 0; loop && &s.loops[i] < loop; i++)
    if (!s.loops[i].changed) return;
  end_way();
}

void write_ahead(void* address, uint64_t size) {
  pass_moment();
  come_by(reinterpret_cast<uint64_t>(address));
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
  r.straight = false;
  r.read_clock = true;
  bool began_with_clock = r.thread->pending.operation == Operation::None;
  if (r.asks_time && began_with_clock && r.way.came_to_header) end_way();
}

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
