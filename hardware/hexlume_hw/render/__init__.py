"""Pictures of the hardware: its solids, lit as on the table, by the ray tracer Mitsuba; without a screen or a GPU."""
