"""Explore Matadoon, and read its rules: ``panel serve apps/matadoon.py``."""

from apps.parts.page import game_page

game_page("matadoon")
