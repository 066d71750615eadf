#include "runtime/argument_blocks.h"

#include <string.h>

#include "contract/argument_blocks.h"
#include "runtime/heap.h"
#include "runtime/relevance.h"
#include "runtime/sharing.h"

namespace selvage::runtime {

namespace {

unsigned words_of(const Thread& t) { return (t.block_size + kSharingGranule - 1) / kSharingGranule; }

uint64_t address_of_word(const Thread& t, unsigned index) { return t.block_begin + index * kSharingGranule; }

// The last one may be cut short by the end of the block.
uint64_t present_word(const Thread& t, unsigned index) {
  uint64_t word = 0;
  uint64_t left = t.block_size - index * kSharingGranule;
  memcpy(&word, reinterpret_cast<const void*>(address_of_word(t, index)), left < sizeof word ? left : sizeof word);
  return word;
}

bool had_own_block(const Thread& t) { return t.block_use == BlockUse::Own || t.block_use == BlockUse::Freed; }

// Bits of words that differ from each other in what the two were handed.
uint16_t differences(const Thread& one, const Thread& other) {
  uint16_t result = 0;
  for (unsigned i = 0; i < words_of(one); i++)
    if (!(as_seen_by(one, handed_words(one.number).words[i]) == as_seen_by(other, handed_words(other.number).words[i])))
      result |= static_cast<uint16_t>(1u << i);
  return result;
}

// Of the same creator, which has handed it the block already.
Thread* find_earlier_owner(const Thread& creator, const Thread& child, uint64_t begin) {
  for (uint32_t n = 1; n <= model().highest_thread; n++) {
    Thread& t = thread(n);
    if (n == child.number || t.state == ThreadState::NotCreated || t.parent != creator.number) continue;
    if (t.block_use != BlockUse::None && t.block_use != BlockUse::Freed && t.block_begin == begin) return &t;
  }
  return nullptr;
}

bool is_in_group(const Thread& t) { return t.is_alike && thread(t.group).group_size > 1; }

bool keep_block(Thread& t, uint16_t differing) {
  for (unsigned i = 0; i < words_of(t); i++) {
    bool differs = (differing >> i) & 1;
    if (keep_for(t, address_of_word(t, i), differs)) continue;
    note_found(differs ? kDifferencesMatter : kBlocksToldApart);
    return false;
  }
  return true;
}

template <typename Visit>
void for_each_in_group(const Thread& group, Visit visit) {
  for (uint32_t n = group.number; n != 0; n = thread(n).younger != 0 ? thread(n).younger - 1u : 0) visit(thread(n));
}

}  // namespace

SeenAddress as_seen_by(const Thread& t, uint64_t address) {
  bool is_own = had_own_block(t) && address - t.block_begin <= t.block_size;
  return {is_own ? address - t.block_begin : address, is_own};
}

void take_argument_block(const Thread& creator, Thread& child) {
  if (!blocks_are_anonymous() || is_shared(kBlocksToldApart) || is_indifferent(child.function)) return;
  const Block* block = block_of(child.argument);
  if (!block || block->size == 0 || block->size > sizeof(HandedWords)) return;
  auto begin = reinterpret_cast<uint64_t>(child.argument);
  if (Thread* earlier = find_earlier_owner(creator, child, begin)) {
    // They have the same argument.
    if (!is_in_group(*earlier)) earlier->block_use = BlockUse::Common;
    child.block_use = BlockUse::Common;
    child.block_begin = begin;
    return;
  }
  // What the runtime knows of a mutex is not in the block.
  if (any_object_in(begin, begin + block->size)) return;
  switch (hand_over(begin, block->size, creator, child)) {
    case HandedOver::Yes:
      break;
    case HandedOver::Shared:
      return;
    case HandedOver::UsedByOthers:
      return note_found(kBlocksToldApart);
  }
  model().keeps_blocks = true;
  child.block_use = BlockUse::Own;
  child.block_begin = begin;
  child.block_size = static_cast<uint16_t>(block->size);
  for (unsigned i = 0; i < words_of(child); i++) handed_words(child.number).words[i] = present_word(child, i);
}

bool has_same_argument(const Thread& one, const Thread& other) {
  if (is_indifferent(one.function)) return true;
  if (!had_own_block(one) || !had_own_block(other))
    return had_own_block(one) == had_own_block(other) && one.argument == other.argument;
  if (one.block_size != other.block_size) return false;
  // std::thread looks at the first word, which says what to call, without a hook.
  uint16_t differing = differences(one, other);
  return (differing & 1) == 0 && (differing == 0 || !is_shared(kDifferencesMatter));
}

bool keep_blocks_apart(Thread& group, Thread& child) {
  if (!had_own_block(child)) return true;
  group.group_frees |= child.group_frees;
  uint16_t differing = group.group_differences;
  for_each_in_group(group, [&](const Thread& t) { differing |= differences(t, child); });
  group.group_differences = differing;
  bool kept = child.block_use == BlockUse::Freed || keep_block(child, differing);
  for_each_in_group(group, [&](Thread& t) { kept &= t.block_use == BlockUse::Freed || keep_block(t, differing); });
  return kept;
}

void return_block(const Thread& creator, const Thread& joined) {
  if (joined.block_use != BlockUse::Own) return;
  for (unsigned i = 0; i < words_of(joined); i++) give_back(address_of_word(joined, i), joined, creator);
}

void return_blocks(const Thread& creator, const Thread& group) {
  bool are_equal = true;
  for_each_in_group(group, [&](const Thread& t) {
    are_equal &= t.block_use == BlockUse::Own && block_of(reinterpret_cast<void*>(t.block_begin)) != nullptr;
    for (unsigned i = 0; are_equal && i < words_of(t); i++) {
      if ((group.group_differences >> i) & 1) continue;
      are_equal = as_seen_by(t, present_word(t, i)) == as_seen_by(group, present_word(group, i));
    }
  });
  if (!are_equal) return;
  for_each_in_group(group, [&](const Thread& t) {
    for (unsigned i = 0; i < words_of(t); i++)
      if (!((group.group_differences >> i) & 1)) give_back(address_of_word(t, i), t, creator);
  });
}

bool free_argument_block(const Thread& self, uint64_t address) {
  for (uint32_t n = 1; n <= model().highest_thread; n++) {
    Thread& t = thread(n);
    if (t.block_use != BlockUse::Own || t.block_begin != address) continue;
    if (!is_in_group(t)) {
      // It may come to be in one. Others that free the block are seen to use it.
      t.group_frees |= self.number == n;
      return false;
    }
    bool may_free = self.number == n || (self.number == t.parent && t.joined);
    // What the creator may free must not depend on which of the threads have done so.
    Thread& group = thread(t.group);
    (self.number == n ? group.group_frees : group.group_creator_frees) = true;
    may_free &= !(group.group_frees && group.group_creator_frees);
    if (!may_free) {
      note_found(kBlocksToldApart);
      return false;
    }
    for (unsigned i = 0; i < words_of(t); i++) keep_from_all(address_of_word(t, i), self);
    t.block_use = BlockUse::Freed;
    return true;
  }
  return false;
}

}  // namespace selvage::runtime
