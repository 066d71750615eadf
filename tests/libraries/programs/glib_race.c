#include <glib.h>
static GMutex lock;
static int count;
static gpointer careful(gpointer u) {
  g_mutex_lock(&lock);
  count++;
  g_mutex_unlock(&lock);
  return u;
}
static gpointer careless(gpointer u) {
  count++;
  g_mutex_lock(&lock);
  g_mutex_unlock(&lock);
  return u;
}
int main(void) {
  GThread* x = g_thread_new("a", careful, 0);
  GThread* y = g_thread_new("b", careless, 0);
  g_thread_join(x);
  g_thread_join(y);
}
