"""The games to choose from: ``panel serve apps/*.py``."""

from apps.parts.index_page import index_page

index_page()
