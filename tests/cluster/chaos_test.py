"""Checks on a cluster in which everything goes wrong that can: they end with what `-j 1` gives, and leave nothing behind.

usage: chaos_test.py BIN_DIRECTORY SOURCE_DIRECTORY COUNT [CLUSTERS]

COUNT runs, at so many clusters at a time: most of a run is waiting. In each of them a few accidents happen:

kill      a worker is killed; another one comes
stop      a worker or the client is stopped, and continued; 6 seconds are long enough to be taken for dead
broker    the broker is killed, or ended, and started again on its store
client    the client is killed, and another one attaches to the run
cut       all connections are cut, and for a while there are no others
silence   connections stay, and nothing comes through
disorder  messages come twice, late, and in another order

SELVAGE_SEED repeats a sequence of draws. Time makes the rest, so that a failure need not come again.
"""

import collections
import multiprocessing
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
import nats_client
from local_cluster import Cluster, build, check_alone
from nats_proxy import Proxy

# Longer than the silence after which a sub-tree goes to another worker.
LONG = 6

# Threads that create threads: their numbers have to be agreed on between machines.
NESTED = r"""
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b, c;
static void* leaf(void* p) {
  atomic_fetch_add(&a, 1);
  atomic_fetch_add(&b, 1);
  return p;
}
static void* branch(void* p) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, leaf, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  atomic_fetch_add(&c, 1);
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, branch, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
"""

# What threads share turns up in mid-search, behind a condition, so that it starts over; several findings.
FOUND_LATE = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int turns;
_Atomic(int*) late;
int plain;
static void* run(void* p) {
  for (int i = 0; i < 3; i++) {
    int seen = atomic_load(&turns);
    atomic_store(&turns, seen + 1);
  }
  if (atomic_load(&turns) == 3) {
    int* fresh = malloc(sizeof(int));
    *fresh = 0;
    atomic_store(&late, fresh);
    plain++;
  }
  int* other = atomic_load(&late);
  if (other) ++*other;
  assert(atomic_load(&turns) != 2);
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
"""


class Accidents:
    """One run to its end, with accidents on the way."""

    def __init__(self, cluster, proxy, program, draw):
        self.cluster, self.proxy, self.program, self.draw = cluster, proxy, program, draw
        self.done = []
        self.client, self.words = None, ()
        self.options = ("--keep-going", "--slice", draw.choice(("0.005", "0.05", "0.5")))

    def kill(self):
        self.cluster.kill_worker(self.draw.choice(self.cluster.workers))
        self.cluster.add_worker(self.proxy.url)

    def stop(self):
        process = self.draw.choice([*self.cluster.workers, self.client])
        process.send_signal(signal.SIGSTOP)
        time.sleep(self.draw.choice((0.1, 0.5, LONG)))
        process.send_signal(signal.SIGCONT)

    def broker(self):
        broker = self.cluster.broker
        broker.process.send_signal(self.draw.choice((signal.SIGKILL, signal.SIGTERM)))
        broker.process.wait()
        time.sleep(self.draw.uniform(0, 1))
        broker.start()

    def cut(self):
        self.proxy.cut()
        time.sleep(self.draw.choice((0.1, 0.5, LONG)))
        self.proxy.mend()

    def silence(self):
        self.proxy.is_silent = True
        time.sleep(self.draw.choice((0.3, 2.5, LONG)))
        self.proxy.mend()

    def disorder(self):
        self.proxy.disturb(self.draw.choice((0, 0.3)), self.draw.choice((0.1, 0.5)), self.draw.choice((0.05, 0.5, 3)))
        time.sleep(self.draw.uniform(0.5, 3))
        if self.draw.random() < 0.5:
            self.proxy.mend()

    def attach(self):
        self.client.kill()
        self.client.wait()
        time.sleep(self.draw.choice((0, 0.5)))
        run, status = self.cluster.run_of_client(), self.cluster.status()
        if run and f"{run}  started" in status:
            self.client = self.start("--attach", run)
            (self.cluster.folder / "client.log").write_text(f"selvage: run {run};\n")
            return
        # It came to nothing, or it is over already.
        for left in re.findall(r"^(\w+)  not begun", status, re.MULTILINE):
            self.cluster.remove(left)
        self.client = self.start()

    def start(self, *words):
        self.words = words
        summary = self.cluster.folder / "summary.json"
        summary.unlink(missing_ok=True)
        return self.cluster.start_check(self.program, *self.options, *words, url=self.proxy.url)

    def wait(self, seconds):
        try:
            self.client.wait(timeout=seconds)
            return True
        except subprocess.TimeoutExpired:
            return False

    def run(self):
        self.client = self.start()
        if self.draw.random() < 0.2:
            self.happen(self.disorder)
        for _ in range(self.draw.randint(1, 4)):
            if self.wait(self.draw.choice((0.02, 0.2, 0.5, 1))):
                break
            kinds = (self.kill, self.kill, self.stop, self.broker, self.attach, self.attach, self.cut, self.silence)
            self.happen(self.draw.choice((*kinds, self.disorder, self.disorder)))
        self.wait(5)
        self.proxy.mend()
        self.replace_turned_away()
        if not self.wait(150):
            self.client.kill()
            self.client.wait()
            raise AssertionError(f"stands still after {self.done}: {self.cluster.status()}\n{self.described()}")
        return local_cluster.result_of(self.cluster.folder / "summary.json", self.client.returncode)

    def replace_turned_away(self):
        """Whoever began without a broker has said so and ended."""
        for worker in list(self.cluster.workers):
            if worker.poll() is not None:
                self.cluster.workers.remove(worker)
                self.cluster.add_worker(self.proxy.url)
        log = self.cluster.folder / "client.log"
        if self.client.poll() == 2 and "cannot be reached" in log.read_text():
            self.client = self.start(*self.words)

    def described(self):
        """What there is to know about a run that failed."""
        broker = self.cluster.broker
        lines = [f"broker: {broker.process.poll() or 'alive'}; streams and files:"]
        lines += [str(path) for path in (broker.folder / "store").rglob("SELVAGE-*")]
        panic = re.search(r"^panic.*(\n.*){8}", (broker.folder / "broker.log").read_text(), re.MULTILINE)
        lines += [panic.group(0)] if panic else []
        for log in ("client.log", "workers.log"):
            lines += [f"{log}:", *(self.cluster.folder / log).read_text().splitlines()[-10:]]
        return "\n".join(lines)

    def happen(self, accident):
        self.done.append(accident.__name__)
        accident()


def left_processes(folder):
    """Programs under test and their guards: all of them have the folder of this test in their environment."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes()
            name = (entry / "comm").read_text().strip()
        except OSError:
            continue
        if str(folder).encode() in environment:
            found.append((entry.name, name))
    return found


def require_nothing_left(cluster, done):
    """Streams are gone when the client is; the broker forgets their files a moment later."""
    assert cluster.status() == "no runs\n", (done, cluster.status())
    streams = nats_client.streams_at(cluster.broker.port)
    assert not streams, (done, streams)
    files = []
    for _ in range(50):
        files = [path for path in (cluster.folder / "store").rglob("*") if path.is_file() and "streams" in path.parts]
        if not files:
            return
        time.sleep(0.1)
    raise AssertionError((done, files))


def one_cluster(bin_directory, folder, programs, expected, number, count, seed):
    """COUNT runs one after the other, in a folder of their own that all their processes know."""
    work = folder / f"cluster{number}"
    work.mkdir()
    (work / "tmp").mkdir()
    os.environ["TMPDIR"] = str(work / "tmp")
    draw = random.Random(f"{seed}/{number}")
    kinds = collections.Counter()
    with Cluster(bin_directory, work) as cluster:
        proxy = Proxy(cluster.broker.port, f"{seed}/{number}")
        for _ in range(2):
            cluster.add_worker(proxy.url)
        for run in range(count):
            program = draw.choice(programs)
            accidents = Accidents(cluster, proxy, program, draw)
            begin = time.monotonic()
            result = accidents.run()
            what = f"{number}.{run + 1} {program.name}: {', '.join(accidents.done) or 'nothing'}"
            log = (work / "client.log").read_text()
            assert result == expected[program.name], (what, accidents.options, result, expected[program.name], log)
            require_nothing_left(cluster, what)
            kinds.update(accidents.done)
            print(f"{what}: the same ({time.monotonic() - begin:.1f} s)", flush=True)
        print(f"cluster {number}: {proxy.counts} {dict(kinds)}", flush=True)
    deadline = time.monotonic() + 10
    while (left := left_processes(work)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left, left
    assert not list((work / "tmp").iterdir()), list((work / "tmp").iterdir())


def main():
    bin_directory, sources = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    count = int(sys.argv[3])
    clusters = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    seed = os.environ.get("SELVAGE_SEED", str(time.time_ns()))
    print(f"SELVAGE_SEED={seed}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        programs = [
            build(bin_directory, sources / "tests/explore/programs/increments.c", folder / "increments", "-DK=5"),
        ]
        for each, text in (("nested", NESTED), ("found_late", FOUND_LATE)):
            (folder / f"{each}.c").write_text(text)
            programs.append(build(bin_directory, folder / f"{each}.c", folder / each))
        expected = {each.name: check_alone(bin_directory, folder, each, "--keep-going") for each in programs}
        print({each: (result["executions"], result["findings"]) for each, result in expected.items()}, flush=True)
        shares = [count // clusters + (i < count % clusters) for i in range(clusters)]
        context = multiprocessing.get_context("fork")
        processes = [
            context.Process(target=one_cluster, args=(bin_directory, folder, programs, expected, i, share, seed))
            for i, share in enumerate(shares)
        ]
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        assert all(process.exitcode == 0 for process in processes), "not all came to the same"
        print(f"{count} runs: the same as without accidents, and nothing left")


if __name__ == "__main__":
    main()
