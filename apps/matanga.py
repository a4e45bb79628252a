"""Explore Matanga!, and read its rules: ``panel serve apps/matanga.py``."""

from apps.parts.page import game_page

game_page("matanga")
