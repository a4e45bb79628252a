"""Tests of Maatatahay."""
