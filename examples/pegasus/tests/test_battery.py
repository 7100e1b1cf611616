from pathlib import Path

from beachhead.testing.battery import battery

TestPegasus = battery("pegasus", games=12, golden=Path(__file__).parent / "golden")
