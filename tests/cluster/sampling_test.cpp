// Random strategies on many machines: rounds that were executed elsewhere count as if they had been executed here.
#include <gtest/gtest.h>

#include <random>

#include "cli/cluster/absence_watch.h"
#include "cli/cluster/sample_messages.h"
#include "sample/coverage.h"
#include "sample/sampler.h"

namespace selvage::cli {
namespace {

using explore::Execution;

// Of up to four threads that read and write some of so many objects, in some of so many places.
Execution random_execution(std::mt19937& random, uint64_t objects, uint32_t sites = 30) {
  Execution execution;
  size_t steps = 5 + random() % 20;
  for (size_t i = 0; i < steps; ++i) {
    Footprint head{random() % 2 == 0 ? Operation::AtomicLoad : Operation::AtomicStore,
                   0,
                   static_cast<uint16_t>(random() % 4),
                   8,
                   4096 + 64 * (random() % objects),
                   0};
    execution.steps.push_back({head, 0, 1, static_cast<uint32_t>(1 + random() % sites), 0});
    execution.inner_end.push_back(0);
    execution.enabled.push_back(15);
  }
  return execution;
}

std::string saved(const auto& value) {
  explore::SavedWriter writer;
  value.save(writer);
  return writer.take();
}

void teach_in_parts(const std::string& name, uint64_t objects) {
  std::mt19937 random(7);
  auto whole = sample::make_sampler(name, {.seed = 1}), together = sample::make_sampler(name, {.seed = 1});
  for (int round = 0; round < 40; ++round) {
    auto part = sample::make_sampler(name, {.seed = 1, .is_part = true});
    for (int i = 0; i < 50; ++i) {
      Execution execution = random_execution(random, objects);
      whole->learn(execution);
      part->learn(execution);
    }
    // As it travels.
    auto arrived = sample::make_sampler(name, {.seed = 1, .is_part = true});
    std::string lesson = saved(*part);
    explore::SavedReader reader(lesson);
    arrived->restore(reader);
    ASSERT_TRUE(reader.finished());
    together->take_over(*arrived);
    uint64_t edition = whole->edition();
    bool stays = together->edition() == edition;
    whole->end_round();
    together->end_round();
    EXPECT_TRUE(stays);
    EXPECT_EQ(whole->edition(), together->edition());
    ASSERT_EQ(saved(*whole), saved(*together)) << "round " << round;
    EXPECT_EQ(whole->claim(), together->claim());
  }
}

TEST(Samplers, LearnInPartsWhatTheyLearnAtOnce) {
  for (std::string_view name : sample::sampler_names()) teach_in_parts(std::string(name), 10);
}

// Beyond a number of objects those that come later are left out, and they are the same ones.
TEST(Samplers, LeaveOutTheSameObjects) {
  for (const char* name : {"surw", "pct"}) teach_in_parts(name, 100'000);
}

TEST(Samplers, HaveAnotherEditionWhenTheyDrawOtherwise) {
  std::mt19937 random(3);
  for (std::string_view name : sample::sampler_names()) {
    auto sampler = sample::make_sampler(name, {.seed = 5});
    for (int round = 0; round < 30; ++round) {
      sample::Draw before = sampler->draw(1000);
      uint64_t edition = sampler->edition();
      for (int i = 0; i < 20; ++i) {
        Execution execution = random_execution(random, 6);
        sampler->learn(execution);
        if (round % 3 == 0) sampler->learn_new({{1, 0}, {2, 0}});
      }
      sampler->end_round();
      if (round % 7 == 0) sampler->forget_steps();
      sample::Draw after = sampler->draw(1000);
      bool is_same = before.policy == after.policy && before.weights == after.weights &&
                     before.drawing.length == after.drawing.length && before.drawing.object == after.drawing.object &&
                     before.steps.size() == after.steps.size();
      if (!is_same) EXPECT_NE(sampler->edition(), edition) << name;
    }
  }
}

// Whoever looked knew less: what it takes for new may be known here.
TEST(Coverage, OfExecutionsLookedAtElsewhereIsTheSame) {
  std::mt19937 random(11);
  sample::Coverage whole, together;
  for (int stretch = 0; stretch < 20; ++stretch) {
    sample::Coverage elsewhere;
    for (int i = 0; i < 30; ++i) {
      Execution execution = random_execution(random, 2, 3);
      model::Path path;
      std::vector<model::Race> races;
      for (size_t step = 0; step < execution.steps.size(); ++step)
        path.push(execution.steps[step], execution.inner_of(step), execution.enabled_at(step), races);
      uint64_t news = whole.take_in(execution, path, races);
      if (elsewhere.take_in(execution, path, races) == 0) {
        together.take_in_others(1);
        EXPECT_EQ(news, 0u);
      } else {
        EXPECT_EQ(together.take_in(elsewhere.news()), news);
      }
    }
    EXPECT_EQ(whole.executions(), together.executions());
    EXPECT_EQ(whole.without_news(), together.without_news());
    EXPECT_EQ(whole.reads_from(), together.reads_from());
    EXPECT_EQ(whole.racing(), together.racing());
    EXPECT_EQ(whole.racing_both_ways(), together.racing_both_ways());
  }
  EXPECT_GT(whole.without_news(), 0u);
}

SampledStretch some_stretch() {
  SampledStretch stretch;
  SampledRound& round = stretch.rounds.emplace_back();
  round.count = 4;
  round.seen.found = {64, 128};
  round.notable = {{0, {{1, 2}, {3}, {4}, {1}}, {{1, 0}}}, {3, {}, {}}};
  round.lesson = "lesson";
  round.unrecorded[17] = {.steps = {{2, 1}}, .policy = Policy::ByWeight, .seed = 5, .drawing = {}, .weights = {1, 2}};
  stretch.rounds.emplace_back().count = 2;
  stretch.seconds = 0.5;
  stretch.worker = "worker";
  return stretch;
}

TEST(SampleMessages, ComeBackAsTheyWere) {
  SampledStretch stretch = some_stretch();
  std::optional<SampledStretch> again = decode_stretch(encode(stretch));
  ASSERT_TRUE(again);
  EXPECT_EQ(encode(*again), encode(stretch));
  EXPECT_EQ(again->executions(), 6u);
  SamplingState state{.first = 8, .shared = {64}, .sampler = "s", .coverage = "c", .opening = {}, .unrecorded = {}};
  std::optional<SamplingState> back = decode_sampling(encode(state));
  ASSERT_TRUE(back);
  EXPECT_EQ(encode(*back), encode(state));
  std::optional<SampleItem> item = decode_sample_item(encode(SampleItem{2, 8, 16}));
  ASSERT_TRUE(item);
  EXPECT_EQ(item->end, 16u);
  std::optional<StretchName> name = stretch_of_entry(stretch_entry(3, 1024));
  ASSERT_TRUE(name);
  EXPECT_EQ(name->part, 3u);
  EXPECT_EQ(name->first, 1024u);
  EXPECT_EQ(part_of_sampling_entry(sampling_entry(4)), 4u);
  EXPECT_FALSE(stretch_of_entry("drawn.1"));
  EXPECT_FALSE(stretch_of_entry("drawn.1.x"));
}

TEST(SampleMessages, DamagedOnesAreRefused) {
  std::string bytes = encode(some_stretch());
  for (size_t length = 0; length < bytes.size(); length++) EXPECT_FALSE(decode_stretch(bytes.substr(0, length)));
  EXPECT_FALSE(decode_sample_item(encode(SampleItem{1, 16, 16})));
  EXPECT_FALSE(decode_sampling(wrapped("anything")));
  SampledStretch beyond = some_stretch();
  beyond.rounds.front().notable.back().offset = 4;
  EXPECT_FALSE(decode_stretch(encode(beyond)));
  SampledStretch disordered = some_stretch();
  disordered.rounds.front().notable.back().offset = 0;
  EXPECT_FALSE(decode_stretch(encode(disordered)));
}

TEST(AbsenceWatch, SaysOnceThatEverybodyIsAway) {
  AbsenceWatch watch;
  AbsenceWatch::Time begin = std::chrono::steady_clock::now();
  auto after = [&](int seconds) { return begin + std::chrono::seconds(seconds); };
  cluster::QueueState nobody{.waiting = 3, .taken = 0, .idle_workers = 0}, somebody{.waiting = 3, .taken = 1};
  EXPECT_FALSE(watch.look(nobody, after(0)));
  EXPECT_FALSE(watch.look(nobody, after(4)));
  EXPECT_TRUE(watch.look(nobody, after(6)));
  EXPECT_FALSE(watch.look(nobody, after(60)));
  EXPECT_FALSE(watch.look(somebody, after(61)));
  EXPECT_FALSE(watch.look(nobody, after(62)));
  EXPECT_TRUE(watch.look(nobody, after(68)));
  // There is nothing to do for anybody.
  EXPECT_FALSE(AbsenceWatch().look({}, after(100)));
}

}  // namespace
}  // namespace selvage::cli
