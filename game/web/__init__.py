"""The game as a web page: making the page, taking its requests and telling it what to show."""
