"""Widgets: they draw values of the engine, say what the user did in messages, and know no lab."""
