// One target and the walkers whose schedules it executes.
#pragma once

#include <memory>
#include <vector>

#include "explore/course.h"
#include "explore/search.h"
#include "explore/team.h"
#include "explore/walker.h"

namespace selvage::explore {

class TreeWorker final : public Worker {
 public:
  TreeWorker(const Reduction& reduction, Frontier& frontier, Course& course, Target& target, Observer& observer,
             size_t batch);

  void begin() { walkers_.front()->walker.begin(); }

  void supply(bool others_want_work) override;
  bool has_fed_others() override;
  bool has_work() const override;
  bool run_batch() override;

  Counts counts() const override;
  double share_done() const override;
  void join_observers() override;
  void list_walkers(std::vector<const Walker*>& walkers) const;

 private:
  // A walker and who watches it.
  struct Watched {
    Watched(const Reduction& reduction, Frontier& frontier, Observer& parent)
        : walker(reduction, frontier), observer(parent.split()) {}
    Walker walker;
    std::unique_ptr<Observer> observer;
  };

  void take_in();
  bool take_in(Watched& watched);
  // To take a branch from; if there is none yet, one of its own walkers gives one away.
  SharedNode* next_node();
  void share_for_others();
  Watched* idle_walker();
  std::unique_ptr<Execution> fresh_execution();

  const Reduction& reduction_;
  Frontier& frontier_;
  Course& course_;
  Target& target_;
  Observer& observer_;
  size_t batch_;
  std::vector<std::unique_ptr<Watched>> walkers_;
  uint64_t batches_ = 0;
  double fill_ = 0;  // executions in a batch, of late
  bool fed_others_ = false;
  std::vector<Job> jobs_;
  std::vector<Request> requests_;
  std::vector<std::unique_ptr<Execution>> executions_;
  std::vector<std::unique_ptr<Execution>> spare_;  // whose memory is used again
};

}  // namespace selvage::explore
