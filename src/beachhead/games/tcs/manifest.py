"""The data files of the game and the row that each of them holds."""

from __future__ import annotations

from beachhead.datafiles import Manifest
from beachhead.display import Course, Sample
from beachhead.games.tcs import schemas
from beachhead.games.tcs.checks import CHECKS
from beachhead.games.tcs.maps import read_map
from beachhead.games.tcs.veteran.doctrine import Doctrines
from beachhead.rules import ChapterRow, TermRow
from beachhead.wargame.box import USUAL_FILES

MANIFEST = Manifest(
    {
        **USUAL_FILES,
        "board.toml": read_map,
        "chapters.csv": ChapterRow,
        "doctrines.toml": Doctrines,
        "terms.csv": TermRow,
        "course.toml": Course,
        "sample.toml": Sample,
        "unit_types.csv": schemas.TypeRow,
        "units.csv": schemas.UnitRow,
        "companies.csv": schemas.CompanyRow,
        "formations.csv": schemas.FormationRow,
        "leaders.csv": schemas.LeaderRow,
        "batteries.csv": schemas.BatteryRow,
        "scenarios.csv": schemas.ScenarioRow,
        "setup.csv": schemas.SetUpRow,
        "gaps.csv": schemas.GapRow,
        "victory.csv": schemas.VictoryRow,
        "shifts.csv": schemas.ShiftRow,
        "options.csv": schemas.OptionRow,
        "exits.csv": schemas.ExitRow,
        "spotters.csv": schemas.SpotterRow,
        "turn_track.csv": schemas.TurnRow,
        "terrain_effects.csv": schemas.TerrainRow,
        "tide.csv": schemas.TideRow,
        "sectors.csv": schemas.SectorRow,
        "scatter.csv": schemas.ScatterRow,
        "zones.csv": schemas.ZoneRow,
        "pillboxes.csv": schemas.PillBoxRow,
        "breaches.csv": schemas.BreachRow,
        "spotting.csv": schemas.SpottingRow,
        "landing_boxes.csv": schemas.LandingBoxRow,
        "boats.csv": schemas.BoatRow,
        "boat_numbers.csv": schemas.BoatNumberRow,
        "survival_modifiers.csv": schemas.SurvivalRow,
        "landing_plan.csv": schemas.PlanRow,
        "transport_numbers.csv": schemas.TransportNumberRow,
        "historical_transports.csv": schemas.HistoricalTransportRow,
        "leader_draw.csv": schemas.LeaderDrawRow,
        "reinforcements.csv": schemas.ReinforcementRow,
        "arrivals.csv": schemas.ArrivalRow,
        "free_batteries.csv": schemas.FreeBatteryRow,
        "area_fire_columns.csv": schemas.AreaColumnRow,
        "area_fire.csv": schemas.AreaFireRow,
        "point_fire.csv": schemas.PointFireRow,
        "minor_differences.csv": schemas.MinorDifferenceRow,
        "at_rolls.csv": schemas.AtRollRow,
        "artillery_point_fire.csv": schemas.ArtilleryPointRow,
        "ordnance.csv": schemas.OrdnanceRow,
        "fire_modifiers.csv": schemas.FireModifierRow,
        "morale.csv": schemas.MoraleRow,
        "morale_modifiers.csv": schemas.MoraleModifierRow,
        "company_morale.csv": schemas.CompanyMoraleRow,
        "miller.csv": schemas.MillerRow,
        "air.csv": schemas.AirRow,
        "weather.csv": schemas.WeatherRow,
        "die_tables.csv": schemas.DieTableRow,
        "constants.csv": schemas.ConstantRow,
        "ammunition.csv": schemas.AmmunitionRow,
        "op_sheets.csv": schemas.OpSheetRow,
        "missions.csv": schemas.MissionRow,
        "implementation.csv": schemas.ImplementationRow,
        "implementation_columns.csv": schemas.ImplementationColumnRow,
        "weighted_turns.csv": schemas.WeightedTurnRow,
        "prep_ratings.csv": schemas.PrepRatingRow,
    },
    CHECKS,
)
