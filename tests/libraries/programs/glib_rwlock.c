#include <assert.h>
#include <glib.h>
static GRWLock lock;
static int count;
static gpointer writer(gpointer u) {
  g_rw_lock_writer_lock(&lock);
  count = 1;
  g_rw_lock_writer_unlock(&lock);
  return u;
}
static gpointer reader(gpointer u) {
  g_rw_lock_reader_lock(&lock);
  assert(count <= 1);
  g_rw_lock_reader_unlock(&lock);
  return u;
}
int main(void) {
  GThread* x = g_thread_new("a", writer, 0);
  GThread* y = g_thread_new("b", reader, 0);
  g_thread_join(x);
  g_thread_join(y);
}
