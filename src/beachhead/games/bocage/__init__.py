"""D-Day: Beach to Bocage."""
