"""A computer player who has been there before."""
