// Two deposits, as in tests/programs/ltl/lost_update.c.
byte balance;

active [2] proctype thread() {
  byte found;
#ifdef WRONG
  found = balance;
  balance = found + 1
#else
  atomic { found = balance; balance = found + 1 }
#endif
}
#define both (balance == 2)
#define negative (balance < 0)
