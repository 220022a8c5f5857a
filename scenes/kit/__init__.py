"""The services that every scene uses: window, settings, looks, commands, sound and time."""
