// selvage-check: bounded
// shows: a program that never starts a thread has no interleavings
// gaps: one_thread
// strategies: source, dfs
int main(void) { return 0; }
