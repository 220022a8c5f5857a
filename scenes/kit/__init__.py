"""The services that scenes use: window, commands, sounds, clipboard and announcements."""
