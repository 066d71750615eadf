// A producer and a consumer, as in tests/programs/ltl/response.c: what a wait on the condition does, it does by waiting.
// It ends: fairness does not matter.
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
  od
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
  od
}
#define filled (items == 1)
#define drained (items == 0)
#define done (produced == 2)
