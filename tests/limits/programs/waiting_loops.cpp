// Threads that wait for their turn in loops: executions of a thousand steps, each of which derives a hundred others.
#include <atomic>
#include <thread>
static std::atomic<int> cells[16], turn;
static void work(int own) {
  for (int round = 0; round < 8; round++) {
    while (turn.load() % 3 != own);
    for (int i = 0; i < 30; i++) cells[(i * (2 * own + 1)) & 15]++;
    turn++;
    for (int i = 0; i < 10; i++) cells[i].load();
  }
}
int main() {
  std::thread one(work, 1), other(work, 2);
  work(0);
  one.join();
  other.join();
}
