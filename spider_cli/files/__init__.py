"""Files: reading, locking, saving, appending; and every call of the operating system.

From the ground up: `posix` has the calls, and `system` chooses the module that makes them. `failures` turns
what the system refuses into errors of ours. `paths` knows names, `reading` reads, `locking` keeps other
writers out. `temporary` makes files for content that is on its way to the disk. `storage` replaces a file as
a whole, and `appending` adds lines to its end. Nothing here knows what the files hold.
"""
