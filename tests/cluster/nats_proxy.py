"""Stands between a NATS broker and its clients, and does to whole messages what networks and brokers do on bad days.

It duplicates messages, at once or a moment later; delays single ones, so that others overtake them; holds everything
back for a while; and cuts connections. What it passes on is always well-formed: it reads enough of the protocol to know
where a message ends.
"""

import heapq
import itertools
import random
import socket
import threading
import time

# The last word of their first line is the number of bytes that follow it.
WITH_PAYLOAD = (b"PUB", b"HPUB", b"MSG", b"HMSG")

# Creating a stream is the one request that must not come again when its run is over: nobody would remove what it makes.
NEVER_LATE = b"$JS.API.STREAM.CREATE."


def messages_of(connection):
    """What arrives at a socket, message by message: (whether it has a payload, its bytes)."""
    buffered = b""
    while True:
        while (end := buffered.find(b"\r\n")) < 0:
            if not (data := connection.recv(1 << 16)):
                return
            buffered += data
        words = buffered[:end].split()
        has_payload = bool(words) and words[0].upper() in WITH_PAYLOAD
        size = end + 2 + (int(words[-1]) + 2 if has_payload else 0)
        pieces, length = [buffered], len(buffered)
        while length < size:
            if not (data := connection.recv(1 << 16)):
                return
            pieces.append(data)
            length += len(data)
        buffered = b"".join(pieces)
        yield has_payload, buffered[:size]
        buffered = buffered[size:]


class Direction:
    """One way of one connection: what was read waits here until it is due."""

    def __init__(self, proxy, source, target):
        self.proxy, self.source, self.target = proxy, source, target
        self.changed = threading.Condition()
        self.waiting = []  # (when it is due, number, bytes)
        self.numbers = itertools.count()
        self.is_over = False
        for work in (self.read, self.write):
            threading.Thread(target=work, daemon=True).start()

    def read(self):
        try:
            for has_payload, message in messages_of(self.source):
                self.put(self.proxy.moments(has_payload, message), message)
        except (OSError, ValueError):
            pass
        self.end()

    def put(self, moments, message):
        with self.changed:
            for moment in moments:
                heapq.heappush(self.waiting, (moment, next(self.numbers), message))
            self.changed.notify()

    def write(self):
        try:
            while (message := self.next_due()) is not None:
                self.target.sendall(message)
        except OSError:
            pass
        self.end()

    def next_due(self):
        with self.changed:
            while not self.is_over:
                now = time.monotonic()
                if self.proxy.is_silent or not self.waiting:
                    self.changed.wait(0.02 if self.waiting else None)
                elif self.waiting[0][0] <= now:
                    return heapq.heappop(self.waiting)[2]
                else:
                    self.changed.wait(self.waiting[0][0] - now)
        return None

    def end(self):
        with self.changed:
            self.is_over = True
            self.changed.notify()
        for socket_ in (self.source, self.target):
            try:
                socket_.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Proxy:
    def __init__(self, port, seed=0):
        self.to = port
        self.draw = random.Random(seed)
        self.delayed = self.duplicated = 0.0  # the shares of messages that this happens to
        self.longest = 0.0  # seconds by which something is late
        self.is_silent = self.is_cut = False
        self.counts = {"passed": 0, "delayed": 0, "duplicated": 0}
        self.directions = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"nats://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            try:
                if self.is_cut:
                    raise OSError
                server = socket.create_connection(("127.0.0.1", self.to), timeout=5)
                server.settimeout(None)
            except OSError:
                client.close()
                continue
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.directions = [each for each in self.directions if not each.is_over]
            self.directions += [Direction(self, client, server), Direction(self, server, client)]

    def moments(self, has_payload, message):
        """When a message goes on: several moments for a message that is duplicated."""
        now = time.monotonic()
        result = [now]
        self.counts["passed"] += 1
        if not has_payload:
            return result
        if self.draw.random() < self.delayed:
            result = [now + self.draw.uniform(0, self.longest)]
            self.counts["delayed"] += 1
        if self.draw.random() < self.duplicated:
            late = 0 if NEVER_LATE in message[:200] else self.draw.choice((0, self.longest))
            result.append(result[0] + self.draw.uniform(0, late))
            self.counts["duplicated"] += 1
        return result

    def disturb(self, delayed, duplicated, longest):
        self.delayed, self.duplicated, self.longest = delayed, duplicated, longest

    def cut(self):
        self.is_cut = True
        for direction in self.directions:
            direction.end()

    def mend(self):
        self.is_cut = self.is_silent = False
        self.disturb(0.0, 0.0, 0.0)
