"""Parts of pages, one a file. None of them knows which game it shows."""
