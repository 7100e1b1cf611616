"""What the package says of itself."""

from importlib.resources import files


def test_the_package_says_that_it_is_typed():
    assert (files("beachhead") / "py.typed").is_file()
