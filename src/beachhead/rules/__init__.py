"""The rulebook as a list of testable sentences: which of them the code cites and the tests exercise."""

from beachhead.rules.chapters import BookChapter, ChapterRow, TermRow, chapters
from beachhead.rules.citations import Citation, scan_package, unknown_citations
from beachhead.rules.coverage import Coverage, RuleStatus, coverage
from beachhead.rules.exercise import (
    Exercised,
    ExerciseError,
    clear_exercised,
    merge_exercised,
    record_exercised,
    write_exercised,
)
from beachhead.rules.index import Rule, RuleIndex, UnknownRuleError

__all__ = [
    "BookChapter",
    "ChapterRow",
    "Citation",
    "Coverage",
    "ExerciseError",
    "Exercised",
    "Rule",
    "RuleIndex",
    "RuleStatus",
    "TermRow",
    "UnknownRuleError",
    "chapters",
    "clear_exercised",
    "coverage",
    "merge_exercised",
    "record_exercised",
    "scan_package",
    "unknown_citations",
    "write_exercised",
]
