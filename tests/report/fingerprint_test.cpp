#include "report/fingerprint.h"

#include <gtest/gtest.h>

#include "sample.h"

namespace selvage::report {
namespace {

TEST(Fingerprint, DoesNotDependOnTheInterleavingOrOnLines) {
  Counterexample race = sample_race();
  std::string before = fingerprint_of(race);
  std::swap(race.accesses[0], race.accesses[1]);
  race.accesses[0].thread = 5;
  race.accesses[0].place.line = 120;
  race.accesses[1].place.file = "/elsewhere/bank.c";
  race.steps.pop_back();
  race.message = "something else";
  EXPECT_EQ(fingerprint_of(race), before);
}

TEST(Fingerprint, DependsOnVariableFunctionAndKind) {
  const Counterexample race = sample_race();
  Counterexample other = race;
  other.accesses[0].what = "4 bytes of other";
  EXPECT_NE(fingerprint_of(other), fingerprint_of(race));
  other = race;
  other.accesses[0].place.function = "withdraw";
  EXPECT_NE(fingerprint_of(other), fingerprint_of(race));
  other = race;
  other.kind = "misuse";
  EXPECT_NE(fingerprint_of(other), fingerprint_of(race));
}

TEST(Fingerprint, OfAnAssertionHoldsInOtherFolders) {
  auto assertion = [](const std::string& message) {
    Counterexample finding{.kind = "assertion", .rule = "selvage/assertion", .fingerprint = "", .message = message};
    finding.place = place_in("main", 3);
    return fingerprint_of(finding);
  };
  std::string here = assertion("assertion `x == 1' fails in int main(void), /home/me/a.c:22");
  EXPECT_EQ(here, assertion("assertion `x == 1' fails in int main(void), /ci/build/17/a.c:24"));
  EXPECT_NE(here, assertion("assertion `y == 1' fails in int main(void), /home/me/a.c:22"));
  EXPECT_NE(here, assertion("assertion `x1 == 1' fails in int main(void), /home/me/a.c:22"));
}

Counterexample deadlock(std::vector<std::pair<std::string, std::string>> waits) {
  Counterexample finding{.kind = "deadlock", .rule = "selvage/deadlock", .fingerprint = "", .message = "deadlock"};
  for (auto& [function, lock] : waits) {
    Waiting waiting{.text = "waits", .operation = "mutex_lock"};
    waiting.object = finding.objects.size();
    waiting.is_blocked = true;
    waiting.place = place_in(function, 1);
    finding.objects.push_back({.kind = "mutex", .name = lock});
    finding.threads.push_back({.name = "thread", .function = "", .created = {}, .waiting = waiting});
  }
  return finding;
}

TEST(Fingerprint, OfADeadlockIsTheSetOfWaits) {
  std::string two = fingerprint_of(deadlock({{"f", "a"}, {"g", "b"}}));
  EXPECT_EQ(two, fingerprint_of(deadlock({{"g", "b"}, {"f", "a"}})));
  EXPECT_EQ(two, fingerprint_of(deadlock({{"g", "b"}, {"f", "a"}, {"f", "a"}})));
  EXPECT_NE(two, fingerprint_of(deadlock({{"f", "a"}, {"g", "c"}})));
}

TEST(Fingerprint, OfADeadlockKnowsWhereItsLocksWereTaken) {
  auto holding = [](const std::string& function) {
    Counterexample finding = deadlock({{"std::mutex::lock()", "mutex #1"}});
    Step step{.thread = 0, .operation = "mutex_lock", .text = "lock"};
    step.object = 0;
    step.held = {0};
    step.place = place_in(function, 9);
    finding.steps = {step};
    return fingerprint_of(finding);
  };
  EXPECT_NE(holding("forth"), holding("back"));
}

}  // namespace
}  // namespace selvage::report
