#define BOOST_THREAD_VERSION 4
#include <cassert>

#include <boost/thread.hpp>
#include <boost/thread/barrier.hpp>
#include <boost/thread/future.hpp>
int main() {
  boost::promise<int> p;
  boost::future<int> f = p.get_future();
  int data = 0;
  boost::thread a([&] {
    data = 7;
    p.set_value(1);
  });
  int got = f.get();
  assert(got == 1 && data == 7);
  a.join();
}
