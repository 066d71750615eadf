// A worker's part in a random strategy: a stretch of what is drawn.
#include <fmt/format.h>

#include "cli/check/sampled_stretch.h"
#include "cli/check/sampling.h"
#include "cli/cluster/cluster_member.h"
#include "cli/cluster/cluster_part.h"
#include "cluster/blobs.h"

namespace selvage::cli {

using target::Error;
using target::ExitCode;

const SamplingState& ClusterMember::sampling(uint32_t part) {
  if (part == sampling_part_) return sampling_;
  std::optional<std::string> bytes = broker_.read(run_, sampling_entry(part));
  std::optional<SamplingState> state = bytes ? decode_sampling(cluster::unfolded(broker_, run_, *bytes)) : std::nullopt;
  if (!state) throw Error(ExitCode::CannotStart, fmt::format("Run {} does not say what is drawn.", run_));
  sampling_ = std::move(*state);
  sampling_part_ = part;
  return sampling_;
}

SampledStretch ClusterMember::draw(const SampleItem& item, const std::atomic<bool>& is_over) {
  const SamplingState& state = sampling(item.part);
  StackTable* stacks = judge_ ? &judge_->stacks() : nullptr;
  StretchTools tools{
      .programs = {},
      .agreement = agreement_,
      .stacks = stacks,
      .make_examination = [&] { return Examination(options_.properties, options_.keep_going, judge_.get()); },
      .make_sampler = [&](bool is_part) { return make_sampler(options_, is_part); }};
  for (auto& program : programs_) tools.programs.push_back(program.get());
  SampledStretch stretch = sample_stretch(tools, state, item, is_over);
  if (!names_) names_ = launcher_->names(*programs_.front());
  std::unique_ptr<sample::Sampler> sampler = tools.make_sampler(false);
  restore(*sampler, state.sampler);
  draw_twice(*programs_.front(), sampler->draw(item.first), item.first, *names_);
  executions_ += stretch.executions();
  return stretch;
}

void ClusterMember::work_on_samples(cluster::Delivery& delivery) {
  std::optional<SampleItem> item = decode_sample_item(cluster::unfolded(broker_, run_, delivery.bytes()));
  if (!item) {
    fmt::print(stderr, "selvage: refused an item of run {} that is damaged.\n", run_);
    return delivery.done();
  }
  std::string entry = stretch_entry(item->part, item->first);
  if (broker_.read(run_, sampling_entry(item->part + 1)) || broker_.read(run_, entry)) return delivery.done();
  SampledStretch stretch;
  std::optional<Error> error = attempt(delivery, [&] {
    ClusterSlice slice(broker_, run_, delivery, description_.slice);
    stretch = draw(*item, slice.is_over());
    slice.end();
    if (slice.is_run_gone()) throw cluster::RunGone(run_);
    if (delivery.attempts() <= kAttemptsAfterErrors)
      for (const SampledRound& round : stretch.rounds) require_own_fault(round.seen);
  });
  if (error) {
    stretch = {};
    stretch.error_code = static_cast<int32_t>(error->exit_code());
    stretch.error = error->what();
  }
  delivery.keep();
  stretch.worker = worker_;
  broker_.write_once(run_, entry, cluster::fitted(broker_, run_, encode(stretch)));
  delivery.done();
}

}  // namespace selvage::cli
