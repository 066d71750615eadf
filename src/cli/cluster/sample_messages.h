// Executions that are drawn, as they are handed out to workers: a worker executes a stretch of numbers, and tells round by
// round (src/sample/round.h) what it saw, so that whoever asked can go on from any of them.
//
//   sampling.G    what numbers stand for from the beginning of the G-th part on, up to that of the next
//   drawn.G.N     what the stretch from number N on showed, written by the worker that was first
//
// Reading is safe on any bytes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cluster/cluster_messages.h"
#include "sample/coverage.h"
#include "sample/sampler.h"

namespace selvage::cli {

// Executions by number whose steps were not recorded, and how they were drawn.
using UnrecordedDraws = std::map<uint64_t, sample::Draw>;

struct SamplingState {
  uint64_t first = 0;  // the first number for which this is true
  std::vector<SharedLocation> shared;
  std::string sampler, coverage;  // as they save themselves
  // Of the first part: what was executed before anything was handed out.
  PartResult opening;
  UnrecordedDraws unrecorded;
};

struct SampleItem {
  uint32_t part = 0;
  uint64_t first = 0, end = 0;
};

// An execution that showed something which was not known at the beginning of the stretch.
struct NotableDraw {
  uint64_t offset = 0;  // in its round
  sample::CoverageNews news;
  std::vector<Step> steps;  // where the strategy keeps such
};

struct SampledRound {
  uint64_t count = 0;
  PartResult seen;
  std::vector<NotableDraw> notable;
  std::string lesson;  // what a sampler learns of this round alone
  UnrecordedDraws unrecorded;
};

struct SampledStretch {
  std::vector<SampledRound> rounds;
  double seconds = 0;
  std::string worker;      // who did it, for people
  int32_t error_code = 0;  // it failed, with this exit code
  std::string error;

  uint64_t executions() const;
};

std::string encode(const SamplingState& state);
std::string encode(const SampleItem& item);
std::string encode(const SampledStretch& stretch);
std::optional<SamplingState> decode_sampling(std::string_view bytes);
std::optional<SampleItem> decode_sample_item(std::string_view bytes);
std::optional<SampledStretch> decode_stretch(std::string_view bytes);

struct StretchName {
  uint32_t part;
  uint64_t first;
};
std::string sampling_entry(uint32_t part);
std::string stretch_entry(uint32_t part, uint64_t first);
// Nothing: it is another entry.
std::optional<uint32_t> part_of_sampling_entry(std::string_view name);
std::optional<StretchName> stretch_of_entry(std::string_view name);

}  // namespace selvage::cli
