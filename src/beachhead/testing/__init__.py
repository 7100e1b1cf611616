"""Help for testing games: case files as tests, and a battery of properties that every game must have."""
