"""The English texts of tables at which people play each other; whoever shows them takes them from :mod:`.texts`."""

from __future__ import annotations

TABLES = {
    "no_table": "This link leads to no game. It may have been deleted: games are kept for a month after the last move.",
    "too_many": "There are too many games here at the moment. Please try again later.",
    "full": "All seats are taken. Ask for a link to watch.",
    "taken": "Somebody else has just taken this seat.",
    "no_seat": "There is no such seat.",
    "not_playing": "You watch this game; only players can do that.",
    "waiting": "The game begins when every seat is taken.",
    "over": "The game is over.",
    "not_over": "The game is not over yet.",
    "not_your_turn": "It is not your turn.",
    "late": "That came too late: look at the board again.",
    "long": "This game is too long to go on. Begin a new one.",
    "draw_only": "Chance decides here: only the server draws.",
    "nothing_back": "You have made no move yet that could be taken back.",
    "not_asked": "Nobody asks for that any more.",
    "not_allowed": "This link does not allow that.",
}
