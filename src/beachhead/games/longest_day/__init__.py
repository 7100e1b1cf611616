"""The Longest Day: the Normandy campaign, battalion by battalion, a day a turn."""
