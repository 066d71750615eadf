// Two threads that take turns at a mutex, or do not, as in tests/programs/ltl/mutex_turns.c.
byte mutex, inside;

active [2] proctype thread() {
  do
  :: atomic { mutex == 0; mutex = 1 };
     inside = _pid + 1;
     inside = 0;
     mutex = 0
  od
}
#define first (inside == 1)
#define second (inside == 2)
