"""The English texts about computer players on the pages of games."""

from __future__ import annotations

RIVALS = {
    "title": "Play against the computer",
    "person": "Person",
    "beginner": "Beginner",
    "easy": "Easy",
    "medium": "Medium",
    "strong": "Strong",
    "perfect": "Perfect",
    "thinks": "{seat} is thinking ...",
    "help": "Choose who plays each side. The computer never looks at what its player may not see.",
    "why": "Why did {seat} play {move}?",
    "secret": "The reasons would give hidden chips away. They are shown when the game is over, or when you see all.",
    "no_look": "{seat} did not look ahead for this move: it played anything that is allowed.",
    "looked": (
        "{seat} tried {count} ways to go on. The better a move looked, the more often it was "
        "tried. Hope: what share of the game it expects to win."
    ),
    "knew": "{seat} looked at {count} positions. What is not decided yet counts half.",
    "move": "Move",
    "visits": "Tried",
    "result": "Hope",
    "hit": "Hits",
    "points": "Points",
    "dead": "Fallen",
    "moves": "Ends in",
    "chosen": "played",
    "failed": "The computer could not find a move. Choose who plays again, or go back a move.",
}
