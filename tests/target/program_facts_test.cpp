// Facts in executables: what is written is read back, and what is damaged is refused.
#include "target/program_facts.h"

#include <gtest/gtest.h>

#include <cstring>

#include "byte_mutations.h"

namespace selvage::target {
namespace {

template <typename Record>
void append(std::vector<std::byte>& bytes, const std::vector<Record>& records) {
  const auto* begin = reinterpret_cast<const std::byte*>(records.data());
  bytes.insert(bytes.end(), begin, begin + records.size() * sizeof(Record));
}

// Three sites; classes: 0 all that has escaped, 1 private to the program, 2 escaped; one lock.
std::vector<std::byte> example() {
  std::vector<std::byte> bytes;
  append(bytes, std::vector<FactsHeader>{{kFactsMagic, kFactsVersion, 3, 3, 1, 5, 4, 0, {}}});
  append(bytes, std::vector<SiteFacts>{{1, 2, 0, 1, kInfluencesCrash, kFactsKnown | kFactsReads, Update::None, 0},
                                       {3, 0, 2, 0, 0, kFactsKnown | kFactsWrites, Update::None, 0},
                                       {4, 0, 0, 0, 0, 0, Update::None, 0}});
  append(bytes, std::vector<ClassRecord>{{0, 0, MemoryKind::Unknown, kClassEscaped, 0},
                                         {1, 8, MemoryKind::Global, kClassShared, 0},
                                         {2, 0, MemoryKind::Heap, kClassEscaped, 0}});
  append(bytes, std::vector<LockRecord>{{3, 0, kClassUnique}});
  append(bytes, std::vector<uint32_t>{0, 1, 2, 3, 4});
  append(bytes, std::vector<uint32_t>{1, 0, 0, 2});
  return bytes;
}

TEST(ProgramFacts, AreReadAsTheyWereWritten) {
  std::optional<ProgramFacts> facts = ProgramFacts::parse(example(), 3);
  ASSERT_TRUE(facts.has_value());
  EXPECT_EQ(facts->site(0).influences, kInfluencesCrash);
  ASSERT_EQ(facts->set(1).size(), 1U);
  EXPECT_EQ(facts->set(1)[0], 1U);
  EXPECT_TRUE(facts->set(0).empty());
  EXPECT_EQ(facts->site(7).flags, 0);
}

TEST(ProgramFacts, UnknownMemoryOverlapsWhatHasEscaped) {
  const ProgramFacts facts = *ProgramFacts::parse(example(), 3);
  EXPECT_TRUE(facts.may_overlap(1, 1));
  EXPECT_FALSE(facts.may_overlap(1, 3));  // class 1 is out of reach for unknown code
  EXPECT_TRUE(facts.may_overlap(3, 4));   // class 2 is not
  EXPECT_TRUE(facts.may_overlap(4, 3));
  EXPECT_TRUE(facts.may_overlap(3, 3));
  EXPECT_FALSE(facts.may_overlap(0, 3));
}

TEST(ProgramFacts, OtherVersionsAreNone) {
  std::vector<std::byte> bytes = example();
  bytes[4] = std::byte{99};
  EXPECT_FALSE(ProgramFacts::parse(bytes, 3).has_value());
}

TEST(ProgramFacts, HaveToFitTheSites) { EXPECT_THROW(ProgramFacts::parse(example(), 2), ElfError); }

TEST(ProgramFacts, SurviveEveryTruncation) {
  const std::vector<std::byte> bytes = example();
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(ProgramFacts::parse(std::span(bytes).first(size), 3), ElfError) << size;
  }
}

TEST(ProgramFacts, SurviveDamage) {
  size_t parsed = 0;
  for (uint32_t seed = 0; seed < 20'000; ++seed) {
    const std::vector<std::byte> bytes = test::damaged(example(), seed);
    try {
      if (std::optional<ProgramFacts> facts = ProgramFacts::parse(bytes, 3)) {
        facts->look_at_everything();
        ++parsed;
      }
    } catch (const ElfError&) {
    }
  }
  EXPECT_GT(parsed, 0U);
  EXPECT_LT(parsed, 20'000U);
}

}  // namespace
}  // namespace selvage::target
