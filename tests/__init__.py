"""The tests of Matadojo."""
