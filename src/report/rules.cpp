#include "report/rules.h"

#include <algorithm>
#include <array>

namespace selvage::report {
namespace {

constexpr std::array kRules = {
    Rule{
        "assertion", "selvage/assertion", "AssertionFailed", "An assertion fails in some interleaving",
        "There is an order of the threads' steps in which the condition does not hold. Follow the thread flows up to "
        "the "
        "assertion and look for what another thread did in between; then make that impossible, by a lock or by another "
        "order, or correct the assertion."},
    Rule{"abort", "selvage/abort", "Abort", "The program gives up in some interleaving",
         "The program calls abort or terminate, or lets an exception escape, in this order of the threads' steps. The "
         "call "
         "stack says where."},
    Rule{"killed", "selvage/killed", "KilledBySignal", "The program ends itself by a signal in some interleaving",
         "The program sends itself a signal that ends it, in this order of the threads' steps."},
    Rule{"crash", "selvage/crash", "Crash", "The program crashes in some interleaving",
         "A fatal signal, such as a segmentation fault, ends the program in this order of the threads' steps. Often "
         "memory "
         "is used before it is initialised, or after another thread has changed what a pointer points to."},
    Rule{"stack_overflow", "selvage/stack-overflow", "StackOverflow", "A stack overflows in some interleaving",
         "A thread needs more stack than it has. Look for a recursion that does not end, or give the thread a larger "
         "stack."},
    Rule{"deadlock", "selvage/deadlock", "Deadlock", "Threads wait for each other for ever",
         "Threads remain, and none of them can go on. Take locks in the same order everywhere, or release one before "
         "the "
         "next is taken; with conditions, look for a signal that comes before the wait."},
    Rule{"data_race", "selvage/data-race", "DataRace", "Two threads access the same memory, and nothing orders them",
         "One of the accesses writes, and they are not both atomic: the behaviour of the program is undefined. Protect "
         "both "
         "by the same lock, or make the variable atomic."},
    Rule{"misuse", "selvage/misuse", "MisusedPrimitive", "A primitive is used against its rules",
         "For example a mutex is unlocked by a thread that does not hold it, or destroyed while it is held. What "
         "happens "
         "then is undefined, or the call returns an error that the program does not look at."},
    Rule{"use_after_free", "selvage/use-after-free", "UseAfterFree", "Memory is used after it was freed",
         "A thread uses a block of the heap that was freed before, often by another thread. Let the last user free it: "
         "join the thread, or count references."},
    Rule{"heap_overrun", "selvage/heap-overrun", "HeapOverrun", "An access goes beyond a block of the heap",
         "An access begins before or ends behind the block that it belongs to."},
    Rule{"double_free", "selvage/double-free", "DoubleFree", "Memory is freed twice",
         "Two calls free the same block. Decide who owns it, and let only the owner free it."},
    Rule{"bad_free", "selvage/bad-free", "BadFree", "Something is freed that was not allocated",
         "The pointer is not the beginning of a block of the heap."},
    Rule{"memory_error", "selvage/memory-error", "MemoryError", "Memory is used wrongly",
         "The program destroys memory that is not its own, or the book-keeping of the heap."},
    Rule{"leak", "selvage/leak", "Leak", "Memory is never freed",
         "When the program ends, nothing points to a block of the heap any more that it never freed."},
    Rule{"stuck", "selvage/stuck", "Stuck", "A thread runs on and on by itself",
         "A thread has not done anything that another could see for longer than the watchdog allows. Look for a loop "
         "that "
         "does not end; raise --watchdog if it is merely slow."},
    Rule{
        "livelock", "selvage/livelock", "Livelock", "Threads run for ever and get nowhere",
        "Nobody gets any further, and somebody goes round a loop in vain: it waits for a change that nobody is left to "
        "make, or threads give way to each other again and again."},
    Rule{"stuck_threads", "selvage/stuck-threads", "StuckThreads", "Threads still wait when the program ends",
         "The program ends while other threads wait, with nobody left who could have let them go on. Join them, or "
         "leave "
         "the property out (--check standard,-stuck) where threads are meant to wait until the end."},
    Rule{"temporal", "selvage/temporal", "Temporal", "A temporal property does not hold",
         "There is an execution on which a formula of linear temporal logic (--ltl) does not hold. An execution that "
         "ends "
         "stays in its last state for ever."},
    Rule{"flow", "selvage/flow", "InformationFlow", "What is seen from outside depends on a secret",
         "Two executions show different things to somebody outside: with different secrets, or with the same one and "
         "another order of the threads, which secrets may influence (--flow)."},
    Rule{"exit_status", "selvage/exit-status", "ExitStatus", "The program ends with an exit status that says it failed",
         "Tests report failures by their exit status. Say --exit-status where another one than 0 is meant to be, or "
         "leave "
         "the property out (--check standard,-exit-status)."},
};

bool same_words(std::string_view kind, std::string_view other) {
  auto plain = [](char c) { return c == ' ' || c == '-' ? '_' : c; };
  return std::ranges::equal(kind, other, {}, plain, plain);
}

}  // namespace

std::span<const Rule> rules() { return kRules; }

const Rule* rule_of(std::string_view kind) {
  const auto* rule = std::ranges::find_if(kRules, [&](const Rule& one) { return same_words(one.kind, kind); });
  return rule == kRules.end() ? nullptr : rule;
}

std::string rule_id(std::string_view kind) {
  std::string id = "selvage/" + std::string(kind);
  std::ranges::replace_if(id, [](char c) { return c == ' ' || c == '_'; }, '-');
  return id;
}

}  // namespace selvage::report
