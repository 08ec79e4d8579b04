"""An agent whose first process does not serve."""
import os
import sys


def serve_in_a_child(detached):
    """Returns in the child. The parent ends at once, or stays and ends as the child does."""
    child = os.fork()
    if child == 0:
        return
    if detached:
        os._exit(0)
    try:
        _, status = os.waitpid(child, 0)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(os.waitstatus_to_exitcode(status))
