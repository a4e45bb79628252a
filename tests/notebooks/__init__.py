"""Tests of the notebooks."""
