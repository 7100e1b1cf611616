"""Computer players for both sides that use nothing but what they know."""
