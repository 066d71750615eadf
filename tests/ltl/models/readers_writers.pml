// A reader and a writer, as in tests/programs/ltl/readers_writers.c.
byte readers, writer, writer_wants, writing, reading;

active proctype write_on() {
  do
  :: writer_wants = 1;
     atomic { readers == 0 && writer == 0; writer = 1 };
     writing = 1;
     writer_wants = 0;
     writing = 0;
     writer = 0
  od
}

active proctype read_on() {
  do
  :: atomic { writer == 0; readers++ };
     reading = 1;
     reading = 0;
     readers--
  od
}
#define wants (writer_wants == 1)
#define writes (writing == 1)
#define reads (reading == 1)
