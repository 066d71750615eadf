// selvage-live: verified
// shows: a std::jthread that polls its stop token until it is asked to stop
// unfair: depth
#include <stop_token>
#include <thread>

int main() {
  std::jthread worker([](std::stop_token stop) {
    while (!stop.stop_requested()) std::this_thread::yield();
  });
  worker.request_stop();
}
