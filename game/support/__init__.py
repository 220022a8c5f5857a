"""Tools that know nothing of cards: texts, dates, JSON values, locks, helper processes."""
