"""Data that a person can proofread: CSV and TOML read by schema, with errors that name file, line and fix."""

from beachhead.datafiles.datadir import DataDir
from beachhead.datafiles.documents import read_document, read_layers
from beachhead.datafiles.manifest import Manifest, ProvenanceCount, check, corrections, provenance
from beachhead.datafiles.marks import covers, reads, refers
from beachhead.datafiles.merging import Places
from beachhead.datafiles.problems import DataError, Problem
from beachhead.datafiles.schema import Sourced
from beachhead.datafiles.tables import Record, read_records, read_table

__all__ = [
    "DataDir",
    "DataError",
    "Manifest",
    "Places",
    "Problem",
    "ProvenanceCount",
    "Record",
    "Sourced",
    "check",
    "corrections",
    "covers",
    "provenance",
    "read_document",
    "read_layers",
    "read_records",
    "read_table",
    "reads",
    "refers",
]
