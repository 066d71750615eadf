// boost::thread from Debian's shared library. Link with -lboost_thread -lboost_system.
#include <cassert>

#include <boost/thread.hpp>
int main() {
  boost::mutex lock;
  boost::condition_variable changed;
  bool ready = false;
  int count = 0;
  boost::thread a([&] {
    boost::unique_lock<boost::mutex> guard(lock);
    ready = true;
    count++;
    changed.notify_one();
  });
  boost::thread b([&] {
    boost::unique_lock<boost::mutex> guard(lock);
    while (!ready) changed.wait(guard);
    count++;
  });
  a.join();
  b.join();
  assert(count == 2);
}
