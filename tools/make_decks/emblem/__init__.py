"""The Emblem deck: heraldic emblems in frames of the suit's geometry."""
