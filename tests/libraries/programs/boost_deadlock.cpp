#include <boost/thread.hpp>
#include <boost/thread/shared_mutex.hpp>
int main() {
  boost::mutex first, second;
  boost::thread a([&] { boost::unique_lock<boost::mutex> x(first), y(second); });
  boost::thread b([&] { boost::unique_lock<boost::mutex> x(second), y(first); });
  a.join();
  b.join();
}
