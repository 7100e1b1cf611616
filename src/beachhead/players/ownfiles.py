"""Python files of one's own: a class in a file that is in no package, such as `my_agent.py:Agent`."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any


class OwnFileError(Exception):
    """A file of one's own that has not what it is said to have; the message says what to do."""


def found_in(path: Path, name: str) -> Any:
    """What a Python file calls by this name. It may import what lies beside it, as if Python ran it."""
    module = _module(path.resolve())
    if not hasattr(module, name):
        raise OwnFileError(f"{path} has no {name!r}: write a class {name} in it")
    return getattr(module, name)


@cache
def _module(path: Path) -> ModuleType:
    spec = spec_from_file_location(f"own file {path}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise OwnFileError(f"{path} is not a Python file that can be read")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look themselves up there
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[spec.name]
        raise OwnFileError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    return module
