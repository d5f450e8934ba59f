"""`python -m vibelife_inspect` is the command `vibelife`."""

import sys

from vibelife_inspect.cli import main

if __name__ == "__main__":
    sys.exit(main())
