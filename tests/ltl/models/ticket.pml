// A ticket lock, as in tests/programs/ltl/ticket.c.
byte next_ticket, served, wants[2], inside[2];

active [2] proctype thread() {
  byte mine;
  do
  ::
#ifdef WRONG
     mine = next_ticket;
     next_ticket = 1 - mine;
#else
     atomic { mine = next_ticket; next_ticket = 1 - mine };
#endif
     wants[_pid] = 1;
     served == mine;
     inside[_pid] = 1;
     wants[_pid] = 0;
     inside[_pid] = 0;
     served = 1 - served
  od
}
#define wants0 (wants[0] == 1)
#define inside0 (inside[0] == 1)
#define inside1 (inside[1] == 1)
