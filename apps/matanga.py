"""Explore Matanga!, read its rules, race it live and see a race over time: ``panel serve apps/matanga.py``."""

from apps.parts.live import LiveView
from apps.parts.page import game_page
from apps.parts.race import RaceView

game_page("matanga", {"live": LiveView, "race": RaceView})
