// Threads that take turns by polling, with many accesses in between: tasks of the search are differences, not copies.
#include <atomic>
#include <thread>
std::atomic<int> a[16], turn;
static void work(int k){ for(int r=0;r<8;r++){ while(turn.load()%3!=k) ; for(int i=0;i<30;i++) a[(i*(2*k+1))&15]++; turn++; for(int i=0;i<10;i++) a[i].load(); } }
int main(){ std::thread t(work,1),u(work,2); work(0); t.join(); u.join(); }
