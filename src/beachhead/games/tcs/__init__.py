"""Omaha, of the Tactical Combat Series: the eastern beaches and the country behind them, 6 to 8 June 1944."""
