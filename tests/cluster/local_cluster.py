"""A broker and workers on this machine, for tests: private, on ports of their own, and gone afterwards; and what the tests
of clusters have in common."""

import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

# A shell has its background jobs ignore it, and a check that was started like that keeps doing so.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Shows that sub-trees are handed out, though the programs are small: the first execution is done here.
AT_ONCE = ("--slice", "0.00001")


@contextlib.contextmanager
def own_folder():
    """For one test, with keys and caches of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = f"{folder}/state"
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        yield pathlib.Path(folder)


def wait_for(condition, otherwise="nothing happened", seconds=60):
    """What the condition gives, once it gives something; else an error with what `otherwise` is or gives."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.1)
    raise AssertionError(otherwise() if callable(otherwise) else otherwise)


def text_of(path):
    return path.read_text() if path.exists() else ""


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


def server_command():
    return shutil.which("nats-server") or "/usr/sbin/nats-server"


def free_port():
    """Not one of those that connections get by themselves: a broker must be able to come back to it."""
    while True:
        port = random.SystemRandom().randint(20000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Broker:
    """One nats-server with JetStream; it keeps its store when it is killed and started again."""

    def __init__(self, folder, extra=(), before=()):
        self.folder, self.extra, self.before = pathlib.Path(folder), list(extra), list(before)
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.process = None
        self.start()

    def start(self):
        log = open(self.folder / "broker.log", "ab")
        command = [*self.before, server_command(), "--jetstream", "--store_dir", self.folder / "store"]
        command += ["--addr", "127.0.0.1", "--port", str(self.port), *self.extra]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the broker does not listen")

    def kill(self):
        self.process.kill()
        self.process.wait()


class ThreeBrokers:
    """Three servers that are one broker, and stay one without one of them."""

    def __init__(self, folder):
        routes = [free_port() for _ in range(3)]
        self.nodes = []
        for i, route in enumerate(routes):
            own = pathlib.Path(folder) / f"node{i}"
            own.mkdir()
            extra = ["--name", f"node{i}", "--cluster_name", "three", "--cluster", f"nats://127.0.0.1:{route}"]
            extra += ["--routes", ",".join(f"nats://127.0.0.1:{port}" for port in routes)]
            self.nodes.append(Broker(own, extra))
        self.url = ",".join(node.url for node in self.nodes)

    def kill(self):
        for node in self.nodes:
            node.kill()


class Cluster:
    def __init__(self, bin_directory, folder, jobs=1, broker=None, connection=()):
        self.selvage = bin_directory / "selvage"
        self.folder, self.jobs, self.connection = pathlib.Path(folder), jobs, list(connection)
        self.broker = broker or Broker(folder)
        self.workers = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for worker in self.workers:
            worker.send_signal(signal.SIGCONT)
            worker.terminate()
        for worker in self.workers:
            try:
                worker.wait(timeout=20)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()
        self.broker.kill()

    def add_worker(self, url=None, prefix=(), options=()):
        log = open(self.folder / "workers.log", "ab")
        command = [*prefix, self.selvage, "worker", "--connect", url or self.broker.url, "-j", str(self.jobs)]
        command += [*self.connection, *options]
        self.workers.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log))
        log.close()

    def kill_worker(self, worker):
        self.workers.remove(worker)
        worker.kill()
        worker.wait()

    def start_check(self, program, *options, url=None, output=None):
        """A client; its run is in its standard error, its result in `summary`."""
        (self.folder / "client.log").write_text("")
        command = [self.selvage, "check", *strategy(options), "-j", "1", "--cluster", url or self.broker.url]
        command += [*self.connection, "--no-minimise", "--save", self.folder / "finding.selvage"]
        command += ["--summary", self.folder / "summary.json", *options, program]
        with open(self.folder / "client.log", "ab") as log, open(output or "/dev/null", "wb") as shown:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=shown, stderr=log)

    def run_of_client(self):
        found = re.search(r"selvage: run (\w+);", (self.folder / "client.log").read_text())
        return found.group(1) if found else None

    def check(self, program, *options, timeout=300):
        process = self.start_check(program, *options)
        try:
            process.wait(timeout=timeout)
        except subprocess.TimeoutExpired:
            print(self.status())
            process.kill()
            process.wait()
            raise AssertionError(f"{program} takes too long; {(self.folder / 'client.log').read_text()}")
        return result_of(self.folder / "summary.json", process.returncode)

    def status(self):
        command = [self.selvage, "cluster", "status", "--connect", self.broker.url, *self.connection]
        return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout

    def remove(self, run):
        command = [self.selvage, "cluster", "remove", "--connect", self.broker.url, run]
        subprocess.run(command, check=True, timeout=60)


def strategy(options):
    """One that is the same on one machine as on many: not all reductions are for both. With one there is no campaign."""
    return [] if {"--strategy", "--reduction", "--budget"} & set(options) else ["--strategy", "optimal"]


def result_of(summary, exit_code):
    """What must not depend on how many machines took part."""
    result = json.loads(summary.read_text())
    # Which of two racing accesses comes first depends on the execution that showed the race.
    findings = sorted(
        (
            f["kind"],
            # As text: a place that is not known is null.
            *sorted([str((f.get("file"), f.get("line"))), str((f.get("other_file"), f.get("other_line")))]),
            f.get("strength", ""),
        )
        for f in result["findings"]
    )
    assert result["exit_code"] == exit_code, (result, exit_code)
    return {
        "verdict": result["verdict"],
        "exit_code": exit_code,
        "executions": result["executions"],
        "blocked": result["blocked_executions"],
        "transitions": result["transitions"],
        "findings": findings,
        "error": result.get("error", ""),
    }


def check_alone(bin_directory, folder, program, *options):
    summary = pathlib.Path(folder) / "alone.json"
    command = [bin_directory / "selvage", "check", *strategy(options), "-j", "1", "--no-minimise", "--save", f"{folder}/alone.selvage"]
    command += ["--summary", summary, *options, program]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
    return result_of(summary, done.returncode)


def compare(cluster, bin_directory, work, program, *options, alone=None):
    alone = alone or check_alone(bin_directory, work, program, *options)
    together = cluster.check(program, *AT_ONCE, *options)
    assert together == alone, f"{program} {options} with {len(cluster.workers)} workers:\n{together}\n{alone}"
