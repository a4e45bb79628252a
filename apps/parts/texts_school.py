"""The English texts of the classroom's server; whoever shows them takes them from :mod:`.texts`."""

from __future__ import annotations

SCHOOL = {
    "no_class": "There is no class with this code. Look at the board and type it again.",
    "wrong_codes": "Too many wrong codes were tried. Wait a minute, then try again.",
    "too_fast": "That was too fast. Wait a moment, then try again.",
    "locked": "The door of this class is closed. Ask your teacher to open it.",
    "full": "This class is full: {most} pupils are in it.",
    "too_many_classes": "There are too many classes on this server. Delete one that is over.",
    "no_nick": "Type a name.",
    "no_pupil": "You are not in a class any more. Type the code to join again.",
    "no_secret": "This is not the secret link of a teacher.",
    "no_such_pupil": "This pupil is not in the class any more.",
    "nick_taken": "Somebody in the class has this name already. Take another one.",
    "no_question": "There is no question now.",
    "no_such_question": "This question is not there any more.",
    "closed": "The question is closed: answers are not taken any more.",
    "open": "The question is still open. Close it first.",
    "no_answer": "This is no answer to the question.",
    "no_answers_before": "Another question is still open. Close it first.",
    "too_long": "This is too much to show to a class. Show a shorter move.",
    "not_understood": "The server did not understand this. Load the page again.",
    "trouble": "The server has trouble with its database. Your answer is sent again by itself.",
    "removed": "Your teacher has taken you out of the class.",
    "ended": "The class is over.",
    "left": "You have left the class.",
    "number": "{nick} {number}",
}
