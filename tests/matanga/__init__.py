"""Tests of Matanga."""
