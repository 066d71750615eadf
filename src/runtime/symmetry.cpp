#include "runtime/symmetry.h"

#include "runtime/argument_blocks.h"
#include "runtime/choosing.h"
#include "runtime/host.h"
#include "runtime/points.h"
#include "runtime/relevance.h"
#include "runtime/sharing.h"
#include "runtime/trace.h"

namespace selvage::runtime {

namespace {

bool looks_for_groups() {
  return host().configuration.symmetry && threads_start_at_once() && !host().every_state &&
         !is_shared(kThreadsToldApart) && threads_are_anonymous();
}

// Threads in the same state of the same code, which they are up to here if nobody can tell them apart.
bool begin_alike(const Thread& a, const Thread& b) {
  return a.first_operation == b.first_operation && a.first_site == b.first_site &&
         as_seen_by(a, a.first_object) == as_seen_by(b, b.first_object);
}

// The last one before it.
Thread* find_elder(const Thread& creator, const Thread& child) {
  const ThreadPath* paths = host().control->threads;
  Thread* elder = nullptr;
  for (uint32_t n = 1; n <= model().highest_thread; n++) {
    Thread& t = thread(n);
    if (n == child.number || t.state == ThreadState::NotCreated || t.parent != creator.number || !t.is_alike) continue;
    if (t.function != child.function || t.younger != 0 || !has_same_argument(t, child)) continue;
    if (!elder || paths[n].child_index > paths[elder->number].child_index) elder = &t;
  }
  return elder;
}

}  // namespace

void note_created(const Thread& creator, Thread& child) {
  if (looks_for_groups() && child.plain_attributes) take_argument_block(creator, child);
}

void group_with_others(Thread& creator, Thread& child) {
  if (!looks_for_groups()) return;
  // One that has ended has no first step; one that has created others is not alone in what it is.
  if (child.state != ThreadState::Alive || child.child_count != 0 || !child.plain_attributes) return;
  if (child.pending.deadline != 0) return;
  child.first_operation = child.pending.operation;
  child.first_site = child.pending.site;
  child.first_object = child.pending.object;
  child.is_alike = child.begins_alike = true;
  child.group = child.number;
  child.group_size = 1;
  Thread* elder = find_elder(creator, child);
  if (!elder || !begin_alike(*elder, child)) return;
  if (const Thread& group = thread(elder->group); group.group_joined != 0) {
    // By the creator: then the elder is over. Others could have joined it as well after this.
    if (group.group_joiner != creator.number + 1) note_found(kThreadsToldApart);
    return;
  }
  if (!keep_blocks_apart(thread(elder->group), child)) return;
  child.elder = static_cast<uint16_t>(elder->number + 1);
  elder->younger = static_cast<uint16_t>(child.number + 1);
  child.group = elder->group;
  thread(child.group).group_size++;
  child.held_back = elder->begins_alike;
  if (child.held_back)
    evaluate(child);
  else
    record_follower(creator, child);
}

void take_first_step(Thread& self) {
  self.begins_alike = false;
  if (self.younger == 0) return;
  Thread& next = thread(self.younger - 1u);
  record_follower(self, next);
  next.held_back = false;
  evaluate(next);
}

void note_joined(Thread& joiner, Thread& joined, bool looks_at_result) {
  bool is_alone = !joined.is_alike || thread(joined.group).group_size == 1;
  if (is_alone && joiner.number == joined.parent) return_block(joiner, joined);
  if (!joined.is_alike) return;
  Thread& group = thread(joined.group);
  SeenAddress result = as_seen_by(joined, reinterpret_cast<uint64_t>(joined.result));
  if (group.group_joined == 0) {
    group.group_joiner = static_cast<uint16_t>(joiner.number + 1);
    group.group_result = reinterpret_cast<void*>(result.value);
    group.group_result_is_own = result.is_in_own_block;
    joiner.groups_begun++;
  }
  bool is_same_result =
      SeenAddress{reinterpret_cast<uint64_t>(group.group_result), group.group_result_is_own} == result;
  // One result tells which thread it is of if that of any other is another, whether anybody looks at that or not.
  group.group_results_differ |= !is_same_result;
  group.group_result_seen |= looks_at_result;
  bool tells_by_result = group.group_result_seen && group.group_results_differ;
  bool tells = group.group_joiner != joiner.number + 1 || tells_by_result;
  if (tells && group.group_size > 1) note_found(kThreadsToldApart);
  if (++group.group_joined != group.group_size || group.group_joiner != joiner.number + 1) return;
  joiner.groups_begun--;
  if (group.group_size > 1 && joiner.number == group.parent) return_blocks(joiner, group);
}

void note_told_apart(const Thread&) { note_found(kThreadsToldApart); }

void watch_joiners_at_end(Outcome outcome) {
  if (outcome == Outcome::SleepBlocked || outcome == Outcome::PrefixDone || outcome == Outcome::ScheduleMismatch)
    return;
  for (uint32_t n = 0; n <= model().highest_thread; n++) {
    const Thread& t = thread(n);
    if (t.state != ThreadState::Alive) continue;
    if (t.groups_begun != 0) return note_found(kThreadsToldApart);
    if (t.pending.operation != Operation::ThreadJoin || t.pending.object > model().highest_thread) continue;
    const Thread& target = thread(static_cast<unsigned>(t.pending.object));
    if (!target.is_alike || thread(target.group).group_size < 2) continue;
    for (uint32_t other = 1; other <= model().highest_thread; other++)
      if (thread(other).is_alike && thread(other).group == target.group && thread(other).state == ThreadState::Exited)
        return note_found(kThreadsToldApart);
  }
}

}  // namespace selvage::runtime
