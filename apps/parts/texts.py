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
    "skip": "I don't know",
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

# Pages ---------------------------------------------------------------------------------------------------------------

PLAY = {
    "fault": "Something went wrong here; the game stayed as it was. The fault has been noted.",
    "over": "The game is over. Go back a move, or start a new game.",
    "chance": "First chance has to decide: use the button.",
    "other_eyes": "You look as somebody else. Look as the one to move, or see all, to play.",
    "choose_first": "First choose one of the marked pieces, then the place.",
    "not_there": "Nothing can be done there now. What you can tap is marked.",
    "at_start": "This is the start of the game.",
    "at_end": "There is nothing to play again.",
}
SEATS = {
    "player": "Player {number}",
    "all": "See all",
    "eyes": "Look as {seat}",
    "public": "Look from outside",
}
TURN = {
    "turn": "{seat}: your turn",
    "chance": "Chance decides",
    "forced": "Now the rules decide",
    "over": "The game is over",
    "hint_first": "Tap something that is marked. Tap anything else to learn why it is not possible.",
    "hint_then": "Now tap a marked place, or tap your choice again to let go of it.",
    "hint_button": "Choose one of these.",
    "hint_forced": "There is nothing to choose here.",
    "hint_choose": "Choose what is drawn. Beside it stands how likely it is.",
    "hint_hidden": "You see only what this player may know. Somebody else is to move.",
    "look_as": "Look as {seat}",
    "see_all": "See all",
    "draw": "Draw",
    "done": "Done",
    "gone": "This can no longer be drawn.",
    "draws": "Draws",
    "automatic": "by themselves",
    "press": "one by one",
    "choose": "I choose",
    "chances": "Chances",
    "not_allowed": "Not allowed",
    "to_do": "What to do now",
    "won": "{seat} has won.",
    "draw_game": "Nobody has won: a draw.",
    "again": "Play again",
}
MOVES = {
    "moves": "Moves",
    "start": "Start",
    "undo": "Take back",
    "redo": "Forward",
    "many_draws": "{count} draws",
    "other": "Also tried",
    "none": "No move yet.",
}
MENU = {
    "bar": "Game menu",
    "new": "New game",
    "more": "More",
    "close": "Close",
    "view": "View",
    "position": "Edit the position",
    "open": "Open a saved game",
    "save": "Save this game as a file",
    "link": "Copy a link to this step",
    "random": "Show a random game",
    "players": "Players",
    "players_n": "{count} players",
    "preset": "Rules",
    "own": "Own rules",
    "options": "House rules",
    "begin": "Start",
    "show": "Show",
    "cancel": "Cancel",
    "position_help": "Change the text and show it. The position starts a new game.",
    "choose_file": "Choose a file that was saved here",
    "reading": "The file cannot be read.",
    "link_copied": "The link is copied. It holds the whole game, hidden things included.",
    "link_position": "The game is too long for a link: this one holds only the position. Save the game as a file.",
    "link_here": "Copy this link:",
    "too_long": "This is too long: at most a million characters are read.",
    "not_sent": "The file did not arrive whole. Please try again.",
}
RULES = {
    "title": "The rules of {game}",
    "search": "Search the rules",
    "contents": "Contents",
    "goal": "Goal",
    "tip": "Tip",
    "source": "Source",
    "example": "Show me",
    "close": "Close the example",
    "loading": "One moment ...",
    "questions": "Questions and answers",
    "see": "See",
    "found": "{count} found",
    "nothing": "Nothing found. Try another word.",
}
LEARN = {
    "title": "Learn {game}",
    "lead": "Short lessons, one after the other. Nothing can go wrong: try, look what happens, try again.",
    "lessons": "Lessons",
    "lesson_n": "Lesson {number}",
    "start": "Start",
    "resume": "Go on",
    "repeat": "Again",
    "done_of": "{done} of {count}",
    "stars": "{stars} of 3 stars",
    "all": "All lessons",
    "restart": "Start again",
    "progress": "Progress in this lesson",
    "step_of": "{number} of {count}",
    "step": "Next step",
    "next": "Continue",
    "again": "Try again",
    "hint": "Hint",
    "solve": "Show me",
    "skip": "I don't know",
    "check": "Check",
    "number": "Your answer",
    "steps": "What happens, step by step",
    "rule": "The rule",
    "ask_cell": "Tap a cell of the board.",
    "ask_choice": "Choose an answer.",
    "ask_number": "Type a number.",
    "answer_is": "The answer: {answer}.",
    "one_way": "Watch the board: this is one way to do it ({answer}).",
    "end": "Lesson done!",
    "at_once": "{right} of {total} right at once",
    "better": "For three stars, answer everything at once and without help.",
    "next_lesson": "Next lesson",
    "practice": "Practice without end",
    "practice_text": (
        "Fresh questions, as many as you like. They get harder as you get better, and what went wrong comes back."
    ),
    "level": "Level {level} of {levels}",
    "score": "{right} of {count} right",
    "not_quite": "Not quite.",
    "never_mind": "Never mind.",
    "up": "You go up to level {level}!",
    "down": "You go on at level {level}.",
    "kept": "Your progress",
    "kept_text": (
        "It is kept under a random name that only this browser knows: no account, no name of yours. Save it as a file "
        "to take it to another computer."
    ),
    "kept_open": "It is kept as long as this page is open. Save it as a file to go on another time.",
    "save": "Save as a file",
    "load": "Open a file",
    "forget": "Delete",
    "forget_sure": "Delete all stars and progress in every game? This cannot be taken back.",
    "forget_yes": "Yes, delete",
    "cancel": "Cancel",
    "reading": "The file cannot be read.",
    "trouble": "Your progress cannot be kept right now, only as long as this page is open.",
    "course_done": "That was the last lesson. You know {game}!",
    "loading": "One moment ...",
}
SHELL = {
    "about": "Learn the rules of table games by stepping through them.",
    "skip": "Skip to the game",
    "games": "Games",
    "language": "Language",
    "theme": "Colours",
    "system": "Auto",
    "light": "Light",
    "dark": "Dark",
    "explore": "Explore",
    "rules": "Rules",
    "learn": "Learn",
    "noscript": "This page needs JavaScript.",
    "coming": "coming",
    "index_title": "Learn table games, step by step",
    "index_text": (
        "Play, watch every rule act, and ask why a move is not possible. Nothing to install, nothing to lose: "
        "take back as much as you like."
    ),
    "link_wrong": "The link could not be opened, so here is a new game. {why}",
}


def words(texts: dict[str, str], language: str = SOURCE_LANGUAGE) -> dict[str, str]:
    """Texts in a reader's language."""
    return {key: translate(text, language) for key, text in texts.items()}
