"""Campaigns and random strategies on a cluster.

usage: campaigns_test.py BIN_DIRECTORY SOURCE_DIRECTORY PART

campaign      campaigns, with and without something to find
ends          what a worker finds ends a campaign everywhere, and does not where all findings are asked for
attached      a campaign whose client was killed goes on, with what was done and found
suppressed    findings that do not count
refused       a campaign that no worker takes part in
draws         random strategies draw what they draw on one machine
draws_go_on   their client is killed, or their time is up
"""

import json
import pathlib
import re
import subprocess
import sys
import time

import local_cluster
from local_cluster import AT_ONCE, Cluster, build, check_alone, text_of, wait_for

# The bug needs a thread to be taken its turn away in one place, amid a space that is far too large to be explored.
RARE = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int noise[4];
int state;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* one(void* p) {
  for (int i = 0; i < 6; i++) atomic_fetch_add(&noise[i % 4], 1);
  pthread_mutex_lock(&m);
  int seen = state;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  state = seen + 1;
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 6; i++) atomic_fetch_add(&noise[i % 4], 1);
  return p;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, one, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
#ifdef BUG
  assert(state == 3);
#endif
  return 0;
}
"""

# Goes wrong in one of some hundred thousand interleavings, the one that takes every turn away: whoever explores everything
# comes to it, and whoever draws, or goes by preemptions, hardly ever does.
ALTERNATING = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
enum { kTurns = 11 };
atomic_int last;
static void* take_turns(void* p) {
  int me = p ? 2 : 1;
  long alternations = 0;
  for (int i = 0; i < kTurns; i++) {
    int other = atomic_exchange(&last, me);
    alternations += other != 0 && other != me;
  }
  return (void*)alternations;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, take_turns, 0);
  pthread_create(&t[1], 0, take_turns, &t);
  long sum = 0;
  for (int i = 0; i < 2; i++) {
    void* alternations;
    pthread_join(t[i], &alternations);
    sum += (long)alternations;
  }
  assert(sum < 2 * kTurns - 1);
  return 0;
}
"""


def built(bin_directory, work, name, text, *flags):
    source = work / f"{name}.c"
    source.write_text(text)
    return build(bin_directory, source, work / name, *flags)


def summary(work):
    return json.loads((work / "summary.json").read_text())


def campaign(bin_directory, sources, work):
    with_bug = built(bin_directory, work, "with_bug", RARE, "-DBUG")
    large = built(bin_directory, work, "large", RARE)
    small = build(bin_directory, sources / "tests/programs/check/join_orders.c", work / "small")
    with Cluster(bin_directory, work) as cluster:
        for _ in range(2):
            cluster.add_worker()
        begin = time.monotonic()
        found = cluster.check(with_bug, "--budget", "40", "--slice", "0.5")
        assert found["verdict"] == "bug" and found["findings"][0][0] == "assertion", found
        print(f"a bug found after {time.monotonic() - begin:.1f} s")
        found = cluster.check(small, "--budget", "30", *AT_ONCE)
        alone = check_alone(bin_directory, work, small, "--keep-going")
        assert (found["verdict"], found["findings"]) == (alone["verdict"], alone["findings"][:1]), (found, alone)
        found = cluster.check(small, "--budget", "30", "--keep-going")
        explored = [job for job in summary(work)["jobs"] if job["points"] == "all"]
        assert found["verdict"] == alone["verdict"] and explored[0]["executions"] > 0, (found, explored)
        (work / "workers.log").write_text("")
        found = cluster.check(large, "--budget", "12", "--slice", "0.5")
        assert found["exit_code"] in (20, 21) and not found["findings"], found
        result = summary(work)
        print({key: result[key] for key in ("verdict", "executions")})
        # Otherwise it was no campaign.
        assert result["jobs"], result

        # Both runs had workers that did something for them.
        def worked_for():
            ended = re.findall(r"run (\w+) is over; ([\d,]+) execution", text_of(work / "workers.log"))
            return len({run for run, number in ended if number != "0"}) >= 2

        wait_for(worked_for)
        assert cluster.status() == "no runs\n", cluster.status()
    print("campaigns")


def ends(bin_directory, _sources, work):
    alternating = built(bin_directory, work, "alternating", ALTERNATING)
    with_bug = built(bin_directory, work, "with_bug", RARE, "-DBUG")
    with Cluster(bin_directory, work) as cluster:
        for _ in range(2):
            cluster.add_worker()
        begin = time.monotonic()
        client = cluster.start_check(alternating, "--budget", "500", "--slice", "0.3", "--check", "assertion")
        run = wait_for(cluster.run_of_client, lambda: text_of(work / "client.log"))
        shown = wait_for(lambda: re.search(r" [1-9] finding", cluster.status()) or client.poll() is not None, seconds=200)
        found_after = time.monotonic()
        assert client.wait(timeout=30) == 10, (shown, text_of(work / "client.log"))
        ended_after = time.monotonic()
        wait_for(lambda: text_of(work / "workers.log").count(f"run {run} is over") == 2, seconds=20)
        print(
            f"found after {found_after - begin:.1f} s, over {ended_after - found_after:.1f} s later, "
            f"and for the workers {time.monotonic() - ended_after:.1f} s after that"
        )
        assert ended_after - found_after < 20
        assert cluster.status() == "no runs\n", cluster.status()
        begin = time.monotonic()
        client = cluster.start_check(with_bug, "--budget", "12", "--slice", "0.5", "--keep-going", "--check", "assertion")
        assert client.wait(timeout=100) == 10
        assert time.monotonic() - begin > 11 and len(summary(work)["findings"]) == 1, summary(work)
        assert cluster.status() == "no runs\n", cluster.status()
    print("one finding ends a campaign, unless all are asked for")


def attached(bin_directory, _sources, work):
    large = built(bin_directory, work, "large", RARE)
    alternating = built(bin_directory, work, "alternating", ALTERNATING)
    selvage = bin_directory / "selvage"
    with Cluster(bin_directory, work) as cluster:
        for _ in range(2):
            cluster.add_worker()
        words = ("--budget", "40", "--slice", "0.5")
        begin = time.monotonic()
        client = cluster.start_check(large, *words)
        run = wait_for(cluster.run_of_client)
        # Both runs are there, and the state has been written with some of their results.
        wait_for(lambda: cluster.status().count("\n  worker ") >= 2 and "searches of" in cluster.status())
        time.sleep(4)
        client.kill()
        client.wait()
        done = [int(number.replace(",", "")) for number in re.findall(r"^  ([\d,]+) executions?,", cluster.status(), re.M)]
        for refused, reason in ((("--budget", "50"), "a budget of 40 s"), (("--strategy", "optimal"), "other options")):
            command = [selvage, "check", "--cluster", cluster.broker.url, "--attach", run, *refused, large]
            said = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
            assert said.returncode == 2 and reason in said.stderr, said
        client = cluster.start_check(large, *words, "--attach", run)
        assert client.wait(timeout=100) in (20, 21), text_of(work / "client.log")
        took = time.monotonic() - begin
        result = summary(work)
        print(f"{sum(done)} executions when the client was killed, {result['executions']} in the end, after {took:.1f} s")
        assert result["executions"] > sum(done) > 0 and result["jobs"], result
        assert any(job["executions"] for job in result["jobs"]), result["jobs"]
        assert 38 < took < 60, took
        assert cluster.status() == "no runs\n", cluster.status()

        # What is found while nobody looks is there.
        words = ("--budget", "500", "--slice", "0.3", "--check", "assertion")
        client = cluster.start_check(alternating, *words)
        run = wait_for(cluster.run_of_client)
        client.kill()
        client.wait()
        wait_for(lambda: re.search(r" [1-9] finding", cluster.status()), cluster.status, seconds=200)
        begin = time.monotonic()
        client = cluster.start_check(alternating, *words, "--attach", run)
        assert client.wait(timeout=60) == 10, text_of(work / "client.log")
        assert len(summary(work)["findings"]) == 1
        print(f"found while nobody looked; collected in {time.monotonic() - begin:.1f} s")
        assert cluster.status() == "no runs\n", cluster.status()


RACING = r"""
#include <assert.h>
#include <pthread.h>
int counted, plain;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* p) {
  plain++;
  pthread_mutex_lock(&m);
  counted++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(counted == 3);
  return 0;
}
"""


def suppressed(bin_directory, _sources, work):
    program = built(bin_directory, work, "racing", RACING)
    (work / "patterns").write_text("race:run\n")
    words = ("--budget", "30", "--suppressions", str(work / "patterns"), "--json", str(work / "report.json"))

    def those_suppressed():
        report = json.loads((work / "report.json").read_text())
        return sorted({(each["kind"], each["fingerprint"]) for each in report["suppressed"]})

    alone = check_alone(bin_directory, work, program, *words)
    expected = those_suppressed()
    with Cluster(bin_directory, work) as cluster:
        for _ in range(2):
            cluster.add_worker()
        found = cluster.check(program, *AT_ONCE, *words)
        assert (found["verdict"], found["findings"]) == (alone["verdict"], []) and found["verdict"] == "verified", found
        assert those_suppressed() == expected != [], (those_suppressed(), expected)
        assert cluster.status() == "no runs\n", cluster.status()
    print(f"suppressed: {len(expected)}, as on one machine")


def refused(bin_directory, _sources, work):
    program = built(bin_directory, work, "large", RARE)
    if subprocess.run(["setarch", "linux32", "true"], capture_output=True).returncode != 0:
        return print("setarch does not work here: left out")
    with Cluster(bin_directory, work) as cluster:
        cluster.add_worker(prefix=["setarch", "linux32"])
        begin = time.monotonic()
        client = cluster.start_check(program, "--budget", "25", "--slice", "0.5")
        wait_for(lambda: "does not take part" in text_of(work / "client.log"))
        wait_for(lambda: "No worker takes part" in text_of(work / "client.log"), lambda: text_of(work / "client.log"))
        assert client.wait(timeout=60) in (20, 21), text_of(work / "client.log")
        assert 24 < time.monotonic() - begin < 60
        assert cluster.status() == "no runs\n", cluster.status()
    print("nobody takes part: said, and over in time")


STRATEGIES = ("random", "pct", "pos", "surw", "novelty")
DRAWN = ("assertion_lost_update.c", "condition_bounded_buffer.c", "paper_inspect_database.c")


def drawn(path, result):
    """What came of it, with what the executions covered."""
    covered = json.loads(path.read_text())["sampled"]
    return {**result, "sampled": covered}


def draws(bin_directory, sources, work):
    programs = [build(bin_directory, sources / "tests/programs/check" / name, work / name[:-2]) for name in DRAWN]
    programs.append(built(bin_directory, work, "rare", RARE, "-DBUG"))
    checks = handed_out = 0
    with Cluster(bin_directory, work) as cluster:
        for workers, seed in ((1, 3), (3, 4)):
            while len(cluster.workers) < workers:
                cluster.add_worker()
            for program in programs:
                for name in STRATEGIES:
                    words = ["--strategy", name, "--seed", str(seed), "--max-executions", "700"]
                    words += ["--keep-going"] if (seed + checks) % 3 else []
                    alone = drawn(work / "alone.json", check_alone(bin_directory, work, program, *words))
                    together = drawn(work / "summary.json", cluster.check(program, *AT_ONCE, *words))
                    assert together == alone, f"{program} {words}:\n{together}\n{alone}"
                    checks += 1
                    handed_out += cluster.run_of_client() is not None
        assert cluster.status() == "no runs\n", cluster.status()
    # What is over before anybody could take part is not handed out.
    assert handed_out >= checks // 2, (handed_out, checks)
    print(f"{checks} times as on one machine")


def draws_go_on(bin_directory, _sources, work):
    program = built(bin_directory, work, "rare", RARE)
    with Cluster(bin_directory, work) as cluster:
        for _ in range(2):
            cluster.add_worker()
        words = ("--strategy", "pct", "--seed", "9", "--max-executions", "60000")
        alone = drawn(work / "alone.json", check_alone(bin_directory, work, program, *words))
        client = cluster.start_check(program, *words, "--slice", "0.05")
        run = wait_for(cluster.run_of_client)
        wait_for(lambda: "\n  worker " in cluster.status())
        client.kill()
        client.wait()
        client = cluster.start_check(program, *words, "--slice", "0.05", "--attach", run)
        client.wait(timeout=200)
        result = drawn(work / "summary.json", local_cluster.result_of(work / "summary.json", client.returncode))
        assert result == alone, (result, alone)
        assert cluster.status() == "no runs\n", cluster.status()
        print("the client was killed: the same")
        begin = time.monotonic()
        words = ("--strategy", "pos", "--max-time", "5", "--slice", "0.3")
        result = cluster.check(program, *words)
        assert result["exit_code"] == 21 and 4 < time.monotonic() - begin < 30, result
        assert cluster.status() == "no runs\n", cluster.status()
        print(f"{result['executions']} executions in five seconds")


def main():
    bin_directory, sources = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    parts = (campaign, ends, attached, suppressed, refused, draws, draws_go_on)
    part = {each.__name__: each for each in parts}[sys.argv[3]]
    with local_cluster.own_folder() as folder:
        part(bin_directory, sources, folder)


if __name__ == "__main__":
    main()
