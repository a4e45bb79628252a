"""Parts of pages, one a file. None of them knows which game it shows.

* ``board.Board(session, on_tap=, can=, chosen=, sync=, player=, facts=, trace=)``
* ``steps.StepList(session, trace=)`` and ``steps.RuleCard(session, trace=)``
* ``export.export_page(session, path)``

Parts of one session share a cursor in the browser: a step sends nothing to the server. Each may be given another trace
to show (``trace=``, also a reference such as ``page.param.refused``), or a trace instead of the session.

Colours come from custom properties that a page may set, with fallbacks for a bare page and for JupyterLab:
``--md-bg``, ``--md-panel`` (ground of cards), ``--md-text``, ``--md-muted``, ``--md-line`` (borders), ``--md-accent``
(the current step, the play button), ``--md-focus`` (focus ring), ``--md-font``; and sizes ``--md-board-height`` (the
highest that a picture grows, 76vh) and ``--md-steps-height`` (of the list, 420px). Light or dark follows
``color-scheme``, which the page sets on its root.

In the browser each step fires ``matadojo:cursor`` on the document, with ``detail`` = ``{channel, trace, cursor, count,
playing, why}``: a page that keeps the step in its address listens there.
"""
