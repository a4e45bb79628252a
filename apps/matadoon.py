"""Explore Matadoon, read its rules and the odds of its bull: ``panel serve apps/matadoon.py``."""

from apps.parts.matadoon_odds import Odds
from apps.parts.page import game_page

game_page("matadoon", views={"odds": lambda explorer: Odds(explorer.session)})
