#include <assert.h>
#include <glib.h>
static gpointer work(gpointer q) {
  g_async_queue_push(q, GINT_TO_POINTER(1));
  return 0;
}
int main(void) {
  GAsyncQueue* q = g_async_queue_new();
  GThread* x = g_thread_new("a", work, q);
  GThread* y = g_thread_new("b", work, q);
  int n = GPOINTER_TO_INT(g_async_queue_pop(q)) + GPOINTER_TO_INT(g_async_queue_pop(q));
  g_thread_join(x);
  g_thread_join(y);
  assert(n == 2);
  g_async_queue_unref(q);
}
