"""Settings for all tests."""

from hypothesis import settings

# The same examples on every machine and in every run: a failure can be repeated, a pass means the same
# everywhere, and no test depends on time.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None, print_blob=False)
settings.load_profile("fixed")
