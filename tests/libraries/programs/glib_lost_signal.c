#include <glib.h>
static GMutex lock;
static GCond changed;
static int ready;
static gpointer a(gpointer u) {
  g_mutex_lock(&lock);
  ready = 1;
  g_cond_signal(&changed);
  g_mutex_unlock(&lock);
  return u;
}
static gpointer b(gpointer u) {
  g_mutex_lock(&lock);
  g_cond_wait(&changed, &lock);
  g_mutex_unlock(&lock);
  return u;
}
int main(void) {
  GThread* x = g_thread_new("a", a, 0);
  GThread* y = g_thread_new("b", b, 0);
  g_thread_join(x);
  g_thread_join(y);
}
