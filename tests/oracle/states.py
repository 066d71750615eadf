"""What slots of a state hold."""
NOT_CREATED, ALIVE, EXITED, JOINED = range(4)
RUNNING, ENDED = 0, 1
ENDED_AT = 0  # the state's first slot: whether the program has ended

COMPARE = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b}
