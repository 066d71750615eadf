// The program under test as the explorer sees it: schedules go in, executions come out, whatever the program
// does.
//
// The program may crash, hang, leave, or overwrite the channel. Each of these becomes the record of one
// execution, the program is started again, and the remaining schedules are run. No call blocks for longer
// than the watchdog allows.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "target/execution_view.h"
#include "target/private_claims.h"
#include "target/program_process.h"
#include "target/schedule_batch.h"
#include "target/standard_input.h"
#include "target/thread_paths.h"
#include "target/workspace.h"

namespace selvage::target {

struct TargetOptions {
  std::chrono::milliseconds watchdog = std::chrono::seconds(10);       // without progress in an execution
  std::chrono::milliseconds watchdog_grace = std::chrono::seconds(2);  // for the runtime to end it by itself
  std::chrono::milliseconds start_limit = std::chrono::seconds(60);    // until the program becomes multithreaded
  const std::atomic<bool>* interrupted = nullptr;                      // set by a signal handler
  const std::atomic<bool>* limit_reached = nullptr;                    // the same, by whoever watches limits
  uint64_t memory_limit = 0;                                           // of each process, in bytes; 0: none
  PrivateClaims claims;                                                // of the program's instrumentation
};

class ProgramTarget {
 public:
  // `index` is the schedule's position in the batch. The view is valid during the call only.
  using Visitor = std::function<void(size_t index, const ExecutionView& execution)>;
  // Asked before executions are visited, when the numbers of their threads are known. False: they are not to be visited, the
  // program was stopped, and is to execute them again.
  using Agreement = std::function<bool()>;

  ProgramTarget(Launch launch, TargetOptions options, StandardInput input, Workspace& workspace);
  ~ProgramTarget();

  // Starts the program and waits until it can take schedules. Throws Error with a sentence for the user.
  void start();
  // Starts it in this thread: a process dies with the thread that started it. Where a limit or an interruption comes before, it
  // is not running afterwards, and nothing will be executed any more.
  void start_again();
  // Runs the schedules in order and visits each execution once. Returns how many were visited: fewer than
  // asked only after an interruption.
  size_t run(const ScheduleBatch& batch, const Visitor& visit, const Agreement& agrees = {});
  // Locations whose accesses are scheduling points from the next batch on: those of before, and new ones behind them.
  void share(std::span<const SharedLocation> locations);
  // Called where the program stands still at the end of an execution (kStandAtEnd), with the process to look at; it goes on
  // when the call returns.
  void when_standing(std::function<void(pid_t process)> look) { look_ = std::move(look); }
  // Ends the program; run starts it again.
  void stop();

  // The program ended before it became multithreaded: every schedule gives this one execution.
  bool is_single_threaded() const { return !single_execution_.empty(); }
  ThreadPaths& thread_paths() { return paths_; }
  const ThreadPaths& thread_paths() const { return paths_; }
  // What the program reported as loaded, executable first.
  const std::vector<LoadedModule>& modules() const { return modules_; }
  // What the execution that ran last wrote. Only inside a visitor, and only for the last schedule of a batch.
  std::string output(const ExecutionView& execution) const;
  std::string error_output(const ExecutionView& execution) const;

  size_t starts() const { return starts_; }
  // Ends that did not repeat when the same schedule was the first that a fresh process executed: an execution
  // before it had damaged the process beyond what a restart restores.
  size_t unrepeated_ends() const { return unrepeated_ends_; }
  // Most memory that the program had resident, as far as its processes were ended by stop; bytes.
  uint64_t peak_memory() const { return peak_memory_; }
  // Steps that the present process has executed, up to the last batch.
  uint64_t steps_executed() const { return steps_executed_; }
  // What a restart has to bring back, in pages; 0: not known.
  uint64_t restored_pages() const { return restored_pages_; }
  uint64_t peak_dirty_pages() const { return peak_dirty_pages_; }
  // Sites of loops in which threads waited by going round, as far as processes were ended by stop.
  const std::set<uint32_t>& waiting_loops() const { return waiting_loops_; }
  // Sites of calls of library functions of which it is not known what they do to memory, in the order in which they were met.
  const std::vector<uint32_t>& library_calls();
  // What the program calls the channels that it has observed values on, by the object of its events.
  std::map<uint64_t, std::string> channels() const;

 private:
  enum class BatchEnd { Finished, Died, Hung, Corrupt, Interrupted };

  void wait_for_start();
  void read_modules();
  void keep_single_execution();
  BatchEnd wait_for_batch();
  // True: the program stood still, and goes on.
  bool look_at_standing();
  // Takes over what the process says of itself and of the batch. False: it cannot be right.
  bool take_over(size_t count, BatchEnd end);
  size_t collect(const ScheduleBatch& batch, size_t first, BatchEnd& end, const Visitor& visit);
  void visit_abnormal_end(size_t index, BatchEnd end, const Visitor& visit);
  void check_claims(const ExecutionView& execution) const;
  [[noreturn]] void throw_failure();
  // Throw Error where memory is what ends the program: it must not look like something that it does by itself.
  void look_at_memory();
  void require_enough_memory(const ProcessEnd& end);
  bool is_interrupted() const {
    return (options_.interrupted != nullptr && options_.interrupted->load()) ||
           (options_.limit_reached != nullptr && options_.limit_reached->load());
  }

  Launch launch_;
  TargetOptions options_;
  StandardInput input_;
  Workspace& workspace_;
  std::function<void(pid_t process)> look_;
  ThreadPaths paths_;
  std::unique_ptr<ProgramProcess> process_;
  std::vector<LoadedModule> modules_;
  std::vector<SharedLocation> shared_;
  std::vector<uint64_t> record_;  // private copy of the record being visited
  std::vector<uint64_t> single_execution_;
  const char* parse_problem_ = nullptr;
  size_t reported_ = 0;           // executions of the last batch
  size_t posted_to_process_ = 0;  // schedules
  size_t starts_ = 0;
  std::chrono::steady_clock::time_point next_look_at_memory_;
  uint64_t kills_before_start_ = 0;
  size_t unrepeated_ends_ = 0;
  uint64_t peak_memory_ = 0;
  uint64_t peak_dirty_pages_ = 0;
  uint64_t restored_pages_ = 0;
  uint64_t steps_executed_ = 0;
  std::set<uint32_t> waiting_loops_;
  std::vector<uint32_t> library_calls_;
  uint32_t library_calls_read_ = 0;           // of the present process
  std::map<uint64_t, std::string> channels_;  // as far as processes were ended by stop
};

}  // namespace selvage::target
