"""Checks on a cluster against checks on one machine.

usage: cluster_test.py BIN_DIRECTORY SOURCE_DIRECTORY PART [COUNT]

equal     reference programs and COUNT random ones: 1, 2 and 5 workers find what `-j 1` finds
first     a check that ends with its first finding
options   what changes how a search goes
corpus    the same for every program of tests/programs/check; with COUNT, for so many of them, drawn
nodes     COUNT runs at three brokers of which one is killed
secured   a broker with a password and TLS
confined  programs that workers execute change no files
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
from local_cluster import AT_ONCE, Cluster, build, check_alone, compare, random_program, text_of, wait_for

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


def equal(bin_directory, sources, work, count, draw):
    programs = []
    for name in REFERENCE:
        programs.append(build(bin_directory, sources / "tests/programs/check" / name, work / pathlib.Path(name).stem))
    for i in range(count):
        source = work / f"random{i}.c"
        source.write_text(random_program(draw))
        programs.append(build(bin_directory, source, work / source.stem))
    compare_with_numbers(bin_directory, work, [(program, ()) for program in programs])


def compare_with_numbers(bin_directory, work, programs):
    """With 1, 2 and 5 workers what `-j 1` gives, for programs with options each."""
    alone = [check_alone(bin_directory, work, program, "--keep-going", *words) for program, words in programs]
    with Cluster(bin_directory, work) as cluster:
        for workers in (1, 2, 5):
            while len(cluster.workers) < workers:
                cluster.add_worker()
            handed_out = 0
            for (program, words), expected in zip(programs, alone):
                compare(cluster, bin_directory, work, program, "--keep-going", *words, alone=expected)
                handed_out += cluster.run_of_client() is not None
            print(f"{len(programs)} programs with {workers} workers, {handed_out} of them handed out: the same")
            assert handed_out * 2 > len(programs), handed_out
        assert cluster.status() == "no runs\n", cluster.status()


def corpus(bin_directory, sources, work, count, draw):
    """Programs of the corpus that a complete search is made of."""
    paths = sorted((sources / "tests/programs/check").glob("*.c*"))
    programs = []
    for path in sorted(draw.sample(paths, min(count or len(paths), len(paths)))):
        said = dict(re.findall(r"^// ([a-z-]+): *(.*)$", path.read_text(), re.MULTILINE))
        program = build(bin_directory, path, work / path.stem)
        programs.append((program, said.get("check-options", "").split()))
    compare_with_numbers(bin_directory, work, programs)


def first(bin_directory, sources, work, _count, _draw):
    """Without --keep-going a check ends with its first finding."""
    program = build(bin_directory, sources / "tests/programs/check" / REFERENCE[0], work / "first")
    with Cluster(bin_directory, work) as cluster:
        cluster.add_worker()
        result = cluster.check(program, *AT_ONCE)
        assert result["verdict"] == "bug" and len(result["findings"]) == 1, result
        assert cluster.status() == "no runs\n", cluster.status()


# What changes how a search goes: it has to go the same way elsewhere.
MIXED = [
    ("tests/programs/check/race_observed.c", "--suppressions", "{work}/suppressions"),
    ("tests/programs/check/paper_inspect_database.c", "--reduction", "predicate-dependence", "--check", "deadlock,assertion"),
    ("tests/programs/check/deadlock_of_three.c", "--strategy", "dfs"),
    ("tests/programs/check/deadlock_of_three.c", "--strategy", "classic"),
    ("tests/programs/check/join_orders.c", "--sharing", "full"),
    ("tests/programs/signal_handler_in_target.c",),
    ("tests/programs/signal_while_blocked_on_mutex.c",),
    ("tests/programs/live/flag_each_of_three.c",),
    ("examples/philosophers.c", "--reduction", "symmetry"),
    ("{work}/asking.c", "--ltl", "G (q -> F g)", "--atom", "q: asked == 1", "--atom", "g: granted == 1"),
]

ASKING = r"""
#include <pthread.h>
#include <stdatomic.h>
atomic_int asked, granted;
static void* ask(void* p) {
  atomic_store(&asked, 1);
  return p;
}
static void* grant(void* p) {
  if (atomic_load(&asked)) atomic_store(&granted, 1);
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, ask, 0);
  pthread_create(&t[1], 0, grant, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
"""


def options(bin_directory, sources, work, _count, _draw):
    (work / "suppressions").write_text("race:*\n")
    (work / "asking.c").write_text(ASKING)
    with Cluster(bin_directory, work, jobs=2) as cluster:
        for _ in range(2):
            cluster.add_worker()
        for path, *words in MIXED:
            source = sources / path.format(work=work)
            program = build(bin_directory, source, work / source.stem)
            compare(cluster, bin_directory, work, program, "--keep-going", *(word.format(work=work) for word in words))
            assert cluster.run_of_client() is not None, path
    print(f"{len(MIXED)} programs with options: the same as on one machine")


def nodes(bin_directory, sources, work, count, draw):
    """Of three brokers one is killed in mid-run, and comes back."""
    program = build(bin_directory, sources / "tests/explore/programs/increments.c", work / "increments", "-DK=6")
    expected = check_alone(bin_directory, work, program)
    with Cluster(bin_directory, work, broker=local_cluster.ThreeBrokers(work)) as cluster:
        time.sleep(3)  # until they have a leader
        for _ in range(2):
            cluster.add_worker()
        for number in range(count):
            client = cluster.start_check(program, "--slice", "0.05")
            time.sleep(draw.uniform(0.2, 2))
            node = draw.choice(cluster.broker.nodes)
            node.kill()
            time.sleep(draw.uniform(0.5, 3))
            node.start()
            try:
                client.wait(timeout=200)
            except subprocess.TimeoutExpired:
                client.kill()
                client.wait()
                raise AssertionError(f"stands still: {cluster.status()}")
            result = local_cluster.result_of(work / "summary.json", client.returncode)
            assert result == expected, (result, expected, (work / "client.log").read_text())
            print(f"{number + 1}: without {node.url} for a while: the same", flush=True)
        assert cluster.status() == "no runs\n", cluster.status()


def secured(bin_directory, sources, work, _count, _draw):
    """With a password and TLS; without one of them there is no way in."""
    key, certificate = work / "key.pem", work / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key]
    command += ["-out", certificate, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run(command, check=True, capture_output=True)
    extra = ["--user", "me", "--pass", "word", "--tls", "--tlscert", certificate, "--tlskey", key]
    broker = local_cluster.Broker(work, extra)
    port = broker.port
    broker.url = f"tls://me:word@127.0.0.1:{port}"
    program = build(bin_directory, sources / "tests/programs/check/join_orders.c", work / "join_orders")
    with Cluster(bin_directory, work, broker=broker, connection=["--ca", certificate]) as cluster:
        cluster.add_worker()
        compare(cluster, bin_directory, work, program, "--keep-going")
        for url in (f"tls://127.0.0.1:{port}", f"tls://me:guess@127.0.0.1:{port}", f"nats://me:word@127.0.0.1:{port}"):
            words = ["--ca", certificate] if url.startswith("tls") else []
            words = [bin_directory / "selvage", "worker", "--connect", url, *words]
            done = subprocess.run(words, capture_output=True, text=True, timeout=30)
            assert done.returncode == 2 and "cannot be reached" in done.stderr, (url, done)
    print("only with the password and TLS")


# Does what it does depending on whether it may write where it was started.
WRITER = r"""
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
atomic_int a;
static void* add(void* p) {
  atomic_fetch_add(&a, 1);
  return p;
}
int main(void) {
  int file = open(FOLDER "/written", O_WRONLY | O_CREAT, 0600);
  pthread_t t[3];
  int count = file < 0 ? 2 : 3;
  for (int i = 0; i < count; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < count; i++) pthread_join(t[i], 0);
  return 0;
}
"""


def confined(bin_directory, _sources, work, _count, _draw):
    """A program that a worker executes for others changes no files; that it does something else there is noticed."""
    source = work / "writer.c"
    source.write_text(WRITER)
    # Outside of folders for temporary files, which it has for itself.
    with tempfile.TemporaryDirectory(dir=bin_directory.parent) as outside, Cluster(bin_directory, work) as cluster:
        cluster.add_worker()
        program = build(bin_directory, source, work / "writer", f'-DFOLDER="{outside}"')
        client = cluster.start_check(program, *AT_ONCE)
        wait_for(lambda: "does something else here" in text_of(work / "workers.log"))
        cluster.connection = ["--unconfined"]
        cluster.add_worker()
        assert client.wait(timeout=60) == 0
    # What it writes into folders for temporary files is gone with it.
    with Cluster(bin_directory, work) as cluster:
        program = build(bin_directory, source, work / "writer", f'-DFOLDER="{work}"')
        client = cluster.start_check(program, *AT_ONCE)
        wait_for(lambda: "started" in cluster.status())
        (work / "written").unlink(missing_ok=True)
        cluster.add_worker()
        assert client.wait(timeout=60) == 0
        assert not (work / "written").exists()
    print("confined")


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
        for words in (("--strategy", "states", "--ltl", "G x"), ("--preemptions", "1"), ("--max-executions", "9")):
            assert "--cluster" in refused("check", "--cluster", url, *words, program)
        # A run without workers stays where it is; it belongs to one program and one set of options.
        client = cluster.start_check(program, *AT_ONCE)
        wait_for(lambda: "started" in cluster.status())
        run = cluster.run_of_client()
        wait_for(lambda: "No worker takes part" in text_of(work / "client.log"))
        assert "another program" in refused("check", "--cluster", url, "--attach", run, other)
        assert "other options" in refused("check", "--cluster", url, "--attach", run, "--keep-going", program)
        # Interrupted, it is gone everywhere.
        client.send_signal(signal.SIGINT)
        assert client.wait(timeout=30) == 21
        assert cluster.status() == "no runs\n", cluster.status()
    print("refused what does not belong there")


def main():
    bin_directory, sources = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    part = {
        each.__name__: each for each in (equal, first, options, corpus, nodes, secured, confined, refusals)
    }[sys.argv[3]]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    seed = os.environ.get("SELVAGE_SEED", str(time.time_ns()))
    print(f"SELVAGE_SEED={seed}")
    with local_cluster.own_folder() as folder:
        part(bin_directory, sources, folder, count, random.Random(seed))


if __name__ == "__main__":
    main()
