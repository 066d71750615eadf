// A test-and-set lock, as in tests/programs/ltl/test_and_set.c.
byte lock, wants[2], inside[2];

active [2] proctype thread() {
  byte found;
  do
  :: wants[_pid] = 1;
#ifdef WRONG
     lock == 0;
     lock = 1;
#else
     do
     :: atomic { found = lock; lock = 1 };
        if :: found == 0 -> break :: else -> skip fi
     od;
#endif
     inside[_pid] = 1;
     wants[_pid] = 0;
     inside[_pid] = 0;
     lock = 0
  od
}
#define wants0 (wants[0] == 1)
#define inside0 (inside[0] == 1)
#define inside1 (inside[1] == 1)
