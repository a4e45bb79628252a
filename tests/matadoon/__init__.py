"""Tests of Matadoon."""
