"""The crash suite: saves that are killed, refused, crowded and robbed at every call of the system.

`make torture` runs all of it (see `tests.torture.__main__`), `tests/test_torture.py` a sample.
"""
