// Executes tasks, and makes new ones of what their executions show. Depth first, as far as batches allow: the newest tasks
// come first, so that there are never many, and so that an execution has much in common with the one before.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "explore/commuting.h"
#include "explore/descent.h"
#include "explore/guards.h"
#include "explore/prediction.h"
#include "explore/search.h"
#include "explore/sections.h"
#include "explore/task_pool.h"
#include "explore/team.h"
#include "explore/unread_writes.h"

namespace selvage::explore {

class Outlook;

class TaskWorker final : public Worker {
 public:
  TaskWorker(TaskPool& pool, Target& target, const Equipment& equipment);
  ~TaskWorker() override;

  void begin() { tasks_.add(); }
  std::span<const DerivedTask> tasks() const { return tasks_.all(); }
  // The same, of which the execution is known already.
  std::span<const Task> predicted_tasks() const { return predicted_tasks_; }
  // Hands out all tasks, and has none.
  std::vector<DerivedTask> take_all();
  // In place of all others.
  void set_only(std::vector<DerivedTask>&& tasks);

  void supply(bool others_want_work) override;
  bool has_fed_others() override { return std::exchange(fed_others_, false); }
  bool has_work() const override { return !tasks_.empty() || !predicted_tasks_.empty(); }
  bool run_batch() override;
  Counts counts() const override { return counts_; }
  void look_ahead(std::chrono::nanoseconds time) override;
  std::optional<LeftRange> left() const override;
  uint64_t done() const override { return done_; }
  const OrderCounts* orders() const override { return &orders_; }
  double share_done() const override { return share_done_; }
  void join_observers() override;

 private:
  void choose_tasks();
  bool execute_batch();
  // A task that is being executed has lent its steps to the request.
  static void ask(Task& task, std::span<const Step> before, Request& request);
  static void take_back_steps(Task& task, Request& request);
  bool take_in(Task& task, Execution& execution);
  bool give_up(Task& task);
  void take_in_predicted();
  bool can_follow(const Task& task, const Execution& execution) const;
  bool follow(const Task& task, const Execution& execution);
  // False: the search is to end at once, and the task remains to be done.
  bool derive(Task& task, const Execution& execution);
  // Of the tasks from the first one on.
  void predict(size_t first, const Execution& execution);
  void look_for_guards(const Task& task, const Execution& execution);
  void mark(Execution& execution);
  // False: what was taken to commute does not.
  bool still_commutes(const Execution& execution, size_t known);
  void put_back(size_t first);

  TaskPool& pool_;
  unsigned number_;  // among those of the pool
  Target& target_;
  size_t batch_;
  Course& course_;
  Observer& parent_;
  std::unique_ptr<Observer> observer_;
  const Guards* guards_;
  std::optional<GuardWatch> guard_watch_;
  Sections* sections_;
  const Commuting* commuting_;
  std::optional<UnreadWatch> unread_watch_;

  TaskHeap tasks_;
  std::vector<Task> batch_tasks_;  // being executed, those that order_ names
  std::vector<uint32_t> order_;    // of those
  std::vector<Request> requests_;
  bool predicts_;
  bool ends_for_good_;
  bool learns_;
  Prediction prediction_;
  std::vector<Task> predicted_tasks_;  // and their executions, the newest ones last
  std::vector<Execution> predicted_;
  size_t predicted_steps_ = 0;  // of those
  Task prediction_task_;
  bool fed_others_ = false;

  model::Path path_;         // of the execution that was taken in last
  std::vector<Step> taken_;  // its steps
  std::vector<model::Race> races_;
  Descent descent_;
  size_t unchanged_ = 0;
  std::vector<SharedLocation> unguarded_;
  Counts counts_;
  uint64_t done_ = 0;
  OrderCounts orders_;
  double share_done_ = 0;
  Equipment equipment_;
  std::unique_ptr<Outlook> outlook_;  // null: nobody has asked for it
};

}  // namespace selvage::explore
