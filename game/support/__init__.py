"""Tools that know nothing about cards: texts, dates, JSON values, locks, helper processes."""
