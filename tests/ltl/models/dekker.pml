// Dekker's lock, as in tests/programs/ltl/dekker.c.
byte flag[2], turn, wants[2], inside[2];

active [2] proctype thread() {
  do
  :: wants[_pid] = 1;
     flag[_pid] = 1;
     do
     :: flag[1 - _pid] == 0 -> break
     :: flag[1 - _pid] != 0 ->
#ifdef WRONG
        flag[_pid] = 0;
        flag[_pid] = 1
#else
        if
        :: turn == 1 - _pid -> flag[_pid] = 0; turn == _pid; flag[_pid] = 1
        :: else -> skip
        fi
#endif
     od;
     inside[_pid] = 1;
     wants[_pid] = 0;
     inside[_pid] = 0;
     turn = 1 - _pid;
     flag[_pid] = 0
  od
}
#define wants0 (wants[0] == 1)
#define inside0 (inside[0] == 1)
#define inside1 (inside[1] == 1)
