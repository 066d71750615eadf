// Variables of an instrumented library, which threads share without order.
int x, y, z;

void step(void) {
  int old = x;
  y = old + z;
  x = old + 1;
  z = y;
}
