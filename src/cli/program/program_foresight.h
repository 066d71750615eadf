// What the facts in an executable say about what threads may still do.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "explore/foresight.h"
#include "target/module_image.h"

namespace selvage::cli {

class ProgramForesight final : public explore::Foresight {
 public:
  // The module outlives it.
  explicit ProgramForesight(const target::ModuleImage& program);

  bool decides_conduct(uint32_t site) const override;
  const explore::Future& behind(uint32_t site, bool is_first_thread) const override;
  bool may_write_same(uint32_t write, uint32_t access) const override;
  bool may_conflict(uint32_t one, uint32_t other) const override;
  bool is_atomic(uint32_t site) const override;
  bool may_meet(uint32_t one, uint32_t other) const override;
  bool certainly_meet(uint32_t one, uint32_t other) const override;

 private:
  // Null: nothing is known about it.
  const SiteFacts* facts(uint32_t site) const;
  explore::Future collect(uint32_t site, bool is_first_thread) const;
  void add(explore::Future& future, uint32_t index) const;
  uint8_t about(uint32_t one, uint32_t other) const;

  const target::ProgramFacts* facts_ = nullptr;
  std::vector<SiteFacts> sites_;
  std::vector<Operation> operations_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<uint64_t, std::unique_ptr<explore::Future>> futures_;  // by site and kind of thread
  // Per pair of sites, what is known about it (AboutPair); empty where there are too many.
  mutable std::vector<std::atomic<uint8_t>> pairs_;
  explore::Future unknown_;
};

}  // namespace selvage::cli
