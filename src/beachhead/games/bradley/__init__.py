"""Bradley's D-Day: the American sector of the Normandy landings, 6 and 7 June 1944."""
