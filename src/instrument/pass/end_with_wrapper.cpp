#include "instrument/pass/end_with_wrapper.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace selvage::instrument {

// SIGTERM and not SIGKILL: the linker removes what it has begun to write.
void end_with_wrapper() {
  const char* text = getenv(kWrapperVariable);
  const pid_t wrapper = text == nullptr ? 0 : static_cast<pid_t>(atol(text));
  if (wrapper <= 0 || wrapper == getpid()) return;
  if (getppid() == wrapper) {
    struct sigaction action = {};
    if (sigaction(SIGTERM, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) signal(SIGTERM, SIG_DFL);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_UNBLOCK, &signals, nullptr);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == wrapper) return;
  }
  // It may have ended before.
  if (kill(wrapper, 0) != 0 && errno == ESRCH) raise(SIGTERM);
}

}  // namespace selvage::instrument
