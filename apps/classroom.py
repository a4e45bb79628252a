"""Open a class, show it a game, ask it questions: ``panel serve apps/classroom.py``."""

from apps.parts.classroom import classroom_page

classroom_page()
