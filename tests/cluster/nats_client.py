"""As much of a NATS client as tests need to look at a broker, and to put into it what does not belong there."""

import itertools
import json
import socket


class Client:
    """One connection, one request at a time."""

    def __init__(self, port, **words_of_connect):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.stream = self.socket.makefile("rb")
        self.numbers = itertools.count(1)
        self.information = json.loads(self.stream.readline().split(b" ", 1)[1])
        connect = {"verbose": False, "pedantic": False, "headers": True, "no_responders": True, **words_of_connect}
        self.send(b"CONNECT " + json.dumps(connect).encode() + b"\r\nPING\r\n")
        self.read_until(b"PONG")

    def send(self, data):
        self.socket.sendall(data)

    def read_until(self, verb):
        """The first line of this verb and what follows it; pings are answered on the way, refusals are raised."""
        while line := self.stream.readline():
            words = line.split()
            if words[0] == b"PING":
                self.send(b"PONG\r\n")
                continue
            if words[0] == b"-ERR":
                raise PermissionError(line.decode().strip())
            payload = b""
            if words[0] in (b"MSG", b"HMSG"):
                payload = self.stream.read(int(words[-1]) + 2)[:-2]
            if words[0] == b"HMSG":
                payload = payload[int(words[-2]) :]
                words[0] = b"MSG"
            if words[0] == verb:
                return payload
        raise ConnectionError("the broker has closed the connection")

    def publish(self, subject, payload=b"", reply="", headers=""):
        if headers:
            block = f"NATS/1.0\r\n{headers}\r\n\r\n".encode()
            line = f"HPUB {subject} {reply} {len(block)} {len(block) + len(payload)}\r\n"
            self.send(line.encode() + block + payload + b"\r\n")
        else:
            self.send(f"PUB {subject} {reply} {len(payload)}\r\n".encode() + payload + b"\r\n")

    def request(self, subject, payload=b""):
        number = next(self.numbers)
        self.send(f"SUB _INBOX.test.{id(self)}.{number} {number}\r\nUNSUB {number} 1\r\n".encode())
        self.publish(subject, payload, f"_INBOX.test.{id(self)}.{number}")
        return self.read_until(b"MSG")

    def ask(self, subject, **question):
        return json.loads(self.request(f"$JS.API.{subject}", json.dumps(question).encode() if question else b""))

    def streams(self):
        return self.ask("STREAM.NAMES").get("streams") or []

    def close(self):
        self.stream.close()
        self.socket.close()


def streams_at(port, **words_of_connect):
    client = Client(port, **words_of_connect)
    try:
        return client.streams()
    finally:
        client.close()
