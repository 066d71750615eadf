#include <glib.h>
static GMutex first, second;
static gpointer a(gpointer u) {
  g_mutex_lock(&first);
  g_mutex_lock(&second);
  g_mutex_unlock(&second);
  g_mutex_unlock(&first);
  return u;
}
static gpointer b(gpointer u) {
  g_mutex_lock(&second);
  g_mutex_lock(&first);
  g_mutex_unlock(&first);
  g_mutex_unlock(&second);
  return u;
}
int main(void) {
  GThread* x = g_thread_new("a", a, 0);
  GThread* y = g_thread_new("b", b, 0);
  g_thread_join(x);
  g_thread_join(y);
}
