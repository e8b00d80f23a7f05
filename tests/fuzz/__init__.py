"""What reads input, tried with damaged input.

`readers` says what must hold; `__main__` searches for what breaks it.
"""
