#include "cli/check/sampled_stretch.h"

#include <algorithm>
#include <chrono>

#include "cli/check/sampling.h"
#include "cli/cluster/cluster_part.h"
#include "cluster/broker.h"
#include "sample/round.h"

namespace selvage::cli {
namespace {

template <typename Restored>
void restore_whole(Restored& restored, const std::string& state) {
  explore::SavedReader reader(state);
  restored.restore(reader);
  if (!reader.finished())
    throw target::Error(target::ExitCode::Internal, "What a random strategy has learned arrived damaged.");
}

class Stretch {
 public:
  Stretch(const StretchTools& tools, const SamplingState& state)
      : tools_(tools),
        sampler_(restored_sampler(tools, state)),
        shared_count_(state.shared.size()),
        batches_(tools.programs, *sampler_, tools.agreement, tools.stacks) {
    restore(coverage_, state.coverage);
    batches_.share(state.shared);
  }

  enum class End { Whole, Last, Interrupted };

  // Up to this number, which is not beyond the end of the round.
  End run_round(uint64_t first, uint64_t end, SampledRound& round) {
    Examination examination = tools_.make_examination();
    examination.go_on_with(shared_count_);
    std::unique_ptr<sample::Sampler> lesson = tools_.make_sampler(true);
    auto visit = [&](const explore::Execution& execution) {
      require_same_beginning(execution, first + round.count);
      path_.follow(execution);
      lesson->learn(execution);
      if (coverage_.take_in(execution, path_.path(), path_.races()) != 0)
        round.notable.push_back(
            {round.count, coverage_.news(), sampler_->keeps_new() ? steps_of(execution) : std::vector<Step>()});
      for (SharedLocation location : execution.found)
        if (std::ranges::find(round.seen.found, location) == round.seen.found.end())
          round.seen.found.push_back(location);
      uint64_t number = first + round.count++;
      if (lacks_record(execution)) round.unrecorded.emplace(number, sampler_->draw(number));
      return examination.examine(path_.path(), 0, execution);
    };
    DrawnBatches::End how = DrawnBatches::End::Visited;
    while (how == DrawnBatches::End::Visited && first + round.count < end)
      how = batches_.run(first + round.count, end - first - round.count, visit);
    if (how == DrawnBatches::End::Interrupted) return End::Interrupted;
    std::vector<SharedLocation> found = std::move(round.seen.found);
    round.seen = part_of(explore::SearchResult{}, examination, shared_count_, 0);
    round.seen.found = std::move(found);
    explore::SavedWriter writer;
    lesson->save(writer);
    round.lesson = writer.take();
    // Where locations become scheduling points, numbers mean something else from here on.
    return how == DrawnBatches::End::Stopped || !round.seen.found.empty() ? End::Last : End::Whole;
  }

 private:
  static std::unique_ptr<sample::Sampler> restored_sampler(const StretchTools& tools, const SamplingState& state) {
    std::unique_ptr<sample::Sampler> sampler = tools.make_sampler(false);
    restore(*sampler, state.sampler);
    return sampler;
  }

  const StretchTools& tools_;
  std::unique_ptr<sample::Sampler> sampler_;
  sample::Coverage coverage_;
  size_t shared_count_;
  DrawnBatches batches_;
  DrawnPath path_;
};

}  // namespace

void restore(sample::Sampler& sampler, const std::string& state) { restore_whole(sampler, state); }
void restore(sample::Coverage& coverage, const std::string& state) { restore_whole(coverage, state); }

SampledStretch sample_stretch(const StretchTools& tools, const SamplingState& state, const SampleItem& item,
                              const std::atomic<bool>& is_over) {
  auto begin = std::chrono::steady_clock::now();
  Stretch stretch(tools, state);
  SampledStretch result;
  for (uint64_t next = item.first; next < item.end && (result.rounds.empty() || !is_over);) {
    SampledRound round;
    Stretch::End end = stretch.run_round(next, std::min(item.end, sample::round_end(next)), round);
    if (end == Stretch::End::Interrupted) break;
    next += round.count;
    result.rounds.push_back(std::move(round));
    if (end == Stretch::End::Last) break;
  }
  if (result.rounds.empty()) throw cluster::Interrupted();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace selvage::cli
