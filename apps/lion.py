"""Explore Let's Catch the Lion!, read its rules, and see who wins: ``panel serve apps/lion.py``."""

from apps.parts.hiding import hidden
from apps.parts.lion_insight import Insight
from apps.parts.page import game_page

game_page("lion", views={} if hidden() else {"insight": Insight})
