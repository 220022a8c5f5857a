"""What every scene is given: window, services, looks, commands, sound and time."""
