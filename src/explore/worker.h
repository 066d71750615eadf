// One target and the walkers whose schedules it executes.
#pragma once

#include <memory>
#include <vector>

#include "explore/course.h"
#include "explore/search.h"
#include "explore/walker.h"

namespace selvage::explore {

class Worker {
 public:
  Worker(const Reduction& reduction, Frontier& frontier, Course& course, Target& target, Observer& observer,
         size_t batch, bool is_alone);

  void begin() { walkers_.front()->walker.begin(); }

  // Takes in what has been executed, as far as that goes.
  void take_in();
  // Under the frontier's lock: gets work for walkers that have none; gives some away if others want it.
  void supply(bool others_want_work);
  // Whether what it did may be of use to others who are out of work, since the last call.
  bool has_fed_others();
  bool has_work() const;
  // Executes what comes next. False: the target was interrupted.
  bool run_batch();

  Counts counts() const;
  double share_done() const;
  void list_walkers(std::vector<const Walker*>& walkers) const;
  // Hands what its observers have seen to the one that they were split from.
  void join_observers();

 private:
  // A walker and who watches it.
  struct Watched {
    Watched(const Reduction& reduction, Frontier& frontier, Observer& parent)
        : walker(reduction, frontier), observer(parent.split()) {}
    Walker walker;
    std::unique_ptr<Observer> observer;
  };

  bool take_in(Watched& watched);
  bool owns(const Walker& walker) const;
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
  bool is_alone_;  // no other workers
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
