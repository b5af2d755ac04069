"""``python -m doublecross``: the command line."""

import sys

from doublecross.cli import main

if __name__ == "__main__":
    sys.exit(main())
