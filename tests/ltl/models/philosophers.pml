// Two philosophers, as in tests/programs/ltl/philosophers.c.
byte fork[2], eating;

active [2] proctype philosopher() {
  byte first;
#ifdef WRONG
  first = _pid;
#endif
  do
  :: atomic { fork[first] == 0; fork[first] = 1 };
     atomic { fork[1 - first] == 0; fork[1 - first] = 1 };
     eating = 1;
     eating = 0;
     fork[1 - first] = 0;
     fork[first] = 0
  od
}
#define eats (eating != 0)
