#include "cli/program/thread_agreement.h"

namespace selvage::cli {

void ThreadAgreement::start_with(std::span<const ThreadPath> paths) {
  std::lock_guard lock(mutex_);
  agreed_.adopt(paths);
}

bool ThreadAgreement::settle(target::ProgramTarget& program) {
  std::lock_guard lock(mutex_);
  target::ThreadPaths& own = program.thread_paths();
  if (assembly_ && own.all().size() > agreed_.all().size()) agreed_.adopt(assembly_(own.all()));
  if (agreed_.adopt(own.all()) || own.adopt(agreed_.all())) return true;
  program.stop();
  own = agreed_;
  return false;
}

std::vector<ThreadPath> ThreadAgreement::paths() const {
  std::lock_guard lock(mutex_);
  return {agreed_.all().begin(), agreed_.all().end()};
}

}  // namespace selvage::cli
