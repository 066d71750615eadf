"""What a check found wrong."""


class Failure(Exception):
    """The package does not do what it should; the text says what differed."""
