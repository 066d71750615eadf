// A producer and a consumer, as in tests/programs/ltl/response.c: what a wait on the condition does, it does by waiting.
// Threads that have ended stay: Spin's fairness does not see executions in which nobody is left.
byte items, produced, mutex;

active proctype produce() {
  byte i;
  do
  :: i == 2 -> break
  :: i < 2 ->
     atomic { mutex == 0 && items == 0; mutex = 1 };
     items++;
     produced++;
     mutex = 0;
     i++
  od;
  false
}

active proctype consume() {
  byte i, count = 2;
#ifdef WRONG
  count = 1;
#endif
  do
  :: i == count -> break
  :: i < count ->
     atomic { mutex == 0 && items == 1; mutex = 1 };
     items--;
     mutex = 0;
     i++
  od;
  false
}
#define filled (items == 1)
#define drained (items == 0)
#define done (produced == 2)
