"""Explore Let's Catch the Lion!, and read its rules: ``panel serve apps/lion.py``."""

from apps.parts.page import game_page

game_page("lion")
