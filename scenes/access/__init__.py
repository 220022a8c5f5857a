"""What screen readers are told."""
