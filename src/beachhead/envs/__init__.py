"""Learning environments: every game behind the interfaces that researchers use. Install `beachhead[rl]`.

`SideEnv` is Gymnasium's, with computer players on the other sides; `TurnsEnv` is PettingZoo's, for several learners.
What a side is shown is made from what it knows and from nothing else.
"""

try:
    import gymnasium  # noqa: F401
    import pettingzoo  # type: ignore[import-untyped]  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(f"learning environments need more: install `beachhead[rl]` ({missing})") from missing

from beachhead.envs.codec import Codec, Eyes, Mask, codec_of
from beachhead.envs.single import SideEnv
from beachhead.envs.stakes import Potential, Stakes, result
from beachhead.envs.turns import TurnsEnv
from beachhead.players.arrays import Observation, printed

__all__ = [
    "Codec",
    "Eyes",
    "Mask",
    "Observation",
    "Potential",
    "SideEnv",
    "Stakes",
    "TurnsEnv",
    "codec_of",
    "printed",
    "result",
]
