"""A game by its events: record, state under the rules, replay, position and view."""
