"""What every scene is handed: services, looks, commands, sound and time."""
