"""Checks on a cluster against checks on one machine, and what becomes of them when processes die.

usage: cluster_test.py BIN_DIRECTORY SOURCE_DIRECTORY equal|corpus|chaos|refusals [COUNT]

equal     reference programs and COUNT random ones: 1, 2 and 5 workers find what `-j 1` finds
corpus    the same for every program of tests/programs/check, with two workers
chaos     COUNT runs in which workers are killed and stopped, the broker is restarted, and the client is killed and
          attaches again
refusals  what does not belong to a run, or to this cluster
"""

import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

import local_cluster
from local_cluster import Cluster, check_alone

# Shows that sub-trees are handed out, though the programs are small: the first execution is done here.
AT_ONCE = ("--slice", "0.00001")

REFERENCE = [
    "assertion_lost_update.c",
    "condition_bounded_buffer.c",
    "cpp_mutex_two_deadlocks.cpp",
    "deadlock_of_three.c",
    "join_orders.c",
    "memory_use_after_free.c",
    "paper_inspect_database.c",
    "paper_quicksand_figure_6.c",
    "readers_writers.c",
    "rwlock_readers_writer.c",
]


def build(bin_directory, source, output, *flags):
    wrapper = "selvage-c++" if source.suffix == ".cpp" else "selvage-cc"
    standard = ["-std=c++20"] if source.suffix == ".cpp" else []
    subprocess.run([bin_directory / wrapper, *standard, "-O1", "-g", *flags, source, "-o", output, "-pthread"], check=True)
    return output


def random_program(draw):
    """Three threads, a few operations each on shared variables and locks; now and then threads create threads."""
    operations = [
        "pthread_mutex_lock(&m[{0}]); x[{1}]++; pthread_mutex_unlock(&m[{0}]);",
        "atomic_fetch_add(&a[{1}], 1);",
        "if (atomic_load(&a[{0}]) == 1) atomic_store(&a[{1}], 2);",
        "x[{1}] = x[{0}] + 1;",
        "pthread_mutex_lock(&m[{0}]); if (x[{1}] > 1) x[{0}] = 0; pthread_mutex_unlock(&m[{0}]);",
        "assert(atomic_load(&a[{0}]) < 4);",
        "pthread_mutex_lock(&m[{0}]); pthread_mutex_lock(&m[{1}]); pthread_mutex_unlock(&m[{1}]); "
        "pthread_mutex_unlock(&m[{0}]);",
        "{{ pthread_t t; pthread_create(&t, 0, leaf, (void*){1}L); pthread_join(t, 0); }}",
    ]
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stdatomic.h>"]
    lines += ["int x[2]; atomic_int a[2];"]
    lines += ["pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};"]
    lines += ["static void* leaf(void* p) { atomic_fetch_add(&a[(long)p], 1); return 0; }"]
    for thread in range(3):
        body = "\n  ".join(
            draw.choice(operations).format(*draw.sample((0, 1), 2)) for _ in range(draw.randint(1, 3))
        )
        lines.append(f"static void* run{thread}(void* p) {{\n  {body}\n  return p;\n}}")
    lines.append("int main(void) {\n  pthread_t t[3];")
    for thread in range(3):
        lines.append(f"  pthread_create(&t[{thread}], 0, run{thread}, 0);")
    lines.append("  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);\n  return 0;\n}")
    return "\n".join(lines) + "\n"


def compare(cluster, bin_directory, work, program, *options):
    alone = check_alone(bin_directory, work, program, *options)
    together = cluster.check(program, *AT_ONCE, *options)
    assert together == alone, f"{program} {options} with {len(cluster.workers)} workers:\n{together}\n{alone}"


def equal(bin_directory, sources, work, count, draw):
    programs = []
    for name in REFERENCE:
        programs.append(build(bin_directory, sources / "tests/programs/check" / name, work / pathlib.Path(name).stem))
    for i in range(count):
        source = work / f"random{i}.c"
        source.write_text(random_program(draw))
        programs.append(build(bin_directory, source, work / source.stem))
    with Cluster(bin_directory, work) as cluster:
        for workers in (1, 2, 5):
            while len(cluster.workers) < workers:
                cluster.add_worker()
            handed_out = 0
            for program in programs:
                compare(cluster, bin_directory, work, program, "--keep-going")
                handed_out += cluster.run_of_client() is not None
            print(f"{len(programs)} programs with {workers} workers, {handed_out} of them handed out: the same")
            assert handed_out * 2 > len(programs), handed_out
        compare(cluster, bin_directory, work, programs[4], "--keep-going", "--strategy", "source")
        compare(cluster, bin_directory, work, programs[4], "--keep-going", "--sharing", "full")
        first = cluster.check(programs[0], *AT_ONCE)
        assert first["verdict"] == "bug" and len(first["findings"]) == 1, first
        assert cluster.status() == "no runs\n", cluster.status()


def corpus(bin_directory, sources, work, _count, _draw):
    """Every program of the corpus that a complete search is made of, with two workers."""
    with Cluster(bin_directory, work) as cluster:
        for _ in range(2):
            cluster.add_worker()
        handed_out = 0
        paths = sorted((sources / "tests/programs/check").glob("*.c*"))
        for path in paths:
            said = dict(re.findall(r"^// ([a-z-]+): *(.*)$", path.read_text(), re.MULTILINE))
            program = build(bin_directory, path, work / path.stem)
            compare(cluster, bin_directory, work, program, "--keep-going", *said.get("check-options", "").split())
            handed_out += cluster.run_of_client() is not None
        print(f"{len(paths)} programs, {handed_out} of them handed out: the same as on one machine")
        assert cluster.status() == "no runs\n", cluster.status()


class Chaos:
    """One run to its end, with accidents on the way."""

    def __init__(self, cluster, program, draw):
        self.cluster, self.program, self.draw = cluster, program, draw
        self.done = []
        self.client = None
        self.options = ("--slice", draw.choice(("0.005", "0.1")))

    def accident(self):
        what = self.draw.choice(("kill", "kill", "stop", "broker", "client", "client"))
        cluster, worker = self.cluster, self.draw.choice(self.cluster.workers)
        self.done.append(what)
        if what == "kill":
            cluster.kill_worker(worker)
            cluster.add_worker()
        elif what == "stop":
            worker.send_signal(signal.SIGSTOP)
            time.sleep(self.draw.choice((0.3, 6)))
            worker.send_signal(signal.SIGCONT)
        elif what == "broker":
            cluster.broker.kill()
            time.sleep(self.draw.uniform(0, 1))
            cluster.broker.start()
        else:
            self.kill_client()

    def kill_client(self):
        self.client.kill()
        self.client.wait()
        run = self.cluster.run_of_client()
        if run and f"{run}  started" in self.cluster.status():
            self.client = self.cluster.start_check(self.program, *self.options, "--attach", run)
            (self.cluster.folder / "client.log").write_text(f"selvage: run {run};\n")
            return
        # It came to nothing, or it is over already.
        for left in re.findall(r"^(\w+)  not begun", self.cluster.status(), re.MULTILINE):
            self.cluster.remove(left)
        self.client = self.cluster.start_check(self.program, *self.options)

    def run(self):
        self.client = self.cluster.start_check(self.program, *self.options)
        for _ in range(self.draw.randint(1, 4)):
            try:
                self.client.wait(timeout=self.draw.uniform(0.05, 1.5))
                break
            except subprocess.TimeoutExpired:
                self.accident()
        try:
            self.client.wait(timeout=240)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"stands still after {self.done}: {self.cluster.status()}")
        return local_cluster.result_of(self.cluster.folder / "summary.json", self.client.returncode)


def chaos(bin_directory, sources, work, count, draw):
    source = sources / "tests/explore/programs/increments.c"
    program = build(bin_directory, source, work / "increments", "-DK=6")
    nested = work / "nested.c"
    nested.write_text(NESTED)
    programs = [program, build(bin_directory, nested, work / "nested")]
    expected = {each: check_alone(bin_directory, work, each) for each in programs}
    print({each.name: result["executions"] for each, result in expected.items()})
    with Cluster(bin_directory, work) as cluster:
        for _ in range(2):
            cluster.add_worker()
        for number in range(count):
            each = draw.choice(programs)
            one = Chaos(cluster, each, draw)
            result = one.run()
            assert result == expected[each], (number, each.name, one.done, result, expected[each])
            assert cluster.status() == "no runs\n", (one.done, cluster.status())
            print(f"{number + 1}: {each.name}, {', '.join(one.done) or 'nothing'}: the same", flush=True)
    deadline = time.monotonic() + 10
    while left_processes(work) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left_processes(work), left_processes(work)


# Threads that create threads: their numbers have to be agreed on between machines.
NESTED = r"""
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b, c;
static void* leaf(void* p) {
  atomic_fetch_add(&a, 1);
  atomic_fetch_add(&b, 1);
  atomic_fetch_add(&c, 1);
  return p;
}
static void* branch(void* p) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, leaf, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, branch, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
"""


def left_processes(work):
    """Programs under test are in a folder of a worker, or here."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            executable = os.readlink(entry / "exe")
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue
        is_program = executable.startswith(str(work)) or re.search(r"/selvage[^/]*/program$", executable)
        if is_program and str(work).encode() in environment:
            found.append((entry.name, executable))
    return found


def refusals(bin_directory, sources, work, _count, _draw):
    source = sources / "tests/explore/programs/increments.c"
    program = build(bin_directory, source, work / "increments", "-DK=6")
    other = build(bin_directory, source, work / "other", "-DK=5")
    selvage = bin_directory / "selvage"

    def refused(*words):
        done = subprocess.run([selvage, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        assert done.returncode == 2, (words, done)
        return done.stderr

    assert "without a password" in refused("worker", "--connect", "nats://example.org:4222")
    assert "tls://" in refused("worker", "--connect", "nats://user:word@example.org:4222")
    assert "cannot be reached" in refused("worker", "--connect", f"nats://127.0.0.1:{local_cluster.free_port()}")
    with Cluster(bin_directory, work) as cluster:
        url = cluster.broker.url
        for words in (("--strategy", "pct", "--max-executions", "10"), ("--preemptions", "1"), ("--max-executions", "9")):
            assert "--cluster" in refused("check", "--cluster", url, *words, program)
        # A run without workers stays where it is; it belongs to one program and one set of options.
        client = cluster.start_check(program, *AT_ONCE)
        while "started" not in cluster.status():
            time.sleep(0.1)
        run = cluster.run_of_client()
        assert "another program" in refused("check", "--cluster", url, "--attach", run, other)
        assert "other options" in refused("check", "--cluster", url, "--attach", run, "--keep-going", program)
        # Interrupted, it is gone everywhere.
        client.send_signal(signal.SIGINT)
        assert client.wait(timeout=30) == 21
        assert cluster.status() == "no runs\n", cluster.status()
    print("refused what does not belong there")


def main():
    bin_directory, sources = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    part = {"equal": equal, "corpus": corpus, "chaos": chaos, "refusals": refusals}[sys.argv[3]]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    seed = os.environ.get("SELVAGE_SEED", str(time.time_ns()))
    print(f"SELVAGE_SEED={seed}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SELVAGE_TEST_FOLDER"] = folder
        part(bin_directory, sources, pathlib.Path(folder), count, random.Random(seed))


if __name__ == "__main__":
    main()
