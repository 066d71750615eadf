#include <assert.h>
#include <glib.h>
static int made;
static gpointer make(gpointer u) {
  made++;
  return &made;
  (void)u;
}
static GOnce once = G_ONCE_INIT;
static gpointer work(gpointer u) {
  int* value = g_once(&once, make, 0);
  assert(*value == 1);
  return u;
}
int main(void) {
  GThread* x = g_thread_new("a", work, 0);
  GThread* y = g_thread_new("b", work, 0);
  g_thread_join(x);
  g_thread_join(y);
}
