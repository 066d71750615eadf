"""What a run on a cluster comes to when the broker has no room, when clocks jump, and when somebody sends what is no work.

usage: faults_test.py BIN_DIRECTORY SOURCE_DIRECTORY PART

limits    the broker is full at different moments, by its limits: the check says so, and leaves nothing behind
disk      the disk of the broker is full: the check says what it waits for
clock     the clocks of workers and client jump: the result is the same
unbegun   runs whose client died before they began are removed after a while
forged    items that are no sub-trees, results of sub-trees that there are not, a program that is not whole: they are refused
          and named, and the result is the same
"""

import base64
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import time

import local_cluster
from local_cluster import AT_ONCE, Broker, Cluster, build, check_alone, wait_for
from nats_client import Client

# So many results that they need room.
SHORT = ("--slice", "0.002")


def client_log(work):
    return (work / "client.log").read_text()


def finish(client, seconds=120):
    """Its exit code. A check that never ends is the worst of all errors."""
    try:
        return client.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        client.kill()
        client.wait()
        raise AssertionError("the check does not end")


def broker_with(work, configuration):
    path = work / "broker.conf"
    path.write_text(configuration)
    return Broker(work, ["-c", path])


def require_no_room(cluster, work, program):
    client = cluster.start_check(program, *SHORT)
    code = finish(client)
    said = client_log(work)
    assert code == 4 and "no room left" in said, (code, said)
    look = Client(cluster.broker.port)
    wait_for(lambda: not look.streams(), lambda: look.streams())
    look.close()
    return cluster.run_of_client() is not None and "A worker cannot go on" in said


def limits(bin_directory, sources, work):
    program = build(bin_directory, sources / "tests/explore/programs/increments.c", work / "increments", "-DK=6")
    # The two streams of a run need the program, its environment, and what comes in.
    needed = program.stat().st_size + sum(len(k) + len(v) for k, v in os.environ.items())
    seen_by_worker = 0
    for room in (4096, needed // 2, needed + 80_000, needed + 200_000):
        folder = work / f"room{room}"
        folder.mkdir()
        broker = broker_with(folder, f"jetstream {{ max_file_store: {room} }}\n")
        with Cluster(bin_directory, folder, broker=broker) as cluster:
            cluster.add_worker()
            seen_by_worker += require_no_room(cluster, folder, program)
    assert seen_by_worker, "no limit was met in mid-run"
    folder = work / "streams"
    folder.mkdir()
    account = 'A: { users: [ { user: "a", password: "b" } ], jetstream: { max_streams: 1 } }'
    broker = broker_with(folder, f"jetstream {{}}\naccounts {{ {account} }}\nno_auth_user: a\n")
    with Cluster(bin_directory, folder, broker=broker) as cluster:
        require_no_room(cluster, folder, program)
    print("a broker without room is an error that says so")


def disk(bin_directory, sources, work):
    """The store is a file system of its own, and something else fills it in mid-run."""
    program = build(bin_directory, sources / "tests/explore/programs/increments.c", work / "increments", "-DK=6")
    (work / "store").mkdir()
    script = f'mount -t tmpfs -o size=16m none {work / "store"} && exec "$@"'
    before = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]
    if subprocess.run([*before, "true"], capture_output=True).returncode != 0:
        print("no file systems of one's own here: left out")
        return
    broker = Broker(work, before=before)
    store = pathlib.Path(f"/proc/{broker.process.pid}/root") / work.relative_to("/") / "store"
    with Cluster(bin_directory, work, broker=broker) as cluster:
        cluster.add_worker()
        client = cluster.start_check(program, *SHORT)
        wait_for(lambda: "run " in client_log(work), lambda: client_log(work))
        time.sleep(0.5)
        fill(store / "filler")
        wait_for(lambda: client.poll() is not None or "no room" in client_log(work), lambda: client_log(work))
        assert "no room" in client_log(work), client_log(work)
        # Whether it can be ended there.
        client.send_signal(signal.SIGINT)
        assert finish(client) in (4, 21), client_log(work)
    print("a full disk is named")


def fill(path):
    with open(path, "wb", buffering=0) as file:
        for size in (1 << 20, 4096):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                pass


class ShiftedClock:
    """The time of day of processes started while it is there."""

    def __init__(self, sources, work):
        self.file = work / "clock"
        library = work / "shifted_clock.so"
        source = sources / "tests/cluster/shifted_clock.c"
        subprocess.run(["clang-19", "-O1", "-shared", "-fPIC", source, "-o", library], check=True)
        self.set(0)
        self.environment = {"LD_PRELOAD": str(library), "SELVAGE_TEST_CLOCK": str(self.file)}

    def set(self, seconds):
        with open(self.file, "r+b" if self.file.exists() else "wb") as file:
            file.write(struct.pack("q", seconds))

    def __enter__(self):
        os.environ.update(self.environment)
        return self

    def __exit__(self, *_):
        for name in self.environment:
            del os.environ[name]


def clock(bin_directory, sources, work):
    program = build(bin_directory, sources / "tests/explore/programs/increments.c", work / "increments", "-DK=6")
    shifted = ShiftedClock(sources, work)
    with shifted:  # the program gets the library, too, and what that does is not seen
        expected = check_alone(bin_directory, work, program)
    with Cluster(bin_directory, work) as cluster, shifted:
        for _ in range(2):
            cluster.add_worker()
        for jumps in ((3600, 0), (-3600, 0), (1_000_000, -1_000_000, 0)):
            client = cluster.start_check(program, "--slice", "0.05")
            for seconds in jumps:
                time.sleep(0.4)
                shifted.set(seconds)
                # Whatever waits at the moment loses its answer as well.
                cluster.broker.kill()
                time.sleep(0.3)
                cluster.broker.start()
            finish(client)
            result = local_cluster.result_of(work / "summary.json", client.returncode)
            assert result == expected, (jumps, result, expected, client_log(work))
            print(f"clocks jumped by {jumps} seconds: the same", flush=True)


def unbegun(bin_directory, sources, work):
    shifted = ShiftedClock(sources, work)
    shifted.environment["SELVAGE_TEST_STEADY"] = "1"
    with Cluster(bin_directory, work) as cluster:
        client = Client(cluster.broker.port)
        # What is there of a run at the moments at which a client may die.
        for run, queue in (("halfmade", False), ("notbegun", True)):
            for kind, name in [("LOG", "log.>"), ("WORK", "work.*")][: 1 + queue]:
                name, subject = f"SELVAGE-{kind}-{run}", f"selvage.{run}.{name}"
                answer = client.ask(f"STREAM.CREATE.{name}", name=name, subjects=[subject], storage="file", num_replicas=1)
                assert "config" in answer, answer
        with shifted:
            cluster.add_worker()
        for seconds in (0, 60, 500):
            shifted.set(seconds)
            time.sleep(2)
            assert cluster.status() == "halfmade  not begun\nnotbegun  not begun\n", (seconds, cluster.status())
        shifted.set(700)
        wait_for(lambda: cluster.status() == "no runs\n", cluster.status)
        log = (work / "workers.log").read_text()
        assert log.count("was never begun; it is removed") == 2, log
    print("runs that were never begun: removed")


class Log:
    """The log of a run as somebody sees it who may do everything at the broker."""

    def __init__(self, port, run):
        self.client, self.run = Client(port), run

    def stream(self):
        return f"SELVAGE-LOG-{self.run}"

    def entries(self):
        found, number = {}, 0
        last = self.client.ask(f"STREAM.INFO.{self.stream()}")["state"]["last_seq"]
        for number in range(1, last + 1):
            answer = self.client.ask(f"STREAM.MSG.GET.{self.stream()}", seq=number)
            if "message" in answer:
                name = answer["message"]["subject"].split(".log.", 1)[1]
                found[name] = (number, base64.b64decode(answer["message"].get("data", "")))
        return found

    def write(self, name, data):
        return json.loads(self.client.request(f"selvage.{self.run}.log.{name}", data))

    def replace(self, name, number, data):
        assert self.client.ask(f"STREAM.MSG.DELETE.{self.stream()}", seq=number)["success"]
        assert "seq" in self.write(name, data)

    def put(self, data):
        assert "seq" in json.loads(self.client.request(f"selvage.{self.run}.work.1", data))


def started(cluster, work, program, *words):
    """A check whose sub-trees are in the queue, and the log of its run."""
    client = cluster.start_check(program, *AT_ONCE, *words)
    wait_for(lambda: cluster.run_of_client(), lambda: client_log(work))
    run = cluster.run_of_client()
    log = Log(cluster.broker.port, run)
    wait_for(lambda: any(name.startswith("result.") for name in log.entries()), "the run does not begin")
    return client, log


def require_same(client, work, expected):
    finish(client)
    result = local_cluster.result_of(work / "summary.json", client.returncode)
    assert result == expected, (result, expected, client_log(work))


def forged(bin_directory, sources, work):
    program = build(bin_directory, sources / "tests/explore/programs/increments.c", work / "increments", "-DK=5")
    expected = check_alone(bin_directory, work, program)
    workers_log = work / "workers.log"

    with Cluster(bin_directory, work) as cluster:
        # What is no sub-tree, in the queue.
        client, log = started(cluster, work, program)
        opening = next(data for name, (_, data) in log.entries().items() if name.startswith("result.1.whole"))
        items = (b"", b"work", os.urandom(3000), opening, opening[:-1], b"@" + b"0" * 32 + b"-1", b"@-", b"@x-4294967295")
        for item in items:
            log.put(item)
        # Results of what nobody explores: one that could be read, one that could not.
        names = {"result.1.0123456789abcdef": opening, "result.1.fedcba9876543210": os.urandom(100)}
        for name, data in names.items():
            log.write(name, data)
        log.write("result.7.whole-7", opening)
        cluster.add_worker()
        require_same(client, work, expected)
        for name in names:
            assert re.search(rf"refused .*{name}", client_log(work)), (name, client_log(work))
        refused = workers_log.read_text().count("refused an item")
        assert refused == len(items), (refused, workers_log.read_text())
        print("forged items and results: refused, and named", flush=True)

        # A result of a sub-tree that there is, but nobody can read it.
        cluster.kill_worker(cluster.workers[0])
        client, log = started(cluster, work, program)
        whole = log.client.ask(f"STREAM.MSG.GET.SELVAGE-WORK-{log.run}", seq=1)["message"]["hdrs"]
        part = re.search(r"Nats-Msg-Id: *(\w+)", base64.b64decode(whole).decode()).group(1)
        assert "seq" in log.write(f"result.1.{part}", os.urandom(200))
        cluster.add_worker()
        require_same(client, work, expected)
        assert re.search(rf"refused .*{part}", client_log(work)), client_log(work)
        print("a damaged result: refused, and the search starts over", flush=True)

        # A program that did not arrive whole.
        cluster.kill_worker(cluster.workers[0])
        client, log = started(cluster, work, program)
        name, (number, data) = max(
            ((name, entry) for name, entry in log.entries().items() if name.startswith("blob.")),
            key=lambda each: len(each[1][1]),
        )
        log.replace(name, number, data[: len(data) // 2])
        workers_log.write_text("")
        # Who has kept it from before does not ask for it.
        shutil.rmtree(work / "cache")
        cluster.add_worker()
        wait_for(lambda: "cannot take part" in workers_log.read_text(), lambda: workers_log.read_text())
        assert "is damaged" in workers_log.read_text(), workers_log.read_text()
        assert client.poll() is None, client_log(work)
        log.replace(name, log.entries()[name][0], data)
        cluster.add_worker()
        require_same(client, work, expected)
        print("half a program: refused, and named", flush=True)

        # Results of a run that nobody has.
        client, log = started(cluster, work, program)
        assert log.client.request("selvage.0123456789ab.log.result.1.whole-1", opening) == b"", "somebody took it"
        require_same(client, work, expected)
        assert log.client.streams() == [], log.client.streams()
        print("a result of an unknown run: nobody takes it")


def main():
    bin_directory, sources = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    part = {each.__name__: each for each in (limits, disk, clock, unbegun, forged)}[sys.argv[3]]
    with local_cluster.own_folder() as folder:
        part(bin_directory, sources, folder)


if __name__ == "__main__":
    main()
