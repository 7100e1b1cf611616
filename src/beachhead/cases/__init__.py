"""Cases: rulings and worked examples as small TOML files that run. `docs/cases.md` describes the format."""

from beachhead.cases.beginning import new_case
from beachhead.cases.format import Case, CaseError, CaseStep, Expect, load_case
from beachhead.cases.paths import expand_paths, is_packaged, packaged_cases
from beachhead.cases.report import describe_result, print_results, results_json, to_json
from beachhead.cases.runner import CaseResult, run_case, run_cases
from beachhead.cases.scene import Failure

__all__ = [
    "Case",
    "CaseError",
    "CaseResult",
    "CaseStep",
    "Expect",
    "Failure",
    "describe_result",
    "expand_paths",
    "is_packaged",
    "load_case",
    "new_case",
    "packaged_cases",
    "print_results",
    "results_json",
    "run_case",
    "run_cases",
    "to_json",
]
