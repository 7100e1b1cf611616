"""Beachhead: Normandy board wargames with every rule enforced."""
