"""Files: what is done with them, and the calls of the operating system that this is made of."""
