"""Explore Matanga!, read its rules and race it live: ``panel serve apps/matanga.py``."""

from apps.parts.live import LiveView
from apps.parts.page import game_page

game_page("matanga", {"live": LiveView})
