"""D-Day at Omaha Beach: a solitaire game of the assault of 6 June 1944."""
