// An elevator, as in tests/programs/ltl/elevator.c.
byte called[2], open, floor_now, moving;

inline serve() {
  open = 1;
  called[floor_now] = 0;
  open = 0
}

active proctype ride() {
  byte next;
  do
  :: true ->
#ifdef WRONG
     do
     :: called[floor_now] != 0 -> serve()
     :: called[floor_now] == 0 -> break
     od;
#else
     if
     :: called[floor_now] != 0 -> serve()
     :: called[floor_now] == 0 -> skip
     fi;
#endif
     next = 1 - floor_now;
     if
     :: called[next] == 0 -> skip
     :: called[next] != 0 -> moving = 1; floor_now = next; moving = 0
     fi
  od
}

active proctype call_often() { do :: called[0] = 1 od }

active proctype call_once() { called[1] = 1 }

#define called0 (called[0] == 1)
#define called1 (called[1] == 1)
#define open0 (open == 1 && floor_now == 0)
#define open1 (open == 1 && floor_now == 1)
#define opens (open == 1)
#define moves (moving == 1)
