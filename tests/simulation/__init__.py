"""The server, its computers and its people in one process, driven from one seed.

The code of the server is the real one; only the clock, the network, the disk and the choice of what runs next are
replaced at their edges. So whatever goes wrong goes wrong again with the same seed:

    python -m tests.simulation --seed 7 --kind file
"""
