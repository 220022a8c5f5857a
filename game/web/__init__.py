"""The game behind a web page: requests from the page, and messages that tell it what to show."""
