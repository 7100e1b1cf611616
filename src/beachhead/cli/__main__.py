"""`python -m beachhead.cli` is `beachhead`."""

from beachhead.cli import main

main()
