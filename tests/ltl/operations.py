"""Operations of random threads, as C: what the tests of temporal properties have in common. A thread is a list of operations;
`enter` and `leave` stand around those that are done in a function."""

STATEMENTS = {
    "store": "atomic_store(&v{1}, {2});",
    "add": "atomic_fetch_add(&v{1}, 1);",
    "flip": "atomic_fetch_xor(&v{1}, 1);",
    "copy": "atomic_store(&v{1}, atomic_load(&v{2}));",
    "if": "if (atomic_load(&v{1}) == {2}) atomic_store(&v{3}, {4});",
    "wait": "while (atomic_load(&v{1}) != {2}) continue;",
    "lock": "pthread_mutex_lock(&m);",
    "unlock": "pthread_mutex_unlock(&m);",
}


def with_call(rng, operations, function):
    """Some of the operations are done in a function."""
    begin = rng.randint(0, len(operations))
    end = rng.randint(begin, len(operations))
    depth = [sum((op[0] == "enter") - (op[0] == "leave") for op in operations[begin:i]) for i in range(begin, end + 1)]
    if min(depth) < 0 or depth[-1] != 0:
        return operations
    return operations[:begin] + [("enter", function)] + operations[begin:end] + [("leave", function)] + operations[end:]


def c_operations(operations, thread, bodies):
    """The statements, and in `bodies` those of the functions that they call."""
    text, i = "", 0
    while i < len(operations):
        op = operations[i]
        if op[0] == "enter":
            end = operations.index(("leave", op[1]), i)
            bodies[op[1]] += f"    case {thread}:\n" + c_operations(operations[i + 1:end], thread, bodies) + "      break;\n"
            text += f"    f{op[1]}({thread});\n"
            i = end
        else:
            text += f"    {STATEMENTS[op[0]].format(*op)}\n"
        i += 1
    return text


def c_program(threads, variables):
    """The source of a program with these threads: for each whether it goes round for ever, and its operations."""
    text = "#include <pthread.h>\n#include <stdatomic.h>\n"
    text += "".join(f"_Atomic int v{i};\n" for i in range(variables))
    text += "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    bodies = ["", ""]
    runs = ""
    for number, (loops, operations) in enumerate(threads):
        runs += f"static void* run{number}(void* unused) {{\n  {'for (;;)' if loops else 'if (1)'} {{\n"
        runs += c_operations(operations, number, bodies) + "  }\n  return unused;\n}\n"
    text += "static void f0(int who);\nstatic void f1(int who);\n"
    text += "".join(f"static void f{f}(int who) {{\n  switch (who) {{\n{bodies[f]}    default:\n      break;\n  }}\n}}\n"
                    for f in (0, 1))
    text += runs
    text += f"int main(int argc, char** argv) {{\n  (void)argv;\n  pthread_t t[{len(threads)}];\n"
    # A variable that is never written, or never read, is not there.
    text += "".join(f"  atomic_store(&v{i}, argc - 1);\n" for i in range(variables))
    text += "".join(f"  pthread_create(&t[{n}], 0, run{n}, 0);\n" for n in range(len(threads)))
    text += f"  for (int i = 0; i < {len(threads)}; i++) pthread_join(t[i], 0);\n  if (argc > 5) f0(argc), f1(argc);\n"
    return text + "  return " + " + ".join(f"v{i}" for i in range(variables)) + " > 1000;\n}\n"
