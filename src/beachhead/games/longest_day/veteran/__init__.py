"""Computer players for both sides that use nothing but what their side knows."""
