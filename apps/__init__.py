"""Matadojo on the screen: pages, and the parts that they are made of."""
