"""A broker and workers on this machine, for tests: private, on ports of their own, and gone afterwards."""

import json
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import time

# A shell has its background jobs ignore it, and a check that was started like that keeps doing so.
signal.signal(signal.SIGINT, signal.default_int_handler)


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
    findings = sorted((f["kind"], f.get("file", ""), f.get("line", 0)) for f in result["findings"])
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
