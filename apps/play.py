"""Play with a friend, each in their own browser: ``panel serve apps/play.py``."""

from apps.parts.play_page import play_page

play_page()
