"""Explore Matanga!, race it live, see a race over time and count chances: ``panel serve apps/matanga.py``."""

from apps.parts.live import LiveView
from apps.parts.page import game_page
from apps.parts.race import RaceView
from apps.parts.race_chances import ChancesView

game_page("matanga", {"live": LiveView, "race": RaceView, "chances": ChancesView})
