"""The line of every value of a TOML document."""

import tomllib
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from beachhead.datafiles.toml_lines import value_lines

SAMPLE = '''\
# "not = a key"
a = 1
b.c."d.e" = 'x # y'
text = """
[no]
no = 1
""\\"
"""  # after
raw = \'\'\'
k = "
\'\'\'
list = [ 1, # [
  {x = 1, y = [ "a",
     "b" ] },

  1979-05-27 07:32:00,
]
[t.u]
v = -1.5e3
[[w]]
n = 1
[[w.x]]
m = 1
[[w.x]]
[w.x.z]
"k \\u0041" = true
[[w]]
w = []
'''


def test_sample():
    tomllib.loads(SAMPLE)
    lines = value_lines(SAMPLE)
    assert lines == {
        ("a",): 2,
        ("b",): 3,
        ("b", "c"): 3,
        ("b", "c", "d.e"): 3,
        ("text",): 4,
        ("raw",): 9,
        ("list",): 12,
        ("list", 0): 12,
        ("list", 1): 13,
        ("list", 1, "x"): 13,
        ("list", 1, "y"): 13,
        ("list", 1, "y", 0): 13,
        ("list", 1, "y", 1): 14,
        ("list", 2): 16,
        ("t",): 18,
        ("t", "u"): 18,
        ("t", "u", "v"): 19,
        ("w",): 20,
        ("w", 0): 20,
        ("w", 0, "n"): 21,
        ("w", 0, "x"): 22,
        ("w", 0, "x", 0): 22,
        ("w", 0, "x", 0, "m"): 23,
        ("w", 0, "x", 1): 24,
        ("w", 0, "x", 1, "z"): 25,
        ("w", 0, "x", 1, "z", "k A"): 26,
        ("w", 1): 27,
        ("w", 1, "w"): 28,
    }


def test_last_line_without_an_end():
    for text in ("a = 1\nb = 2", "[a]\n[b]", "a = 1\nb = []", "a = 1\nb = {} # end"):
        assert value_lines(text) == {("a",): 1, ("b",): 2}


def paths(value, path=()):
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from paths(item, (*path, key))


NAMES = st.sampled_from(["a", "b-1", "2", "x.y", 'q"', "é", "", "#", "]"])
SCALARS = (
    st.integers(-99, 99)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans()
    | st.just(date(1944, 6, 6))
    | st.text(st.sampled_from("ab\"'\\\n#[]{}=,. "), max_size=12)
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=8
)


def string(text, many_lines):
    safe = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"""\n{safe}"""' if many_lines else '"' + safe.replace("\n", "\\n") + '"'


def inline(value, draw):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{string(k, False)} = {inline(v, draw)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        gap = "\n  # a ] comment\n" if draw(st.booleans()) else " "
        return f"[{gap}" + f",{gap}".join(inline(item, draw) for item in value) + f"{gap}]"
    if isinstance(value, str):
        return string(value, draw(st.booleans()))
    return str(value).lower() if not isinstance(value, date) else value.isoformat()


@given(st.dictionaries(NAMES, VALUES, max_size=3), st.dictionaries(NAMES, st.lists(VALUES), max_size=3), st.data())
def test_every_value_of_a_document_has_its_line(top, tables, data):
    """Each statement is written in one go, so the line of its key is known; what is inside lies on or after it."""
    text, wanted = "", {}
    for name, value in top.items():
        wanted[("top", name)] = text.count("\n") + 2
        text += f"{string(name, False)} = {inline(value, data.draw)}\n"
    text = "[top]\n" + text
    for name, items in tables.items():
        for index, item in enumerate(items):
            wanted[("tables", name, index)] = text.count("\n") + 1
            text += f"[[ tables . {string(name, False)} ]]\n"
            wanted[("tables", name, index, "item")] = text.count("\n") + 1
            text += f"item = {inline(item, data.draw)}\n"
    lines = value_lines(text)
    assert set(lines) == set(paths(tomllib.loads(text)))
    assert wanted.items() <= lines.items()
    assert all(lines[path] >= lines[path[:-1]] for path in lines if len(path) > 1)
    assert max(lines.values(), default=1) <= text.count("\n") + 1
