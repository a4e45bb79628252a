"""Explore Maatatahay, and read its rules: ``panel serve apps/maatatahay.py``."""

from apps.parts.page import game_page

game_page("maatatahay")
