"""What a cluster offers besides dividing a search.

usage: features_test.py BIN_DIRECTORY SOURCE_DIRECTORY PART

libraries   a worker whose libraries differ, or are not there, is sent them, and keeps them
sent        files that a program reads are sent
unsuitable  a machine of another kind says so, and leaves the work to others
keys        what was not written with the key of the cluster does not count
status      what is shown of a run, and what is left of one that is interrupted
fair        runs share a worker
memory      a program that takes more memory than it may is a worker's error, and no finding
reductions  reductions that learn from executions of all workers
"""

import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

import local_cluster
from local_cluster import AT_ONCE, Cluster, build, check_alone, compare, random_program, text_of, wait_for


def can_mount():
    return subprocess.run(["unshare", "-Urm", "true"], capture_output=True).returncode == 0


def elsewhere(*mounts):
    """Words that begin a command for which these mounts were made: another machine, as far as files go."""
    script = " && ".join((*(f"mount {mount}" for mount in mounts), 'exec "$@"'))
    return ["unshare", "-Urm", "sh", "-c", script, "sh"]


LIBRARY_USER = r"""
#include <pthread.h>
#include <stdatomic.h>
int count_of_threads(void);
atomic_int a;
static void* add(void* p) {
  atomic_fetch_add(&a, 1);
  return p;
}
int main(void) {
  pthread_t t[4];
  int count = count_of_threads();
  for (int i = 0; i < count; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < count; i++) pthread_join(t[i], 0);
  return 0;
}
"""


def library(folder, count):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "count.c").write_text(f"int count_of_threads(void) {{ return {count}; }}\n")
    command = ["clang-19", "-shared", "-fPIC", folder / "count.c", "-o", folder / "libcount.so"]
    subprocess.run(command, check=True)


def libraries(bin_directory, _sources, work):
    if not can_mount():
        return print("namespaces cannot be made here: left out")
    # Outside of folders for temporary files, which programs have for themselves.
    outside = pathlib.Path(tempfile.mkdtemp(dir=bin_directory.parent))
    try:
        library(outside / "mine", 3)
        library(outside / "other", 2)
        source = work / "user.c"
        source.write_text(LIBRARY_USER)
        flags = [f"-L{outside}/mine", "-lcount", f"-Wl,-rpath,{outside}/mine"]
        program = build(bin_directory, source, outside / "user", *flags)
        (work / "empty").mkdir()
        machines = {
            "differs": elsewhere(f"--bind {outside}/other {outside}/mine"),
            "is not there": elsewhere(f"-t tmpfs tmpfs {outside}"),
        }
        for what, prefix in machines.items():
            log = work / "workers.log"
            log.write_text("")
            with Cluster(bin_directory, work) as cluster:
                cluster.add_worker(prefix=prefix)
                compare(cluster, bin_directory, work, program, "--keep-going")
                assert cluster.run_of_client() is not None
                assert "cannot take part" not in text_of(log), text_of(log)
                assert "works for run" in text_of(log), text_of(log)
                # What was kept is checked when it is used again.
                kept = list((work / "cache/selvage/files").iterdir())
                assert len(kept) >= 2, kept
                for path in kept:
                    path.write_bytes(b"damaged")
                compare(cluster, bin_directory, work, program, "--keep-going")
            print(f"a library that {what}: sent")
    finally:
        subprocess.run(["rm", "-rf", outside], check=True)
    # There programs see a folder of their own.
    library(work / "mine", 3)
    flags = [f"-L{work}/mine", "-lcount", f"-Wl,-rpath,{work}/mine"]
    program = build(bin_directory, source, work / "user", *flags)
    with Cluster(bin_directory, work) as cluster:
        cluster.add_worker()
        compare(cluster, bin_directory, work, program, "--keep-going")
        assert cluster.run_of_client() is not None
    print("a library in a folder for temporary files: shown")


READER = r"""
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
atomic_int a;
static void* add(void* p) {
  atomic_fetch_add(&a, 1);
  return p;
}
int main(void) {
  int count = 1, more = 1;
  FILE* file = fopen("data/count", "r");
  if (file && fscanf(file, "%d", &count) != 1) count = 1;
  file = fopen(FOLDER "/more", "r");
  if (file && fscanf(file, "%d", &more) != 1) more = 1;
  pthread_t t[8];
  for (int i = 0; i < count + more; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < count + more; i++) pthread_join(t[i], 0);
  return 0;
}
"""


def sent(bin_directory, _sources, work):
    if not can_mount():
        return print("namespaces cannot be made here: left out")
    outside = pathlib.Path(tempfile.mkdtemp(dir=bin_directory.parent))
    try:
        (outside / "data").mkdir()
        (outside / "data/count").write_text("2\n")
        (outside / "more").write_text("2\n")
        source = work / "reader.c"
        source.write_text(READER)
        program = build(bin_directory, source, outside / "reader", f'-DFOLDER="{outside}"')
        os.chdir(outside)
        files = ("--send", "data", "--send", f"{outside}/more")
        with Cluster(bin_directory, work) as cluster:
            cluster.add_worker(prefix=elsewhere(f"-t tmpfs tmpfs {outside}"))
            client = cluster.start_check(program, *AT_ONCE)
            wait_for(lambda: "does something else here" in text_of(work / "workers.log"))
            wait_for(lambda: "does not take part" in text_of(work / "client.log"))
            client.send_signal(signal.SIGINT)
            assert client.wait(timeout=30) == 21
            together = cluster.check(program, *AT_ONCE, *files)
            assert cluster.run_of_client() is not None
        assert together == check_alone(bin_directory, work, program), together
    finally:
        os.chdir("/")
        subprocess.run(["rm", "-rf", outside], check=True)
    print("files that the program reads: sent")


def unsuitable(bin_directory, sources, work):
    program = build(bin_directory, sources / "tests/explore/programs/increments.c", work / "increments", "-DK=4")
    if subprocess.run(["setarch", "linux32", "true"], capture_output=True).returncode != 0:
        return print("setarch does not work here: left out")
    with Cluster(bin_directory, work) as cluster:
        cluster.add_worker(prefix=["setarch", "linux32"])
        client = cluster.start_check(program, *AT_ONCE, "--keep-going")
        wait_for(lambda: "this machine is" in text_of(work / "workers.log"))
        wait_for(lambda: "does not take part" in text_of(work / "client.log"))
        assert "does not take part" in cluster.status(), (cluster.status(), text_of(work / "client.log"))
        cluster.add_worker()
        client.wait(timeout=120)
        together = local_cluster.result_of(work / "summary.json", client.returncode)
    assert together == check_alone(bin_directory, work, program, "--keep-going"), together
    print("a machine of another kind leaves the work to others")


class Connection:
    """NATS spoken by hand, by somebody who can reach the broker and has no key."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.recv(65536)
        self.socket.sendall(b'CONNECT {"verbose":false}\r\n')

    def publish(self, subject, content):
        self.socket.sendall(f"PUB {subject} {len(content)}\r\n".encode() + content + b"\r\nPING\r\n")
        self.socket.recv(65536)


def keys(bin_directory, sources, work):
    program = build(bin_directory, sources / "tests/explore/programs/increments.c", work / "increments", "-DK=6")
    expected = check_alone(bin_directory, work, program)
    selvage = bin_directory / "selvage"
    subprocess.run([selvage, "cluster", "key", work / "other.key"], check=True)
    assert subprocess.run([selvage, "cluster", "key", work / "other.key"], capture_output=True).returncode == 2
    (work / "read.key").write_bytes((work / "other.key").read_bytes())
    (work / "read.key").chmod(0o644)
    with Cluster(bin_directory, work) as cluster:
        words = [selvage, "worker", "--connect", cluster.broker.url, "--key", work / "read.key"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=30)
        assert done.returncode == 2 and "others may read it" in done.stderr, done
        cluster.add_worker(options=["--key", work / "other.key"])
        client = cluster.start_check(program, "--slice", "0.1")
        wait_for(lambda: "another key" in text_of(work / "workers.log"))
        run = wait_for(cluster.run_of_client)
        forger = Connection(cluster.broker.port)
        for name in ("log.result.1.forged", "log.thread.7", "log.anything", "work.1"):
            forger.publish(f"selvage.{run}.{name}", b"x" * 100)
        forger.publish("selvage.unknown.log.result.1.whole-1", b"x" * 100)
        cluster.add_worker()
        client.wait(timeout=240)
        result = local_cluster.result_of(work / "summary.json", client.returncode)
        assert result == expected, (result, expected)
        assert "refused result.1.forged" in text_of(work / "client.log"), text_of(work / "client.log")
        assert "refused an item" in text_of(work / "workers.log"), text_of(work / "workers.log")
        assert cluster.status() == "no runs\n", cluster.status()
    print("what was not written with the key does not count")


def executions_in(status):
    return [int(number.replace(",", "")) for number in re.findall(r"^  ([\d,]+) executions?,", status, re.MULTILINE)]


def status(bin_directory, sources, work):
    program = build(bin_directory, sources / "tests/explore/programs/increments.c", work / "increments", "-DK=9")
    with Cluster(bin_directory, work) as cluster:
        cluster.add_worker()
        client = cluster.start_check(program, "--slice", "0.5", output=work / "output")
        shown = wait_for(lambda: "worker " in cluster.status() and cluster.status())
        for part in (" a second lately", " % done after ", " left; ", " in the queue, ", f"/{cluster.workers[0].pid}: "):
            assert part in shown, (part, shown)
        run = cluster.run_of_client()
        client.send_signal(signal.SIGINT)
        assert client.wait(timeout=30) == 21
        result = json.loads((work / "summary.json").read_text())
        assert result["executions"] >= executions_in(shown)[0] > 0, (result["executions"], shown)
        assert "nterrupted" in text_of(work / "output"), text_of(work / "output")
        assert cluster.status() == "no runs\n", cluster.status()
        wait_for(lambda: f"run {run} is over" in text_of(work / "workers.log"))
    print("shown, interrupted, gone")


def fair(bin_directory, sources, work):
    program = build(bin_directory, sources / "tests/explore/programs/increments.c", work / "increments", "-DK=9")
    small = build(bin_directory, sources / "tests/explore/programs/increments.c", work / "small", "-DK=4")
    with Cluster(bin_directory, work) as cluster:
        cluster.add_worker()
        clients = [cluster.start_check(program, "--slice", "0.5") for _ in range(2)]
        wait_for(lambda: len(executions_in(cluster.status())) == 2)
        first, begin = executions_in(cluster.status()), time.monotonic()

        def gained():
            now = executions_in(cluster.status())
            return [b - a for a, b in zip(first, now)]

        # Slices by the dozen: after the first few it is chance who had more.
        wait_for(lambda: time.monotonic() > begin + 6 and min(gained()) > 10_000, seconds=120)
        one, other = gained()
        assert max(one, other) < 4 * min(one, other), (one, other)
        # A small one does not wait for the large ones.
        begin = time.monotonic()
        result = cluster.check(small, *AT_ONCE, timeout=200)
        assert result["verdict"] == "verified", result
        assert all(client.poll() is None for client in clients)
        assert cluster.run_of_client() is not None
        print(f"{one} and {other} executions meanwhile; a small check took {time.monotonic() - begin:.1f} s")
        for client in clients:
            client.send_signal(signal.SIGINT)
        assert [client.wait(timeout=30) for client in clients] == [21, 21]


# Takes memory if the second thread comes first, or always; and would say so if it did not get any.
HUNGRY = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
atomic_int flag;
static void* set(void* p) {
  atomic_store(&flag, 1);
  return p;
}
static void* look(void* p) {
  int seen = atomic_load(&flag);
  if (ALWAYS || seen == 0) {
    size_t size = (size_t)300 << 20;
    char* block = malloc(size);
    assert(block);
    memset(block, 1, size);
    free(block);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, set, 0);
  pthread_create(&t[1], 0, look, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
"""


def memory(bin_directory, sources, work):
    source = work / "hungry.c"
    source.write_text(HUNGRY)
    sometimes = build(bin_directory, source, work / "sometimes", "-DALWAYS=0")
    always = build(bin_directory, source, work / "always", "-DALWAYS=1")
    small = build(bin_directory, sources / "tests/programs/check/join_orders.c", work / "small")
    with Cluster(bin_directory, work) as cluster:
        cluster.add_worker(options=["--memory", "150M"])
        found = cluster.check(sometimes, *AT_ONCE, "--keep-going")
        assert found["exit_code"] == 3 and not found["findings"], found
        assert "150 MiB is this worker's limit" in found["error"], found
        assert cluster.status() == "no runs\n", cluster.status()
        # Where it shows at once, the work is left to others.
        client = cluster.start_check(always, *AT_ONCE, "--keep-going")
        wait_for(lambda: "worker's limit" in text_of(work / "client.log"), lambda: text_of(work / "workers.log"))
        cluster.add_worker(options=["--memory", "2G"])
        assert client.wait(timeout=120) == 0, text_of(work / "client.log")
        # It has done no harm.
        assert all(worker.poll() is None for worker in cluster.workers)
        cluster.kill_worker(cluster.workers[1])
        compare(cluster, bin_directory, work, small, "--keep-going")
    for words in (["--memory", "0"], ["--memory", "much"]):
        command = [bin_directory / "selvage", "worker", "--connect", "nats://127.0.0.1:1", *words]
        assert subprocess.run(command, capture_output=True, timeout=30).returncode == 2, words
    print("a worker's limit is a worker's, and no finding")


REDUCED = [
    ("tests/programs/check/mutex_counter.c", "critical-sections"),
    ("tests/programs/check/condition_bounded_buffer.c", "critical-sections"),
    ("tests/programs/check/paper_inspect_database.c", "critical-sections"),
    ("tests/programs/check/readers_writers.c", "critical-sections"),
    ("tests/programs/check/verifier_atomic_differs.c", "critical-sections"),
    ("tests/programs/check/verifier_atomic.c", "commuting-operations"),
    ("tests/explore/programs/increments.c", "commuting-operations"),
    ("tests/programs/check/join_orders.c", "unread-writes"),
    ("tests/reductions/disjoint_sections.c", "critical-sections"),
    ("tests/reductions/structures/hash_table.c", "all"),
]


def reductions(bin_directory, sources, work):
    draw = random.Random(7)
    cases = [(sources / path, name) for path, name in REDUCED]
    for i in range(6):
        cases.append((work / f"random{i}.c", "critical-sections"))
        cases[-1][0].write_text(random_program(draw))
    handed_out = 0
    with Cluster(bin_directory, work) as cluster:
        for _ in range(2):
            cluster.add_worker()
        for source, name in cases:
            program = build(bin_directory, source, work / source.stem, "-DK=3")
            words = () if name == "critical-sections" else ("--check", "deadlock,assertion")
            compare(cluster, bin_directory, work, program, "--keep-going", "--reduction", name, *words)
            handed_out += cluster.run_of_client() is not None
    assert handed_out * 2 > len(cases), handed_out
    print(f"{len(cases)} checks with reductions, {handed_out} of them handed out: the same as on one machine")


def main():
    bin_directory, sources = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    parts = (libraries, sent, unsuitable, keys, status, fair, memory, reductions)
    part = {each.__name__: each for each in parts}[sys.argv[3]]
    with local_cluster.own_folder() as folder:
        part(bin_directory, sources, folder)


if __name__ == "__main__":
    main()
