"""Takes itself for the program."""

import sys

sys.exit("nothing to do")
