"""Games as HTML pages, for people without the program."""
