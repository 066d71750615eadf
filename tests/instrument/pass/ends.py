#!/usr/bin/env python3
"""Programs on which an analysis once did not end, or that are made to drive one of them: the pass ends soon, and twice the program
takes no more than a few times as long.

    ends.py LIBRARY_DIRECTORY

What a program drives is said where it is written. All of them have to be analysed to the end: a budget that is spent is a failure.
"""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile

HEAD = "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\nint own, *pointers[64];\n"
SECONDS = 20  # of processor time for the larger one
GROWTH = 8  # times as long for four times the program; n log n is less than 5, and small programs are measured badly
NOISE = 0.5  # seconds that do not matter


def literals(count):
    """One pointer that points to thousands of texts."""
    body = "".join(f'p = "message {i}: {{0}} is not valid"; while (*p) {{ if (p[0] == 123 && p[1]) own++; p++; }}\n'
                   for i in range(count))
    return f"void f(void) {{ const char* p;\n{body}}}\nint main(void) {{ f(); return 0; }}"


def chain(count):
    """Arguments that are private until the last caller is looked at, callees first."""
    functions = "".join(f"static int f{i}(int* p) {{ *p = {i}; return f{i - 1}(p); }}\n" for i in range(1, count))
    return f"static int f0(int* p) {{ return *p; }}\n{functions}int main(void) {{ return f{count - 1}(pointers[3]); }}"


def copies(count):
    """Copies of copies of memory that unknown code fills in the end."""
    records = "".join(f"static struct r r{i};\n" for i in range(count))
    moves = "".join(f"memcpy(&r{i}, &r{i - 1}, s);\n" for i in range(count - 1, 0, -1))
    return (f"void fill(void*, int*); struct r {{ long k; int *a, *b; }};\n{records}"
            f"int main(int c, char** v) {{ size_t s = (size_t)atoi(v[1]);\n{moves}"
            f"fill(c > 3 ? &r0 : 0, &own); *r{count - 1}.b = 1; return 0; }}")


def growing(count):
    """Ranges that are copied into the object that they lie in, a little farther each time."""
    functions = "".join(
        f"int g{i}(int k, size_t s) {{ struct h* p = malloc(s); p->items[k] = &own; memmove((char*)p + 8, p, s);"
        f" memmove((char*)p + 24, (char*)p + 8, s); return *p->items[1]; }}\n" for i in range(count))
    return f"struct h {{ long head[2]; int* items[4]; }};\n{functions}int main(int c, char** v) {{ return g0(c, (size_t)c); }}"


def tables(count):
    """Calls through one table by functions that are in it: every one may call every other."""
    count = 8 * int(count ** 0.5)  # so that edges and not functions grow with the number
    names = [f"t{i}" for i in range(count)]
    declared = "".join(f"static void* {name}(void* p);\n" for name in names)
    defined = "".join(f"static int v{i}; static void* t{i}(void* p) {{ int** q = p; *q = &v{i}; v{i}++;"
                      f" return table[(v{i} + {i}) % {count}](q); }}\n" for i in range(count))
    return (f"{declared}static void* (*table[])(void*) = {{{', '.join(names)}}};\n{defined}"
            "int main(void) { pthread_t t; int* x; pthread_create(&t, 0, table[own], &x); return 0; }")


def locks(count):
    """Sections inside sections, in functions that call each other in a circle."""
    variables = "".join(f"static pthread_mutex_t m{i} = PTHREAD_MUTEX_INITIALIZER; static int v{i}; static void f{i}(int);\n"
                        for i in range(count))
    functions = "".join(f"static void f{i}(int k) {{ pthread_mutex_lock(&m{i}); v{i}++; if (k) f{(i or count) - 1}(k - 1);"
                        f" pthread_mutex_unlock(&m{i}); }}\n" for i in range(count))
    return (f"{variables}{functions}static void* run(void* u) {{ f{count - 1}(own); return u; }}\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); f0(own); return 0; }")


def block(count):
    """One block of stores, each of which may be overwritten by a later one."""
    body = "".join(f"x[{i}] = c + {i}; x[{i} + c] = x[{i}] + 1;\n" for i in range(count))
    return f"int x[100000]; int main(int c, char** v) {{\n{body}return 0; }}"


def unknown(count):
    """Unknown code that is called everywhere and may call everything."""
    functions = "".join(f"static int v{i}; static void c{i}(int* p) {{ v{i} = *p; *p = {i}; elsewhere(c{i}, &v{i}); }}\n"
                        for i in range(count))
    calls = "".join(f"elsewhere(c{i}, &v{i});\n" for i in range(count))
    return f"void elsewhere(void (*)(int*), int*);\n{functions}int main(void) {{\n{calls}return 0; }}"


def escaping(count):
    """A list all of which escapes with its first element, when everything else is known already."""
    count *= 10
    elements = "".join(f"static struct e e{i} = {{&e{i - 1}, {i}}};\n" for i in range(1, count))
    return (f"struct e {{ struct e* next; int value; }}; void elsewhere(struct e*); static struct e e0;\n{elements}"
            f"static struct e *p1 = &e{count - 1}; static struct e *p2, *p3;\n"
            "int main(int c, char** v) { p2 = p1; p3 = c > 3 ? p2 : p3; elsewhere(p3); return 0; }")


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def analyse(text, library, directory):
    source, module = directory / "program.c", directory / "program.bc"
    source.write_text(HEAD + text)
    subprocess.run(["clang-19", "-O2", "-g", "-w", f"-fpass-plugin={library}/selvage_unoptimised.so", "-c", "-emit-llvm", source, "-o",
                    module], check=True)
    before = processor_seconds()
    done = subprocess.run(["opt-19", f"-load-pass-plugin={library}/selvage_pass.so", "-passes=selvage-instrument", "-disable-output",
                           module], check=False, text=True, stderr=subprocess.PIPE, env=os.environ | {"SELVAGE_LINK": "executable"},
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS)))
    return processor_seconds() - before, done.returncode == 0 and not done.stderr, done.stderr


def main():
    library, failures = sys.argv[1], []
    with tempfile.TemporaryDirectory() as name:
        for write in (literals, chain, copies, growing, tables, locks, block, unknown, escaping):
            times = []
            for count in (500, 2000):
                seconds, is_good, messages = analyse(write(count), library, pathlib.Path(name))
                times.append(seconds)
                if not is_good:
                    failures.append(f"{write.__name__} {count}: does not end well\n{messages}")
            print(f"{write.__name__}: {times[0]:.2f} s, {times[1]:.2f} s for four times the program")
            if times[1] > SECONDS or times[1] > GROWTH * times[0] + NOISE:
                failures.append(f"{write.__name__}: {times[0]:.2f} s, but {times[1]:.2f} s for four times the program")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
