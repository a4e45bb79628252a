"""The English texts of the user interface: the one place where a translator finds them.

A text may hold fields such as ``{step}``; whoever shows it fills them.
"""

from __future__ import annotations

from engine.words import SOURCE_LANGUAGE, translate

BOARD = {
    "first": "First step",
    "back": "One step back",
    "play": "Play",
    "pause": "Pause",
    "forward": "One step forward",
    "last": "Last step",
    "speed": "Speed",
    "scrubber": "Step",
    "step_of": "Step {step} of {count}",
    "before": "Before the move",
    "no_steps": "No move yet",
    "legal": "possible",
    "chosen": "chosen",
    "refused": "Not allowed",
    "facts": "State of the game",
    "keys": (
        "Left and Right step, Home and End jump, Space plays. Up, Down and Shift with an arrow move between cells, "
        "or type the name of a cell; Enter chooses it. Escape leaves the board for the controls."
    ),
}
STEPS = {
    "steps": "Steps",
    "before": "Before the move",
    "no_steps": "No move yet",
    "check": "Check",
    "effect": "Effect",
    "end": "End",
    "refused": "Not allowed",
}
RULE = {
    "rule": "The rule that acts",
    "source": "Source",
    "no_rule": "Step through a move: the rule that acts appears here.",
}
EXPORT = {"moves": "Moves"}


def words(texts: dict[str, str], language: str = SOURCE_LANGUAGE) -> dict[str, str]:
    """Texts in a reader's language."""
    return {key: translate(text, language) for key, text in texts.items()}
