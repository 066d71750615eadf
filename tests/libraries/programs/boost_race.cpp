#include <boost/thread.hpp>
int main() {
  boost::mutex lock;
  int count = 0;
  boost::thread a([&] {
    boost::unique_lock<boost::mutex> guard(lock);
    count++;
  });
  boost::thread b([&] {
    count++;
    boost::unique_lock<boost::mutex> guard(lock);
  });
  a.join();
  b.join();
}
