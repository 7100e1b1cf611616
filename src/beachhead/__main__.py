"""`python -m beachhead`: the command line."""

from beachhead.cli import main

main()
