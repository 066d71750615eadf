#!/usr/bin/env python3
"""The oracle on small programs whose answers are known."""
import unittest

import happens_before
import oracle
from program import Program, Statement as S, Variable
from semantics import Machine


def program(*functions, threads=None, main=None, atomic=False, **objects):
    """Main starts a thread for each function and joins them; what it reads at the end is the outcome."""
    count = objects.pop("variables", 1)
    threads = threads or [0, *range(1, len(functions) + 1)]
    if main is None:
        main = [S("create", (t,)) for t in range(1, len(threads))]
        main += [S("join", (5 + t, t)) for t in range(1, len(threads))]
        main += [S("read", (20 + v, v, "seq_cst" if atomic else "plain")) for v in range(count)]
        main.append(S("outcome", (tuple([5 + t for t in range(1, len(threads))] + [20 + v for v in range(count)]),)))
    return Program(variables=[Variable(atomic) for _ in range(count)], functions=[main, *functions], threads=threads,
                   **objects).number()


def lock(m, *inner):
    return [S("lock", (m,)), *inner, S("unlock", (m,))]


POLL = S("repeat_while", (("==", 0, 0),), [lock(0, S("read", (0, 0, "plain")))])
INCREASE = S("increase", (0, 1))


class Deadlines(unittest.TestCase):
    def poll(self, kind):
        return [S("deadline", ("time",)), S(kind, ("time", 0, "==", 0, "seq_cst"), [[]]), S("read", (0, 0, "seq_cst")),
                S("return", (("local", 0, 0),))]

    def test_the_deadline_may_pass_before_and_behind_the_answer(self):
        for kind in ("before_and_shared", "shared_and_before"):
            answer = oracle.ask(program(self.poll(kind), [S("write", (0, 1, "seq_cst"))], atomic=True))
            self.assertEqual({outcome[0] for outcome in answer.outcomes}, {0, 1})
            self.assertFalse(answer.livelock or answer.deadlock)

    def test_a_deadline_that_has_passed_stays_so(self):
        again = self.poll("before_and_shared")[1]
        first = [S("deadline", ("time",)), again, S("read", (0, 0, "seq_cst")), again, S("read", (1, 0, "seq_cst"))]
        answer = oracle.ask(program([*first, S("return", (("local", 1, 0),))], atomic=True))
        self.assertEqual(answer.outcomes, {(0, 0)})

    def test_nobody_is_stuck_where_time_passes(self):
        answer = oracle.ask(program(self.poll("shared_and_before"), atomic=True))
        self.assertFalse(answer.livelock)
        self.assertEqual(answer.outcomes, {(0, 0)})

    def test_a_time_out_passes_the_deadline(self):
        body = [S("deadline", ("time",)), S("timedlock", (0, 0)),
                S("if", (("==", 0, 0),), [[S("before_and_shared", ("time", 0, "==", 0, "seq_cst"), [[S("write", (1, 1, "seq_cst"))]])],
                                          []])]
        holds = [*lock(0, S("read", (1, 1, "seq_cst")))]
        answer = oracle.ask(program(body, holds, variables=2, atomic=True, mutexes=["normal"]))
        self.assertEqual({outcome[-1] for outcome in answer.outcomes}, {0})


class Outcomes(unittest.TestCase):
    def test_lost_update(self):
        answer = oracle.ask(program([INCREASE], [INCREASE]))
        self.assertEqual(answer.outcomes, {(0, 0, 1), (0, 0, 2)})
        self.assertEqual(len(answer.races), 1)

    def test_locked_update(self):
        answer = oracle.ask(program(lock(0, INCREASE), lock(0, INCREASE), mutexes=["normal"]))
        self.assertEqual(answer.outcomes, {(0, 0, 2)})
        self.assertEqual((answer.races, answer.may_races, answer.deadlock), (set(), set(), False))

    def test_store_buffering_is_sequentially_consistent(self):
        def one(mine, other):
            return [S("write", (mine, 1, "relaxed")), S("read", (0, other, "relaxed")), S("return", (("local", 0, 0),))]
        answer = oracle.ask(program(one(0, 1), one(1, 0), variables=2, atomic=True))
        self.assertEqual({outcome[:2] for outcome in answer.outcomes}, {(0, 1), (1, 0), (1, 1)})

    def test_semaphore_counts(self):
        answer = oracle.ask(program([S("sem_wait", (0,)), INCREASE, S("sem_post", (0,))], threads=[0, 1, 1], semaphores=[1]))
        self.assertEqual(answer.outcomes, {(0, 0, 2)})
        self.assertFalse(answer.may_races)

    def test_barrier(self):
        answer = oracle.ask(program([S("write", (0, 1, "plain")), S("barrier", (0,))],
                                    [S("barrier", (0,)), S("read", (0, 0, "plain")), S("return", (("local", 0, 0),))], barriers=[2]))
        self.assertEqual(answer.outcomes, {(0, 1, 1)})
        self.assertFalse(answer.may_races)

    def test_once_runs_once(self):
        answer = oracle.ask(program([S("once", (0,))], threads=[0, 1, 1], onces=[[INCREASE]]))
        self.assertEqual(answer.outcomes, {(0, 0, 1)})
        self.assertFalse(answer.may_races)

    def test_exit_ends_everything(self):
        answer = oracle.ask(program([S("write", (0, 1, "seq_cst")), S("exit", (3,))], atomic=True))
        self.assertEqual(answer.outcomes, set())
        self.assertEqual(set(answer.statuses), {3})

    def test_assertion(self):
        test = S("assert", (("==", 0, 0),))
        answer = oracle.ask(program([S("write", (0, 1, "seq_cst"))], [S("read", (0, 0, "seq_cst")), test], atomic=True))
        self.assertEqual(answer.assertions, {test.identity})


class Waiting(unittest.TestCase):
    def test_two_locks_in_either_order(self):
        answer = oracle.ask(program(lock(0, *lock(1)), lock(1, *lock(0)), mutexes=["normal", "normal"]))
        self.assertTrue(answer.deadlock)
        self.assertFalse(answer.may_livelock)

    def test_relocking(self):
        for kind, blocks in (("normal", True), ("recursive", False), ("errorcheck", False)):
            self.assertEqual(oracle.ask(program(lock(0, *lock(0)), mutexes=[kind])).deadlock, blocks)

    def test_polling_for_what_nobody_says(self):
        answer = oracle.ask(program([POLL], threads=[0, 1, 1, 1], mutexes=["normal"]))
        self.assertTrue(answer.livelock)
        self.assertFalse(answer.deadlock)

    def test_polling_for_what_somebody_says(self):
        answer = oracle.ask(program([POLL], lock(0, S("write", (0, 1, "plain"))), threads=[0, 1, 1, 2], mutexes=["normal"]))
        self.assertFalse(answer.may_livelock)
        self.assertFalse(answer.may_races)

    def test_backing_off_in_step(self):
        def one(a, b):
            return [S("repeat_while", (("==", 0, 0),), [[S("lock", (a,)), S("trylock", (0, b)), S("if", (("==", 0, 0),), [
                [S("unlock", (a,))], []])]]), S("unlock", (a,)), S("unlock", (b,))]
        answer = oracle.ask(program(one(0, 1), one(1, 0), mutexes=["normal", "normal"]))
        self.assertFalse(answer.livelock)
        self.assertTrue(answer.may_livelock)

    def test_missed_signal(self):
        waiter = lock(0, S("cond_wait", (0, 0)))
        self.assertTrue(oracle.ask(program(waiter, [S("cond_signal", (0,))], mutexes=["normal"], conditions=1)).deadlock)
        careful = lock(0, S("while_shared", (0, "==", 0, "plain"), [[S("cond_wait", (0, 0))]]))
        setter = lock(0, S("write", (0, 1, "plain")), S("cond_signal", (0,)))
        answer = oracle.ask(program(careful, setter, mutexes=["normal"], conditions=1))
        self.assertFalse(answer.deadlock or answer.may_livelock or answer.may_races)

    def test_signal_wakes_one(self):
        waiter = lock(0, S("cond_wait", (0, 0)))
        for kind, blocks in (("cond_signal", True), ("cond_broadcast", False)):
            main = [S("create", (1,)), S("create", (2,)), S("sem_wait", (0,)), S("sem_wait", (0,)), *lock(0, S(kind, (0,))),
                    S("join", (None, 1)), S("join", (None, 2)), S("outcome", ((),))]
            one = lock(0, S("sem_post", (0,)), S("cond_wait", (0, 0)))
            answer = oracle.ask(program(one, threads=[0, 1, 1], main=main, mutexes=["normal"], conditions=1, semaphores=[0]))
            self.assertEqual(answer.deadlock, blocks)
        self.assertTrue(waiter)

    def test_spurious_wake_up(self):
        waiter = [*lock(0, S("if_shared", (0, "==", 0, "plain"), [[S("cond_wait", (0, 0))], []]), S("read", (0, 0, "plain"))),
                  S("return", (("local", 0, 0),))]
        setter = lock(0, S("write", (0, 1, "plain")), S("cond_signal", (0,)))
        one = program(waiter, setter, mutexes=["normal"], conditions=1)
        self.assertEqual(oracle.ask(one).outcomes, {(1, 0, 1)})
        self.assertEqual(oracle.ask(one, spurious=True).outcomes, {(0, 0, 1), (1, 0, 1)})

    def test_timed_lock_in_three_modes(self):
        timed = [S("timedlock", (0, 0)), S("if", (("!=", 0, 0),), [[S("unlock", (0,))], []]), S("return", (("local", 0, 0),))]
        holder = lock(0, S("read", (0, 0, "seq_cst")))
        one = program(timed, holder, mutexes=["normal"], atomic=True)
        self.assertEqual(oracle.ask(one, "explore").outcomes, {(0, 0, 0), (1, 0, 0)})
        self.assertEqual(oracle.ask(one, "late").outcomes, {(1, 0, 0)})
        self.assertEqual(oracle.ask(one, "never").outcomes, {(1, 0, 0)})
        for_ever = program(timed, [S("lock", (0,))], mutexes=["normal"], atomic=True)
        self.assertFalse(oracle.ask(for_ever, "explore").deadlock)
        self.assertFalse(oracle.ask(for_ever, "late").deadlock)
        self.assertTrue(oracle.ask(for_ever, "never").deadlock)

    def test_stuck_threads(self):
        main = [S("create", (1,)), S("outcome", ((),))]
        self.assertEqual(oracle.ask(program([S("sem_wait", (0,))], main=main, semaphores=[0])).stuck, {((), 0)})
        self.assertEqual(oracle.ask(program([S("sem_wait", (0,))], main=main, semaphores=[1])).stuck, set())
        timed = program(lock(0, S("cond_timedwait", (0, 0))), main=main, mutexes=["normal"], conditions=1)
        self.assertEqual(oracle.ask(timed, "never").stuck, set())
        endless = program(lock(0, S("cond_wait", (0, 0))), main=main, mutexes=["normal"], conditions=1)
        self.assertEqual(oracle.ask(endless, "never").stuck, {((), 0)})


class Order(unittest.TestCase):
    def handing_over(self, store, load):
        return program([S("write", (0, 1, "plain")), S("write", (1, 1, store))],
                       [S("while_shared", (1, "==", 0, load), [[]]), S("read", (0, 0, "plain"))], variables=2)

    def test_release_and_acquire(self):
        self.assertFalse(oracle.ask(self.handing_over("release", "acquire")).may_races)

    def test_relaxed_orders_nothing(self):
        answer = oracle.ask(self.handing_over("relaxed", "relaxed"))
        self.assertEqual(len(answer.may_races), 1)
        self.assertFalse(answer.races)  # in no state both are next

    def test_join_and_create_order(self):
        main = [S("write", (0, 1, "plain")), S("create", (1,)), S("join", (None, 1)), S("read", (0, 0, "plain")), S("outcome", ((),))]
        self.assertFalse(oracle.ask(program([INCREASE], main=main)).may_races)

    def test_compare_exchange_that_fails_only_reads(self):
        for expected, count in ((1, 0), (0, 1)):
            answer = oracle.ask(program([S("compare", (0, 0, expected, 2, "relaxed"))], [S("read", (0, 0, "plain"))]))
            self.assertEqual(len(answer.races), count)

    def test_what_is_too_large_counts_as_unordered(self):
        machine = Machine(program(lock(0, INCREASE), lock(0, INCREASE), mutexes=["normal"]))
        found, is_exact = happens_before.races(machine, 3)
        self.assertFalse(is_exact)
        self.assertTrue(found)


class Assuming(unittest.TestCase):
    def test_a_failing_assumption_is_no_deadlock(self):
        answer = oracle.ask(program([S("assume_shared", (0, "==", 1, "plain"))]))
        self.assertEqual((answer.outcomes, answer.deadlock), (set(), False))

    def test_a_failing_assumption_hides_no_other_thread(self):
        test = S("assert", (("==", 0, 1),))
        answer = oracle.ask(program([S("assume_shared", (0, "==", 1, "plain"))], [S("read", (0, 0, "plain")), test]))
        self.assertEqual(answer.assertions, {test.identity})

    def test_going_round_beside_an_assumption_is_no_livelock(self):
        spin = S("while_shared", (0, "==", 0, "seq_cst"), [[]])
        self.assertTrue(oracle.ask(program([spin], atomic=True)).livelock)
        answer = oracle.ask(program([spin], [S("assume_shared", (0, "==", 1, "seq_cst"))], atomic=True))
        self.assertFalse(answer.livelock or answer.may_livelock)

    def test_block_is_one_step(self):
        answer = oracle.ask(program([S("atomic", (), [[INCREASE]])], threads=[0, 1, 1]))
        self.assertEqual(answer.outcomes, {(0, 0, 2)})
        self.assertFalse(answer.may_races)

    def test_block_races_with_what_is_outside(self):
        answer = oracle.ask(program([S("atomic", (), [[INCREASE]])], [S("write", (0, 3, "plain"))]))
        self.assertEqual({outcome[2] for outcome in answer.outcomes}, {0, 3})
        self.assertTrue(answer.races)

    def test_assumption_in_a_block_ends_the_execution(self):
        entry = S("atomic", (), [[S("assume_shared", (0, "==", 0, "seq_cst")), S("write", (0, 1, "seq_cst"))]])
        answer = oracle.ask(program([entry], threads=[0, 1, 1], atomic=True))
        self.assertEqual((answer.outcomes, answer.deadlock), (set(), False))

    def test_others_go_on_while_one_waits_inside(self):
        waits = S("atomic", (), [[S("write", (0, 1, "seq_cst")), S("sem_wait", (0,))]])
        posts = [S("if_shared", (0, "==", 1, "seq_cst"), [[S("write", (0, 2, "seq_cst")), S("write", (0, 3, "seq_cst"))], []]),
                 S("sem_post", (0,))]
        reads = [S("read", (0, 0, "seq_cst")), S("return", (("local", 0, 0),))]
        answer = oracle.ask(program([waits], posts, reads, semaphores=[0], atomic=True))
        self.assertEqual({outcome[2] for outcome in answer.outcomes}, {0, 1, 2, 3})


class Striking(unittest.TestCase):
    def outcomes(self, body, *strikes, main=(), **objects):
        start = [S("create", (1,)), *strikes, *main, S("join", (5, 1)), S("read", (6, 0, "seq_cst")), S("outcome", ((5, 6),))]
        answer = oracle.ask(program(body, main=start, atomic=True, **objects))
        return answer

    def test_cancelled_or_over(self):
        answer = self.outcomes([S("testcancel"), S("write", (0, 1, "seq_cst"))], S("cancel", (1,)))
        self.assertEqual(answer.outcomes, {(-1, 0), (0, 1)})

    def test_cancelled_behind_a_post(self):
        answer = self.outcomes([S("sem_post", (0,)), S("testcancel")], S("sem_wait", (0,)), S("cancel", (1,)), semaphores=[0])
        self.assertEqual({outcome[0] for outcome in answer.outcomes}, {-1, 0})

    def test_a_wait_ends_by_cancellation(self):
        answer = self.outcomes([S("sem_wait", (0,))], S("cancel", (1,)), semaphores=[0])
        self.assertEqual((answer.outcomes, answer.deadlock), ({(-1, 0)}, False))
        disabled = [S("cancel_state", (0,)), S("sem_wait", (0,))]
        self.assertTrue(self.outcomes(disabled, S("cancel", (1,)), semaphores=[0]).deadlock)

    def test_cleanup_gives_the_mutex_back(self):
        body = [S("lock", (0,)), S("cleanup", (0, 1), [[S("cond_wait", (0, 0))]])]
        kept = [S("lock", (0,)), S("cond_wait", (0, 0)), S("unlock", (0,))]
        objects = {"mutexes": ["normal"], "conditions": 1, "main": lock(0)}
        self.assertFalse(self.outcomes(body, S("cancel", (1,)), cleanups=[[S("unlock", (0,))]], **objects).deadlock)
        self.assertTrue(self.outcomes(kept, S("cancel", (1,)), **objects).deadlock)

    def test_a_condition_gives_the_mutex_up_before_it_is_cancelled(self):
        body = [S("sem_wait", (0,)), S("lock", (0,)), S("write", (0, 1, "seq_cst")), S("cleanup", (0, 1), [[S("cond_wait", (0, 0))]])]
        cleanup = [S("write", (0, 2, "seq_cst")), S("unlock", (0,))]
        reads = [S("lock", (0,)), S("read", (0, 0, "seq_cst")), S("unlock", (0,)), S("return", (("local", 0, 0),))]
        main = [S("create", (1,)), S("create", (2,)), S("cancel_state", (1,)), S("cancel", (1,)), S("sem_post", (0,)), S("join", (5, 1)),
                S("join", (6, 2)), S("outcome", ((5, 6),))]
        answer = oracle.ask(program([S("cancel_state", (0,)), body[0], S("cancel_state", (1,)), *body[1:]], reads, main=main,
                                    atomic=True, cleanups=[cleanup], mutexes=["normal"], conditions=1, semaphores=[0]))
        self.assertEqual(answer.outcomes, {(-1, 0), (-1, 1), (-1, 2)})

    def test_cancelling_one_who_was_joined_is_misuse(self):
        main = [S("create", (1,)), S("join", (5, 1)), S("cancel", (1,)), S("outcome", ((5,),))]
        self.assertTrue(oracle.ask(program([], main=main)).misuses)

    def test_a_handler_comes_before_the_next_step(self):
        handler = [S("write", (0, 2, "seq_cst"))]
        answer = self.outcomes([S("write", (0, 1, "seq_cst"))], S("kill", (1,)), handler=handler)
        self.assertEqual({outcome[1] for outcome in answer.outcomes}, {1, 2})

    def test_a_handler_may_come_later(self):
        body = [S("sem_post", (0,)), S("write", (0, 1, "seq_cst")), S("sem_wait", (1,))]
        handler = [S("write", (0, 2, "seq_cst"))]
        answer = self.outcomes(body, S("kill", (1,)), S("sem_post", (1,)), handler=handler, semaphores=[0, 0])
        self.assertLessEqual(answer.outcomes, answer.wide.outcomes)

    def test_a_masked_signal_waits(self):
        body = [S("mask", (1,)), S("sem_post", (0,)), S("read", (0, 0, "seq_cst")), S("mask", (0,)), S("return", (("local", 0, 0),))]
        main = [S("create", (1,)), S("sem_wait", (0,)), S("kill", (1,)), S("join", (5, 1)), S("read", (6, 0, "seq_cst")),
                S("outcome", ((5, 6),))]
        answer = oracle.ask(program(body, main=main, atomic=True, handler=[S("write", (0, 1, "seq_cst"))], semaphores=[0]))
        self.assertEqual(answer.outcomes, {(0, 1), (0, 0)})

    def test_a_signal_ends_a_wait_or_not(self):
        for restarts, blocks in ((True, True), (False, True)):
            answer = self.outcomes([S("sem_wait", (0,))], S("kill", (1,)), handler=[], semaphores=[0], restarts=restarts)
            self.assertEqual((bool(answer.outcomes), answer.deadlock), (not restarts, blocks))


if __name__ == "__main__":
    unittest.main()
