// Lamport's bakery, as in tests/programs/ltl/bakery.c.
byte choosing[2], number[2], wants[2], inside[2];

active [2] proctype thread() {
  byte mine, theirs, round;
  do
  :: round == 2 -> break
  :: round < 2 ->
     wants[_pid] = 1;
#ifndef WRONG
     choosing[_pid] = 1;
#endif
     mine = number[1 - _pid] + 1;
     number[_pid] = mine;
     choosing[_pid] = 0;
     choosing[1 - _pid] == 0;
     do
     :: theirs = number[1 - _pid];
        if
        :: theirs == 0 || theirs > mine || (theirs == mine && _pid == 0) -> break
        :: else -> skip
        fi
     od;
     inside[_pid] = 1;
     wants[_pid] = 0;
     inside[_pid] = 0;
     number[_pid] = 0;
     round++
  od
}
#define wants0 (wants[0] == 1)
#define inside0 (inside[0] == 1)
#define inside1 (inside[1] == 1)
