// shows: the secret decides which of two lines is printed
// option: --secret 'vault::code: 1,2'
// option: --public stdout
// observational: secrets
// possibilistic: secrets
#include <cstdio>
#include <thread>
namespace vault {
int code = 0;
}
int main() {
  std::thread thread([] { std::printf(vault::code == 1 ? "open\n" : "closed\n"); });
  thread.join();
}
