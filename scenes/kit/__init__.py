"""What every scene is given: services, looks, commands, sound and time."""
