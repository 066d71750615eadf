// What a campaign finds, written down the moment it is found: whatever ends the campaign afterwards, it is there when the
// campaign is resumed. The journal holds what came after the campaign was last written down as a whole.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "campaign/points.h"
#include "check/finding.h"
#include "cli/check/examination.h"
#include "cli/program/thread_agreement.h"

namespace selvage::cli {

// A finding with everything that its steps mean something with.
struct JournalEntry {
  campaign::Points points = campaign::Points::All;
  check::Finding finding;
  std::vector<SharedLocation> shared;
  std::vector<ThreadPath> thread_paths;
};

class FindingJournal {
 public:
  explicit FindingJournal(std::string path) : path_(std::move(path)) {}

  // Returns when it is on the disk. Any thread may call it. Throws Error (usage).
  void append(const JournalEntry& entry);
  // Everything is written down elsewhere.
  void clear();

  // In the order in which they were found; what was being written at the end is left out.
  static std::vector<JournalEntry> read(const std::string& path);

 private:
  std::string path_;
  std::mutex mutex_;
};

// Findings of one search.
class JournalPart final : public FindingSink {
 public:
  // Everything outlives it. `journal` may be null; `shared` is read while the search runs.
  JournalPart(FindingJournal* journal, campaign::Points points, const std::vector<SharedLocation>& shared,
              const ThreadAgreement& agreement)
      : journal_(journal), points_(points), shared_(shared), agreement_(agreement) {}

  void on_finding(const check::Finding& finding) override;

 private:
  FindingJournal* journal_;
  campaign::Points points_;
  const std::vector<SharedLocation>& shared_;
  const ThreadAgreement& agreement_;
};

}  // namespace selvage::cli
